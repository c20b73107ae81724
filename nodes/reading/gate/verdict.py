"""Verdicts of the gate on an input or a turn, and on each segment of a turn."""

from typing import Literal, NamedTuple

from memorist.memory_store.domain.memory import Part
from memorist.nodes.reading.segments import Segment


class GateVerdict(Part):
    """Verdict on an input, a turn or a segment: the action, the kind of thing it is, and the reason.

    ``category`` names the rule that decided.
    """

    action: Literal["keep", "skip", "unsure"]
    category: str
    reason: str


class TurnVerdict(NamedTuple):
    """The verdict on a whole turn, and those on its segments.

    That of the turn is the strongest of its segments, unless a rule decides about all of it.
    """

    verdict: GateVerdict
    segments: tuple[tuple[Segment, GateVerdict], ...]
