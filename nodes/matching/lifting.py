"""Choice of the standing rule that a sentence lifts, by what both are about.

The weights are data (``lifting.json``), fitted by ``tools/fit_lifts.py``.
"""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.sameness import numbers
from memorist.memory_store.embedders.words import WordVectors
from memorist.nodes.reading.changes.changes import change_probability
from memorist.nodes.reading.changes.features import statement_of

FEATURES = (
    "rule covered",
    "sentence covered",
    "words shared",
    "rule near",
    "sentence near",
    "changes",
    "names differ",
    "one of them",
)
_NAME = re.compile(r"(?<=[\w,;:] )[A-Z][\w-]*")


def features(sentence: str, rule: str, vectors: WordVectors) -> list[float]:
    """Return how far a sentence is about a rule, in the order of ``FEATURES``.

    The share of each one's content words that the other has, and their number; the mean nearness of each one's words
    to the nearest of the other; the probability that the sentence ends the rule by the model of changes; if they name
    other things; and a constant. All zero where the numbers differ.
    """
    mine, its = statement_of(sentence).content, statement_of(rule).content
    other_numbers = numbers(sentence) and numbers(rule) and numbers(sentence) != numbers(rule)
    if other_numbers or not mine or not its:
        return [0.0] * len(FEATURES)
    names, theirs = {*_NAME.findall(sentence)}, {*_NAME.findall(rule)}
    near = vectors.nearness(sorted(its), sorted(mine))
    return [
        len(mine & its) / len(its),
        len(mine & its) / len(mine),
        float(len(mine & its)),
        float(near.max(axis=1).mean()),
        float(near.max(axis=0).mean()),
        change_probability(rule, sentence, vectors),
        float(bool(names and theirs) and names.isdisjoint(theirs)),
        1.0,
    ]


def probabilities(rows: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how probable it is that each rule, a row of features, is the one; the rest is the chance that none is."""
    grown = np.exp(rows @ weights) * rows.any(axis=1)
    return grown / (1 + grown.sum())


class Lifted(NamedTuple):
    """The rule that a sentence most probably lifts; ``sure`` enough to end it."""

    rule: Memory
    sure: bool


def lifted(sentence: str, rules: Sequence[Memory], vectors: WordVectors) -> Lifted | None:
    """Return the rule that a sentence most probably lifts; null where it is about none of them.

    A hard rule needs to be surer than a policy, which blocks nothing.
    """
    data = _fitted()
    rows = np.array([features(sentence, rule.content, vectors) for rule in rules])
    likely = probabilities(rows, np.array([data["weights"][name] for name in FEATURES])) if rules else np.zeros(1)
    best = int(likely.argmax())
    if likely[best] == 0:
        return None
    return Lifted(rules[best], bool(likely[best] >= data["thresholds"][rules[best].type]))


@lru_cache(maxsize=1)
def _fitted() -> dict[str, Any]:
    return json.loads((files(__package__ or "") / "lifting.json").read_text(encoding="utf-8"))
