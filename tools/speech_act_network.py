"""Training of the network of speech acts, for `fit_speech_acts.py`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import onnx
import optax
from onnx import numpy_helper

from memorist.nodes.reading.speech_acts.acts import ACTS
from memorist.nodes.reading.speech_acts.encoder import LONGEST, encode

LAYERS = 6
"""Layers of the base that are kept, all: three found a third fewer rules on the families kept aside."""
EPOCHS = 2
BATCH = 32
"""Sentences of one step."""
RATE = 1e-4
"""Largest rate of learning; it grows for a tenth of the steps and then falls along a cosine."""
SMOOTHED = 0.05
"""Share of a sentence's weight that is spread over all acts, so that probabilities stay honest."""
LENGTHS = (8, 12, 16, 24, 32, 48, LONGEST)
"""Sentences are filled up to the next of these numbers of word pieces."""
PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "seen": "attention.output.dense",
    "attended": "attention.output.LayerNorm",
    "grown": "intermediate.dense",
    "shrunk": "output.dense",
    "thought": "output.LayerNorm",
}
"""Parts of a layer by the names that they have here, and those that they have in PyTorch."""

type Tree = dict[str, Any]


def base_weights(folder: Path) -> Tree:
    """Return the weights of the base and a head of small random numbers, by the names of the encoder."""
    held = {one.name: numpy_helper.to_array(one) for one in onnx.load(str(folder / "model.onnx")).graph.initializer}

    def matrix(name: str) -> Any:
        whole, zero = held[f"{name}_quantized"].astype(np.float32), held[f"{name}_zero_point"].astype(np.float32)
        return (whole - zero) * held[f"{name}_scale"]

    start = {"scale": "embeddings.LayerNorm.g", "shift": "embeddings.LayerNorm.b"}
    weights: Tree = {"words": matrix("we"), "positions": held["pe"][:LONGEST]}
    weights |= {f"start.{name}": held[there] for name, there in start.items()}
    for layer in range(LAYERS):
        for name, there in PARTS.items():
            at, place = f"{layer}.{name}", f"encoder.layer.{layer}.{there}"
            if there.endswith("LayerNorm"):
                weights |= {f"{at}.scale": held[f"{place}.g"], f"{at}.shift": held[f"{place}.b"]}
            else:
                weights |= {at: matrix(f"{place}.w"), f"{at}.shift": held[f"{place}.bb"]}
    width = weights["words"].shape[1]
    weights["acts"] = np.random.default_rng(3).normal(0, 0.02, (2 * width, len(ACTS)))
    weights["acts.shift"] = np.zeros(len(ACTS))
    return {name: jnp.asarray(value, dtype=jnp.float32) for name, value in weights.items()}


def scores(weights: Tree, pieces: Any, real: Any) -> Any:
    """Return the scores of each act for a batch of sentences."""

    def one(pieces: Any, real: Any) -> Any:
        return encode(weights, pieces, real, jnp)

    vectors: Any = jax.vmap(one)(pieces, real)
    return vectors @ weights["acts"] + weights["acts.shift"]


def likely_of(weights: Tree, pieces: Any, real: Any) -> Any:
    """Return the probabilities of each act for a batch of sentences."""
    return jax.nn.softmax(scores(weights, pieces, real))


def loss(weights: Tree, pieces: Any, real: Any, acts: Any, heavy: Any) -> Any:
    """Return the mean cross-entropy of a batch; ``heavy`` are the weights of its sentences."""
    wanted = jax.nn.one_hot(acts, len(ACTS)) * (1 - SMOOTHED) + SMOOTHED / len(ACTS)
    lost = -(jax.nn.log_softmax(scores(weights, pieces, real)) * wanted).sum(axis=1)
    return (lost * heavy).sum() / heavy.sum()


class Batch(NamedTuple):
    """Sentences of similar length, filled up to the same; ``rows`` are their numbers."""

    rows: np.ndarray[Any, Any]
    pieces: np.ndarray[Any, Any]
    real: np.ndarray[Any, Any]


def batches(
    said: Sequence[list[int]], rows: np.ndarray[Any, Any], draw: np.random.Generator | None = None
) -> list[Batch]:
    """Return the sentences of some rows in batches, shuffled if there is something to draw by."""
    found: list[Batch] = []
    sizes: list[int] = [len(said[int(row)]) for row in rows]
    lengths = np.array([next(length for length in LENGTHS if size <= length) for size in sizes])
    for length in LENGTHS:
        alike = rows[lengths == length]
        alike = alike if draw is None else draw.permutation(alike)
        for at in range(0, len(alike), BATCH):
            some = alike[at : at + BATCH]
            pieces, real = np.zeros((BATCH, length), np.int32), np.zeros((BATCH, length), np.float32)
            real[:, 0] = 1
            for place, row in enumerate(map(int, some)):
                pieces[place, : len(said[row])], real[place, : len(said[row])] = said[row], 1
            found.append(Batch(some, pieces, real))
    return found if draw is None else [found[i] for i in draw.permutation(len(found))]


def trained(base: Tree, said: Sequence[list[int]], acts: Any, heavy: Any, rows: Any) -> Tree:
    """Return the weights after training on some rows; ``heavy`` are the weights of the sentences."""
    draw = np.random.default_rng(5)
    steps = EPOCHS * len(batches(said, rows))
    rate: Any = optax.warmup_cosine_decay_schedule(0, RATE, steps // 10, steps, RATE / 100)
    moves: Any = optax.adamw(rate, weight_decay=0.01)

    def step(weights: Tree, state: Any, pieces: Any, real: Any, right: Any, counts: Any) -> tuple[Tree, Any, Any]:
        lost, slope = jax.value_and_grad(loss)(weights, pieces, real, right, counts)
        change, state = moves.update(slope, state, weights)
        moved: Any = optax.apply_updates(weights, change)
        return moved, state, lost

    compiled: Any = jax.jit(step)
    weights, state = base, moves.init(base)
    for epoch in range(EPOCHS):
        lost = 0.0
        for batch in batches(said, rows, draw):
            right, counts = np.zeros(BATCH, np.int32), np.zeros(BATCH, np.float32)
            right[: len(batch.rows)], counts[: len(batch.rows)] = acts[batch.rows], heavy[batch.rows]
            weights, state, one = compiled(weights, state, batch.pieces, batch.real, right, counts)
            lost += float(one) * EPOCHS / steps
        print(f"epoch {epoch + 1} of {EPOCHS}: loss {lost:.4f}", flush=True)
    return weights


def predicted(weights: Tree, said: Sequence[list[int]], rows: Any) -> np.ndarray[Any, Any]:
    """Return the probabilities of each act for some rows, in their order."""
    compiled: Any = jax.jit(likely_of)
    likely = np.zeros((len(said), len(ACTS)))
    for batch in batches(said, rows):
        likely[batch.rows] = np.asarray(compiled(weights, batch.pieces, batch.real))[: len(batch.rows)]
    return likely[rows]
