"""Past forms and participles."""

import pytest

from memorist.nodes.language.verbs import is_past


@pytest.mark.parametrize("word", ["wrote", "written", "booked", "merged", "shipped", "copied", "sent"])
def test_past_forms(word: str) -> None:
    assert is_past(word)


@pytest.mark.parametrize("word", ["write", "seed", "need", "play"])
def test_words_that_are_none(word: str) -> None:
    assert not is_past(word)
