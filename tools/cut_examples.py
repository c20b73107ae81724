"""Sentences that requests to forget mean, for `fit_cut.py`, and the limits of what goes and of what is meant."""

import json
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from memorist.nodes.forgetting.find import best_of
from memorist.nodes.forgetting.judging import (
    against_others,
    in_answer,
    in_its_place,
    log_odds,
    odds,
    standing_out,
    told_again,
)
from memorist.nodes.forgetting.wish import holds_word, wish_of
from memorist.nodes.reading.forget_request import each_to_forget, requests_to_forget, words_to_forget

TOLD = Path(__file__).parents[1] / "evals/cuts/train.jsonl"
ANSWERED = TOLD.with_name("answers.jsonl")
LATER = TOLD.with_name("later.jsonl")
FOUND = 0.9
"""Of the sentences that a request means, so many are cut out on the families kept aside. The answer quotes what is
kept, so that one that is not cut out is seen; where none is, the whole input is hidden."""
RIGHT = 0.8
"""Of the inputs that are hidden because the network finds them, so many must be meant: a wish that hides nothing is
told on, what is hidden besides can be brought back."""
TOLD_RIGHT = 0.7
"""Of the sentences of an agent's other turns that are hidden with what they tell of, so many must tell of it: what a
person said stays."""
STAYS = 0.95
"""Of the sentences of an answer that tell of something else, so many must stay."""
STRANGE = 8
"""Inputs of other cases that each request is judged with."""
STRANGE_SENTENCES = 2
"""Sentences of other cases that are learned from with each request: none of them goes."""
SHARES = (0.0, 0.2, 0.4, 0.6, 0.8)
"""Shares that are tried: of the log-odds of the likeliest other input, and of the mean of the sentences of an input."""


class CutExample(NamedTuple):
    """A sentence that was said before a request, as it is judged, and whether it goes; ``beside``: some of its input
    does."""

    request: str
    sentence: str
    goes: bool
    beside: bool
    family: str
    turn: int = 0


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
                    goes, beside = (turn, place) in go, turn in meant
                    yield CutExample(row["request"], said, goes, beside, f"cut {row['family']}", turn)


def answers() -> list[CutExample]:
    """Return the sentences of answers to requests to forget, and whether each tells of what is meant."""
    examples = list[CutExample]()
    for row in map(json.loads, ANSWERED.read_text(encoding="utf-8").splitlines()):
        # Of a message that says more, the request alone is compared.
        request = " ".join(requests_to_forget(row["request"])) or row["request"]
        for place, sentence in enumerate(row["answer"]):
            goes = place in row["goes"]
            examples.append(
                CutExample(request, in_answer(sentence), goes, beside=False, family=f"answer {row['family']}")
            )
    return examples


def later() -> list[CutExample]:
    """Return the sentences of an agent's later turns, and whether each tells of what was hidden."""
    return [
        CutExample(told_again(row["said"]), sentence, [turn, place] in row["goes"], False, f"later {row['family']}")
        for row in map(json.loads, LATER.read_text(encoding="utf-8").splitlines())
        for turn, sentences in enumerate(row["answers"])
        for place, sentence in enumerate(sentences)
    ]


def telling(kept: Sequence[CutExample]) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the limit from which a sentence of an agent tells of what is hidden, and a report; ``kept``: those
    aside."""
    goes = np.array([one.goes for one in kept])
    values = np.array([log_odds(one.request, one.sentence) for one in kept])
    allowed = [one for one in sorted(values) if goes[values >= one].mean() >= TOLD_RIGHT]
    least = round(float(allowed[0]), 2)
    return {"told": least}, {
        "sentences": len(kept),
        "found": round(float((values[goes] >= least).mean()), 3),
        "precision": round(float(goes[values >= least].mean()), 3),
    }


def answering(kept: Sequence[CutExample]) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the limit from which a sentence of an answer tells of what is meant, and a report; ``kept``: those
    aside."""
    goes = np.array([one.goes for one in kept])
    values = np.array([log_odds(one.request, one.sentence) for one in kept])
    least = round(float(np.quantile(values[~goes], STAYS)), 2)
    return {"answered": least}, {
        "sentences": len(kept),
        "left out": round(float((values[goes] >= least).mean()), 3),
        "others that stay": round(float((values[~goes] < least).mean()), 3),
    }


