"""Conversations and folds for what is fitted, and its limits."""

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

FOLDS = 6
"""One of so many parts of the families is kept aside to choose the thresholds, and never learned from."""


def fold_numbers(families: Iterable[str], folds: int) -> NDArray[np.int64]:
    """Return the fold of each example by its family; families are drawn at random, the same in each run."""
    each = list(families)
    names = sorted(set(each))
    order: Any = np.random.default_rng(7).permutation(len(names))
    fold_of = {names[int(i)]: place % folds for place, i in enumerate(order.tolist())}
    return np.array([fold_of[family] for family in each])


def conversations(named: Sequence[str]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the names of conversations, each with speaker and text of the turns of people.

    ``named``: files with an object a line, {conversation, turns: [{speaker, text}]}; behind a colon may stand the
    conversations that are used.
    """
    for each in named:
        path, _, only = each.partition(":")
        chosen = set(only.split(",")) if only else None
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                if chosen is None or row["conversation"] in chosen:
                    said = [(turn["speaker"], turn["text"]) for turn in row["turns"] if turn["speaker"] != "assistant"]
                    yield row["conversation"], said


def written(folder: Path, limits: dict[str, Any], report: dict[str, Any]) -> None:
    """Write the limits of a room, and how they do."""
    text = yaml.safe_dump({**limits, "report": report}, sort_keys=False)
    (folder / "limits.yaml").write_text(text, encoding="utf-8")
    print(text)
