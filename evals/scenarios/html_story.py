"""One scenario as it happened: each event, what became of it, and what was looked at then."""

from collections.abc import Iterator, Sequence

from memorist.evals.page.document import chip
from memorist.evals.page.element import Child, Html, element
from memorist.evals.scenarios.score import Score
from memorist.evals.scenarios.story import EFFECT_WORDS
from memorist.evals.scenarios.telling import answered, happened
from memorist.evals.scenarios.texts import day
from memorist.evals.scenarios.trace import CheckpointTrace, EventTrace, Together, Trace
from memorist.nodes.ingestion.result import IngestResult, RememberedMemory

EFFECT_KINDS = {
    "added": "good",
    "merged": "accent",
    "superseded": "warn",
    "ended": "warn",
    "contested": "bad",
    "rejected": "bad",
}
ACTION_WORDS = {"keep": ("kept", "good"), "skip": ("skipped", "quiet"), "unsure": ("unsure", "warn")}


def story(trace: Trace, *, variant: int | None = None, lead: Child = None) -> Html:
    """The scenario, folded unless something fails; ``lead`` stands above what happened."""
    failed = sum(not score.passed for score in trace.scores)
    note = f"{failed} of {len(trace.scores)} expectations fail" if failed else f"{len(trace.scores)} expectations hold"
    name = f"{trace.scenario.name}, variant {variant}" if variant else trace.scenario.name
    return element(
        "details",
        element("summary", trace.scenario.title, element("span", f" {name} · {note}", class_="soft")),
        element("p", trace.scenario.why),
        lead,
        element("ol", _stations(trace), class_="story"),
        element("h3", "Invariants"),
        _scores(trace.invariants),
        id=None if variant else trace.scenario.name,
        open=bool(failed),
    )


def _stations(trace: Trace) -> Iterator[Html]:
    user = next(iter(trace.scenario.given.users), None)
    today = ""
    last = trace.scenario.events[-1].id
    for entry in trace.events:
        date = f"{entry.event.at:%A} {entry.event.at.day} {entry.event.at:%B %Y}"
        if date != today:
            today = date
            yield element("li", _when(date), class_="day")
        yield _event(entry, user)
        due = (c for c in trace.checkpoints if (c.checkpoint.after or last) == entry.event.id)
        yield from (_checkpoint(looked, entry) for looked in due)


def _when(text: str) -> Html:
    return element("div", element("span", class_="dot"), text, class_="when")


def _event(entry: EventTrace, user: str | None) -> Html:
    return element(
        "li",
        _when(f"{entry.event.at:%H:%M}"),
        element(
            "div",
            element("div", happened(entry.event, user), class_="said"),
            element("div", entry.event.why, class_="soft") if entry.event.why else None,
            [_outcome(result) for result in _results(entry)],
            element("ul", (element("li", line) for line in answered(entry.answer)), class_="plain"),
        ),
    )


def _results(entry: EventTrace) -> Sequence[IngestResult]:
    if isinstance(entry.answer, Together):
        return entry.answer.results
    return [entry.result] if entry.result else []


def _outcome(result: IngestResult) -> Child:
    if result.error:
        return element("div", chip("failed", "bad"), " ", result.error.message)
    said: list[Child] = []
    if result.verdict:
        word, kind = ACTION_WORDS[result.verdict.action]
        said.append(chip(word, kind))
        said.append(element("span", f" {result.verdict.category}: {result.verdict.reason}", class_="soft"))
    if result.replayed:
        said.append(element("span", " known already, nothing changed", class_="soft"))
    unread = (element("li", chip("not read", "quiet"), f" {sentence}") for sentence in result.unread)
    return [element("div", said), element("ul", (_memory(m) for m in result.memories), unread, class_="plain")]


def _memory(memory: RememberedMemory) -> Html:
    ends = memory.valid_until_condition or day(memory.valid_until)
    kind = memory.type.removeprefix("semantic:").replace("_", " ")
    why = memory.decided_by if memory.effect != "added" else ""
    return element(
        "li",
        chip(EFFECT_WORDS.get(memory.effect, memory.effect), EFFECT_KINDS.get(memory.effect, "quiet")),
        element("span", f" {kind} {memory.confidence:.2f} ", class_="soft"),
        memory.content,
        element("span", f" until {ends}", class_="soft") if ends else None,
        element("div", why, class_="soft") if why else None,
    )


def _checkpoint(entry: CheckpointTrace, after: EventTrace) -> Html:
    asked = entry.checkpoint
    when = f"{entry.at:%H:%M}" if entry.at.date() == after.event.at.date() else f"{entry.at:%d %b %H:%M}"
    return element(
        "li",
        _when(when),
        element(
            "div",
            element("b", asked.id.replace("_", " ")),
            f" {asked.why}",
            _question(entry),
            _scores(entry.scores),
        ),
        class_="look" if entry.passed else "look failed",
    )


def _question(entry: CheckpointTrace) -> Html | None:
    asked = entry.checkpoint
    if asked.recall:
        then = [f"as of {t:%Y-%m-%d %H:%M}" for t in (asked.recall.as_of,) if t]
        known = [f"known at {t:%Y-%m-%d %H:%M}" for t in (asked.recall.known_at,) if t]
        askers = [name for name in (asked.user, *asked.recall.askers) if name]
        note = ", ".join([*then, *known, *([f"by {' and '.join(askers)}"] if askers else [])])
        return element("div", f"“{asked.recall.task}”{f' ({note})' if note else ''}", class_="said")
    return element("div", f"history of “{asked.history.topic}”", class_="said") if asked.history else None


def _scores(scores: Sequence[Score]) -> Html:
    return element("ul", (element("li", _score(score)) for score in scores), class_="plain")


def _score(score: Score) -> Child:
    if score.passed:
        return [chip("holds", "good"), f" {score.question}"]
    told = (("what is wrong", score.explanation), ("expected", score.expected), ("found", score.found))
    parts = [(element("dt", label), element("dd", text)) for label, text in told if text]
    return element("div", chip("fails", "bad"), f" {score.question}", element("dl", parts), class_="failure")