def strange(families: Collection[str]) -> Iterator[CutExample]:
    """Yield sentences of other cases beside the requests of these families."""
    draw, rows = np.random.default_rng(23), [row for row in _cases() if row["family"] in families]
    for row in rows:
        others = [one for one in rows if one is not row]
        for at in draw.choice(len(others), STRANGE_SENTENCES, replace=False):
            sentences = others[int(at)]["turns"][0]
            said = in_its_place(sentences, int(draw.integers(len(sentences))))
            yield CutExample(row["request"], said, goes=False, beside=False, family=f"cut {row['family']}")


def cutting(kept: Sequence[CutExample]) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the limits from which a sentence is cut out, and a report; ``kept``: those aside."""
    inputs: dict[tuple[str, int], list[CutExample]] = {}
    for one in kept:
        if one.beside:
            inputs.setdefault((one.family, one.turn), []).append(one)
    goes = np.array([one.goes for said in inputs.values() for one in said])
    judged = [np.array([log_odds(one.request, one.sentence) for one in said]) for said in inputs.values()]
    best: tuple[float, float, float, float] = (-1.0, 0.0, 0.0, 0.0)
    for common in SHARES:
        values = np.concatenate([standing_out(odds, common) for odds in judged])
        least = round(float(np.quantile(values[goes], 1 - FOUND)), 2)
        best = max(best, (float((values < least)[~goes].mean()), common, least, float((values >= least)[goes].mean())))
    stay, common, least, found = best
    return {"goes": least, "common": common}, {
        "sentences": len(goes),
        "meant and cut out": round(found, 3),
        "others of the same input that stay": round(stay, 3),
    }


def finding(families: Collection[str]) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the limits from which an input is meant, and a report; ``families``: those aside.

    Beside the inputs of its own case each request is judged with some of others, as there are more in a memory.
    """
    judged = list[tuple[NDArray[np.float64], NDArray[np.bool_]]]()
    for row, inputs, meant in _among_others(families):
        judged.append((np.array([odds(row["request"], one) for one in inputs]), meant))
    right = np.concatenate([wanted for _, wanted in judged])
    best: tuple[float, float, float, float] = (-1.0, 0.0, 0.0, 0.0)
    for rival in SHARES:
        values = np.concatenate([against_others(likely, rival) for likely, _ in judged])
        for least in map(float, np.quantile(values, np.linspace(0.5, 0.995, 250))):
            found = values >= least
            if (precision := float(right[found].mean())) >= RIGHT:
                best = max(best, (float(right[found].sum() / right.sum()), rival, round(least, 2), precision))
    recall, rival, least, precision = best
    return {"meant": least, "rival": rival}, {
        "inputs": len(right),
        "found": round(recall, 3),
        "precision": round(precision, 3),
    }


def _among_others(families: Collection[str]) -> Iterator[tuple[dict[str, Any], list[str], NDArray[np.bool_]]]:
    """Yield cases, each with what people said in it and in some others, and which of these inputs are meant."""
    rows = [row for row in _cases() if row["family"] in families]
    draw = np.random.default_rng(17)
    for row in rows:
        others = [one for one in rows if one is not row]
        besides = [others[int(at)]["turns"][0] for at in draw.choice(len(others), STRANGE, replace=False)]
        meant = {turn for turn, _ in row["go"]}
        own = [turn for turn in range(len(row["turns"])) if row.get("by", "U" * len(row["turns"]))[turn] == "U"]
        inputs = [" ".join(sentences) for sentences in (*(row["turns"][turn] for turn in own), *besides)]
        yield row, inputs, np.array([*(turn in meant for turn in own), *(False for _ in besides)])


def naming(families: Collection[str]) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the limit from which an input is meant that has some of the words that a request names, and a report.

    It is as low as ``RIGHT`` allows.
    """
    values, right = list[float](), list[bool]()
    for row, inputs, meant in _among_others(families):
        for what in each_to_forget(words_to_forget(row["request"])):
            words = wish_of(what).words
            held = {
                str(at): frozenset(word for word in words if holds_word(word, one)) for at, one in enumerate(inputs)
            }
            for at in best_of(held):
                if not held[at].issuperset(words):
                    values.append(odds(row["request"], inputs[int(at)]))
                    right.append(bool(meant[int(at)]))
    likely, wanted = np.array(values), np.array(right)
    allowed = [one for one in sorted(values) if wanted[likely >= one].mean() >= RIGHT]
    least = round(allowed[0], 2)
    found = likely >= least
    return {"named": least}, {
        "inputs": len(values),
        "meant": round(float(wanted.mean()), 3),
        "found": round(float(wanted[found].sum() / wanted.sum()), 3),
        "precision": round(float(wanted[found].mean()), 3),
    }
