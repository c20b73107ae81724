"""Sentences that are their speaker's own affair or everybody's, for `fit_network.py`, and the limits between them."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from act_examples import CORPUS
from numpy.typing import NDArray

from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.domain.visibility import SPEAKER, is_personal_input
from memorist.nodes.reading.whose.whose import probability

DATA = Path(__file__).parents[1] / "evals/whose"
OF_PERSONS = frozenset({"semantic:preference", "model:user", "model:self"})
"""Types of memories that are one person's."""
CORPUS_WEIGHT = 0.5
"""Weight of a turn of the corpus, whose types say only roughly whose affair it is."""
FOUND = 0.9
"""Of the private sentences that somebody tells an assistant alone, so many are found on families kept aside: what is
told wrongly cannot be taken back. What is withheld is told to whoever names its speaker."""
TOLD = 0.99
"""Of everybody's sentences that are said in front of others, so many are told to the rest of the group."""


class WhoseExample(NamedTuple):
    """A sentence, whether it is its speaker's own affair, and what is held out with it.

    ``company``: it was said in front of others; null where that is not known.
    """

    text: str
    personal: bool
    family: str
    company: bool | None = None
    weight: float = 1.0


def written(name: str = "train.jsonl") -> Iterator[WhoseExample]:
    """Yield the sentences of a file."""
    for row in map(json.loads, (DATA / name).read_text(encoding="utf-8").splitlines()):
        for sentence in sentences_in(row["text"]):
            yield WhoseExample(sentence, row["personal"], f"whose {row['family']}", row.get("company"))


def of_corpus() -> Iterator[WhoseExample]:
    """Yield single turns of users of the extraction corpus: private where a preference or a person is learned of it."""
    for row in map(json.loads, CORPUS.read_text(encoding="utf-8").splitlines()):
        types, facts = frozenset(row["expected"].get("types", ())), row["expected"].get("facts", ())
        if len(row["turns"]) > 1 or row["turns"][0]["role"] != "user" or not types:
            continue
        own = bool(types & OF_PERSONS) or any(SPEAKER in str(fact).casefold() for fact in facts)
        yield WhoseExample(row["turns"][0]["content"], own, f"corpus {row['id']}", weight=CORPUS_WEIGHT)


def probabilities(sentences: Sequence[WhoseExample]) -> NDArray[np.float64]:
    """Return how probable it is of each sentence that it is private."""
    return np.array([probability(one.text) for one in sentences])


def limits(kept: Sequence[WhoseExample]) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the probabilities from which a sentence is private, by company, and a report; ``kept``: those aside."""
    kept = [one for one in kept if one.weight == 1]
    likely, private = probabilities(kept), np.array([one.personal for one in kept])
    before_others = np.array([one.company is True for one in kept])
    alone = round(float(np.quantile(likely[private & ~before_others], 1 - FOUND)), 3)
    in_company = likely[~private & before_others]
    company = max(alone, round(float(np.quantile(in_company, TOLD)), 3)) if len(in_company) else alone
    blind = [*written("blind.jsonl")]
    of_blind, likely_blind = np.array([one.personal for one in blind]), probabilities(blind)
    by_words = np.array([is_personal_input(one.text, "turn") for one in blind])
    return {"alone": alone, "company": company}, {
        "sentences": len(kept),
        "told to an assistant alone": _figures(likely[~before_others] >= alone, private[~before_others]),
        **(
            {"said in front of others": _figures(likely[before_others] >= company, private[before_others])}
            if before_others.any()
            else {}
        ),
        "blind": _figures(likely_blind >= alone, of_blind),
        "blind, by words": _figures(by_words, of_blind),
    }


def _figures(judged: NDArray[np.bool_], private: NDArray[np.bool_]) -> dict[str, float]:
    """Return the shares of private sentences that are found, and of the others that are told."""
    return {
        "private found": round(float(judged[private].mean()), 3),
        "others told": round(float((~judged)[~private].mean()), 3),
    }
