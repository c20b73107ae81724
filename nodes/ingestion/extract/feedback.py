"""What others said of an agent's work: an episode, the rule it should have kept, and what it says about the agent."""

import re
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.memory import Source
from memorist.nodes.ingestion.domain_of import domain_of
from memorist.nodes.ingestion.draft import OWN_WORDS, Draft, DraftLink
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.review import general, missing_in
from memorist.nodes.ingestion.extract.statement import draft_all
from memorist.nodes.ingestion.gatekeep import split_statements
from memorist.nodes.ingestion.work_inputs import Feedback
from memorist.nodes.language.gazetteer import find_entities, platforms_of, topic_of

OWN_WEAKNESS = 0.4
"""What one agent thinks of itself after one miss (Galatea)."""
WEAKNESS_OF_OTHERS = 0.5
BETTER = "improves_at"
"""The predicate of what somebody used to miss and by now includes."""
RULE = 0.7
"""A rule that only one piece of feedback speaks of."""
_OBJECTIONS = r"(?:findings|issues|remarks|comments|complaints|problems|objections)"
CLEAN = re.compile(
    r"\b(?:lgtm|clean|approved|looks? (?:good|great|fine)|well done|good job|nice work|"
    rf"nothing (?:missing|to add|to complain)|(?:no|without)(?: (?:any|further))? {_OBJECTIONS}|all good|"
    r"perfect|flawless)\b",
    re.IGNORECASE,
)
_THING = r"[a-z][\w-]*(?: [\w-]+){0,2}"
_ALSO_MISSED = re.compile(
    r"\b(?:miss(?:ed|es)|forgot(?:ten)?|skipped|left out|overlooked|lacks?|"
    rf"without(?!(?: any| further)? {_OBJECTIONS}))\s+"
    rf"(?P<what>{_THING}?)(?=\s+(?:again|on|in|at|for|although|though|even|before|once|this|but|and|when)\b|[.,;!]|$)"
    rf"|(?P<before>\b{_THING}) (?:are|is|were|was) (?:missing|forgotten)",
    re.IGNORECASE,
)
_KNOWN = re.compile(
    r"\b(?:again|although|even though|despite|known|knew|you know|as (?:agreed|discussed)|already)\b", re.IGNORECASE
)


def missed_in(text: str) -> tuple[str, ...]:
    """What feedback says was missing, without where: "Missed null checks again on the user object" → null checks."""
    found = [_bare(general(what)) for what in missing_in(text)]
    found += [_bare(m["what"] or m["before"]) for m in _ALSO_MISSED.finditer(text)]
    return tuple(dict.fromkeys(what.lower() for what in found if what and len(what) > 2))


def is_clean(text: str) -> bool:
    """Whether feedback says that nothing was wrong."""
    return bool(CLEAN.search(text)) and not missed_in(text)


def draft_feedback(feedback: Feedback, at: datetime, context: Context, *, agent: str | None) -> list[Draft]:
    """The episode first; then for each thing missed the rule and the habit; then what the words state besides."""
    missed = missed_in(feedback.content)
    about = feedback.about_agent or agent or "agent"
    own = about == (agent or "agent")
    episode = _episode(feedback, at, missed, about=about, own=own)
    drafts = [episode]
    for what in missed:
        drafts.append(_rule(what, at))
        drafts.append(habit_draft(what, at, about=about, own=own, weak=True))
    if not missed:
        drafts += _stated(feedback, at, context)
    return drafts


