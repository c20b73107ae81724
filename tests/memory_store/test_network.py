"""The network that comes with the package."""

from pathlib import Path

import numpy as np
import pytest

from memorist.memory_store.domain.errors import EmbedderUnavailable
from memorist.memory_store.network.network import HEADS, LONGEST_PAIR, LONGEST_SENTENCE, Network, load

AWKWARD = ("", " ", "no " * 10_000, "\ud800", "禁止在星期五部署。")


@pytest.mark.parametrize("said", AWKWARD)
def test_any_text_has_a_vector_and_is_judged(said: str) -> None:
    assert np.linalg.norm(load().embedding(said)) == pytest.approx(1, abs=1e-3)
    for head, classes in HEADS.items():
        likely = load().probabilities(head, said, said)
        assert (likely.shape, likely.sum()) == ((classes,), pytest.approx(1, abs=1e-3))


def test_two_long_texts_have_half_of_the_room_each() -> None:
    pieces = load().pieces_of("one " * 200, "two " * 200)
    [one], [two] = (load().pieces_of(word)[1:-1] for word in ("one", "two"))
    assert len(pieces) == LONGEST_PAIR
    assert (pieces.count(one), pieces.count(two)) == (LONGEST_PAIR // 2 - 1, LONGEST_PAIR // 2)


def test_a_text_has_the_room_that_a_short_one_beside_it_leaves() -> None:
    assert len(load().pieces_of("one " * 200)) == LONGEST_SENTENCE
    assert load().pieces_of("one " * 200, "two")[:LONGEST_SENTENCE] == load().pieces_of("one " * 200)


def test_a_damaged_installation_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "pieces.onnx").write_bytes(b"cut")
    with pytest.raises(EmbedderUnavailable, match="pip install --force-reinstall memorist"):
        Network(tmp_path)
