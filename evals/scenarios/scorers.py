"""Scorers of the memory: memories, a prompt, a history, links and the change log; one question each."""

from collections.abc import Iterator, Sequence
from operator import eq

from memorist.evals.scenarios.matchers import (
    Check,
    as_text,
    counted,
    fits,
    in_order,
    mentioned,
    near,
    said,
    same_text,
    wrong_fields,
)
from memorist.evals.scenarios.model_done import LinkEnd, LinkExpectation, LoggedExpectation
from memorist.evals.scenarios.model_memory import (
    AbsentExpectation,
    DroppedExpectation,
    HistoryExpectation,
    PastExpectation,
    PromptExpectation,
    RememberedExpectation,
)
from memorist.evals.scenarios.score import Score, verdict
from memorist.evals.scenarios.texts import (
    application_text,
    day,
    one_line,
    readable,
    steps_text,
    trigger_text,
    type_within,
)
from memorist.evals.scenarios.words import Words, holds, listed, missing, plain
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import Status
from memorist.memory_store.reading import ChangeEntry, HistoryEntry, Link
from memorist.nodes.retrieval.result import Recall

TASK_SECTION = "Task"
LAST_OF_LOG = 8
"""Entries of the change log that are shown where none fits."""


def remembered(expected: RememberedExpectation, memories: Sequence[Memory]) -> Score:
    """Is there a memory as described? Looks at every memory given, of whatever status."""
    candidates = [(m, wrong_fields(_described(m, expected))) for m in memories if _identified(m, expected)]
    best, wrong = min(candidates, key=lambda pair: len(pair[1]), default=(None, ["no such memory"]))
    same = sum(not faults for _, faults in candidates)
    if not wrong and expected.count not in (None, same):
        wrong = [f"count: expected {expected.count}, found {same}"]
    return Score(
        question=f"remembers {expected.why}",
        value=1.0 if not wrong else 0.5 if best else 0.0,
        explanation="; ".join(wrong) or "as expected",
        expected=as_text(expected),
        found=one_line(best) if best else _nearest(memories, expected),
    )


def _identified(memory: Memory, expected: RememberedExpectation) -> bool:
    """Return true if this is a memory that the expectation speaks of, by type, words, claim and status."""
    claim, wanted = memory.claim, expected.claim
    status = memory.status == expected.status if expected.status else memory.status.live
    if not status or not _of(memory, expected.type, expected.words):
        return False
    return wanted is None or (
        claim is not None
        and fits(
            Check("subject", wanted.subject, claim.subject, mentioned),
            Check("predicate", wanted.predicate, claim.predicate, mentioned),
            Check("object", wanted.object, claim.object, mentioned),
            Check("polarity", wanted.polarity, claim.polarity, eq),
        )
    )


def _described(memory: Memory, expected: RememberedExpectation) -> Iterator[Check]:
    """Yield each field of a memory beside what is expected of it."""
    yield Check("confidence", expected.confidence, memory.confidence, near)
    yield Check("domain", expected.domain, memory.domain, mentioned)
    yield Check("scoped_to", expected.scoped_to, application_text(memory), mentioned)
    yield Check("valid_from", expected.valid_from, day(memory.valid_from), same_text)
    yield Check("valid_until", expected.valid_until, day(memory.valid_until) or "open", same_text)
    yield Check("valid_until_condition", expected.valid_until_condition, memory.valid_until_condition, mentioned)
    yield Check("trigger", expected.trigger, trigger_text(memory), said)
    yield Check("steps", expected.steps, steps_text(memory), said)
    for matcher, names in (
        (eq, ("outcome", "kind", "severity", "times_used", "source")),
        (near, ("duration_minutes", "emotional_valence", "success_rate")),
        (said, ("reason", "flagged")),
    ):
        yield from (Check(name, getattr(expected, name), getattr(memory, name, None), matcher) for name in names)
    for name in ("lessons", "alternatives"):
        yield Check(name, getattr(expected, name), "\n".join(getattr(memory, name, ())), said)
    yield Check("evidence", expected.evidence, len(memory.source_episode_ids), eq)
    yield Check("agent", expected.agent, memory.scope.agent_id, eq)


