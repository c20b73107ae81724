"""A request to forget does not ask for what it says is to be kept."""

from collections.abc import Callable

import pytest

from memorist.memory_store.domain.clauses import clauses_of
from memorist.nodes.reading.forget_request import requests_to_forget, words_to_forget
from memorist.nodes.reading.keeping import only_keeps, parts_of
from tests.growth import assert_linear


@pytest.mark.parametrize(
    ("request_", "words", "kept"),
    [
        ("please forget my mobile number again, keep the rest", "my mobile number", ""),
        ("Please forget my landline number but keep everything else.", "my landline number", ""),
        ("Delete my salary from your memory, the rest can stay.", "my salary", ""),
        ("Please forget who has the vault key; leave everything else as it is.", "who has the vault key", ""),
        ("Remove my son's asthma from memory please, but nothing else.", "my son's asthma", ""),
        ("Please forget the wifi name, everything else is fine.", "the wifi name", ""),
        ("forget my number but please don't delete the rest", "my number", ""),
        ("@forget the alarm code, keep the rest", "the alarm code", ""),
        ("Please forget Ravi's divorce. Only that.", "Ravi's divorce", ""),
        ("forget the mail address of Jean Maes but not that he speaks French", "the mail address of Jean Maes", "that"),
        ("Please forget Saskia's medication, but keep that she runs the team.", "Saskia's medication", "that she"),
        ("Forget everything about Falkenberg except the address.", "Falkenberg", "the address"),
        ("forget Lena's address but not Lena's birthday, please", "Lena's address", "Lena's birthday"),
        ("Drop my old address (keep the new one)", "my old address", "the new one"),
    ],
)
def test_what_is_to_be_kept_is_not_sought(request_: str, words: str, kept: str) -> None:
    parts = parts_of(request_)
    assert words_to_forget(request_) == words_to_forget(parts.asked) == words
    assert parts.kept is not None
    assert parts.kept.startswith(kept)
    assert bool(parts.kept) == bool(kept)


@pytest.mark.parametrize(
    "request_",
    [
        "Please don't keep my phone number.",
        "Please forget that I keep bees.",
        "forget that the key is not under the mat",
        "forget that I like tea but not coffee",
        "Don't keep that.",
        "I don't want you to keep my salary, please forget it",
        "Forget that I have to keep the rest of the money",
        "Forget the code, it is still the old one",
        "Please forget the rest of the plan",
        "forget that nothing else matters",
        "Please forget where I live, I don't want that stored, only my wife may know",
    ],
)
def test_words_that_keep_nothing(request_: str) -> None:
    assert parts_of(request_) == (request_, None)


def test_a_sentence_behind_a_request_may_say_that_the_rest_is_to_be_kept() -> None:
    for said in ("Keep the rest, please.", "Only that.", "The rest can stay.", "But leave everything else as it is."):
        assert only_keeps(said)
        assert requests_to_forget(f"Please forget where I live. {said}") == ("Please forget where I live.", said)
        assert requests_to_forget(said) == ()
    for said in ("Keep the rest of the budget for May.", "Nothing else matters.", "The rest is in the drawer."):
        assert not only_keeps(said)


@pytest.mark.parametrize(
    ("sentence", "statements"),
    [
        ("my mobile is 0171 555 and the code is 8841.", ["my mobile is 0171 555", "the code is 8841"]),
        ("My landline is 01 555; the printer is upstairs.", ["My landline is 01 555", "the printer is upstairs"]),
        ("I moved to Ghent and my desk is next to Tove.", ["I moved to Ghent", "my desk is next to Tove"]),
        (
            "I live in Lindengasse 12, 1070 Vienna, and the bell says Kern.",
            ["I live in Lindengasse 12, 1070 Vienna", ""],
        ),
        ("My mother and my father are in Leeds.", ["My mother and my father are in Leeds"]),
        ("The code is 4471 and it changes in June.", ["The code is 4471 and it changes in June"]),
        ("The key is with Ines, who is in Ghent.", ["The key is with Ines, who is in Ghent"]),
        ("I take lithium, sertraline and aspirin.", ["I take lithium, sertraline and aspirin"]),
        ("Tove has the key and runs the shop.", ["Tove has the key and runs the shop"]),
    ],
)
def test_the_statements_of_a_sentence(sentence: str, statements: list[str]) -> None:
    found = [sentence[start:end] for start, end in clauses_of(sentence)]
    assert len(found) == len(statements)
    assert all(one.startswith(said) for one, said in zip(found, statements, strict=True))


def test_the_fragments_of_a_sentence() -> None:
    said = "The contact is Jean Maes, j.maes@duparc.be, French only."
    found = [said[start:end] for start, end in clauses_of(said, fragments=True)]
    assert found == ["The contact is Jean Maes", "j.maes@duparc.be", "French only"]


@pytest.mark.parametrize("unit", [" ", "\t\n", ".", "-", " ,", "keep the rest ", " and please"])
@pytest.mark.parametrize("read", [parts_of, only_keeps, clauses_of, words_to_forget])
def test_long_requests_take_linear_time(unit: str, read: Callable[[str], object]) -> None:
    assert_linear(lambda length: read("forget it" + unit * (length // len(unit)) + "x"), 5_000)
