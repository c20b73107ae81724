"""Judgement whose affair a sentence tells of, and who is told of it."""

import pytest

from memorist.memory_store.domain.visibility import may_see_words, words_for_others
from memorist.nodes.reading.whose.whose import whose_affair


@pytest.mark.parametrize(
    "said",
    [
        "We are getting divorced, nobody here knows yet.",
        "The therapist says two sessions a week.",
        "Mia is allergic to nuts.",
        "Tom's surprise party is on Friday, don't tell him.",
        "My rent is 900 euros.",
        "I'm lactose intolerant.",
    ],
)
def test_what_is_ones_own_affair_is_private_with_and_without_the_first_person(said: str) -> None:
    assert whose_affair(said).private == (0,)


@pytest.mark.parametrize(
    "said",
    [
        "The deploy is moved to Thursday.",
        pytest.param("I merged the fix.", marks=pytest.mark.xfail(strict=True, reason="kept private, at .23 of .15")),
        "Our standup is at 9:30.",
        "We're on Postgres.",
        "I'm out next week, ask Ben.",
    ],
)
def test_what_is_everybodys_is_not(said: str) -> None:
    assert whose_affair(said).private == ()


@pytest.mark.parametrize(
    ("said", "places"),
    [
        ("Keep this to yourself: the client is about to cancel phase 2", (0,)),
        ("The depot moves to 9:40 slots. Just between us: Sopot closes.", (1,)),
        ("The client resigned. He leaves in May. This stays between the four of us.", (0, 1, 2)),
        ("The Hallman account is lost, but not outside this call please.", (0,)),
        ("That's confidential, by the way.", (0,)),
        ("The depot in Sopot closes. Signe must not know.", (0, 1)),
        ("Confidentially: the depot in Sopot closes", (0,)),
        ("What I said stays in this room.", (0,)),
        ("Nobody must know that the depot closes.", (0,)),
    ],
)
def test_what_is_said_in_confidence_is_ones_own_affair_even_before_others(said: str, places: tuple[int, ...]) -> None:
    assert whose_affair(said).confided == places


@pytest.mark.parametrize(
    "said",
    [
        "The fence between us and the depot is broken.",
        "The confidential bin is in room 4.",
        "It is a secret ballot on Friday.",
        "Keep the door to the call room shut.",
        "Customers must not know the margin.",
        "The router stays in the room.",
        "Keep it quiet in the library.",
        "The repo is kept private by default.",
    ],
)
def test_other_uses_of_the_words_are_no_confidence(said: str) -> None:
    assert whose_affair(said).confided == ()


def test_a_sentence_that_leans_on_a_private_one_is_as_private() -> None:
    said = "We are getting divorced. It is hard for the kids. The deploy is moved to Thursday."
    assert whose_affair(said).private == (0, 1)
    assert words_for_others(said, "turn", "mira", (0, 1)) == "The deploy is moved to Thursday."


def test_an_answer_is_judged_as_a_whole() -> None:
    assert whose_affair("I'm sorry. A divorce is hard, and therapy helps many couples.", answer=True).private == (0, 1)
    assert whose_affair("The build is green. Merge it.", answer=True).private == ()


def test_what_was_judged_stands_over_the_words() -> None:
    assert may_see_words("ben", "mira", "I merged the fix", private=())
    assert not may_see_words("ben", "mira", "The therapist says two sessions a week", private=(0,))
    assert not may_see_words("ben", "mira", "I merged the fix")
