"""What tells that something works again, is lifted, or that less is enough, and what that ends."""

import pytest

from memorist.memory_store.domain.scope import Scope
from memorist.nodes.ingestion.renewal.restored import restored
from tests.memory_store.builders import memory
from tests.nodes.ingestion.renewal.test_come_about import NOW, draft_saying

SCOPE = Scope(group_id="g")


def ended(told: str, *known: str) -> list[str]:
    stored = [memory(SCOPE, text, at=NOW) for text in known]
    [settled] = restored([draft_saying(told)], stored)
    return [m.content for m in stored if m.id in settled.ends]


@pytest.mark.parametrize(
    ("told", "known"),
    [
        ("Registry's healthy again, normal install works", "Team's npm registry is down"),
        ("Lift B carries people again", "The main lift in building B is out of order"),
        ("Recommendations are live for everybody again", "Recommendations are switched off in prod"),
        ("User's volvo is fixed", "User's volvo is in the garage with a dead clutch"),
        ("Freeze lifted, merge away", "Code freeze because of the audit, nothing gets merged"),
        ("They called off the strike", "Deliveries are late because of the strike"),
        ("Retrospective outcome, one approval is enough from now on", "Every pr needs two approvals"),
    ],
)
def test_what_is_over(told: str, known: str):
    assert ended(told, known, "Team uses Redis for caching") == [known]


@pytest.mark.parametrize(
    ("told", "known"),
    [
        ("The registry is not back yet", "Team's npm registry is down"),
        ("The registry will be up again tomorrow", "Team's npm registry is down"),
        ("The printer works again", "Team's npm registry is down"),
        ("The registry is down again", "The registry is slow"),
        ("The outage is over", "Code freeze because of the audit"),
        ("One reviewer is enough", "Every pr needs two approvals"),
        ("Two approvals are enough", "Every pr needs two approvals"),
    ],
)
def test_what_is_not(told: str, known: str):
    assert ended(told, known) == []


def test_where_several_may_be_meant_none_is_ended():
    assert ended("The lift works again", "The lift in A is broken", "The lift in B is broken") == []
