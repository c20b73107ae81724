"""Productive engagement: is there something useful in hand, and not too much?"""

from memorist.nodes.homeostasis.dimensions.dimension import MIDDLE, bounded, minutes
from memorist.nodes.homeostasis.guidance import Thresholds
from memorist.nodes.homeostasis.result import DimensionScore
from memorist.nodes.homeostasis.signals import Signals

IDLE = 0.1
CALLED = 0.25
WAITED_LONG = 0.3


def judge(signals: Signals, thresholds: Thresholds) -> DimensionScore:
    """LOW when idle, called for, or waiting for long; HIGH with too many open items.

    score = 0.1 idle, 0.25 called for, 0.3 after a long wait, 0.5 waiting or working, towards 1 with every open item.
    """
    load = signals.open_items / thresholds.overload_items
    if load >= 1.0:
        return DimensionScore(
            state="HIGH", score=bounded(MIDDLE + load / 2), evidence=(f"{signals.open_items:.0f} open items at once",)
        )
    match signals.activity:
        case "needs_action":
            what = "feedback waits for action" if signals.open_feedback else "somebody asked and waits"
            return DimensionScore(state="LOW", score=CALLED, evidence=(f"needs action: {what}",))
        case "idle":
            since = f" for {minutes(signals.idle_minutes)}" if signals.idle_minutes else ""
            return DimensionScore(state="LOW", score=IDLE, evidence=(f"idle{since}: no task, nothing waited for",))
        case "waiting":
            waited = signals.waiting_minutes or 0.0
            long = waited >= thresholds.waiting_long
            said = f"waiting for {minutes(waited)}" if signals.waiting_minutes is not None else "waiting"
            return DimensionScore(
                state="LOW" if long else "HEALTHY", score=WAITED_LONG if long else MIDDLE, evidence=(said,)
            )
        case "working":
            others = max(0.0, signals.open_items - 1) / thresholds.overload_items
            return DimensionScore(state="HEALTHY", score=bounded(MIDDLE + others / 2), evidence=("working on a task",))
