"""Sentences that requests to forget mean, for `fit_cut.py`, and the limits from which one is cut out, or found."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from memorist.nodes.forgetting.cut import in_its_place, probability

TOLD = Path(__file__).parents[1] / "evals/cuts/train.jsonl"
FOUND = 0.95
"""Of the sentences that a request means, so many are cut out on the families kept aside: the whole input is hidden
where none is found. What is cut out besides can be taken back, what is told cannot."""
RIGHT = 0.9
"""Of the sentences by which an input is found that no words tell, so many must be meant."""


class CutExample(NamedTuple):
    """A sentence that was said before a request, as it is judged, and whether it goes; ``beside``: some of its input
    does."""

    request: str
    sentence: str
    goes: bool
    beside: bool
    family: str


def written() -> Iterator[CutExample]:
    """Yield the sentences of the inputs that requests mean; those where people could differ are left out."""
    for row in map(json.loads, TOLD.read_text(encoding="utf-8").splitlines()):
        go, either = ({tuple(place) for place in row[name]} for name in ("go", "either"))
        meant = {turn for turn, _ in go}
        for turn, sentences in enumerate(row["turns"]):
            for place in range(len(sentences)):
                if (turn, place) not in either:
                    said = in_its_place(sentences, place)
                    yield CutExample(row["request"], said, (turn, place) in go, turn in meant, f"cut {row['family']}")


def limits(kept: Sequence[CutExample]) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the probabilities from which a sentence is cut out, and from which its input is meant, and a report.

    ``kept``: those aside.
    """
    likely = np.array([probability(one.request, one.sentence) for one in kept])
    goes, beside = (np.array([getattr(one, name) for one in kept]) for name in ("goes", "beside"))
    cut = round(float(np.quantile(likely[goes], 1 - FOUND)), 3)
    steps = map(float, np.arange(cut, 0.995, 0.01))
    sure = round(min((at for at in steps if goes[likely >= at].mean() >= RIGHT), default=0.99), 3)
    return {"goes": cut, "meant": sure}, {
        "sentences": len(kept),
        "meant and cut out": round(float((likely >= cut)[goes].mean()), 3),
        "others of the same input that stay": round(float((likely < cut)[beside & ~goes].mean()), 3),
        "meant and found": round(float((likely >= sure)[goes].mean()), 3),
        "found that are meant": round(float(goes[likely >= sure].mean()), 3),
        "of other inputs": int((likely >= sure)[~beside].sum()),
    }
