"""Weights of linear models as their files hold them: whole numbers of one byte, with a scale for each row."""

from importlib.resources import as_file, files
from typing import Any

import numpy as np
from numpy.typing import NDArray


def rounded(weights: NDArray[np.float32]) -> dict[str, NDArray[Any]]:
    """Return the arrays ``weights`` and ``scales`` of a file; the last axis of the weights is a row."""
    scales = np.maximum(np.abs(weights).max(axis=-1, keepdims=True), 1e-9) / 127
    return {"weights": np.round(weights / scales).astype(np.int8), "scales": scales.astype(np.float32)}


def read_arrays(package: str) -> dict[str, NDArray[Any]]:
    """Return the arrays of ``weights.npz`` in a package, ``weights`` as they were before they were rounded, nearly."""
    with as_file(files(package) / "weights.npz") as path, np.load(path, allow_pickle=False) as data:
        arrays = dict(data)
    return {**arrays, "weights": arrays["weights"].astype(np.float32) * arrays["scales"]}
