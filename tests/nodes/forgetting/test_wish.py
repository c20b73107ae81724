"""Meaning of a wish to forget: memories tell it in the third person."""

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Memory
from memorist.nodes.forgetting.wish import means, wish_of
from tests.evals.examples import memory


def of(user: str, content: str, claim: Claim | None = None) -> Memory:
    return memory(content, scope={"group_id": "examples", "user_id": user}, claim=claim)


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("my phone number", "User's phone number is +43 660 1234567"),
        ("my phone number", "User's new phone number is 5"),
        ("phone number of mine", "User's phone number is 5"),
        ("where I live", "User lives in Graz, Hauptplatz 3"),
        ("my address", "User lives in Graz"),
        ("my allergy", "User is allergic to nuts"),
        ("my nut allergy", "User is allergic to nuts"),
        ("everything about my allergies", "User is allergic to nuts"),
        ("my preference for dark mode", "User prefers dark mode"),
        ("my preferences", "From now on the user prefers short answers"),
        ("how much I earn", "User's salary is 90000 euros"),
        ("when I was born", "User was born in 1990"),
        ("my age", "User is 34 years old"),
        ("my divorce", "User got divorced last year"),
        ("my wife's birthday", "User's wife's birthday is on June 1"),
        ("our standup", "Team's standup is at nine"),
        ("our preference for dark mode", "Team prefers dark mode"),
        ("everything about me", "User is tall"),
    ],
)
def test_the_speaker_s_own_and_his_team_s_are_found_in_other_words(said: str, content: str) -> None:
    assert means(wish_of(said), of("ana", content), "ana")
    assert means(wish_of(said), of("ana", content), None)


def test_the_claim_tells_it_too() -> None:
    claim = Claim(subject="user", predicate="has", object="allergy to nuts")
    assert means(wish_of("my allergy to nuts"), of("ana", "User can't eat nuts", claim), "ana")


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("my phone number", "Ben's phone number is 5"),
        ("my phone number", "User's phone is broken"),
        ("my birthday", "User's wife's birthday is on June 1"),
        ("my allergy", "User's son is allergic to cats"),
        ("my address", "User's email address is a@example.org"),
        ("where I live", "User's email address is a@example.org"),
        ("my contract", "User contacted Ben"),
        ("my car", "User's cart has three items"),
        ("our standup", "User's standup desk is new"),
        ("everything about me", "Team uses Redis"),
        ("the team", "Team uses Redis"),
        ("Redis", "User prefers Redis"),
    ],
)
def test_what_is_somebody_else_s_or_something_else_is_not_meant(said: str, content: str) -> None:
    assert not means(wish_of(said), of("ana", content), "ana")


def test_what_another_says_of_himself_is_not_meant() -> None:
    assert not means(wish_of("my phone number"), of("ben", "User's phone number is 5"), "ana")


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("my phone number", "my phone number"),
        ("the release date", "release date"),
        ("our deploy key", "deploy key"),
        ("everything you know about Lena", "Lena"),
        ("that we use Redis", "we use Redis"),
        ("the team", "the team"),
        ("the", "the"),
    ],
)
def test_the_words_that_must_stand_somewhere(said: str, text: str) -> None:
    assert wish_of(said).text == text
