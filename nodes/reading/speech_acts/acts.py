"""Say which speech act a sentence is: it makes a rule, lifts one, wishes something forgotten, or does none of these.

The network's heads `acts` and `meant` judge; `tools/fit_network.py` writes the probabilities from which they are
believed.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.network import network as networks
from memorist.memory_store.network.network import LONGEST_PAIR, Network
from memorist.nodes.language.shipped import shipped
from memorist.nodes.secrets.masking import MASKED

Act = Literal["rule", "lift", "forget", "none"]
ACTS: tuple[Act, ...] = ("rule", "lift", "forget", "none")
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

    def likelihood(self, act: Act) -> float:
        """Return the probability of an act."""
        return self.probabilities[ACTS.index(act)]

    @property
    def likeliest(self) -> Act:
        """Return the most probable act: enough where rules are what is expected, as in a file of instructions."""
        return ACTS[self.probabilities.index(max(self.probabilities))]


@dataclass(frozen=True, slots=True)
class Limits:
    """Probabilities from which the network's judgements are believed (``limits.yaml``).

    Args:
        acts: of each act.
        doubt: of a rule, below which it is ruled out.
        together: of a request to forget that takes two sentences.
        sure: of a request to forget, from which something is hidden, or the words that it refers back to kept nowhere.
        meant: of each kind of rule that a message may lift.
    """

    acts: Mapping[str, float]
    doubt: float
    together: float
    sure: float
    meant: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class SpeechActModel:
    """The network's judgements of sentences, and of pairs of a message and what it may mean."""

    network: Network
    limits: Limits

    def judge(self, sentence: str) -> SpeechAct:
        """Judge a sentence."""
        likely = self.probabilities(sentence)
        act = ACTS[int(np.argmax(likely))]
        believed = act != "none" and likely.max() >= self.limits.acts[act]
        values = tuple(float(value) for value in likely)
        return SpeechAct(act if believed else "none", values, values[0] >= self.limits.doubt)

    def probabilities(self, sentence: str) -> NDArray[np.float32]:
        """Return the probability of each act."""
        return self.network.probabilities("acts", sentence)

    def in_context(self, sentence: str, message: str) -> str:
        """Return the whole message where it has room beside what it may mean, else the sentence."""
        return message if len(self.network.pieces_of(message)) <= LONGEST_PAIR // 2 else sentence

    def lifts(self, said: str, rules: Sequence[str]) -> list[float]:
        """Return how probable it is that words lift each rule: that they lift one, times each among them and none."""
        sentences = (said, *sentences_in(said))
        lift = max(self.judge(sentence).likelihood("lift") for sentence in sentences)
        grown = np.exp([self.pair(said, rule) for rule in rules])
        return [float(value) for value in lift * grown / (1 + grown.sum())]

    def pair(self, said: str, held: str) -> float:
        """Return the logarithm of the odds that words mean a thing."""
        return self.network.log_odds("meant", said, held)


@lru_cache(maxsize=1)
def load() -> SpeechActModel:
    """Return the model that is shipped."""
    limits = shipped(__name__, "limits.yaml")
    return SpeechActModel(networks.load(), Limits(**{name: limits[name] for name in Limits.__slots__}))


@lru_cache(maxsize=2048)
def act_of(sentence: str) -> SpeechAct:
    """Return the judgement of the shipped model on a sentence, read with a code in the place of each masked secret."""
    return load().judge(_BEFORE_A_NAME.sub("", MASKED.sub(CODE, sentence)))
