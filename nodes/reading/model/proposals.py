"""Items of an answer as proposals, in the words of the store."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, cast

from pydantic import ValidationError

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.reading.evidence import locate
from memorist.nodes.reading.model.answer import OPERATIONS, Item
from memorist.nodes.reading.reader import Operation, Passage, Proposal, ReadingRequest, Refused

CONFIDENCE = 0.85
"""Confidence of a plain statement of the user, read by a model and checked."""
UNSURE = 0.5
EARLIEST, LATEST = 1900, 2200
"""Years outside are slips of a model."""
FACT, RULE, DECISION, PROCEDURE = "semantic:fact", "semantic:hard_rule", "semantic:decision", "procedural"


def proposal_from(
    item: Item,
    request: ReadingRequest,
    passages: Sequence[Passage],
    *,
    targets: Mapping[str, str],
    types: Mapping[str, str],
    ontology: Ontology,
    method: str,
) -> Proposal | Refused:
    """One item as a proposal.

    Args:
        item: what the model said.
        request: what it was asked about.
        passages: the passages of this call.
        targets: ids of held memories by the short ids that the model was given.
        types: memory types by the names that the model was given.
        ontology: the predicates that a claim may have.
        method: the extraction method to be stored.
    """
    passage = _passage_of(item, passages)
    if passage is None:
        return Refused(passage=item.passage, content=item.content, reason=f"there is no passage {item.passage!r}")
    kind = _type_of(item, types)
    claim = _claim(item, ontology)
    operation, named, ends = _operation(item, claim, targets)
    if not item.content and not named and operation != "forget":
        return Refused(passage=passage.key, content=item.quote, reason="it names no memory that is held")
    said_at, on = passage.said_at or request.said_at, _day(item.on)
    since, until = (None, None) if on else (_day(item.since), _day(item.until))
    try:
        return Proposal(
            passage=passage.key,
            quote=item.quote or item.content,
            operation=operation,
            targets=named,
            type=kind,
            content=item.content or item.quote,
            claim=claim,
            entities=tuple(dict.fromkeys(item.entities)),
            confidence=UNSURE if item.hypothetical or operation == "unsure" else CONFIDENCE,
            valid_from=_midnight(since, said_at),
            valid_until=_midnight(until and until + timedelta(days=1), said_at),
            on=on,
            condition=item.until_event or None,
            details=_details(item, kind),
            ends_claim=ends,
            hypothetical=item.hypothetical,
            method=method,
        )
    except ValidationError as error:
        return Refused(passage=passage.key, content=item.content, reason=error.errors()[0]["msg"])


def _passage_of(item: Item, passages: Sequence[Passage]) -> Passage | None:
    named = next((passage for passage in passages if passage.key == item.passage), None)
    if named is not None or len(passages) == 1:
        return named or passages[0]
    return next((passage for passage in passages if locate(item.quote, passage.text) is not None), None)


def _type_of(item: Item, types: Mapping[str, str]) -> str:
    """Ours for the model's name of a type; a word of its own is no reason to lose what it read."""
    given = folded(item.type).replace(" ", "_")
    known = types.get(given) or types.get(given.rpartition(":")[2]) or FACT
    return FACT if known == PROCEDURE and not item.steps else known


def _claim(item: Item, ontology: Ontology) -> Claim | None:
    predicate = folded(item.predicate).replace(" ", "_")
    if predicate not in ontology.predicates or not item.subject or not item.object:
        return None
    named = {folded(name) for name in item.entities}
    try:
        return Claim(
            subject=item.subject,
            predicate=predicate,
            object=item.object,
            object_kind="entity" if folded(item.object) in named else "value",
            qualifier=item.qualifier or None,
            polarity=not item.negated,
        )
    except ValidationError:
        return None


def _operation(
    item: Item, claim: Claim | None, targets: Mapping[str, str]
) -> tuple[Operation, tuple[str, ...], Claim | None]:
    """The operation with the ids it concerns; an end without any is named by its claim, another one adds."""
    given = cast("Operation", item.operation) if item.operation in OPERATIONS else "add"
    named = tuple(dict.fromkeys(targets.get(one.strip("[]() "), f"unknown:{one[:40]}") for one in item.targets))
    if given == "add" or (given == "forget" and not named):
        return given, (), None
    if named:
        return given, named, None
    ended = claim.model_copy(update={"polarity": True}) if claim is not None and given in {"ends", "lifts"} else None
    return ("ends" if ended is not None else "add"), (), ended


def _day(text: str) -> date | None:
    """A day of an answer; null for none, or for a slip of the model."""
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return None
    return day if EARLIEST <= day.year <= LATEST else None


def _midnight(day: date | None, said_at: datetime) -> datetime | None:
    """The beginning of a day in the speaker's zone."""
    return None if day is None else datetime.combine(day, time.min, said_at.tzinfo)


def _details(item: Item, kind: str) -> dict[str, Any]:
    """The fields that only this type has."""
    if kind == RULE:
        details: dict[str, Any] = {"severity": "block", "alternatives": list(item.alternatives)}
        return {**details, "reason": item.reason} if item.reason else details
    if kind == DECISION and item.reason:
        return {"reasoning": item.reason}
    if kind == PROCEDURE:
        name = item.trigger or item.content
        steps = [{"order": n, "instruction": step} for n, step in enumerate(item.steps, start=1)]
        return {"name": name[:120], "trigger": {"pattern": name, "context": []}, "steps": steps}
    return {}


__all__ = ["proposal_from"]
