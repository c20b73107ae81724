"""Fit the weights that tell whose affair a sentence is: `python tools/fit_whose.py`. Needs the extra `train`.

`evals/whose/train.jsonl` and `blind.jsonl` hold objects {text, personal, family}. Of the extraction corpus, turns of
which a preference or a person is learned are private, and those of which rules, decisions, procedures, or facts of
others are, everybody's. Of the strengths of regularisation that is taken which orders the families kept aside best. The
report stands beside the weights: shares of the private sentences that are found, and of the others that are told to
everybody, on families kept aside and on the blind set; and the same for the words by which an input is judged that
nobody judged (`memory_store/domain/visibility.py`).
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn import metrics
from sklearn.linear_model import LogisticRegression
from training import FOLDS, fold_numbers

from memorist.memory_store.domain.visibility import SPEAKER, in_first_person, is_personal_input
from memorist.nodes.reading.whose.whose import FIRST_PERSON, features

ROOT = Path(__file__).parents[1]
DATA, WEIGHTS = ROOT / "evals/whose", ROOT / "nodes/reading/whose/weights.json"
CORPUS = ROOT / "evals/extraction/dev.jsonl"
OF_PERSONS = frozenset({"semantic:preference", "model:user", "model:self"})
"""Types of memories that are one person's."""
CORPUS_WEIGHT = 0.5
"""Weight of a turn of the corpus, whose types say only roughly whose affair it is."""
STRENGTHS = (0.3, 1.0, 3.0, 10.0)
"""Inverse strengths of regularisation that are tried."""
FOUND, FOUND_OWN = 0.8, 0.95
"""Of the private sentences so many are found on families kept aside, and of those in the first person, which have
always been their speaker's: what is told wrongly cannot be taken back, but a team that is not told what it has is no
better off. What is withheld is told to whoever names its speaker."""


class WhoseExample(NamedTuple):
    """A sentence, whether it is its speaker's own affair, and what is held out with it."""

    text: str
    personal: bool
    family: str
    weight: float = 1.0


def written(name: str) -> list[WhoseExample]:
    """Return the sentences of a file."""
    rows = map(json.loads, (DATA / name).read_text(encoding="utf-8").splitlines())
    return [WhoseExample(row["text"], row["personal"], row["family"]) for row in rows]


def of_corpus() -> Iterator[WhoseExample]:
    """Yield single turns of users of the extraction corpus of which something was to be learned."""
    for row in map(json.loads, CORPUS.read_text(encoding="utf-8").splitlines()):
        types, facts = frozenset(row["expected"].get("types", ())), row["expected"].get("facts", ())
        if len(row["turns"]) > 1 or row["turns"][0]["role"] != "user" or not types:
            continue
        own = bool(types & OF_PERSONS) or any(SPEAKER in str(fact).casefold() for fact in facts)
        yield WhoseExample(row["turns"][0]["content"], own, f"corpus {row['id']}", CORPUS_WEIGHT)


def rows_of(sentences: Sequence[WhoseExample]) -> NDArray[np.float32]:
    """Return the features of each sentence."""
    return np.stack([features(one.text) for one in sentences])


def in_first_persons(sentences: Sequence[WhoseExample]) -> NDArray[np.bool_]:
    """Return which sentences are in the first person; they have a limit of their own."""
    return np.array([in_first_person(one.text) for one in sentences])


def figures(judged: NDArray[np.bool_], private: NDArray[np.bool_]) -> dict[str, float]:
    """Return the shares of private sentences that are found, and of the others that are told."""
    return {
        "private found": round(float(judged[private].mean()), 3),
        "others told": round(float((~judged)[~private].mean()), 3),
    }


def main() -> None:
    """Fit, measure and write."""
    train, blind = [*written("train.jsonl"), *of_corpus()], written("blind.jsonl")
    rows, private = rows_of(train), np.array([one.personal for one in train])
    heavy, by_hand = np.array([one.weight for one in train]), np.array([one.weight == 1 for one in train])
    folds = fold_numbers((one.family for one in train), FOLDS)

    def fitted(strength: float, inside: Any) -> Any:
        model: Any = LogisticRegression(C=strength, max_iter=2_000)
        return model.fit(rows[inside], private[inside], sample_weight=heavy[inside])

    def scored_aside(strength: float) -> NDArray[np.float64]:
        scores = np.zeros(len(folds))
        for fold in range(FOLDS):
            scores[folds == fold] = fitted(strength, folds != fold).decision_function(rows[folds == fold])
        return scores

    area: Any = metrics
    aside = {strength: scored_aside(strength) for strength in STRENGTHS}
    best = max(STRENGTHS, key=lambda one: float(area.roc_auc_score(private[by_hand], aside[one][by_hand])))
    model = fitted(best, folds >= 0)
    own = in_first_persons(train)
    others_limit = float(np.quantile(aside[best][private & by_hand & ~own], 1 - FOUND))
    own_limit = float(np.quantile(aside[best][private & own], 1 - FOUND_OWN))
    judged, of_blind = aside[best] >= np.where(own, own_limit, others_limit), np.array([one.personal for one in blind])
    of_model = model.decision_function(rows_of(blind)) >= np.where(in_first_persons(blind), own_limit, others_limit)
    by_words = np.array([is_personal_input(one.text, "turn") for one in blind])
    report = {
        "strength": best,
        "sentences": {"written": int(by_hand.sum()), "of the corpus": int((~by_hand).sum())},
        "families kept aside": figures(judged[by_hand], private[by_hand]),
        "in the first person": figures(judged[by_hand & own], private[by_hand & own]),
        "corpus": figures(judged[~by_hand], private[~by_hand]),
        "blind": figures(of_model, of_blind),
        "blind, by words": figures(by_words, of_blind),
    }
    weights = model.coef_[0].copy()
    weights[FIRST_PERSON] += others_limit - own_limit  # each kind has a limit of its own
    numbers = [round(float(value), 4) for value in weights]
    data = {"constant": round(float(model.intercept_[0]) - others_limit, 4), "report": report, "weights": numbers}
    WEIGHTS.write_text(json.dumps(data) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
