"""What training writes is what it has learned."""

from random import Random

import pytest

from memorist.evals.updates.train import Pair, as_data, grown, held_back
from memorist.nodes.ingestion.renewal.forest import forest_of

NAMES = ("near", "older", "told")


def pairs(count: int = 600) -> list[Pair]:
    """Ten of each conversation; what is near and told to be otherwise takes the place."""
    chance = Random(7)
    found: list[Pair] = []
    for number in range(count):
        signals = {name: chance.random() for name in NAMES}
        takes = signals["near"] > 0.5 and signals["told"] > 0.3
        found.append(Pair(f"talk{number // 10}", takes, 1.0, signals))
    return found


def test_a_written_forest_answers_as_the_model_did() -> None:
    every = pairs()
    model = grown(every, NAMES)
    written = forest_of(as_data(model, NAMES))
    learned = model.predict_proba([[pair.signals[name] for name in NAMES] for pair in every])[:, 1]
    assert [written.probability(pair.signals) for pair in every] == pytest.approx(list(learned), abs=2e-3)


def test_what_is_held_back_is_judged_once_each_and_by_a_model_that_has_learned() -> None:
    every = pairs()
    rated = held_back(every, NAMES)
    assert sorted(id(pair) for _, pair in rated) == sorted(map(id, every))
    right = sum((chance > 0.5) == pair.takes for chance, pair in rated)
    assert right > 0.95 * len(every)
