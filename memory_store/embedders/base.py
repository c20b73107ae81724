"""Interface of embedders."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.errors import EmbedderUnavailable


class Embedder(Protocol):
    """Texts in, vectors of unit length out.

    ``name`` says which model made a vector and is recorded in the database: vectors of two names never mix. ``name``
    and ``dimension`` may be read once :meth:`ready` has returned; some models must be loaded or asked first.
    """

    @property
    def name(self) -> str:
        """The identity recorded in the database, such as ``wordllama:l2_supercat_256``."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...

    async def ready(self) -> None:
        """Load or reach the model, once. Raises :class:`EmbedderUnavailable` with the fix."""
        ...

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector a text, in order: finite, of unit length, also for an empty text.

        The same text gives the same vector whatever stands beside it. The event loop is never held up for long.
        Raises :class:`EmbedderUnavailable` with the fix.
        """
        ...


def unit_vectors(rows: object, *, count: int, dimension: int | None, of: str) -> list[Vector]:
    """Check what a model returned and bring each row to unit length.

    Args:
        rows: ``count`` rows of numbers, as lists or as an array.
        count: how many texts were asked about.
        dimension: the size a row must have; null takes the size of the first.
        of: who returned them, for the error.

    A row of zeros, which a model may give for a text without words, becomes the vector with all components equal:
    cosine similarity is not defined for zero. Seven digits are what the databases keep, and half of what would be sent.
    """
    if count == 0:
        return []
    try:
        array = np.asarray(rows, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise EmbedderUnavailable(f"{of} returned vectors of different sizes or something else than numbers") from error
    if array.ndim != 2 or array.shape[0] != count or array.shape[1] == 0:
        raise EmbedderUnavailable(f"{of} returned an array of shape {array.shape} for {count} texts")
    if dimension is not None and array.shape[1] != dimension:
        raise EmbedderUnavailable(f"{of} returned {array.shape[1]} numbers a vector where {dimension} were expected")
    if not np.isfinite(array).all():
        raise EmbedderUnavailable(f"{of} returned a vector with NaN or infinity in it")
    lengths = np.linalg.norm(array, axis=1, keepdims=True)
    silent = lengths[:, 0] == 0
    array[silent] = 1.0
    lengths[silent] = np.sqrt(array.shape[1])
    return [tuple(row) for row in (array / lengths).round(7).tolist()]


def spoken(text: str) -> str:
    """Return ``text`` in a form that every model takes: not empty (hosted models refuse that), valid Unicode."""
    return text.encode("utf-8", "replace").decode("utf-8") or " "


def not_ready(what: str) -> EmbedderUnavailable:
    """The error of reading a name or a dimension too early."""
    return EmbedderUnavailable(f"{what} is not known before `await embedder.ready()`")
