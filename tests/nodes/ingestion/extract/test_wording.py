"""Content reads well to a third person."""

import pytest

from memorist.nodes.ingestion.extract.clause import with_canonical_names
from memorist.nodes.ingestion.extract.wording import joined, lowered, third_person, told_past


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I prefer Clerk", "User prefers Clerk"),
        ("we use GitLab for version control", "Team uses GitLab for version control"),
        ("we don't use Redux", "Team does not use Redux"),
        ("we never deploy on Fridays", "Team never deploys on Fridays"),
        ("I'm allergic to peanuts", "User is allergic to peanuts"),
        ("I have a dog and my cat is old", "User has a dog and the user's cat is old"),
        ("our API is slow", "The team's API is slow"),
        ("we've tried it", "Team has tried it"),
        ("I went hiking", "User went hiking"),
        ("I once shipped a debug build", "User once shipped a debug build"),
        ("I roughly get it", "User roughly gets it"),
        ("we apply it", "Team applies it"),
        ("we can't use it", "Team cannot use it"),
        ("we always carry spares", "Team always carries spares"),
        ("expo-router is what we use", "expo-router is what the team uses"),
        ("iOS builds are slow", "iOS builds are slow"),
        ("we have set ourselves a limit", "Team has set itself a limit"),
        ("Our team uses uv", "Team uses uv"),
        ("our team always relies on uv", "Team always relies on uv"),
        ("the team discusses it", "Team discusses it"),
        ("we focus on tests and we miss none", "Team focuses on tests and the team misses none"),
        ("I work as a data engineer", "User works as a data engineer"),
        ("the team work is fun", "Team work is fun"),
        ("about 24 of us, that stays between us", "About 24 of us, that stays between us"),
        ("i.e. our reports", "i.e. the team's reports"),
        ("had I known in time", "Had the user known in time"),
        ("what I or my team do", "What the user or the user's team do"),
    ],
)
def test_what_was_said_is_told(said: str, told: str) -> None:
    assert third_person(said) == told.replace("The team's", "Team's")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("retros are on Fridays", "retrospectives are on Fridays"),
        ("the retro is on Friday", "the retrospective is on Friday"),
        ("postgres are the people to ask", "PostgreSQL are the people to ask"),
    ],
)
def test_a_name_is_spelled_in_full_and_stays_in_the_plural(said: str, told: str) -> None:
    assert with_canonical_names(said) == told


def test_a_named_speaker_is_named() -> None:
    assert third_person("I prefer tabs", "Lena") == "Lena prefers tabs"


def test_small_helpers() -> None:
    assert joined(["a", "b", "c"]) == "a, b and c"
    assert lowered("Token refresh fails") == "token refresh fails"
    assert lowered("Pressable flickers with NativeWind") == "Pressable flickers with NativeWind"
    assert told_past("Create an Expo project") == "created an Expo project"
    assert told_past("creates an Expo project") == "created an Expo project"
