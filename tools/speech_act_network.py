"""Training of the network of speech acts, and of what they mean, for `fit_speech_acts.py`."""

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
from memorist.nodes.reading.speech_acts.encoder import LONGEST_PAIR, encode

LAYERS = 6
"""Layers of the base that are kept, all: three found a third fewer rules on the families kept aside."""
EPOCHS = 3
BATCH = 32
"""Texts of one step."""
RATE = 1e-4
"""Largest rate of learning; it grows for a tenth of the steps and then falls along a cosine."""
SMOOTHED = 0.05
"""Share of a text's weight that is spread over all classes, so that probabilities stay honest."""
LENGTHS = (8, 12, 16, 24, 32, 40, 48, 64, LONGEST_PAIR)
"""Texts are filled up to the next of these numbers of word pieces."""
HEADS = {"acts": len(ACTS), "meant": 2}
"""Classes of each head: the acts; not meant and meant."""
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
    """Return the weights of the base and heads of small random numbers, by the names of the encoder."""
    held = {one.name: numpy_helper.to_array(one) for one in onnx.load(str(folder / "model.onnx")).graph.initializer}

    def matrix(name: str) -> Any:
        whole, zero = held[f"{name}_quantized"].astype(np.float32), held[f"{name}_zero_point"].astype(np.float32)
        return (whole - zero) * held[f"{name}_scale"]

    start = {"scale": "embeddings.LayerNorm.g", "shift": "embeddings.LayerNorm.b"}
    weights: Tree = {"words": matrix("we"), "positions": held["pe"][:LONGEST_PAIR]}
    weights |= {f"start.{name}": held[there] for name, there in start.items()}
    for layer in range(LAYERS):
        for name, there in PARTS.items():
            at, place = f"{layer}.{name}", f"encoder.layer.{layer}.{there}"
            if there.endswith("LayerNorm"):
                weights |= {f"{at}.scale": held[f"{place}.g"], f"{at}.shift": held[f"{place}.b"]}
            else:
                weights |= {at: matrix(f"{place}.w"), f"{at}.shift": held[f"{place}.bb"]}
    width = weights["words"].shape[1]
    draw = np.random.default_rng(3)
    for head, classes in HEADS.items():
        weights |= {head: draw.normal(0, 0.02, (2 * width, classes)), f"{head}.shift": np.zeros(classes)}
    return {name: jnp.asarray(value, dtype=jnp.float32) for name, value in weights.items()}


def scores(weights: Tree, head: str, pieces: Any, real: Any) -> Any:
    """Return the scores of each class of a head for a batch of texts."""

    def one(pieces: Any, real: Any) -> Any:
        return encode(weights, pieces, real, jnp)

    vectors: Any = jax.vmap(one)(pieces, real)
    return vectors @ weights[head] + weights[f"{head}.shift"]


def loss(weights: Tree, head: str, pieces: Any, real: Any, right: Any, heavy: Any) -> Any:
    """Return the mean cross-entropy of a batch; ``heavy`` are the weights of its texts."""
    classes = HEADS[head]
    wanted = jax.nn.one_hot(right, classes) * (1 - SMOOTHED) + SMOOTHED / classes
    lost = -(jax.nn.log_softmax(scores(weights, head, pieces, real)) * wanted).sum(axis=1)
    return (lost * heavy).sum() / heavy.sum()


class Lessons(NamedTuple):
    """Texts that a head learns from: their word pieces, the class of each, and its weight."""

    pieces: Sequence[list[int]]
    right: np.ndarray[Any, Any]
    heavy: np.ndarray[Any, Any]


class Batch(NamedTuple):
    """Texts of similar length for one head, filled up to the same; ``rows`` are their numbers."""

    head: str
    rows: np.ndarray[Any, Any]
    pieces: np.ndarray[Any, Any]
    real: np.ndarray[Any, Any]


def batches(
    head: str, said: Sequence[list[int]], rows: np.ndarray[Any, Any], draw: np.random.Generator | None = None
) -> list[Batch]:
    """Return the texts of some rows in batches, in an order that is drawn if there is something to draw by."""
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
            found.append(Batch(head, some, pieces, real))
    return found


def trained(base: Tree, lessons: dict[str, Lessons], rows: dict[str, np.ndarray[Any, Any]]) -> Tree:
    """Return the weights after training all heads together on some rows of each."""
    draw = np.random.default_rng(5)
    steps = EPOCHS * sum(len(batches(head, some.pieces, rows[head])) for head, some in lessons.items())
    rate: Any = optax.warmup_cosine_decay_schedule(0, RATE, steps // 10, steps, RATE / 100)
    moves: Any = optax.adamw(rate, weight_decay=0.01)

    def step(head: str, weights: Tree, state: Any, batch: tuple[Any, Any], wanted: tuple[Any, Any]) -> Any:
        lost, slope = jax.value_and_grad(loss)(weights, head, *batch, *wanted)
        change, state = moves.update(slope, state, weights)
        return optax.apply_updates(weights, change), state, lost

    compiled: Any = jax.jit(step, static_argnums=0)
    weights, state = base, moves.init(base)
    for epoch in range(EPOCHS):
        lost = dict.fromkeys(lessons, 0.0)
        drawn = [one for head, some in lessons.items() for one in batches(head, some.pieces, rows[head], draw)]
        for at in map(int, draw.permutation(len(drawn))):
            batch: Batch = drawn[at]
            some = lessons[batch.head]
            right, counts = np.zeros(BATCH, np.int32), np.zeros(BATCH, np.float32)
            right[: len(batch.rows)], counts[: len(batch.rows)] = some.right[batch.rows], some.heavy[batch.rows]
            weights, state, one = compiled(batch.head, weights, state, (batch.pieces, batch.real), (right, counts))
            lost[batch.head] += float(one) * len(lessons) * EPOCHS / steps
        print(f"epoch {epoch + 1} of {EPOCHS}: { ({head: round(one, 4) for head, one in lost.items()}) }", flush=True)
    return weights


def predicted(weights: Tree, head: str, said: Sequence[list[int]], rows: Any) -> np.ndarray[Any, Any]:
    """Return the probabilities of each class of a head for some rows, in their order."""

    def likely_of(weights: Tree, pieces: Any, real: Any) -> Any:
        return jax.nn.softmax(scores(weights, head, pieces, real))

    compiled: Any = jax.jit(likely_of)
    likely = np.zeros((len(said), HEADS[head]))
    for batch in batches(head, said, rows):
        likely[batch.rows] = np.asarray(compiled(weights, batch.pieces, batch.real))[: len(batch.rows)]
    return likely[rows]
