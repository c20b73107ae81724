"""Training of the network that is shipped: layers and heads above the word pieces of a base, which stay as they are.

Architecture: BERT (Devlin et al. 2019), as in all-MiniLM-L6-v2 (Apache-2.0). `fit_network.py` uses it.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import onnx
import optax
from onnx import numpy_helper

from memorist.memory_store.network.network import HEADS, LONGEST_CUT, LONGEST_PAIR, Head

LAYERS = 6
"""Layers of the base that are kept, all: three found a third fewer rules on the families kept aside."""
ATTENDING = 12
"""Heads of attention in each layer."""
EPOCHS = 3
BATCH = 32
"""Texts of one step."""
RATE = 1e-4
"""Largest rate of learning; it grows for a tenth of the steps and then falls along a cosine."""
SMOOTHED = 0.05
"""Share of a text's weight that is spread over all classes, so that probabilities stay honest."""
LENGTHS = (8, 12, 16, 24, 32, 40, 48, 64, LONGEST_PAIR, LONGEST_CUT)
"""Texts are filled up to the next of these numbers of word pieces."""
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

TRAINED = "trained/"
"""Begins the names of what stands beside the base in the network that is shipped."""

type Tree = dict[str, Any]


class Weights(NamedTuple):
    """``kept`` as in the base, and what is ``trained``: arrays by name, "0.query" …, and each head's."""

    kept: Tree
    trained: Tree


def base_weights(folder: Path) -> Weights:
    """Return the weights of the base and heads of small random numbers."""
    held = {one.name: numpy_helper.to_array(one) for one in onnx.load(str(folder / "model.onnx")).graph.initializer}
    start = {"scale": "embeddings.LayerNorm.g", "shift": "embeddings.LayerNorm.b"}
    kept: Tree = {"words": _matrix(held, "we"), "positions": held["pe"][:LONGEST_CUT]}
    kept |= {f"start.{name}": held[there] for name, there in start.items()}
    trained = _layers(held)
    width = kept["words"].shape[1]
    draw = np.random.default_rng(3)
    for head, classes in HEADS.items():
        trained |= {head: draw.normal(0, 0.02, (2 * width, classes)), f"{head}.shift": np.zeros(classes)}
    return Weights(_arrays(kept), _arrays(trained))


def shipped_weights(base: Weights, folder: Path) -> Weights:
    """Return the weights of the network that is shipped in a folder; of heads that it has not, those of the base."""
    held = {one.name: numpy_helper.to_array(one) for one in onnx.load(str(folder / "heads.onnx")).graph.initializer}
    return Weights(base.kept, base.trained | _arrays(_layers(held, TRAINED) | _heads(held)))


def _heads(held: Tree) -> Tree:
    names = [name for head in HEADS for name in (head, f"{head}.shift")]
    return {name: held[f"{TRAINED}{name}"] for name in names if f"{TRAINED}{name}" in held}


def _layers(held: Tree, prefix: str = "") -> Tree:
    """Return the arrays of the layers by our names, from those of a model in whole numbers."""
    found: Tree = {}
    for layer in range(LAYERS):
        for name, there in PARTS.items():
            at, place = f"{layer}.{name}", f"{prefix}encoder.layer.{layer}.{there}"
            if there.endswith("LayerNorm"):
                found |= {f"{at}.scale": held[f"{place}.g"], f"{at}.shift": held[f"{place}.b"]}
            else:
                found |= {at: _matrix(held, f"{place}.w"), f"{at}.shift": held[f"{place}.bb"]}
    return found


def _matrix(held: Tree, name: str) -> Any:
    whole, zero = held[f"{name}_quantized"].astype(np.float32), held[f"{name}_zero_point"].astype(np.float32)
    return (whole - zero) * held[f"{name}_scale"]


def _arrays(values: Tree) -> Tree:
    return {name: jnp.asarray(value, dtype=jnp.float32) for name, value in values.items()}


def encode(weights: Tree, pieces: Any, real: Any) -> Any:
    """Return the mean of the last layer's vectors beside that of the first piece.

    Args:
        weights: all of them.
        pieces: numbers of the word pieces, [text, piece].
        real: 1 for each piece of a text, 0 for what fills it up, [text, piece].
    """
    inside = _normal(weights, "start", weights["words"][pieces] + weights["positions"][: pieces.shape[1]])
    hidden = (1 - real[:, None, None]) * -1e9
    for layer in range(LAYERS):
        inside = _layer(weights, f"{layer}.", inside, hidden)
    mean = (inside * real[..., None]).sum(axis=1) / real.sum(axis=1, keepdims=True)
    return jnp.concatenate([mean, inside[:, 0]], axis=1)


def _layer(weights: Tree, at: str, inside: Any, hidden: Any) -> Any:
    texts, length, width = inside.shape
    query, key, value = (
        _linear(weights, f"{at}{name}", inside).reshape(texts, length, ATTENDING, -1).transpose(0, 2, 1, 3)
        for name in ("query", "key", "value")
    )
    near = jax.nn.softmax(query @ key.transpose(0, 1, 3, 2) / (width / ATTENDING) ** 0.5 + hidden)
    seen = _linear(weights, f"{at}seen", (near @ value).transpose(0, 2, 1, 3).reshape(texts, length, width))
    inside = _normal(weights, f"{at}attended", inside + seen)
    grown = jax.nn.gelu(_linear(weights, f"{at}grown", inside), approximate=False)
    return _normal(weights, f"{at}thought", inside + _linear(weights, f"{at}shrunk", grown))


