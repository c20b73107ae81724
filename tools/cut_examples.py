"""Sentences that requests to forget mean, for `fit_cut.py`, and the limits of what goes and of what is meant."""

import json
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from memorist.nodes.forgetting.cut import against_others, in_its_place, odds, probability

TOLD = Path(__file__).parents[1] / "evals/cuts/train.jsonl"
FOUND = 0.95
"""Of the sentences that a request means, so many are cut out on the families kept aside: the whole input is hidden
where none is found. What is cut out besides can be taken back, what is told cannot."""
RIGHT = 0.9
"""Of the inputs that are hidden because the network finds them, so many must be meant."""
STRANGE = 8
"""Inputs of other cases that each request is judged with."""
RIVALS = (0.0, 0.2, 0.4, 0.6, 0.8)
"""Shares of the log-odds of the likeliest other input that are tried."""


class CutExample(NamedTuple):
    """A sentence that was said before a request, as it is judged, and whether it goes; ``beside``: some of its input
    does."""

    request: str
    sentence: str
    goes: bool
    beside: bool
    family: str


def _cases() -> Iterator[dict[str, Any]]:
    yield from map(json.loads, TOLD.read_text(encoding="utf-8").splitlines())


def written() -> Iterator[CutExample]:
    """Yield the sentences of the inputs that requests mean; those where people could differ are left out."""
    for row in _cases():
        go, either = ({tuple(place) for place in row[name]} for name in ("go", "either"))
        meant = {turn for turn, _ in go}
        for turn, sentences in enumerate(row["turns"]):
            for place in range(len(sentences)):
                if (turn, place) not in either:
                    said = in_its_place(sentences, place)
                    yield CutExample(row["request"], said, (turn, place) in go, turn in meant, f"cut {row['family']}")


def cutting(kept: Sequence[CutExample]) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the probability from which a sentence is cut out, and a report; ``kept``: those aside."""
    kept = [one for one in kept if one.beside]
    likely = np.array([probability(one.request, one.sentence) for one in kept])
    goes = np.array([one.goes for one in kept])
    least = round(float(np.quantile(likely[goes], 1 - FOUND)), 3)
    return {"goes": least}, {
        "sentences": len(kept),
        "meant and cut out": round(float((likely >= least)[goes].mean()), 3),
        "others of the same input that stay": round(float((likely < least)[~goes].mean()), 3),
    }


def finding(families: Collection[str]) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the limits from which an input is meant, and a report; ``families``: those aside.

    Beside the inputs of its own case each request is judged with some of others, as there are more in a memory.
    """
    rows = [row for row in _cases() if row["family"] in families]
    draw, judged = np.random.default_rng(17), list[tuple[NDArray[np.float64], NDArray[np.bool_]]]()
    for row in rows:
        meant, others = {turn for turn, _ in row["go"]}, [one for one in rows if one is not row]
        strange = [others[int(at)]["turns"][0] for at in draw.choice(len(others), STRANGE, replace=False)]
        inputs = [" ".join(sentences) for sentences in (*row["turns"], *strange)]
        likely = np.array([odds(row["request"], one) for one in inputs])
        judged.append((likely, np.array([at in meant for at in range(len(inputs))])))
    right = np.concatenate([wanted for _, wanted in judged])
    best: tuple[float, float, float] = (-1.0, 0.0, 0.0)
    for rival in RIVALS:
        values = np.concatenate([against_others(likely, rival) for likely, _ in judged])
        for least in map(float, np.quantile(values, np.linspace(0.5, 0.995, 250))):
            found = values >= least
            if right[found].mean() >= RIGHT:
                best = max(best, (float(right[found].sum() / right.sum()), rival, round(least, 2)))
    recall, rival, least = best
    return {"meant": least, "rival": rival}, {"inputs": len(right), "found": round(recall, 3), "precision": RIGHT}
