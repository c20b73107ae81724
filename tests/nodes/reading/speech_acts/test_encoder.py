"""The network that turns a sentence into a vector."""

import numpy as np
import pytest

from memorist.nodes.reading.shipped_weights import restored, rounded
from memorist.nodes.reading.speech_acts.acts import load
from memorist.nodes.reading.speech_acts.encoder import LONGEST_PAIR, encode, layers_of

ENCODER = load().encoder


def test_what_fills_a_sentence_up_does_not_change_its_vector() -> None:
    pieces = np.array(ENCODER.tokenizer.encode("Nobody deploys on Fridays.").ids)
    filled = np.concatenate((pieces, np.zeros(5, dtype=pieces.dtype)))
    real = (np.arange(len(filled)) < len(pieces)).astype(np.float32)
    assert encode(ENCODER.weights, filled, real, np) == pytest.approx(ENCODER("Nobody deploys on Fridays."), abs=1e-4)


@pytest.mark.parametrize("said", ["", " ", "no " * 10_000, "\ud800", "禁止在星期五部署。"])
def test_any_text_has_a_vector(said: str) -> None:
    assert np.isfinite(ENCODER(said)).all()


def test_a_file_holds_the_weights_nearly_as_they_were() -> None:
    one = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)
    back = restored(rounded({"words": one, "0.query": one, "0.query.shift": one[0]}))
    assert back["words"][np.array([2, 0])] == pytest.approx(one[[2, 0]], abs=0.01)
    assert back["0.query"] == pytest.approx(one, abs=0.01)
    assert back["0.query.shift"].tolist() == one[0].tolist()


def test_all_layers_are_shipped() -> None:
    assert layers_of(ENCODER.weights) == 6
    assert len(ENCODER.weights["positions"]) == LONGEST_PAIR
