"""Content words of a text."""

import pytest

from memorist.nodes.language.words import concepts_of, content_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What's my name?", "name"),
        ("What can’t I eat?", "eat"),
        ("We don't deploy and won't ship", "deploy ship"),
        ("Isn't it?", ""),
        ("Where am I?", ""),
        ("the parents' room", "parents room"),
    ],
)
def test_the_rest_of_a_shortened_word_is_no_word(text: str, words: str):
    assert content_words(text) == words


def test_runs_of_words_are_kept_together_the_longest_first():
    assert concepts_of("Add the avatar upload to the user profile screen") == ("user profile screen", "avatar upload")
