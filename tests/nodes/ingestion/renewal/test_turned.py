"""The contrary of a memory in its own words ends it."""

import pytest

from memorist.memory_store.domain.scope import Scope
from memorist.nodes.ingestion.renewal.turned import turned
from tests.memory_store.builders import memory
from tests.nodes.ingestion.renewal.test_come_about import NOW, draft_saying

SCOPE = Scope(group_id="g")


def ended(told: str, known: str) -> bool:
    stored = memory(SCOPE, known, at=NOW)
    [settled] = turned([draft_saying(told)], [stored])
    return settled.ends == (stored.id,)


@pytest.mark.parametrize(
    ("told", "known"),
    [
        ("User is not vegetarian any more", "User is vegetarian"),
        ("User eats fish again", "User does not eat fish"),
        ("Team has migrated to Vite now", "Team has not migrated to Vite yet"),
        ("The office is not open on Fridays", "The office is open on Fridays"),
    ],
)
def test_the_contrary(told: str, known: str):
    assert ended(told, known)


@pytest.mark.parametrize(
    ("told", "known"),
    [
        ("Team does not use Redis for sessions", "Team uses Redis"),
        ("User is not vegetarian any more", "Lena is vegetarian"),
        ("Team might not use Redis any more", "Team uses Redis"),
        ("User eats fish again", "User eats fish"),
        ("User does not eat meat", "User does not eat fish"),
    ],
)
def test_and_what_is_none(told: str, known: str):
    assert not ended(told, known)
