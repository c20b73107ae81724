"""Confidence given by evidence.

``1 − ½ · 0.6^(k − 1) · (2/3)^s`` for ``k`` similar episodes and ``s`` further supports, circular ones at half weight:
one experience is a coin's toss, each that repeats it takes two fifths of the remaining doubt, each independent support
a third. So .5, .7, .82 … for episodes; .7, .8, .87, .91 for an observation of two with none to three supports.
"""

from collections.abc import Iterable

FIRST_DOUBT = 0.5
REPEATED = 0.6
SUPPORTED = 2 / 3
EVIDENCE_SHARE = 0.5
"""Share of the doubt that one piece of evidence takes away, when some of it is lost and the rest is weighed anew."""


def promoted_confidence(episodes: float, supports: float = 0.0) -> float:
    """Confidence from ``episodes`` similar episodes and ``supports`` further supports; 0 without any evidence."""
    if episodes <= 1:
        doubt = 1.0 - (1.0 - FIRST_DOUBT) * max(episodes, 0.0)
    else:
        doubt = FIRST_DOUBT * REPEATED ** (episodes - 1.0)
    return 1.0 - doubt * SUPPORTED**supports


def strength(weights: Iterable[float]) -> float:
    """Return the joint strength of evidence of these weights (0 to 1 each): 0 without any, near 1 with much."""
    doubt = 1.0
    for weight in weights:
        doubt *= 1.0 - EVIDENCE_SHARE * weight
    return 1.0 - doubt