def _of(memory: Memory | None, type_: str | None, words: Words | None) -> bool:
    """Return true for a memory of a type that holds the words; null: any."""
    if memory is None or not (type_ is None or type_within(memory.type, type_)):
        return False
    return words is None or holds(readable(memory), words)


def _nearest(memories: Sequence[Memory], expected: RememberedExpectation) -> str:
    """Up to three memories that come closest to the words, those of the right type first."""
    words = expected.words or tuple(p for p in (expected.claim.object if expected.claim else None,) if p)
    scored = [(len(words) - len(missing(readable(m), words)), type_within(m.type, expected.type), m) for m in memories]
    closest = sorted((s for s in scored if s[0]), key=lambda s: (s[0], s[1]), reverse=True)[:3]
    return "\n".join(f"near: {one_line(m)}" for _, _, m in closest) or "nothing near it"


def absent(expected: AbsentExpectation, memories: Sequence[Memory]) -> Score:
    """Is there no statement with these words, or none of this type? Entities may be noted; what is hidden is absent."""
    shown = [m for m in memories if m.status != Status.RETRACTED]
    statements = [m for m in shown if expected.type or not type_within(m.type, "entity")]
    looked_at = [m for m in statements if m.status.live or not expected.live]
    found = [one_line(m) for m in looked_at if _of(m, expected.type, expected.words)]
    return verdict(
        f"does not hold {expected.why}",
        not found,
        explanation="it does" if found else "nothing of the kind",
        expected=f"nothing of this: {as_text(expected)}",
        found="\n".join(found) or "nothing",
    )


def prompt_scores(expected: PromptExpectation, task: str, recall: Recall) -> Iterator[Score]:
    """Yield a score for each thing that is expected of a prompt, or of a section of it."""
    question = f"{expected.section or 'prompt'}: {expected.why}"
    items = [*_items(task, recall, expected.section)]
    every = "\n".join(items) or "an empty section"
    wanted = [("first item with", expected.first, items[:1])] if expected.first else []
    wanted += [("an item with", words, items) for words in expected.contains]
    for what, words, looked_at in wanted:
        there = said(looked_at, words)
        why = "" if there else _why_not(recall, words)
        yield verdict(question, there, explanation=why, expected=f"{what} {listed(words)}", found=every)
    if expected.order:
        order = ", then ".join(map(listed, expected.order))
        yield verdict(question, in_order(items, expected.order, holds), expected=order, found=every)
    for words in expected.absent:
        found = [item for item in items if holds(item, words)]
        yield verdict(
            question,
            not found,
            explanation=f"{len(found)} items have it" if found else "",
            expected=f"no item with {listed(words)}",
            found="\n".join(found) or "none",
        )
    if expected.sized:
        yield _size_score(question, expected, recall)


def _size_score(question: str, expected: PromptExpectation, recall: Recall) -> Score:
    """Has the section so many items, and a size within the bounds?"""
    sections = [part for part in recall.sections if part.title == expected.section]
    items, tokens = sum(len(part.items) for part in sections), sum(part.tokens for part in sections)
    least, most = expected.tokens or (0, tokens)
    return verdict(
        question,
        expected.items in (None, items) and least <= tokens <= most,
        expected=f"{'any number of' if expected.items is None else expected.items} items, {least} to {most} tokens",
        found=f"{items} items, {tokens} tokens",
    )


def _items(task: str, recall: Recall, section: str | None) -> Iterator[str]:
    """The items of a section, or of all of them and the lines of the prompt; what repeats the task does not count."""
    for part in recall.sections:
        if part.title != TASK_SECTION and section in (None, part.title):
            yield from (item.content for item in part.items)
    if section is None:
        asked = plain(task)
        yield from (line.strip() for line in recall.prompt.splitlines() if line.strip() and asked not in plain(line))


def _why_not(recall: Recall, words: Words) -> str:
    """Return the fate of memories with the words on the way to the prompt, and the sections of it that hold them."""
    inside = [
        f"it stands in {section.title}"
        for section in recall.sections
        if section.title != TASK_SECTION and any(holds(item.content, words) for item in section.items)
    ]
    considered = [c for c in recall.trace if holds(c.content, words)]
    out = [f"found by {c.channel}, {'kept' if c.kept else 'left out'}: {c.reason}" for c in considered]
    return "\n".join([*inside, *out]) or "no channel found a memory with these words"


