"""Choice of the probabilities from which speech acts are believed, for `fit_network.py`."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from act_examples import sentences_of

from memorist.nodes.reading.speech_acts.acts import ACTS, SpeechActModel

PRECISION = {"rule": 0.91, "lift": 0.0, "forget": 0.91}
"""Of what is taken for an act, so much must be right on the families kept aside. A lift does nothing by itself: which
rule it means is judged as well."""
USUAL_RATE = {"rule": 1 / 250, "lift": 1 / 250, "forget": 1 / 1000}
"""Of what people say most of the time and was not learned from, at most so much may be taken for an act."""
SURE, MISHEARD_RATE = 0.99, 1 / 70
"""Of the requests because of which something is hidden or kept nowhere, so many must be requests; of what sounds like
one, at most so much may be taken for one. In a long conversation requests to forget are rare."""
DOUBTED = 0.05
"""Of the rules, at most so many may be ruled out on the families kept aside."""


def threshold(
    likely: np.ndarray[Any, Any],
    is_so: np.ndarray[Any, Any],
    others: np.ndarray[Any, Any],
    sure: float,
    rate: float,
) -> float:
    """Return the lowest probability, from .3 on, that is sure enough and takes few of ``others``."""
    for value in np.arange(0.3, 0.995, 0.01):
        taken = likely >= value
        if (not taken.any() or is_so[taken].mean() >= sure) and (others >= value).mean() <= rate:
            return float(round(value, 2))
    return 0.99


def chosen(
    likely: Any, acts: Any, usual: Any, misheard: Any
) -> tuple[dict[str, float], dict[str, float], dict[str, Any]]:
    """Return the thresholds of the acts; that below which a rule is ruled out, and that of ``SURE``; and a report.

    ``likely``: probabilities of the families kept aside; ``usual``: of what people say most of the time, kept aside;
    ``misheard``: of what sounds like a request to forget, and is none.
    """
    best, often = likely.argmax(axis=1), usual.argmax(axis=1)
    limits, report = dict[str, float](), dict[str, Any]()
    for k, act in enumerate(ACTS[:3]):
        mine, theirs = np.where(best == k, likely[:, k], 0), np.where(often == k, usual[:, k], 0)
        limit = threshold(mine, acts == k, theirs, PRECISION[act], USUAL_RATE[act])
        taken = mine >= limit
        limits[act] = limit
        report[act] = {
            "precision": round(float((acts == k)[taken].mean()), 4),
            "recall": round(float(taken[acts == k].mean()), 4),
            "of_usual": int((theirs >= limit).sum()),
        }
    doubt = round(float(np.quantile(likely[acts == 0, 0], DOUBTED)), 3)
    k = ACTS.index("forget")
    asked = likely[:, k], acts == k
    others = (usual[:, k], USUAL_RATE["forget"]), (misheard[:, k], MISHEARD_RATE)
    sure = max(threshold(*asked, likely_others, SURE, rate) for likely_others, rate in others)
    return limits, {"doubt": doubt, "sure": sure}, report


def together(model: SpeechActModel, believed: dict[str, float], usual: Iterable[str]) -> tuple[float, int]:
    """Return the probability from which two sentences in a row, of which neither is an act, ask to forget; and how many
    such pairs of ``usual`` it was chosen by: messages that are none."""
    model, likely = replace(model, limits=replace(model.limits, acts=believed)), list[float]()
    k = ACTS.index("forget")
    for message in usual:
        said = sentences_of(message)
        alone = [model.judge(one).act == "none" for one in said]
        pairs = (one for one, *none in zip(pairwise(said), alone, alone[1:], strict=False) if all(none))
        judged = (model.probabilities(" ".join(pair)) for pair in pairs)
        likely += [float(one[k]) if int(one.argmax()) == k else 0.0 for one in judged]
    found = np.array(likely)
    steps = map(float, np.arange(believed["forget"], 0.995, 0.01))
    rate = USUAL_RATE["forget"]
    return round(min((at for at in steps if (found >= at).mean() <= rate), default=0.99), 2), len(found)
