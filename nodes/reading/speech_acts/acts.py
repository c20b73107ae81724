"""Say which speech act a sentence is: it makes a rule, lifts one, wishes something forgotten, or does none of these.

The model is linear; `tools/fit_speech_acts.py` writes its weights, and the probabilities from which an act is believed.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from memorist.nodes.reading.linear_weights import read_arrays, rounded
from memorist.nodes.reading.speech_acts.features import features

Act = Literal["rule", "lift", "forget", "none"]
ACTS: tuple[Act, ...] = ("rule", "lift", "forget", "none")


@dataclass(frozen=True, slots=True)
class SpeechAct:
    """The judgement on a sentence.

    Args:
        act: the act that is believed; ``none`` where no act is probable enough.
        probabilities: of each act of ``ACTS``, in that order.
        may_be_rule: a rule is not ruled out: enough where the wording demands something by itself.
    """

    act: Act
    probabilities: tuple[float, ...]
    may_be_rule: bool

    @property
    def likeliest(self) -> Act:
        """Return the most probable act: enough where rules are what is expected, as in a file of instructions."""
        return ACTS[self.probabilities.index(max(self.probabilities))]


@dataclass(frozen=True, slots=True)
class SpeechActModel:
    """A row of weights and a constant for each act; ``thresholds`` from which it is believed, ``doubt`` for rules."""

    weights: NDArray[np.float32]
    constants: NDArray[np.float32]
    thresholds: NDArray[np.float32]
    doubt: float

    def judge(self, sentence: str) -> SpeechAct:
        """Judge a sentence."""
        likely = self.probabilities(sentence)
        at = int(np.argmax(likely))
        believed = at != len(ACTS) - 1 and likely[at] >= self.thresholds[at]
        values = tuple(float(value) for value in likely)
        return SpeechAct(ACTS[at] if believed else "none", values, values[0] >= self.doubt)

    def probabilities(self, sentence: str) -> NDArray[np.float32]:
        """Return the probability of each act."""
        places, values = features(sentence)
        scores = self.weights[:, places] @ values + self.constants
        grown = np.exp(scores - scores.max())
        return grown / grown.sum()


def packed(model: SpeechActModel) -> dict[str, NDArray[Any]]:
    """Return the arrays of the model's file."""
    return {
        **rounded(model.weights),
        "constants": model.constants,
        "thresholds": model.thresholds,
        "doubt": np.array([model.doubt], dtype=np.float32),
    }


@lru_cache(maxsize=1)
def load() -> SpeechActModel:
    """Return the model that is shipped."""
    arrays = read_arrays(__package__ or "")
    return SpeechActModel(arrays["weights"], arrays["constants"], arrays["thresholds"], float(arrays["doubt"][0]))


@lru_cache(maxsize=2048)
def act_of(sentence: str) -> SpeechAct:
    """Return the judgement of the shipped model on a sentence."""
    return load().judge(sentence)
