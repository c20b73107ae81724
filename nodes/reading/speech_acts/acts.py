"""Say which speech act a sentence is: it makes a rule, lifts one, wishes something forgotten, or does none of these.

The model is a small transformer; `tools/fit_speech_acts.py` writes its weights, and the probabilities from which an act
is believed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from memorist.memory_store.domain.sentences import sentences_in
from memorist.nodes.reading.gate.features import features
from memorist.nodes.reading.shipped_weights import STEPS, read_arrays, restored, rounded
from memorist.nodes.reading.speech_acts.encoder import LONGEST_PAIR, Encoder, RoundedRows, pieces_of
from memorist.nodes.secrets.masking import MASKED

Act = Literal["rule", "lift", "forget", "none"]
ACTS: tuple[Act, ...] = ("rule", "lift", "forget", "none")
MEANT = ("semantic:hard_rule", "semantic:policy", "forget")
"""Kinds of things that a message may mean, each believed from its own probability: rules it lifts, inputs to forget."""
CODE = "a1b2c3"
"""Replaces a masked secret. The model is trained on sentences as people say them, without our placeholders: to it, "my
password is [masked password]" looks like a request not to keep it."""


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
class Sieve:
    """A linear model that lets through what may be an act: most sentences of a conversation need no network."""

    weights: NDArray[np.float32]
    constant: float
    limit: float

    def passes(self, sentence: str) -> bool:
        """Return true if a sentence may be an act."""
        places, values = features(sentence)
        return float(self.weights[places] @ values) + self.constant >= self.limit


@dataclass(frozen=True, slots=True)
class SpeechActModel:
    """The encoder with the weights of its heads.

    Args:
        sieve: rules out what is no act.
        encoder: of sentences and pairs.
        thresholds: probability from which each act is believed.
        doubt: probability below which a rule is ruled out.
        meant: probability from which each of ``MEANT`` is believed.
    """

    sieve: Sieve
    encoder: Encoder
    thresholds: NDArray[np.float32]
    doubt: float
    meant: NDArray[np.float32]

    def judge(self, sentence: str) -> SpeechAct:
        """Judge a sentence."""
        if not self.sieve.passes(sentence):
            return NO_ACT
        likely = self.probabilities(sentence)
        at = int(np.argmax(likely))
        believed = at != len(ACTS) - 1 and likely[at] >= self.thresholds[at]
        values = tuple(float(value) for value in likely)
        return SpeechAct(ACTS[at] if believed else "none", values, values[0] >= self.doubt)

    def probabilities(self, sentence: str) -> NDArray[np.float32]:
        """Return the probability of each act."""
        weights = self.encoder.weights
        scores = self.encoder(sentence) @ weights["acts"] + weights["acts.shift"]
        grown = np.exp(scores - scores.max())
        return grown / grown.sum()

    def in_context(self, sentence: str, message: str) -> str:
        """Return the whole message where it has room beside what it may mean, else the sentence."""
        return message if len(pieces_of(self.encoder.tokenizer, message)) <= LONGEST_PAIR // 2 else sentence

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
        weights = self.encoder.weights
        against, meant = self.encoder(said, held) @ weights["meant"] + weights["meant.shift"]
        return float(meant - against)

    def meant_from(self, kind: str) -> float:
        """Return the probability from which it is believed that one of ``MEANT`` is meant."""
        return float(self.meant[MEANT.index(kind)])


def packed(model: SpeechActModel) -> dict[str, NDArray[Any]]:
    """Return the arrays of the model's file."""
    return rounded(
        {
            **model.encoder.weights,
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
    from tokenizers import Tokenizer  # only where a sentence is judged

    with as_file(files(__package__ or "") / "tokenizer.json") as path:
        tokenizer = Tokenizer.from_file(str(path))
    arrays = read_arrays(__package__ or "")
    words = RoundedRows(arrays.pop("words"), arrays.pop(f"words{STEPS}"))
    weights: dict[str, Any] = {**restored(arrays), "words": words}
    sieve = Sieve(weights["sieve"][0], *map(float, weights["sieve.shift"]))
    limits = weights["thresholds"], float(weights["doubt"][0]), weights["meant.thresholds"]
    return SpeechActModel(sieve, Encoder(tokenizer, weights), *limits)


@lru_cache(maxsize=2048)
def act_of(sentence: str) -> SpeechAct:
    """Return the judgement of the shipped model on a sentence, read with a code in the place of each masked secret."""
    return load().judge(MASKED.sub(CODE, sentence))
