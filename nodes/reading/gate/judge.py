"""The gate: a turn is kept if it is specific to a person, a team or a project; small talk is not.

Explicit cues decide by rule, everything else by a linear model. What is unsure is kept as an episode: noise can be
dropped later, what was not kept is lost.
"""

from collections.abc import Sequence

from memorist.nodes.reading.gate import linear, rules
from memorist.nodes.reading.gate.features import is_general
from memorist.nodes.reading.gate.verdict import SegmentVerdict, TurnVerdict
from memorist.nodes.reading.reader import Spoken
from memorist.nodes.reading.segments import Segment, segments_of

SKIP_BELOW, KEEP_FROM = 0.5, 0.7
"""Probabilities of keeping below which a sentence is skipped, and from which it is kept; between them it is unsure."""
GENERAL_BELOW = 0.97
"""Probability below which a sentence that reads like general knowledge is skipped."""
NOTHING_SPECIFIC = "nothing_specific"
"""Category of what the model skips."""
MAX_SEGMENTS = 400
"""Segments of a turn that are judged by the model; of a longer turn the rest is unsure."""
_STRENGTH = {"keep": 2, "unsure": 1, "skip": 0}


def judge_turn(
    text: str, role: str, before: Sequence[Spoken] = (), model: linear.GateModel | None = None
) -> TurnVerdict:
    """Judge a turn and each of its segments.

    Args:
        text: the turn as said.
        role: ``user`` or ``assistant``.
        before: the turns before, oldest first.
        model: instead of the model that is shipped.
    """
    segments = segments_of(text)
    if whole := rules.rule_of_turn(text, role):
        return _turn(whole, tuple((segment, whole) for segment in segments))
    if rules.plays_a_role(text):
        return _turn(rules.ROLE_PLAY, tuple((segment, rules.ROLE_PLAY) for segment in segments))
    model = model or linear.load()
    judged: list[tuple[Segment, SegmentVerdict]] = []
    heard = before
    for at, segment in enumerate(segments):
        if at >= MAX_SEGMENTS:
            verdict = SegmentVerdict(action="unsure", category="unclear", reason="the turn is very long: kept unread")
        else:
            verdict = rules.rule_of_segment(segment, heard) or judge_sentence(segment, heard, model)
        judged.append((segment, verdict))
        heard = ()
    if not judged:
        return _turn(rules.EMPTY, ())
    return _turn(max((verdict for _, verdict in judged), key=lambda v: _STRENGTH[v.action]), tuple(judged))


def judge_sentence(segment: Segment, before: Sequence[Spoken], model: linear.GateModel) -> SegmentVerdict:
    """The model's verdict on a segment that no rule decides about."""
    said = f"{segment.list_intro} {segment.text}" if segment.list_intro else segment.text
    asked = before[-1].content if before and before[-1].role == "assistant" else ""
    probability, memory_type = model.judge(said, asked)
    reason = f"the classifier gives it {probability:.2f}"
    if probability < GENERAL_BELOW and is_general(said):
        return SegmentVerdict(action="skip", category="general_knowledge", reason="true everywhere, not only here")
    if probability < SKIP_BELOW:
        return SegmentVerdict(action="skip", category=NOTHING_SPECIFIC, reason=reason)
    action = "keep" if probability >= KEEP_FROM else "unsure"
    return SegmentVerdict(
        action=action, category=memory_type.partition(":")[2] or memory_type, reason=reason, type=memory_type
    )


def _turn(verdict: SegmentVerdict, segments: tuple[tuple[Segment, SegmentVerdict], ...]) -> TurnVerdict:
    return TurnVerdict(action=verdict.action, category=verdict.category, reason=verdict.reason, segments=segments)
