"""Progress momentum: is something being finished, and not in a rush?"""

from memorist.nodes.homeostasis.dimensions.dimension import bounded, minutes, not_applicable
from memorist.nodes.homeostasis.guidance import Thresholds
from memorist.nodes.homeostasis.result import DimensionScore
from memorist.nodes.homeostasis.signals import Signals

STEADY = 0.7
"""The score of something finished just now, without a rush."""


def judge(signals: Signals, thresholds: Thresholds) -> DimensionScore:
    """LOW before the first result, when it stalls or goes in circles; HIGH when actions rush.

    score = 0.7 × 0.5^(minutes since progress / half-life) × (1 − failures in a row / limit); nothing finished yet is 0;
    a rush is above 0.7.
    """
    if not signals.has_task:
        return not_applicable("there is no task")
    if signals.actions_lately >= thresholds.rush_actions:
        rush = f"{signals.actions_lately:.0f} actions within {minutes(thresholds.rush_window)}"
        share = signals.actions_lately / thresholds.rush_actions
        return DimensionScore(state="HIGH", score=bounded(STEADY + 0.15 * share), evidence=(rush,))
    circling = min(1.0, signals.repeated_actions / thresholds.repeat_limit)
    since = signals.minutes_since_progress or 0.0
    fresh = 0.5 ** (since / thresholds.progress_half_life) if signals.progressed else 0.0
    score = bounded(STEADY * fresh * (1.0 - circling))
    evidence = _evidence(signals, thresholds, since)
    stalls = since >= thresholds.stalled_after
    low = stalls or not signals.progressed or circling >= 1.0
    return DimensionScore(state="LOW" if low else "HEALTHY", score=score, evidence=evidence)


def _evidence(signals: Signals, thresholds: Thresholds, since: float) -> tuple[str, ...]:
    found: list[str] = []
    if since >= thresholds.stalled_after:
        found.append(f"stalling: {minutes(since)} without progress")
    elif not signals.progressed:
        found.append("just started: nothing is finished yet")
    else:
        found.append(f"last progress {minutes(since)} ago")
    if signals.repeated_actions > 1:
        found.append(f"one step failed {signals.repeated_actions:.0f} times in a row")
    return tuple(found)
