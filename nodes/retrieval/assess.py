"""Assess: how likely a prompt answers its task, a probability fitted on questions with and without an answer.

Weights and their report are data (``assess.json``), written by ``tools/fit_ranking.py``.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp
from typing import NamedTuple

from memorist.nodes.language.shipped import shipped
from memorist.nodes.retrieval.features import names_of, task_stems

FEATURES = ("best", "lead")
"""Of a question that names who speaks: the best share of it among that person's lines, and how much that is more than
the best among all others'. A question about somebody who did not do a thing also finds the one who did."""
ENOUGH, STEEP = 0.45, 0.07
"""Share of any other task that a line must speak of to answer it with a chance of one half; the slope of the chance."""


class AssessedLine(NamedTuple):
    """A line of a prompt as it is assessed: the share of the task that it speaks of, and who said it."""

    similarity: float
    speaker: str | None = None


def chance_of_answer(task: str, lines: Sequence[AssessedLine]) -> float:
    """The probability, 0 to 1, that the lines of a prompt answer the task; 0 without lines."""
    if not lines:
        return 0.0
    known = person_features(task, lines)
    if known is None:
        return _logistic((max(line.similarity for line in lines) - ENOUGH) / STEEP)
    fitted = weights()
    return _logistic(fitted["bias"] + sum(fitted[name] * value for name, value in zip(FEATURES, known, strict=True)))


def person_features(task: str, lines: Sequence[AssessedLine]) -> list[float] | None:
    """The values of :data:`FEATURES`, each between -1 and 1; null if the task names nobody who speaks."""
    asked = task_stems(task)
    theirs = [line.similarity for line in lines if names_of(line.speaker) & asked]
    others = [line.similarity for line in lines if not names_of(line.speaker) & asked]
    return [max(theirs), max(theirs) - max(others, default=0.0)] if theirs else None


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, value))))


@cache
def weights() -> Mapping[str, float]:
    """The fitted weight of each feature, with the ``bias``."""
    return shipped(__name__, "assess.json")["weights"]
