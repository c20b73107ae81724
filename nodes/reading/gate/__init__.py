"""The gate: whether a turn is worth keeping, judged segment by segment."""

from memorist.nodes.reading.gate.judge import judge_turn
from memorist.nodes.reading.gate.verdict import TurnVerdict, Verdict

__all__ = ["TurnVerdict", "Verdict", "judge_turn"]
