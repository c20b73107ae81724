"""The story of an activity in one sentence, with how it ended and what it taught."""

from collections.abc import Sequence
from typing import Any

from memorist.memory_store.domain.memory import Source
from memorist.nodes.ingestion.domain_of import domain_of
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.activities import Activity, attribute, by_oneself, packages
from memorist.nodes.ingestion.extract.review import Review
from memorist.nodes.ingestion.extract.switches import Switch
from memorist.nodes.ingestion.extract.wording import joined, lowered, sentence, told_past
from memorist.nodes.ingestion.extract.workaround import Workaround
from memorist.nodes.ingestion.inputs import Event
from memorist.nodes.language.gazetteer import field_of, topic_of

_MOST_PARTS = 5


def episode_draft(
    activity: Activity,
    *,
    switches: Sequence[Switch],
    workaround: Workaround | None,
    review: Review | None,
    person: str,
    title: str | None,
) -> Draft:
    """The episode of an activity: a sentence, its times, its outcome, who took part and what it taught."""
    topic = _topic(activity, switches, review)
    reviewers = review.reviewers if review else ()
    outcome = activity.outcome(pivoted=bool(switches))
    if workaround and outcome in {"unknown", "partial", "failure"} and not _failed_after(activity):
        outcome = "success"
    details: dict[str, Any] = {
        "timestamp": activity.begin,
        "duration_minutes": activity.minutes,
        "participants": (person, *reviewers),
        "emotional_valence": activity.valence,
        "outcome": outcome,
        "lessons": _lessons(activity, switches, workaround, review),
        "kind": "feedback" if review else "work",
    }
    content = _told(activity, switches, workaround, review, topic=topic, title=title, person=person)
    names = dict.fromkeys(m.canonical for m in activity.mentions if m.field not in {"file"})
    technology = {m.canonical for m in activity.mentions if m.kind == "entity:technology"}
    return Draft(
        type="episodic",
        content=content,
        summary=_summed_up(activity, switches, workaround, review, topic=topic, title=title, person=person),
        entities=(*names, *(r for r in reviewers if r not in names)),
        confidence=1.0,
        method="observation",
        source=Source.OBSERVATION,
        valid_from=activity.end,  # before that it had not happened: its outcome is part of it
        domain=domain_of(activity.platforms, topic),
        technology=tuple(n for n in names if n in technology),
        details=details,
    )


def _failed_after(activity: Activity) -> bool:
    last = activity.own[-1]
    return last.name == "error" or attribute(last, "test.outcome") == "failed"


def _topic(activity: Activity, switches: Sequence[Switch], review: Review | None) -> str | None:
    if switches:
        return switches[0].topic
    if review:
        return "code_review"
    told = [e.body for e in activity.named("task.start", "error", "file.edit", "task.done", "vcs.commit", "chat.post")]
    return next((t for text in told if (t := topic_of(text))), None) or topic_of(activity.words)


def _lessons(
    activity: Activity, switches: Sequence[Switch], workaround: Workaround | None, review: Review | None
) -> tuple[str, ...]:
    lessons: list[str] = []
    for switch in switches:
        field = field_of(switch.topic)
        aim = (
            f" for {activity.framework + ' ' if activity.framework else ''}{field.label.removeprefix('the ')}"
            if field
            else ""
        )
        why = f" ({lowered(switch.trouble[0])})" if switch.trouble else ""
        lessons.append(f"Consider {switch.new} before {switch.old_wording}{aim}{why}")
    if workaround:
        lessons.append(f"{workaround.issue}: {'; '.join(workaround.steps)}")
    if review:
        lessons.extend(review.lessons)
    return tuple(lessons)


def _told(
    activity: Activity,
    switches: Sequence[Switch],
    workaround: Workaround | None,
    review: Review | None,
    *,
    topic: str | None,
    title: str | None,
    person: str,
) -> str:
    parts = _parts(activity, switches, person)
    if workaround and not any("workaround" in p.lower() for p in parts):
        parts.append(f"workaround: {workaround.steps_as_said}")
    head = _head(activity, review, topic=topic, title=title)
    if len(parts) == 1 and not review and not title:
        return sentence(parts[0])
    body = "; ".join(parts)
    return f"{head}: {body}" if head and body else sentence(body or head or "Activity without words")


