"""Conversations, rows of features and folds for what is fitted."""

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from memorist.nodes.reading.sieve import Features, Sieve

FOLDS = 6
"""One of so many parts of the families is kept aside to choose the thresholds, and never learned from."""


def sparse_rows(found: Sequence[Features], width: int) -> Any:
    """Return the features of examples, a row each; ``width``: their number."""
    ends = np.cumsum([0, *(len(places) for places, _ in found)])
    places, values = (np.concatenate([one[k] for one in found]) for k in (0, 1))
    rows: Any = csr_matrix((values, places, ends), shape=(len(found), width))
    rows.sum_duplicates()
    return rows


def fold_numbers(families: Iterable[str], folds: int) -> NDArray[np.int64]:
    """Return the fold of each example by its family; families are drawn at random, the same in each run."""
    each = list(families)
    names = sorted(set(each))
    order: Any = np.random.default_rng(7).permutation(len(names))
    fold_of = {names[int(i)]: place % folds for place, i in enumerate(order.tolist())}
    return np.array([fold_of[family] for family in each])


def conversations(named: Sequence[str]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the names of conversations, each with speaker and text of the turns of people.

    ``named``: files with an object a line, {conversation, turns: [{speaker, text}]}; behind a colon may stand the
    conversations that are used.
    """
    for each in named:
        path, _, only = each.partition(":")
        chosen = set(only.split(",")) if only else None
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                if chosen is None or row["conversation"] in chosen:
                    said = [(turn["speaker"], turn["text"]) for turn in row["turns"] if turn["speaker"] != "assistant"]
                    yield row["conversation"], said


class LinearExamples(NamedTuple):
    """Examples of a linear model: features, which are looked for, the weight of each, and what is held out together."""

    rows: Any
    wanted: NDArray[np.bool_]
    heavy: NDArray[np.float64]
    families: Sequence[str]


def sieve_of(examples: LinearExamples, *, strength: float, rounds: int, lost: float) -> Sieve:
    """Return a logistic regression with the score below which at most a share of what is looked for is lost.

    Args:
        examples: to fit on.
        strength: inverse strength of regularisation.
        rounds: of the fit, at most.
        lost: the share, in cross-validation by families.
    """
    rows, wanted, heavy, families = examples
    folds = fold_numbers(families, FOLDS)

    def fitted(inside: Any) -> Any:
        model: Any = LogisticRegression(C=strength, max_iter=rounds)
        return model.fit(rows[inside], wanted[inside], sample_weight=heavy[inside])

    scored = np.zeros(len(wanted))
    for fold in range(FOLDS):
        scored[folds == fold] = fitted(folds != fold).decision_function(rows[folds == fold])
    whole = fitted(folds >= 0)
    limit = float(np.quantile(scored[wanted], lost))
    return Sieve(np.asarray(whole.coef_[0], dtype=np.float32), float(whole.intercept_[0]), limit)
