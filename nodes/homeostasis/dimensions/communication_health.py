"""Communication health: is nobody left waiting, and nobody bothered?"""

from memorist.nodes.homeostasis.dimensions.dimension import MIDDLE, bounded, minutes
from memorist.nodes.homeostasis.guidance import Thresholds
from memorist.nodes.homeostasis.result import DimensionScore
from memorist.nodes.homeostasis.signals import Signals


def judge(signals: Signals, thresholds: Thresholds) -> DimensionScore:
    """LOW when somebody waits for an answer or a report, HIGH when too much is written or asked again too soon.

    score = 0.5 − half of what is missing (the share of the time to reply or report that has passed), or + half of what
    is too much (messages an hour, how fresh the open message is). Somebody who waits counts more than too many words.
    """
    waited = (signals.unanswered_minutes or 0.0) / thresholds.reply_within
    silent = signals.silent_share or 0.0
    if waited >= 1.0 or silent >= 1.0:
        said = _wrote(signals, "has not written since the task was given")
        if waited >= 1.0:
            said = f"somebody has waited {minutes(signals.unanswered_minutes or 0.0)} for an answer"
        return DimensionScore(state="LOW", score=bounded(MIDDLE - max(waited, silent) / 2), evidence=(said,))
    much = signals.own_messages_last_hour / thresholds.messages_an_hour
    evidence = [f"{signals.own_messages_last_hour:.0f} messages within an hour"] if much >= 1.0 else []
    since_open = signals.minutes_since_open_message
    fresh = 0.0
    if since_open is not None and since_open < thresholds.ask_again_after and signals.activity in ("idle", "waiting"):
        fresh = 1.0 - since_open / thresholds.ask_again_after
        evidence.append(f"wrote {minutes(since_open)} ago and nobody has answered yet")
    if signals.repeated_messages:
        evidence.append("said again what had been said")
        much = max(much, 1.0)
    if evidence:
        return DimensionScore(state="HIGH", score=bounded(MIDDLE + max(much, fresh) / 2), evidence=tuple(evidence))
    said = _wrote(signals, "nobody waits for a word")
    return DimensionScore(state="HEALTHY", score=bounded(MIDDLE - max(waited, silent) / 4), evidence=(said,))


def _wrote(signals: Signals, never: str) -> str:
    since = signals.minutes_since_own_message
    return never if since is None else f"wrote {minutes(since)} ago"
