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
    operation, target, ends = _operation(item, claim, targets)
    said_at = request.said_at
    try:
        return Proposal(
            passage=passage.key,
            quote=item.quote or item.content,
            operation=operation,
            target=target,
            why=item.why,
            type=kind,
            content=item.content,
            claim=claim,
            entities=tuple(dict.fromkeys(item.entities)),
            confidence=UNSURE if item.hypothetical or operation == "unsure" else CONFIDENCE,
            valid_from=_day(item.valid_from, said_at),
            valid_until=_day(item.valid_until, said_at, after=True),
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
) -> tuple[Operation, str | None, Claim | None]:
    """The operation with the id it concerns; one without a target names what ends by its claim, or adds."""
    given = cast("Operation", item.operation) if item.operation in OPERATIONS else "add"
    if given == "add":
        return "add", None, None
    if item.target:
        return given, targets.get(item.target.strip("[]() "), f"unknown:{item.target[:40]}"), None
    ended = claim.model_copy(update={"polarity": True}) if claim is not None and given in {"ends", "lifts"} else None
    return ("ends" if ended is not None else "add"), None, ended


def _day(text: str, said_at: datetime, *, after: bool = False) -> datetime | None:
    """The beginning of a day in the speaker's zone; of the next one for the last day on which something holds."""
    try:
        day = date.fromisoformat(text[:10])
        if not EARLIEST <= day.year <= LATEST:
            return None
        day += timedelta(days=1) if after else timedelta()
        return datetime.combine(day, time.min, said_at.tzinfo)
    except (ValueError, OverflowError):
        return None


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
