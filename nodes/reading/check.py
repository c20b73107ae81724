"""Checks of every reader's proposals: one is kept as far as its passage covers it, or refused.

:func:`check` is pure and takes time linear in the lengths of the passage, the turns before and the proposal. It asks,
in this order: is the quote there and the speaker's own; is it a statement; does the evidence cover the wording; the
claim; the details; how certain is it; may it do to what is held what it wants to.
"""

import re
from collections.abc import Collection, Sequence
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Any

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.types import RULE_TYPES
from memorist.nodes.dates.find import places_in
from memorist.nodes.dates.grammar import View
from memorist.nodes.reading.claims import check_claim
from memorist.nodes.reading.context import ProposalContext
from memorist.nodes.reading.evidence import (
    Located,
    content_words,
    fragments_of,
    locate,
    narrowed,
    sources_of,
    vocabulary,
    words_of,
)
from memorist.nodes.reading.laid_down import asked_for
from memorist.nodes.reading.markers import CONDITION, DOUBT, FORBIDS, OWN_HABIT, ROLE_PLAY, SPEAKERS, plain
from memorist.nodes.reading.operations import changes_what_was_told, operation_problem
from memorist.nodes.reading.passed_on import split
from memorist.nodes.reading.reader import (
    CHANGES,
    WITHOUT_CONTENT,
    HeldMemory,
    Operation,
    Passage,
    Proposal,
    Refused,
    Spoken,
)
from memorist.nodes.reading.speech_acts.acts import act_of
from memorist.nodes.reading.wording import invented, wording_problem

MAX_CONTENT_CHARS = 1_000
MAX_WHY_CHARS = 300
MAX_HYPOTHETICAL = 0.5
CONDITIONAL_TYPES = frozenset({*RULE_TYPES, "procedural"})
"""Types of what binds somebody; they may hold under a condition, as long as they say it."""
RULE, POLICY, FACT, PROCEDURE = "semantic:hard_rule", "semantic:policy", "semantic:fact", "procedural"
RULE_DETAILS = frozenset({"severity", "reason", "alternatives"})
CODES = frozenset({"severity", "kind", "outcome"})
"""Details whose values are code words of this package and not words of the passage."""

_QUESTION_END = re.compile(r"[?？؟][\"'”’)\]]*$")
_TURN_BACK = re.compile(
    r"\b(?:end|stop|over|out of|back|done with)\b.{0,40}\b(?:role|character|game|play|story)", re.IGNORECASE
)
_ONE_ANSWER = re.compile(
    r"\b(?:what|how|which|was|wie|que|comment|qué|cómo|cosa)\b[^.!?]{0,40}\b(?:would|würdest|würde|dirais|ferais|dirías|harías|"
    r"diresti|faresti)\b[^.!?]{0,200}[?]\W*$",
    re.IGNORECASE,
)
"""A question for a single answer in a role ("what would X say?"): the role play ends with that answer."""


def check(
    proposal: Proposal,
    passage: Passage,
    before: Sequence[Spoken],
    said_at: datetime,
    held: Sequence[HeldMemory],
    *,
    known_names: Collection[str] = (),
) -> Proposal | Refused:
    """Hold a proposal against what was said.

    Args:
        proposal: what a reader made of the passage.
        passage: the text it was read from.
        before: the turns before the passage.
        said_at: when the passage was said, in the speaker's zone.
        held: the live memories that an operation may concern.
        known_names: canonical names of what the passage mentions ("Kubernetes" for "k8s"); they count as said.

    Returns:
        The proposal with a verbatim quote, as far as the evidence covers it; or why it is refused.
    """
    if proposal.passage != passage.key:
        return _refused(proposal, f"it was read from {proposal.passage!r}, not from {passage.key!r}")
    if len(proposal.content) > MAX_CONTENT_CHARS:
        return _refused(proposal, f"its content has more than {MAX_CONTENT_CHARS} characters")
    if not words_of(proposal.content):
        return _refused(proposal, "it says nothing")
    located = locate(proposal.quote, passage.text)
    if located is None:
        return _refused(proposal, "its quote does not stand in the passage")
    located = narrowed(located, proposal.content)
    problem = _not_the_speakers(located, passage, proposal)
    if problem := problem or _no_statement(located, passage, before, proposal.operation):
        return _refused(proposal, problem, final=True)
    evidence = ProposalContext(proposal, passage, located, tuple(before), tuple(held), said_at, tuple(known_names))
    stores = not (proposal.targets and proposal.operation in WITHOUT_CONTENT)
    if stores and (problem := wording_problem(evidence)):
        return _refused(proposal, problem)
    return _kept(evidence, stores=stores)


