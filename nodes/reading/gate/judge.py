"""The gate: what of a turn may be read. Its rules skip what carries no knowledge, and words that are somebody else's.

What no rule decides is read: a reader proposes nothing where nothing is said, and what was not read is lost to it.
"""

from collections.abc import Sequence

from memorist.nodes.reading.gate import rules
from memorist.nodes.reading.gate.verdict import GateVerdict, TurnVerdict
from memorist.nodes.reading.reader import Spoken
from memorist.nodes.reading.segments import segments_of

STATEMENT = GateVerdict(action="keep", category="statement", reason="no rule says that it carries no knowledge")
MAX_SEGMENTS = 400
"""Segments of a turn that are judged; of a longer turn the rest is unsure."""
_LONG = GateVerdict(action="unsure", category="unclear", reason="the turn is very long: kept unread")
_STRENGTH = {"keep": 2, "unsure": 1, "skip": 0}


def judge_turn(text: str, role: str, before: Sequence[Spoken] = ()) -> TurnVerdict:
    """Judge a turn and each of its segments.

    Args:
        text: the turn as said.
        role: ``user`` or ``assistant``.
        before: the turns before, oldest first.
    """
    segments = segments_of(text)
    if whole := rules.rule_of_turn(text, role):
        return TurnVerdict(whole, tuple((segment, whole) for segment in segments))
    judged = [
        (segment, (rules.rule_of_segment(segment, () if at else before) or STATEMENT) if at < MAX_SEGMENTS else _LONG)
        for at, segment in enumerate(segments)
    ]
    for at, (segment, _) in enumerate(judged):
        if at and segment.own and segments[at - 1].own and rules.takes_back(segment.text):
            judged[at - 1 : at + 1] = [(each, rules.JOKE) for each in segments[at - 1 : at + 1]]
    strongest = max((verdict for _, verdict in judged), key=lambda one: _STRENGTH[one.action], default=rules.EMPTY)
    return TurnVerdict(strongest, tuple(judged))