def _head(activity: Activity, review: Review | None, *, topic: str | None, title: str | None) -> str:
    """What it was about."""
    field = field_of(topic)
    where = f" in {activity.framework}" if activity.framework else ""
    if review:
        of = f" of merge request {review.request}" if review.request else ""
        by = f" by {joined(review.reviewers)}" if review.reviewers else ""
        return f"Review{of}{by}"
    if title:
        return title.rstrip(".")
    return f"Worked on {field.label}{where}" if field else f"Worked{where}" if where else ""


def _summed_up(
    activity: Activity,
    switches: Sequence[Switch],
    workaround: Workaround | None,
    review: Review | None,
    *,
    topic: str | None,
    title: str | None,
    person: str,
) -> str:
    """The story in one breath: what it was about and what came of it."""
    if switches:
        came_of_it = f"switched from {switches[0].old_wording} to {switches[0].new}"
    elif workaround:
        came_of_it = f"worked around it: {workaround.steps_as_said}"
    elif review and review.missing:
        came_of_it = f"{joined(review.missing)} missing"
    else:
        told = [event for event in activity.named("task.done") if event.body] or activity.own[-1:]
        came_of_it = _part(told[-1], switches, person) if told else ""
    head = _head(activity, review, topic=topic, title=title)
    return f"{head}: {came_of_it}" if head and came_of_it else sentence(came_of_it or head)


def _parts(activity: Activity, switches: Sequence[Switch], person: str) -> list[str]:
    """The story in pieces; when there are too many, those that say least are left out."""
    told = [(event.name, part) for event in activity.own if (part := _part(event, switches, person))]
    told = list({part: (name, part) for name, part in reversed(told)}.values())[::-1]
    for dull in _DULL:
        while len(told) > _MOST_PARTS and any(name == dull for name, _ in told):
            told.remove(next(pair for pair in reversed(told) if pair[0] == dull))
    return [part for _, part in told[:_MOST_PARTS]]


_DULL = (
    "web.visit",
    "terminal.command",
    "file.edit",
    "web.search",
    "test.run",
    "chat.post",
    "vcs.commit",
    "package.remove",
    "package.install",
)


def _part(event: Event, switches: Sequence[Switch], person: str) -> str:
    """What one event adds to the story."""
    body = event.body.strip().rstrip(".")
    switch = next((s for s in switches if s.at == event.time), None)
    match event.name:
        case "package.install" | "package.remove" | "terminal.command":
            told = f"switched from {switch.old_wording} to {switch.new}" if switch else _changed(event, switches)
        case "vcs.commit" | "vcs.merge_request":
            told = _delivered(event, body)
        case "chat.post":
            told = f"posted in {attribute(event, 'chat.channel') or 'chat'}" + (f': "{body}"' if body else "")
        case "code_review.comment" if by_oneself(event, person):
            told = f'commented in a review: "{body}"'
        case "code_review.comment":
            reviewer = attribute(event, "reviewer")
            told = f"{reviewer + ': ' if reviewer else ''}{lowered(body)}"
        case "test.run":
            told = f"tests {attribute(event, 'test.outcome')}".strip()
        case "web.search":
            told = f'searched "{attribute(event, "search.query") or body}"'
        case "web.visit":
            told = f"read {attribute(event, 'page.title') or body or attribute(event, 'url.full')}"
        case "user.mood" | "assistant.question" | "assistant.answer":
            told = ""
        case "file.edit" if not body:
            told = f"edited {attribute(event, 'file.path')}"
        case _:
            told = told_past(body)
    return told


def _delivered(event: Event, body: str) -> str:
    if event.name == "vcs.commit":
        where = attribute(event, "vcs.provider")
        return f"committed{' to ' + where if where else ''}" + (f' "{body}"' if body else "")
    identifier, action = attribute(event, "mr.id"), attribute(event, "action").replace("_", " ")
    return " ".join(part for part in ("merge request", identifier, action) if part)


def _changed(event: Event, switches: Sequence[Switch]) -> str:
    known = {name for s in switches for name in (s.old, s.new)}
    installed = [m.canonical for m in packages(event, removed=False) if m.canonical not in known]
    removed = [m.canonical for m in packages(event, removed=True) if m.canonical not in known]
    told = [
        f"{verb} {joined(list(dict.fromkeys(names)))}"
        for verb, names in (("installed", installed), ("removed", removed))
        if names
    ]
    return " and ".join(told) or (
        f"ran {attribute(event, 'process.command_line') or event.body}" if event.name == "terminal.command" else ""
    )