def _not_the_speakers(located: Located, passage: Passage, proposal: Proposal) -> str | None:
    """Why the quoted words are not the speaker's own, or may not be where somebody is bound by them."""
    parts = split(passage.text)
    part = parts.passed_on(located.start, located.end)
    if part is not None and (part.kind == "recalled" or passage.own_words):
        return f"it was read from {part.what}"
    binds = proposal.type in CONDITIONAL_TYPES or proposal.operation == "lifts"
    if passage.own_words and binds and parts.may_be_passed_on(located.start):
        return "it may belong to a text that was passed on"
    return None


def _no_statement(located: Located, passage: Passage, before: Sequence[Spoken], operation: Operation) -> str | None:
    """Why the quoted words state nothing: a question ("can you forget that?" is a request), or a game of pretending."""
    end = located.span[1]
    asks = operation != "forget" and _QUESTION_END.search(located.sentence) and _reaches_the_end(located, end)
    if asks and not _is_polite_rule(located.sentence):
        return "it is a question"
    said = [turn.content for turn in before if turn.role == "user"]
    if not any(map(_plays, (*said, passage.text))):
        return None
    said.append(passage.text[:end])
    pretending = False
    for at, text in enumerate(said, 1):
        once = at < len(said) and _ONE_ANSWER.search(text) is not None
        begins = not once and ROLE_PLAY.search(plain(text)) is not None
        pretending = not _TURN_BACK.search(text) and (pretending or begins)
    return "it is part of a role play or of an example" if pretending else None


@lru_cache(maxsize=256)
def _plays(text: str) -> bool:
    """Return true if a game of pretending begins anywhere in a text."""
    return ROLE_PLAY.search(plain(text)) is not None


def _reaches_the_end(located: Located, end: int) -> bool:
    """Return true if a quote goes into the last clause of its sentence, where the question is."""
    clauses = fragments_of(located.text[located.span[0] : end])
    last = words_of(clauses[-1]) if clauses else ()
    return bool(set(last) & set(words_of(located.quote)) - set().union(*map(words_of, clauses[:-1]), set()))


def _kept(evidence: ProposalContext, *, stores: bool) -> Proposal | Refused:
    """The proposal as far as the evidence covers it; ``stores``: its content becomes a memory."""
    proposal, located = evidence.proposal, evidence.located
    checked = check_claim(proposal.claim, evidence) if proposal.claim is not None else None
    claim = checked if isinstance(checked, Claim) else None
    ends = check_claim(proposal.ends_claim, evidence) if proposal.ends_claim is not None else None
    kind = _type_of(proposal.type, evidence)
    hypothetical = proposal.hypothetical or (stores and _is_doubtful(evidence, kind))
    kind = FACT if hypothetical else kind
    details = _details(proposal.details, kind, evidence)
    if kind == PROCEDURE and not {"name", "trigger", "steps"} <= details.keys():
        kind, details = POLICY, dict[str, Any]()
    on = proposal.on if proposal.on is not None and evidence.may_be_computed(proposal.on) else None
    began = proposal.valid_from
    if on is not None and on <= evidence.said_at.date():
        began = datetime.combine(on, time.min, evidence.said_at.tzinfo)
    began = began if _is_told(began, evidence) else None
    until = proposal.valid_until if _is_told(proposal.valid_until, evidence) else None
    if until is not None and until <= (began or evidence.said_at):
        until = None
    if until is None and began is not None and changes_what_was_told(evidence, began):
        began = None  # superseding begins when it is said, not before the target began; the content keeps the date
    changes = proposal.operation in CHANGES
    document = changes and bool(proposal.targets) and not evidence.passage.own_words  # it ends nothing that is held
    kept = proposal.model_copy(
        update={
            "quote": located.quote,
            "operation": "unsure" if document else "add" if changes and hypothetical else proposal.operation,
            "targets": () if changes and hypothetical else proposal.targets,
            "why": "; ".join(filter(None, (proposal.why, checked if isinstance(checked, str) else "")))[:MAX_WHY_CHARS],
            "type": kind,
            "content": _with_day(evidence.content, on, evidence) if stores else evidence.content,
            "claim": claim,
            "entities": tuple(name for name in proposal.entities if _is_said(name, evidence)),
            "confidence": min(proposal.confidence, MAX_HYPOTHETICAL) if hypothetical else proposal.confidence,
            "valid_from": began,
            "valid_until": until,
            "on": on,
            "condition": proposal.condition if _is_awaited(proposal.condition, evidence) else None,
            "details": details,
            "replaces": tuple(name for name in proposal.replaces if _covered(name, evidence)),
            "ends_claim": ends if isinstance(ends, Claim) and not hypothetical else None,
            "resolves": tuple(event for event in proposal.resolves if _covered(event, evidence)),
            "corrects": proposal.corrects and not hypothetical,
            "hypothetical": hypothetical,
        }
    )
    problem = None if hypothetical and stores else operation_problem(evidence, claim, began or evidence.said_at)
    if not stores and problem is None and (hypothetical or DOUBT.search(plain(evidence.sentence))):
        problem = "it only might be so"
    if problem is None:
        return kept
    alone = kept.model_copy(update={"operation": "add", "targets": (), "why": problem}) if stores else None
    return _refused(proposal, problem, instead=alone)


