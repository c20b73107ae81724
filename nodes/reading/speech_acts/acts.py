"""Say which speech act a sentence is: it makes a rule, lifts one, wishes something forgotten, or does none of these.

The network's heads `acts` and `meant` judge; `tools/fit_network.py` writes the probabilities from which an act is
believed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.network import network as networks
from memorist.memory_store.network.network import LONGEST_PAIR, Network
from memorist.nodes.reading.gate.features import features
from memorist.nodes.reading.shipped_weights import read_arrays, restored, rounded
from memorist.nodes.reading.sieve import Sieve
from memorist.nodes.secrets.masking import MASKED

Act = Literal["rule", "lift", "forget", "none"]
ACTS: tuple[Act, ...] = ("rule", "lift", "forget", "none")
MEANT = ("semantic:hard_rule", "semantic:policy", "forget")
"""Kinds of things that a message may mean, each believed from its own probability: rules it lifts, inputs to forget."""
CODE = "a1b2c3"
"""Replaces a masked secret. The model is trained on sentences as people say them, without our placeholders: to it, "my
password is [masked password]" looks like a request not to keep it."""

_BEFORE_A_NAME = re.compile(r"(?<!\S)\.(?=\w)")
"""The dot of names such as ".env", which the tokenizer takes for the end of a sentence."""


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


NO_ACT = SpeechAct("none", (0.0, 0.0, 0.0, 1.0), may_be_rule=False)
"""The judgement on what cannot be an act."""


@dataclass(frozen=True, slots=True)
class SpeechActModel:
    """The network's judgements with the limits from which they are believed.

    Args:
        sieve: rules out what is no act.
        network: judges sentences and pairs.
        thresholds: probability from which each act is believed.
        doubt: probability below which a rule is ruled out.
        meant: probability from which each of ``MEANT`` is believed.
    """

    sieve: Sieve
    network: Network
    thresholds: NDArray[np.float32]
    doubt: float
    meant: NDArray[np.float32]

    def may_be_act(self, sentence: str) -> bool:
        """Return true if a sentence is worth the network."""
        return self.sieve.passes(features(sentence))

    def judge(self, sentence: str) -> SpeechAct:
        """Judge a sentence."""
        if not self.may_be_act(sentence):
            return NO_ACT
        likely = self.probabilities(sentence)
        at = int(np.argmax(likely))
        believed = at != len(ACTS) - 1 and likely[at] >= self.thresholds[at]
        values = tuple(float(value) for value in likely)
        return SpeechAct(ACTS[at] if believed else "none", values, values[0] >= self.doubt)

    def probabilities(self, sentence: str) -> NDArray[np.float32]:
        """Return the probability of each act."""
        return self.network.probabilities("acts", sentence)

    def in_context(self, sentence: str, message: str) -> str:
        """Return the whole message where it has room beside what it may mean, else the sentence."""
        return message if len(self.network.pieces_of(message)) <= LONGEST_PAIR // 2 else sentence

    def lifts(self, said: str, rules: Sequence[str]) -> list[float]:
        """Return how probable it is that words lift each rule: that they lift one, times each among them and none."""
        sentences = (said, *sentences_in(said))
        lift = max(self.judge(sentence).probabilities[ACTS.index("lift")] for sentence in sentences)
        grown = np.exp([self._pair(said, rule) for rule in rules])
        return [float(value) for value in lift * grown / (1 + grown.sum())]

    def asks_to_forget(self, said: str, inputs: Sequence[str]) -> list[float]:
        """Return how probable it is that a request to forget means each input; it may mean several."""
        return [float(1 / (1 + np.exp(-self._pair(said, one)))) for one in inputs]

    def _pair(self, said: str, held: str) -> float:
        """Return the logarithm of the odds that words mean a thing."""
        against, meant = np.log(self.network.probabilities("meant", said, held))
        return float(meant - against)

    def meant_from(self, kind: str) -> float:
        """Return the probability from which it is believed that one of ``MEANT`` is meant."""
        return float(self.meant[MEANT.index(kind)])


def packed(model: SpeechActModel) -> dict[str, NDArray[Any]]:
    """Return the arrays of the model's file."""
    return rounded(
        {
            "sieve": model.sieve.weights[None, :],
            "sieve.shift": np.array([model.sieve.constant, model.sieve.limit], dtype=np.float32),
            "thresholds": model.thresholds,
            "meant.thresholds": model.meant,
            "doubt": np.array([model.doubt], dtype=np.float32),
        }
    )


@lru_cache(maxsize=1)
def load() -> SpeechActModel:
    """Return the model that is shipped."""
    weights = restored(read_arrays(__package__ or ""))
    sieve = Sieve(weights["sieve"][0], *map(float, weights["sieve.shift"]))
    limits = weights["thresholds"], float(weights["doubt"][0]), weights["meant.thresholds"]
    return SpeechActModel(sieve, networks.load(), *limits)


@lru_cache(maxsize=2048)
def act_of(sentence: str) -> SpeechAct:
    """Return the judgement of the shipped model on a sentence, read with a code in the place of each masked secret."""
    return load().judge(_BEFORE_A_NAME.sub("", MASKED.sub(CODE, sentence)))