def dropped(expected: DroppedExpectation, recall: Recall) -> Score:
    """Are so many listed as dropped, lowest first, and does none beat one of its channel and family that is in?"""
    families = {c.id: (c.channel, c.type.partition(":")[0]) for c in recall.trace}
    lowest: dict[tuple[str, str], float] = {}
    for kept in (c for c in recall.trace if c.kept and c.type):
        lowest[families[kept.id]] = min(kept.relevance, lowest.get(families[kept.id], kept.relevance))
    better = [d for d in recall.dropped if d.score > lowest.get(families.get(d.id, ("", "")), d.score)]
    scores = [d.score for d in recall.dropped]
    return verdict(
        f"dropped: {expected.why}",
        len(scores) == expected.count and not better and scores == sorted(scores),
        explanation=f"{len(better)} of them beat what is in" if better else "",
        expected=f"{expected.count} listed with their scores, lowest first, none above what is in",
        found="\n".join(f"{d.score:.3f} {d.id} {d.reason}" for d in recall.dropped) or "nothing dropped",
    )


def history(expected: HistoryExpectation, entries: Sequence[HistoryEntry]) -> Score:
    """Does the history tell these stations, oldest first, whatever lies between?"""
    texts = {entry.memory.id: readable(entry.memory) for entry in entries}

    def is_station(entry: HistoryEntry, station: PastExpectation) -> bool:
        memory = entry.memory
        return fits(
            Check("words", station.words, readable(memory), said),
            Check("begins", station.begins, day(memory.valid_from), same_text),
            Check("ends", station.ends, day(memory.valid_until) or "open", same_text),
            Check("superseded_by", station.superseded_by, texts.get(entry.superseded_by or "", ""), said),
        )

    stations = expected.entries
    lacking = [one for n, one in enumerate(stations) if not in_order(entries, stations[: n + 1], is_station)]
    ends = {e.memory.id: f" -> {e.superseded_by} ({e.reason})" if e.superseded_by else "" for e in entries}
    return verdict(
        f"the history of {expected.topic}",
        not lacking,
        explanation=f"not there, or not in this place: {as_text(lacking[0])}" if lacking else "",
        expected="\n".join(map(as_text, expected.entries)),
        found="\n".join(f"{one_line(e.memory)}{ends[e.memory.id]}" for e in entries) or "no history",
    )


def linked(expected: LinkExpectation, links: Sequence[Link], memories: Sequence[Memory]) -> Score:
    """Is there an edge of the type from a memory as described to another as described?"""
    by_id = {m.id: m for m in memories}

    def line(id_: str) -> str:
        return one_line(by_id[id_]) if id_ in by_id else id_

    def is_end(id_: str, end: LinkEnd) -> bool:
        return _of(by_id.get(id_), end.type, end.words)

    pairs = sorted({(link.source, link.target) for link in links if link.type == expected.type})
    right = [pair for pair in pairs if is_end(pair[0], expected.source) and is_end(pair[1], expected.target)]
    lines, every = ([f"{line(source)} -> {line(target)}" for source, target in each] for each in (right, pairs))
    return counted(f"link: {expected.why}", expected, lines, every)


def logged(expected: LoggedExpectation, entries: Sequence[ChangeEntry], memories: Sequence[Memory]) -> Score:
    """Does an entry of the log say so?"""
    about = {m.id for m in memories if _of(m, None, expected.about)} if expected.about else None
    told = [line for entry in entries for line in _lines(entry)]
    right = [
        f"{run}: {reason}"
        for run, id_, reason in told
        if fits(Check("reason", expected.reason, reason, said), Check("run", expected.run, run, mentioned))
        and (about is None or id_ in about)
    ]
    every = dict.fromkeys(f"{run}: {reason}" for run, _, reason in told)
    return counted(f"log: {expected.why}", expected, right, [*every][-LAST_OF_LOG:])


def _lines(entry: ChangeEntry) -> Iterator[tuple[str, str | None, str]]:
    """Run, memory and reason of an entry itself and of each change in it."""
    yield entry.run, None, entry.reason
    for memory in entry.payload.get("memories", ()):
        yield entry.run, str(memory["id"]), entry.reason
    for update in entry.payload.get("updates", ()):
        yield entry.run, str(update["memory_id"]), str(update["reason"])
