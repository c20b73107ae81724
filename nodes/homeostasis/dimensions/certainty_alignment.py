"""Certainty alignment: is the agent as sure as the stakes ask for, and no surer than what is known allows?"""

from memorist.nodes.homeostasis.dimensions.dimension import MIDDLE, bounded, not_applicable
from memorist.nodes.homeostasis.guidance import Thresholds
from memorist.nodes.homeostasis.result import DimensionScore
from memorist.nodes.homeostasis.signals import Signals


def judge(signals: Signals, thresholds: Thresholds) -> DimensionScore:
    """LOW below what the stakes require, HIGH far above what is known.

    score = 0.5 + half the distance: of confidence to the required one, or when HIGH to the knowledge. An agent that
    does not say how sure it is, is taken to be as sure as what is known allows.
    """
    if not signals.has_task:
        return not_applicable("there is no task")
    sure = signals.confidence if signals.confidence is not None else signals.knowledge_score
    if sure is None:
        return not_applicable("neither the agent's confidence nor what is known of the task was given")
    required = float(getattr(thresholds, f"required_confidence_{signals.stakes}"))
    said = "confidence" if signals.confidence is not None else "what is known"
    evidence = [f"{said} {sure:.2f}, stakes {signals.stakes} require {required:.2f}"]
    excess = None
    if signals.confidence is not None and signals.knowledge_score is not None:
        excess = round(signals.confidence - signals.knowledge_score, 6)
        evidence.append(f"what is known scores {signals.knowledge_score:.2f}")
    if round(required - sure, 6) > thresholds.uncertain_by:
        return DimensionScore(state="LOW", score=bounded(MIDDLE + (sure - required) / 2), evidence=tuple(evidence))
    if excess is not None and excess > thresholds.overconfident_by:
        return DimensionScore(state="HIGH", score=bounded(MIDDLE + excess / 2), evidence=tuple(evidence))
    return DimensionScore(state="HEALTHY", score=bounded(MIDDLE + (sure - required) / 2), evidence=tuple(evidence))
