"""A forest of small decision trees, trained by ``evals/updates/train.py`` and read from data."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any, NamedTuple


class Split(NamedTuple):
    """Goes left up to the threshold; ``left`` and ``right`` are places in the tree."""

    signal: str
    threshold: float
    left: int
    right: int


type Tree = tuple[Split | float, ...]
"""The root first; a number is a leaf."""


class Forest(NamedTuple):
    """Trees whose leaves add up, with ``bias``, to the logarithm of odds."""

    bias: float
    trees: tuple[Tree, ...]

    def probability(self, signals: Mapping[str, float]) -> float:
        """How sure it is, from 0 to 1. Raises :class:`KeyError` for a signal that is missing."""
        odds = self.bias + sum(_leaf(tree, signals) for tree in self.trees)
        return 1.0 / (1.0 + exp(-odds))


def _leaf(tree: Tree, signals: Mapping[str, float]) -> float:
    node = tree[0]
    while isinstance(node, Split):
        node = tree[node.left if signals[node.signal] <= node.threshold else node.right]
    return node


@cache
def forest() -> Forest:
    """The one that is shipped, read once."""
    text = files("memorist.nodes.ingestion.renewal").joinpath("forest.json").read_text(encoding="utf-8")
    return forest_of(json.loads(text))


def forest_of(data: Mapping[str, Any]) -> Forest:
    """From the form of the file: names of signals, bias, and trees of [signal, threshold, left, right] or a leaf."""
    names, bias, trees = data["signals"], data["bias"], data["trees"]
    return Forest(
        bias,
        tuple(
            tuple(Split(names[node[0]], *node[1:]) if isinstance(node, list) else node for node in tree)
            for tree in trees
        ),
    )
