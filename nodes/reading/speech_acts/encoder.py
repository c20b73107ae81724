"""A small transformer that turns a sentence into a vector: MiniLM, fitted to speech acts.

Architecture: BERT (Devlin et al. 2019), as in all-MiniLM-L6-v2 (Apache-2.0, see ``NOTICE.txt``). It is written once for
NumPy, which runs it, and for JAX, which fits it (`tools/fit_speech_acts.py`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

HEADS = 12
"""Heads of attention in each layer."""
LONGEST = 64
"""Word pieces of a sentence that are looked at."""
LONGEST_PAIR = 96
"""Word pieces of two texts together that are looked at."""
MAX_CHARACTERS = 8 * LONGEST
"""Characters of a text that are cut into word pieces."""

type Weights = Mapping[str, Any]
"""Arrays by name: ``words`` [pieces, width], ``positions`` [LONGEST_PAIR, width], and each layer's, "0.query" …"""


@dataclass(frozen=True, slots=True)
class Encoder:
    """The tokenizer and the weights."""

    tokenizer: Any
    weights: Weights

    def __call__(self, sentence: str, other: str | None = None) -> NDArray[np.float32]:
        """Return the vector of a sentence, or of a pair of texts, twice as wide as the network."""
        pieces = np.array(pieces_of(self.tokenizer, sentence, other))
        with _threads().limit(limits=1, user_api="blas"):  # more would wait for each other longer than they calculate
            vector: NDArray[np.float32] = encode(self.weights, pieces, np.ones(len(pieces), dtype=np.float32), np)
        return vector


def pieces_of(tokenizer: Any, sentence: str, other: str | None = None) -> list[int]:
    """Return the numbers of the word pieces of a sentence, or of two texts that have at least half of the room each."""
    first = tokenizer.encode(_readable(sentence)).ids[:LONGEST]
    if other is None:
        return first
    second = tokenizer.encode(_readable(other)).ids[1:]  # without the piece that opens a text
    return [*first[: max(LONGEST_PAIR // 2, LONGEST_PAIR - len(second))], *second][:LONGEST_PAIR]


def _readable(text: str) -> str:
    return text[:MAX_CHARACTERS].encode(errors="replace").decode()  # the tokenizer refuses lone surrogates


@lru_cache(maxsize=1)
def _threads() -> ThreadpoolController:
    return ThreadpoolController()


class RoundedRows:
    """Rows of whole numbers of one byte, which become numbers when they are looked up."""

    def __init__(self, whole: NDArray[np.int8], steps: NDArray[np.float32]) -> None:
        self._whole, self._steps = whole, steps

    def __getitem__(self, rows: NDArray[Any]) -> NDArray[np.float32]:
        return self._whole[rows] * self._steps[rows]


def encode(weights: Weights, pieces: Any, real: Any, xp: Any) -> Any:
    """Return the mean of the last layer's vectors beside that of the first piece.

    Args:
        pieces: numbers of the word pieces, [length].
        real: 1 for each piece of the sentence, 0 for what fills it up, [length].
        xp: ``numpy`` or ``jax.numpy``.
    """
    inside = _normal(weights, "start", weights["words"][pieces] + weights["positions"][: len(pieces)], xp)
    hidden = (1 - real) * -1e9
    for layer in range(layers_of(weights)):
        inside = _layer(weights, f"{layer}.", inside, hidden, xp)
    return xp.concatenate([(inside * real[:, None]).sum(axis=0) / real.sum(), inside[0]])


def layers_of(weights: Weights) -> int:
    """Return the number of layers."""
    return sum(name.endswith(".query") for name in weights)


def _layer(weights: Weights, at: str, inside: Any, hidden: Any, xp: Any) -> Any:
    length, width = inside.shape
    query, key, value = (
        _linear(weights, f"{at}{name}", inside).reshape(length, HEADS, -1).transpose(1, 0, 2)
        for name in ("query", "key", "value")
    )
    near = query @ key.transpose(0, 2, 1) / (width / HEADS) ** 0.5 + hidden
    near = xp.exp(near - near.max(axis=-1, keepdims=True))
    seen = (near / near.sum(axis=-1, keepdims=True)) @ value
    seen = _linear(weights, f"{at}seen", seen.transpose(1, 0, 2).reshape(length, width))
    inside = _normal(weights, f"{at}attended", inside + seen, xp)
    grown = _linear(weights, f"{at}grown", inside)
    # GELU by its tangent approximation (Hendrycks and Gimpel 2016, section 2)
    grown = 0.5 * grown * (1 + xp.tanh(0.7978845608 * (grown + 0.044715 * grown**3)))
    return _normal(weights, f"{at}thought", inside + _linear(weights, f"{at}shrunk", grown), xp)


def _linear(weights: Weights, name: str, inside: Any) -> Any:
    return inside @ weights[name] + weights[f"{name}.shift"]


def _normal(weights: Weights, name: str, inside: Any, xp: Any) -> Any:
    apart = inside - inside.mean(axis=-1, keepdims=True)
    spread = xp.sqrt((apart * apart).mean(axis=-1, keepdims=True) + 1e-12)
    return apart / spread * weights[f"{name}.scale"] + weights[f"{name}.shift"]
