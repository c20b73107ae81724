"""Vectors of tokens in four bits a number, and what a query finds in them.

A unit vector of ``d`` dimensions has components near ``1/√d``: they are clipped at three times that and rounded to one
of fifteen steps, which changes recall by nothing that can be told from noise (``docs/retrieval.md``).
"""

import base64
import binascii
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from memorist.memory_store.domain.episode import TokenVectors
from memorist.memory_store.embedders.words import LARGEST_PRODUCT

Matrix = np.ndarray[Any, np.dtype[np.float32]]
Codes = np.ndarray[Any, np.dtype[np.uint8]]

STEPS = 7
"""On each side of zero."""
MIDDLE = 8
"""The code of zero."""
WIDEST = 3.0
"""In standard deviations of a component."""


def packed(ranker: str, vectors: Matrix) -> TokenVectors:
    """Pack vectors of unit length, one a row."""
    count, dimension = vectors.shape
    codes: Codes = np.full((count, dimension + dimension % 2), MIDDLE, dtype=np.uint8)
    steps: Matrix = (vectors * (math.sqrt(dimension) / WIDEST * STEPS)).round().clip(-STEPS, STEPS)
    codes[:, :dimension] = steps + MIDDLE
    data: Codes = codes[:, 0::2] * 16 + codes[:, 1::2]
    return TokenVectors(ranker=ranker, dimension=dimension, data=base64.b64encode(data.tobytes()).decode("ascii"))


def unit_rows(vectors: object) -> Matrix:
    """Vectors, one a row, each brought to unit length."""
    rows: Matrix = np.asarray(vectors, dtype=np.float32)
    lengths: Matrix = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    unit: Matrix = (rows / np.maximum(lengths, 1e-9)).astype(np.float32, copy=False)
    return unit


def max_sims(query: Matrix, stored: Sequence[TokenVectors | None]) -> list[float | None]:
    """Late interaction: for each text the mean over the query's tokens of its nearest token, -1 to 1.

    Null for a text without vectors, or with vectors of another dimension than the query's.
    """
    dimension = query.shape[1]
    rows = [_bytes_of(tokens, dimension) for tokens in stored]
    there = [place for place, some in enumerate(rows) if some is not None]
    scores: list[float | None] = [None] * len(stored)
    if not there:
        return scores
    codes = [some for some in rows if some is not None]
    near = _cosines(query, np.concatenate(codes))
    starts = np.cumsum([0, *(len(some) for some in codes[:-1])])
    means = np.maximum.reduceat(near, starts, axis=1).mean(axis=0)
    for place, mean in zip(there, means.tolist(), strict=True):
        scores[place] = mean
    return scores


def _cosines(query: Matrix, codes: Codes) -> Matrix:
    """Of each token of the query (a row) with each stored one (a column).

    The two numbers of a byte are kept apart, the first of all bytes and the second of all: nothing is shuffled.
    """
    count, dimension = query.shape
    own: Matrix = np.zeros((count, dimension + dimension % 2), dtype=np.float32)
    own[:, :dimension] = query
    near: Matrix = np.zeros((count, len(codes)), dtype=np.float32)
    squares: Matrix = np.zeros(len(codes), dtype=np.float32)
    for first, halves in enumerate((codes >> 4, codes & 15)):
        numbers: Matrix = halves.astype(np.float32)
        numbers -= MIDDLE
        half = np.ascontiguousarray(own[:, first::2])
        wide = max(1, LARGEST_PRODUCT // half.size)
        for start in range(0, len(numbers), wide):
            near[:, start : start + wide] += half @ numbers[start : start + wide].T
        squares += np.einsum("ij,ij->i", numbers, numbers)
    cosines: Matrix = (near / np.maximum(np.sqrt(squares), 1e-9)).astype(np.float32, copy=False)
    return cosines


def _bytes_of(tokens: TokenVectors | None, dimension: int) -> Codes | None:
    """One row a token; null where there is none."""
    if tokens is None or tokens.dimension != dimension:
        return None
    try:
        data = np.frombuffer(base64.b64decode(tokens.data, validate=True), dtype=np.uint8)
        rows = data.reshape(-1, (dimension + 1) // 2)
    except (binascii.Error, ValueError):
        return None
    return rows if len(rows) else None
