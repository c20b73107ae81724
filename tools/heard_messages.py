"""Messages with what was held before them, and their pairs, for `fit_network.py`."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from network_training import Lessons

from memorist.memory_store.network.network import Network

MESSAGES = Path(__file__).parents[1] / "evals/speech_acts/meant.jsonl"
OTHERS = 2
"""Things that a message does not mean which are learned from, drawn at random."""


class HeardMessage(NamedTuple):
    """A message, the rules or the inputs that were held before it, and the places of those that it means.

    ``act``: null where it is not told; such a message is no example of an act.
    """

    text: str
    act: str | None
    held: tuple[str, ...]
    rules: bool
    meant: frozenset[int]
    family: str


def messages() -> list[HeardMessage]:
    """Return the messages that were written for this purpose."""
    told = map(json.loads, MESSAGES.read_text(encoding="utf-8").splitlines())
    return [
        HeardMessage(
            m["text"], m["act"], tuple(of["held"]), of["rules"], frozenset(m["meant"]), f"meant {of['family']}"
        )
        for of in told
        for m in of["messages"]
    ]


class Pairs(NamedTuple):
    """Pairs of a message and a thing that is held; ``of``: the number of the message."""

    lessons: Lessons
    of: np.ndarray[Any, Any]

    def drawn(self, inside: Any) -> np.ndarray[Any, Any]:
        """Return the pairs to learn from: what is meant, and some others of each message."""
        draw, rows = np.random.default_rng(9), list[int]()
        for message in np.flatnonzero(inside):
            its = np.flatnonzero(self.of == message)
            others = its[self.lessons.right[its] == 0]
            rows += [*its[self.lessons.right[its] == 1], *draw.permutation(others)[:OTHERS]]
        return np.array(rows)


def paired(said: Sequence[HeardMessage], network: Network) -> Pairs:
    """Return all pairs of messages and what is held."""
    each = [(number, place) for number, one in enumerate(said) for place in range(len(one.held))]
    pieces = [network.pieces_of(said[number].text, said[number].held[place]) for number, place in each]
    right = np.array([place in said[number].meant for number, place in each], dtype=np.int64)
    lessons = Lessons(pieces, right, np.ones(len(each), dtype=np.float32))
    return Pairs(lessons, np.array([number for number, _ in each]))
