"""Word lists as pieces of patterns."""

import re

import pytest

from memorist.nodes.ingestion.vocabulary import one_of


@pytest.mark.parametrize(
    ("name", "phrase"),
    [
        ("greetings", "what's up"),
        ("greetings", "what’s up"),
        ("greetings", "whats up"),
        ("work", "ticket"),
        ("work", "tickets"),
        ("work", "pull requests"),
        ("consents", "sign-off"),
        ("yes and no", "yes"),
        ("yes and no", "no"),
    ],
)
def test_a_phrase_of_a_list_is_met_in_each_spelling(name: str, phrase: str) -> None:
    assert re.fullmatch(one_of(name), phrase, re.VERBOSE)


@pytest.mark.parametrize(("name", "phrase"), [("greetings", "whats"), ("work", "ticket s"), ("consents", "signxoff")])
def test_what_is_no_phrase_of_the_list_is_not_met(name: str, phrase: str) -> None:
    assert not re.fullmatch(one_of(name), phrase, re.VERBOSE)
