"""From what was read, or shown, to drafts: whose words they are, how sure, since when, what they are about."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.memory import ExtractedBy, Memory, Source
from memorist.memory_store.domain.types import MODEL_OF_TYPE
from memorist.nodes.dates import bounds_of, with_dates
from memorist.nodes.draft import Draft, DraftLink
from memorist.nodes.kinds.wording import sentence
from memorist.nodes.language.gazetteer import platforms_of, topic_of
from memorist.nodes.language.lexicon import load_gazetteer
from memorist.nodes.language.names import find_names, names_in
from memorist.nodes.reading.reader import Proposal

HYPOTHETICAL = 0.5
"""The most that is believed of what might be."""
LONGEST_NAME = 80
LONGEST_STORY = 8_000
"""Characters of an episode's memory; the raw episode holds everything."""
ENDS_NOTHING: dict[str, Any] = {
    "operation": "add",
    "targets": (),
    "ends_claim": None,
    "replaces": (),
    "corrects": False,
}
"""Changes to a proposal whose author may not end what is held."""
_COMMON_FIELDS = frozenset(Memory.model_fields)
_BROAD_TOPICS = frozenset({"language", "app_framework", "web_framework", "editor"})
"""Topics of what is used everywhere: they do not say what a memory is about."""
_PLATFORM_ORDER = ("mobile", "web", "backend", "desktop", "data")
_NUMBERED = re.compile(r"(?:^|\s)\(?\d{1,2}[.)]\s+")
_TRIGGER = re.compile(
    r"(?:(?:to|when(?:ever)?|before|after|if|how to)\s+)?(?:you\s+|we\s+)?(?P<what>.+)", re.IGNORECASE
)


@dataclass(frozen=True)
class Frame:
    """Frame that a kind of input gives to the statements in it.

    Args:
        source: how the memories come to be.
        said_at: since when they hold, unless they say otherwise.
        method: extraction method of what is kept as it was said.
        read_by: the reading that proposals come from.
        cap: upper bound of the drafts' confidence.
        least: lower bound of their confidence, except for what is hypothetical.
        by_user: the user says so personally; not applied to what is hypothetical.
        dated: whether it is known when it was said, so that "tomorrow" names a day.
    """

    source: Source
    said_at: datetime
    method: str
    read_by: ExtractedBy | None = None
    cap: float = 1.0
    least: float = 0.0
    by_user: bool = False
    dated: bool = True

    def with_dates(self, content: str, quote: str) -> str:
        """Return the content with the date beside each relative time of the words that it rests on."""
        return with_dates(content, bounds_of(quote, self.said_at).dates) if self.dated else content


def draft_of(proposal: Proposal, frame: Frame, **changes: Any) -> Draft:
    """A proposal as a draft of this input; ``changes`` are fields that the kind sets otherwise."""
    sure = min(max(proposal.confidence, frame.least), frame.cap)
    if proposal.hypothetical:
        sure = min(proposal.confidence, frame.cap, HYPOTHETICAL)
    valid_from = began(proposal.valid_from, frame.said_at)
    if proposal.valid_until is not None and proposal.valid_until < valid_from:
        valid_from = min(frame.said_at, proposal.valid_until)
    same = ("claim", "method", "valid_until", "replaces", "resolves", "corrects", "quote", "operation", "targets")
    values: dict[str, Any] = {
        **{name: getattr(proposal, name) for name in (*same, "type", "ends_claim")},
        "content": frame.with_dates(proposal.content, proposal.quote),
        "confidence": sure,
        "why_ends": proposal.why,
        "extracted_by": frame.read_by,
        "source": frame.source,
        "valid_from": valid_from,
        "valid_until_condition": proposal.condition,
        "tags": (*proposal.tags, *(("hypothetical",) if proposal.hypothetical else ())),
        "details": details_of(proposal.type, proposal.content, proposal.details),
        "by_user": frame.by_user and not proposal.hypothetical,
        **_about(proposal),
        **changes,
    }
    return Draft(**values)


def began(told: datetime | None, said_at: datetime) -> datetime:
    """Return the start of a memory's validity: as told, else when it was said. What began "today" began when it was
    said.

    Otherwise it would begin before what was said earlier on that day, and could not take its place.
    """
    if told is None:
        return said_at
    today = told.astimezone(said_at.tzinfo).date() == said_at.date()
    return said_at if today and told <= said_at else told


def as_said(text: str, frame: Frame, confidence: float, **changes: Any) -> Draft:
    """Words that no reader turned into a claim, as a memory: a fact unless ``changes`` say otherwise.

    It rests on the reading that left them unread, so that a better reading may take its place.
    """
    values: dict[str, Any] = {"type": "semantic:fact", "content": sentence(text), **changes}
    content = values["content"] = frame.with_dates(values["content"], text)
    values.setdefault("details", details_of(values["type"], content, {}))
    return Draft(
        entities=names_in(content),
        confidence=confidence,
        method=frame.method,
        extracted_by=frame.read_by,
        source=frame.source,
        valid_from=frame.said_at,
        domain=domain_of(platforms_of(content), topic_of(text) or topic_of(content)),
        by_user=frame.by_user,
        quote=text,
        **values,
    )