def habit_draft(what: str, at: datetime, *, about: str, own: bool, weak: bool, **more: Any) -> Draft:
    """A habit as an observation: a weakness, or, denied, a strength. One's own is tagged ``self``."""
    who = "I" if own else about
    told = (
        f"{who} tend{'' if own else 's'} to miss {what}"
        if weak
        else f"{who} reliably include{'' if own else 's'} {what}"
    )
    values: dict[str, Any] = {
        "confidence": OWN_WEAKNESS if own else WEAKNESS_OF_OTHERS,
        "links": (DraftLink(type=EdgeType.PROVES, draft=0, incoming=True),),
        **more,
    }
    return Draft(
        type="observation",
        content=told,
        claim=Claim(subject=about, predicate="tends_to", object=f"miss {what}", polarity=weak),
        method="feedback",
        source=Source.OBSERVATION,
        valid_from=at,
        domain=domain_of((), "code_review"),
        tags=("self" if own else f"agent:{about}", "weakness" if weak else "strength"),
        **values,
    )


def improvement_draft(what: str, at: datetime, *, about: str, confidence: float) -> Draft:
    """What a clean review says of somebody who used to miss something."""
    return Draft(
        type="observation",
        content=f"{about} is getting better at {what}",
        claim=Claim(subject=about, predicate=BETTER, object=what),
        confidence=confidence,
        method="feedback",
        source=Source.OBSERVATION,
        valid_from=at,
        domain=domain_of((), "code_review"),
        tags=(f"agent:{about}", "improvement"),
        links=(DraftLink(type=EdgeType.PROVES, draft=0, incoming=True),),
    )


def _episode(feedback: Feedback, at: datetime, missed: tuple[str, ...], *, about: str, own: bool) -> Draft:
    reference = f" ({feedback.reference})" if feedback.reference else ""
    who = "my" if own else f"{about}'s"
    lessons = [f"Check {what} before handing in" for what in missed]
    if missed and _KNOWN.search(feedback.content):
        lessons.append(f"{missed[0]} are easy to miss even when the rule is known")
    details: dict[str, Any] = {
        "timestamp": at,
        "participants": tuple(dict.fromkeys((about, feedback.who()))),
        "outcome": "partial" if missed else "success" if is_clean(feedback.content) else "unknown",
        "lessons": lessons,
        "kind": "feedback",
    }
    text = f"{feedback.content} {feedback.reference or ''}"
    return Draft(
        type="episodic",
        content=f"Feedback on {who} work{reference}: {feedback.content.strip()}",
        entities=tuple(dict.fromkeys(m.canonical for m in find_entities(text) if m.field != "file")),
        confidence=1.0,
        method="feedback",
        source=Source.OBSERVATION,
        valid_from=at,
        domain=domain_of(platforms_of(text), topic_of(text) or "code_review"),
        details=details,
    )


def _rule(what: str, at: datetime) -> Draft:
    return Draft(
        type="semantic:policy",
        content=f"Code review requires {what}",
        claim=Claim(subject="code review", predicate="requires", object=what),
        confidence=RULE,
        method="feedback",
        source=Source.OBSERVATION,
        valid_from=at,
        domain=domain_of((), "code_review"),
        links=(DraftLink(type=EdgeType.CONTRIBUTED_TO, draft=0, incoming=True),),
    )


def _stated(feedback: Feedback, at: datetime, context: Context) -> list[Draft]:
    """What a reviewer says besides ("Always add a changelog entry"), as far as a pattern reads it."""
    listening = context.model_copy(update={"source": Source.OBSERVATION})
    statements = split_statements(feedback.content, speaker=feedback.who(), at=at)
    read = [draft for draft in draft_all(statements, listening) if draft.method != OWN_WORDS]
    return [
        draft.model_copy(
            update={
                "type": "semantic:policy" if draft.type in {"semantic:hard_rule", "model:self"} else draft.type,
                "details": {} if draft.type == "semantic:hard_rule" else draft.details,
                "confidence": min(draft.confidence, RULE),
                "by_user": False,
            }
        )
        for draft in read
    ]


def _bare(what: str | None) -> str:
    bare = re.sub(
        r"^(?:(?:the|some|any|again|a|an|to add|to write|adding)\s+)+", "", (what or "").strip(), flags=re.IGNORECASE
    )
    return re.sub(r"(?:\s+(?:again|too|as well|once more))+$", "", bare, flags=re.IGNORECASE)
