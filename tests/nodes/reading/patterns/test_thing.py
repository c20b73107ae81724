"""Things by their canonical names, and what they compete for."""

import pytest

from memorist.nodes.reading.patterns.thing import Narrowing, thing_of, topic_for


@pytest.mark.parametrize(
    ("said", "name", "known"),
    [
        ("k8s", "Kubernetes", True),
        ("PostgreSQL 14", "PostgreSQL 14", True),
        ("custom JWT", "JWT", True),
        ("Expo Go", "Expo Go", True),
        ("expo-sqlite 14", "expo-sqlite 14", True),
        ("the green packaging", "green packaging", False),
    ],
)
def test_a_thing_has_its_canonical_name_unless_the_words_say_more(said: str, name: str, known: bool) -> None:
    thing = thing_of(said)
    assert (thing.object, thing.known) == (name, known)


@pytest.mark.parametrize(
    ("thing", "purpose", "place", "topic"),
    [
        ("Clerk", "mobile auth", "", "auth"),
        ("Firebase Auth", "", "", "auth"),
        ("PostgreSQL", "", "", "database"),
        ("PostgreSQL", "", "project Apollo", "database in project apollo"),
        ("green packaging", "", "", None),
    ],
)
def test_what_a_thing_competes_for(thing: str, purpose: str, place: str, topic: str | None) -> None:
    assert topic_for(thing_of(thing), Narrowing(purpose, place)) == topic
