"""The linear model of the gate: how probable it is that a sentence is worth keeping, and what type of memory it is.

The weights are numbers of one byte with a scale each; ``tools/train_gate.py`` makes them. Applying them takes numpy
alone.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memorist.nodes.reading.gate.features import features
from memorist.nodes.reading.shipped_weights import read_arrays, restored, rounded

TYPES = (
    "semantic:fact",
    "semantic:policy",
    "semantic:preference",
    "semantic:decision",
    "semantic:hard_rule",
    "semantic:lesson",
    "semantic:reference",
    "procedural",
    "episodic",
    "model:user",
    "model:self",
)
"""The memory types that the model tells apart."""


@dataclass(frozen=True, slots=True)
class GateModel:
    """A row of weights for keeping, then one for each of ``TYPES``; with their constants."""

    weights: NDArray[np.float32]
    constants: NDArray[np.float32]

    def judge(self, sentence: str, before: str = "") -> tuple[float, str]:
        """The probability that a sentence is worth keeping, and the type of memory that it most probably is."""
        places, values = features(sentence, before)
        scores = self.weights[:, places] @ values + self.constants
        return float(1 / (1 + np.exp(-scores[0]))), TYPES[int(np.argmax(scores[1:]))]


def packed(model: GateModel) -> dict[str, NDArray[Any]]:
    """The arrays of the model's file."""
    return rounded({"weights": model.weights, "constants": model.constants.astype(np.float32)})


@lru_cache(maxsize=1)
def load() -> GateModel:
    """The model that is shipped."""
    arrays = restored(read_arrays(__package__ or ""))
    return GateModel(arrays["weights"], arrays["constants"])
