"""Weights as their files hold them: matrices in whole numbers of one byte, with a step for each row."""

from collections.abc import Mapping
from importlib.resources import as_file, files
from typing import Any

import numpy as np
from numpy.typing import NDArray

STEPS = ".steps"
"""Ending of the names of steps, behind the name of their matrix."""

type Arrays = dict[str, NDArray[Any]]


def rounded(weights: Mapping[str, NDArray[Any]]) -> Arrays:
    """Return the arrays of a file: each matrix rounded, anything else as it is."""
    arrays: Arrays = {}
    for name, value in weights.items():
        if value.ndim < 2:
            arrays[name] = value
            continue
        steps = np.maximum(np.abs(value).max(axis=-1, keepdims=True), 1e-9) / 127
        arrays |= {name: np.round(value / steps).astype(np.int8), f"{name}{STEPS}": steps.astype(np.float32)}
    return arrays


def restored(arrays: Mapping[str, NDArray[Any]]) -> Arrays:
    """Return the weights as they were before they were rounded, nearly."""
    return {
        name: value.astype(np.float32) * arrays[f"{name}{STEPS}"] if f"{name}{STEPS}" in arrays else value
        for name, value in arrays.items()
        if not name.endswith(STEPS)
    }


def read_arrays(package: str) -> Arrays:
    """Return the arrays of ``weights.npz`` in a package as the file holds them."""
    with as_file(files(package) / "weights.npz") as path, np.load(path, allow_pickle=False) as data:
        return dict(data)