def _with_day(content: str, on: date | None, evidence: ProposalContext) -> str:
    """A content that tells the day of its event: in words of its own, or with the date behind it."""
    if on is None:
        return content
    views = [View(evidence.said_at.date(), ahead=ahead) for ahead in (False, True)]
    told = {place.days(view) for place in places_in(content) for view in views}
    return content if (on, on) in told or on.isoformat() in content else f"{content.rstrip('. ')} ({on.isoformat()})"


def _is_polite_rule(sentence: str) -> bool:
    """Return true if a question makes a rule: "Could you always answer in German?"."""
    return asked_for(sentence) is not None or (
        _QUESTION_END.search(sentence) is not None and act_of(sentence).act == "rule"
    )


def _type_of(kind: str, evidence: ProposalContext) -> str:
    """A blocking rule only where the user personally demands something."""
    sentence = evidence.restated or evidence.sentence
    said = plain(sentence)
    bars = FORBIDS.search(said) is not None or act_of(sentence).may_be_rule
    explicit = evidence.passage.own_words and bars and OWN_HABIT.search(said) is None
    if kind == RULE and not explicit:
        return POLICY
    return kind


def _is_doubtful(evidence: ProposalContext, kind: str) -> bool:
    """Return true if it only might be so, or is so under a condition that its type cannot have."""
    sources = sources_of(evidence.content, fragments_of(evidence.sentence)) or [evidence.sentence]
    if any(DOUBT.search(plain(source)) for source in sources):
        return not _is_polite_rule(evidence.sentence)
    binds = kind in CONDITIONAL_TYPES or evidence.proposal.operation == "lifts"
    return CONDITION.search(plain(evidence.sentence)) is not None and not binds


def _is_told(moment: datetime | None, evidence: ProposalContext) -> bool:
    """Return true if a time can come from the evidence; the midnight that ends a day may stand for that day."""
    if moment is None:
        return False
    local = (moment - timedelta(microseconds=1)).astimezone(evidence.said_at.tzinfo)
    return evidence.may_be_computed(local.date()) or evidence.may_be_computed(
        moment.astimezone(evidence.said_at.tzinfo).date()
    )


def _covered(text: str | None, evidence: ProposalContext) -> bool:
    return bool(text) and not evidence.words.missing(text or "")


def _is_awaited(event: str | None, evidence: ProposalContext) -> bool:
    """Return true if the words imply the event that ends something: "it is open again" for "while it is closed"."""
    if not event or invented(event, evidence):
        return False
    heard = vocabulary(
        evidence.sentence, evidence.passage.question or "", *(one.condition or "" for one in evidence.held)
    )
    return any(map(heard.covers, content_words(event)))


def _is_said(name: str, evidence: ProposalContext) -> bool:
    words = words_of(name)
    return (
        bool(words)
        and name.casefold() not in {word for words_ in SPEAKERS.values() for word in words_}
        and all(map(evidence.words.covers_name, words))
    )


def _details(details: dict[str, Any], kind: str, evidence: ProposalContext) -> dict[str, Any]:
    """The details whose words were said; those of a rule only for a rule."""
    kept = {key: _said_part(value, evidence) for key, value in details.items() if key not in CODES}
    kept = {key: value for key, value in kept.items() if value not in (None, [], {})}
    codes = {key: value for key, value in details.items() if key in CODES}
    lowered = evidence.proposal.type == RULE and kind != RULE
    return {key: value for key, value in (codes | kept).items() if not lowered or key not in RULE_DETAILS}


def _said_part(value: Any, evidence: ProposalContext) -> Any:
    """A detail as far as its texts were said; null for one that was not."""
    if isinstance(value, str):
        return value if _covered(value, evidence) and not invented(value, evidence) else None
    if isinstance(value, list | tuple):
        items: list[Any] = [_said_part(item, evidence) for item in value]  # pyright: ignore[reportUnknownVariableType]
        return [item for item in items if item is not None]
    if isinstance(value, dict):
        parts: dict[str, Any] = {str(k): _said_part(v, evidence) for k, v in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        return None if None in parts.values() else parts
    return value


def _refused(proposal: Proposal, reason: str, *, final: bool = False, instead: Proposal | None = None) -> Refused:
    content = proposal.content[:MAX_CONTENT_CHARS]
    return Refused(passage=proposal.passage, content=content, reason=reason, final=final, instead=instead)


__all__ = ["check"]
