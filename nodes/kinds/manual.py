"""A manual entry: believed as it stands, at 1.0, and allowed to end a hard rule."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.memory import Source
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.framing import Frame, as_said, details_of, distinct, draft_of, steps_in_line
from memorist.nodes.kinds.inputs import Manual
from memorist.nodes.kinds.interface import InputKind, Readings
from memorist.nodes.kinds.wording import sentence
from memorist.nodes.reading.reader import Passage, Proposal

KEY = "entry"
METHOD = "manual"
_CLAIMING = frozenset(
    {"semantic:hard_rule", "semantic:policy", "semantic:fact", "semantic:preference", "semantic:decision"}
)
"""Types for which a claim is taken over from a proposal of another type."""


class ManualKind(InputKind[Manual]):
    """The entry is kept whatever a reader makes of it; the reader adds the claim, and the type if none was given."""

    kept_because = "added by hand: kept without asking"

    def passages(self, item: Manual) -> tuple[Passage, ...]:
        """The content."""
        return (Passage(key=KEY, text=item.content),)

    def drafts(self, item: Manual, *, said_at: datetime, readings: Readings, agent: str | None = None) -> list[Draft]:
        """The content as said; several drafts only where the reader found several statements of the type.

        Without a type, what was read decides; an entry that no reader could read is a fact in its own words. The first
        takes the place of the memory that the entry replaces.
        """
        frame = Frame(Source.MANUAL, said_at, METHOD, readings.read_by, least=1.0, by_user=True)
        read, meant = readings.of(KEY), item.meant_type
        same = [one for one in read if meant in {None, one.type}]
        if len(same) > 1 or (same and meant is None):
            each = [draft_of(one, frame) for one in same]
        else:
            each = [_as_said(item, meant or "semantic:fact", read, frame)]
        sure = {"confidence": 1.0, "by_user": True, "forced": True}
        first, *others = distinct(
            draft.model_copy(update={**sure, "details": _details(draft, item, said_at)}) for draft in each
        )
        if item.replaces is not None:
            first = first.model_copy(update={"operation": "replaces", "targets": (item.replaces,)})
        return [first, *others]


def _as_said(item: Manual, type_: str, read: Sequence[Proposal], frame: Frame) -> Draft:
    """The entry in its own words, with what a proposal adds: claim, entities, validity, details of the same type."""
    content = steps_in_line(item.content) if type_ == "procedural" else sentence(item.content)
    same = next((one for one in read if one.type == type_), None)
    core = same or (next((one for one in read if one.claim), None) if type_ in _CLAIMING else None)
    details = details_of(type_, item.content, same.details if same else {})
    if core is not None:
        return draft_of(core, frame, type=type_, content=content, details=details)
    return as_said(item.content, frame, 1.0, type=type_, content=content, details=details)


def _details(draft: Draft, item: Manual, said_at: datetime) -> dict[str, Any]:
    """The draft's details with what the entry gives; fields that nobody gave are left to the type's defaults."""
    details = dict(draft.details)
    match draft.type:
        case "semantic:hard_rule":
            given = {"severity": item.severity, "reason": item.reason, "alternatives": item.alternatives}
            if item.severity is None:
                details.pop("severity", None)
            details |= {name: value for name, value in given.items() if value}
        case "semantic:decision" if item.reason:
            details["reasoning"] = item.reason
        case "episodic":
            details.setdefault("timestamp", said_at)
        case _:
            pass
    return details
