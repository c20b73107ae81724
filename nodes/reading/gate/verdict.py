"""Verdicts of the gate on a turn, and on each segment of it."""

from typing import Literal

from memorist.memory_store.domain.memory import Part
from memorist.nodes.reading.segments import Segment

Action = Literal["keep", "skip", "unsure"]


class SegmentVerdict(Part):
    """Verdict on a segment: the action, the kind of thing it is, and the reason.

    ``category`` names the rule that decided.
    """

    action: Action
    category: str
    reason: str


class TurnVerdict(Part):
    """The verdict on a whole turn: the strongest of its segments, unless a rule decides about all of it."""

    action: Action
    category: str
    reason: str
    segments: tuple[tuple[Segment, SegmentVerdict], ...] = ()