def _linear(weights: Tree, name: str, inside: Any) -> Any:
    return _product(inside, weights[name]) + weights[f"{name}.shift"]


@jax.custom_vjp
def _product(inside: Any, matrix: Any) -> Any:
    """Return a product in bfloat16, summed in float32; so are its slopes.

    Processors with matrix units (AMX) do it in a fifth of the time. Left to itself, JAX multiplies slopes in float32.
    """
    return _forward(inside, matrix)[0]


def _forward(inside: Any, matrix: Any) -> tuple[Any, tuple[Any, Any]]:
    inside, matrix = inside.astype(jnp.bfloat16), matrix.astype(jnp.bfloat16)
    return _summed("tpi,io->tpo", inside, matrix), (inside, matrix)


def _backward(held: tuple[Any, Any], slope: Any) -> tuple[Any, Any]:
    inside, matrix = held
    slope = slope.astype(jnp.bfloat16)
    return _summed("tpo,io->tpi", slope, matrix), _summed("tpi,tpo->io", inside, slope)


def _summed(axes: str, one: Any, other: Any) -> Any:
    return jnp.einsum(axes, one, other, preferred_element_type=jnp.float32)


_product.defvjp(_forward, _backward)


def _normal(weights: Tree, name: str, inside: Any) -> Any:
    apart = inside - inside.mean(axis=-1, keepdims=True)
    spread = jnp.sqrt((apart * apart).mean(axis=-1, keepdims=True) + 1e-12)
    return apart / spread * weights[f"{name}.scale"] + weights[f"{name}.shift"]


def scores(weights: Tree, head: Head, pieces: Any, real: Any) -> Any:
    """Return the scores of each class of a head for a batch of texts."""
    return encode(weights, pieces, real) @ weights[head] + weights[f"{head}.shift"]


def loss(trained: Tree, kept: Tree, head: Head, pieces: Any, real: Any, right: Any, heavy: Any) -> Any:
    """Return the mean cross-entropy of a batch; ``heavy`` are the weights of its texts."""
    classes = HEADS[head]
    wanted = jax.nn.one_hot(right, classes) * (1 - SMOOTHED) + SMOOTHED / classes
    lost = -(jax.nn.log_softmax(scores(kept | trained, head, pieces, real)) * wanted).sum(axis=1)
    return (lost * heavy).sum() / heavy.sum()


class Lessons(NamedTuple):
    """Texts that a head learns from: their word pieces, the class of each, and its weight."""

    pieces: Sequence[list[int]]
    right: np.ndarray[Any, Any]
    heavy: np.ndarray[Any, Any]


class Batch(NamedTuple):
    """Texts of similar length for one head, filled up to the same; ``rows`` are their numbers."""

    head: Head
    rows: np.ndarray[Any, Any]
    pieces: np.ndarray[Any, Any]
    real: np.ndarray[Any, Any]


def batches(
    head: Head, said: Sequence[list[int]], rows: np.ndarray[Any, Any], draw: np.random.Generator | None = None
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


def trained(
    base: Weights,
    lessons: dict[Head, Lessons],
    rows: dict[Head, np.ndarray[Any, Any]],
    *,
    rate: float = RATE,
    epochs: int = EPOCHS,
) -> Weights:
    """Return the weights after training all heads together on some rows of each; ``rate``: the largest."""
    draw = np.random.default_rng(5)
    steps = epochs * sum(len(batches(head, some.pieces, rows[head])) for head, some in lessons.items())
    rates: Any = optax.warmup_cosine_decay_schedule(0, rate, steps // 10, steps, rate / 100)
    moves: Any = optax.adamw(rates, weight_decay=0.01)

    def step(head: Head, weights: Tree, kept: Tree, state: Any, batch: tuple[Any, Any], wanted: tuple[Any, Any]) -> Any:
        lost, slope = jax.value_and_grad(loss)(weights, kept, head, *batch, *wanted)
        change, state = moves.update(slope, state, weights)
        return optax.apply_updates(weights, change), state, lost

    compiled: Any = jax.jit(step, static_argnums=0, donate_argnums=(1, 3))
    weights, state = base.trained, moves.init(base.trained)
    for epoch in range(epochs):
        lost = dict.fromkeys(lessons, 0.0)
        drawn = [one for head, some in lessons.items() for one in batches(head, some.pieces, rows[head], draw)]
        count = {head: sum(one.head == head for one in drawn) for head in lessons}
        for at in map(int, draw.permutation(len(drawn))):
            batch: Batch = drawn[at]
            some = lessons[batch.head]
            right, heavy = np.zeros(BATCH, np.int32), np.zeros(BATCH, np.float32)
            right[: len(batch.rows)], heavy[: len(batch.rows)] = some.right[batch.rows], some.heavy[batch.rows]
            texts = batch.pieces, batch.real
            weights, state, one = compiled(batch.head, weights, base.kept, state, texts, (right, heavy))
            lost[batch.head] += float(one) / count[batch.head]
        print(f"epoch {epoch + 1} of {epochs}: { ({head: round(one, 4) for head, one in lost.items()}) }", flush=True)
    return Weights(base.kept, weights)
