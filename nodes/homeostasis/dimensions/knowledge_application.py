"""Knowledge application: is what is known put to use, neither studied for ever nor ignored?"""

from memorist.nodes.homeostasis.dimensions.dimension import MIDDLE, bounded, minutes, not_applicable
from memorist.nodes.homeostasis.guidance import Thresholds
from memorist.nodes.homeostasis.result import DimensionScore
from memorist.nodes.homeostasis.signals import Signals

USED = 0.1
"""So small a share of action on a topic is no use of what was read about it."""


def judge(signals: Signals, thresholds: Thresholds) -> DimensionScore:
    """HIGH when one topic is studied beyond the limit and hardly acted on, LOW when acting without knowing.

    score = 0.5 + half of (research on the topic ÷ its limit) × (share of research − share of action since), and below
    0.5 by (action ÷ its limit) × what is missing of the knowledge when nothing was looked up.
    """
    if not signals.has_task and not signals.research_minutes and not signals.action_minutes:
        return not_applicable("there is no task")
    studied, used = signals.research_minutes_on_topic, signals.action_minutes_since_research
    unknown = 1.0 - signals.knowledge_score if signals.knowledge_score is not None else 0.0
    blind = (
        min(1.0, signals.action_minutes / thresholds.blind_action) * unknown if not signals.research_minutes else 0.0
    )
    if studied:
        share = (studied - used) / (studied + used)
        score = bounded(MIDDLE + MIDDLE * min(1.0, studied / thresholds.over_research) * max(0.0, share))
        said = f"researched {signals.research_topic!r} for {minutes(studied)}, acted on it for {minutes(used)}"
        high = studied >= thresholds.over_research and used < USED * studied
        return DimensionScore(state="HIGH" if high else "HEALTHY", score=score, evidence=(said,))
    if blind >= MIDDLE:
        said = f"{minutes(signals.action_minutes)} of action, nothing looked up, little known"
        return DimensionScore(state="LOW", score=bounded(MIDDLE - blind / 2), evidence=(said,))
    said = f"{minutes(signals.action_minutes)} of action" if signals.action_minutes else "nothing was looked up yet"
    return DimensionScore(state="HEALTHY", score=bounded(MIDDLE - blind / 2), evidence=(said,))