def episode_of(content: str, frame: Frame, details: dict[str, Any], *, about: str = "", **changes: Any) -> Draft:
    """The episode of an input: what happened, at 1.0. ``about`` is further text that names what it was about."""
    content = content[:LONGEST_STORY]
    text = f"{content} {about}"
    values: dict[str, Any] = {
        "entities": names_in(text),
        "domain": domain_of(platforms_of(text), topic_of(text)),
        "details": {"timestamp": frame.said_at, **details},
        **changes,
    }
    return Draft(
        type="episodic",
        content=content,
        confidence=1.0,
        method=frame.method,
        source=frame.source,
        valid_from=frame.said_at,
        **values,
    )


def _about(proposal: Proposal) -> dict[str, Any]:
    """Return the topics of a proposal: entities, technologies, domain."""
    mentions = [m for m in find_names(proposal.content) if m.field != "file"]
    names = proposal.entities or tuple(m.canonical for m in mentions)
    technology = {m.canonical for m in mentions if m.kind == "entity:technology"}
    claim = proposal.claim
    platforms = claim.platforms if claim and claim.platforms else platforms_of(proposal.content)
    topic = (claim.topic if claim else None) or topic_of(proposal.content) or topic_of(proposal.quote)
    return {
        "entities": tuple(dict.fromkeys(names)),
        "technology": tuple(dict.fromkeys(n for n in names if n in technology)),
        "domain": domain_of(platforms, topic if topic in load_gazetteer().fields else None),
    }


def domain_of(platforms: Sequence[str], topic: str | None) -> str | None:
    """The short domain of a memory, such as ``mobile-auth``; null when neither platform nor topic is known.

    Environments ("staging") narrow a claim and name no domain.
    """
    environments = load_gazetteer().environments
    named = [p for p in _PLATFORM_ORDER if p in platforms]
    named += [p for p in platforms if p not in _PLATFORM_ORDER and p not in environments]
    parts = [*named[:1], *([topic.replace("_", "-")] if topic and topic not in _BROAD_TOPICS else [])]
    return "-".join(parts) or None


def details_of(type_: str, content: str, given: dict[str, Any]) -> dict[str, Any]:
    """The fields that only this type has: those given, and for a procedure those it cannot do without."""
    own = set(MODEL_OF_TYPE[type_].model_fields) - _COMMON_FIELDS
    details = {name: value for name, value in given.items() if name in own and value is not None}
    if type_ == "procedural":
        return {**procedure_details(content), **details}
    return details


def procedure_details(content: str) -> dict[str, Any]:
    """ "When you review code: 1. Check the types 2. Run the tests" → name, trigger and steps.

    A text without numbered steps is one step, triggered by itself.
    """
    heading, *steps = _NUMBERED.split(content)
    heading = heading.strip().rstrip(":,").strip()
    if not steps or not heading:
        heading, steps = content, steps or [content]
    pattern = trigger_of(heading)
    instructions = [step.strip(" \n,.;") for step in steps]
    return {
        "name": pattern[:LONGEST_NAME],
        "trigger": {"pattern": pattern, "context": ()},
        "steps": [{"order": n, "instruction": text} for n, text in enumerate(filter(None, instructions), start=1)],
    }


def trigger_of(heading: str) -> str:
    """ "When you open a pull request" → "open a pull request"."""
    flat = " ".join(heading.split())
    found = _TRIGGER.fullmatch(flat)
    return found["what"] if found else flat


def steps_in_line(content: str) -> str:
    """ "To deploy: 1. Build 2. Ship", also over several lines → "To deploy: 1. Build; 2. Ship"."""
    heading, *steps = _NUMBERED.split(content)
    listed = "; ".join(f"{n}. {step.strip(' \n,.;')}" for n, step in enumerate(steps, start=1))
    return f"{heading.strip()} {listed}".strip() if steps else sentence(content)


def linked(draft: Draft, type_: EdgeType, to: int, reason: str | None = None, *, incoming: bool = False) -> Draft:
    """The draft with one more edge to another draft of the input."""
    link = DraftLink(type=type_, draft=to, reason=reason, incoming=incoming)
    return draft.model_copy(update={"links": (*draft.links, link)})


def distinct(drafts: Iterable[Draft]) -> list[Draft]:
    """The drafts without those that repeat an earlier one in everything."""
    alike: dict[tuple[str, str], list[Draft]] = {}
    kept: list[Draft] = []
    for draft in drafts:
        before = alike.setdefault((draft.type, draft.content), [])
        if draft not in before:
            before.append(draft)
            kept.append(draft)
    return kept
