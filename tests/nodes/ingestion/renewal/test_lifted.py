"""What says that a rule no longer holds, and which rule it means."""

import pytest

from memorist.memory_store.domain.scope import Scope
from memorist.nodes.ingestion.renewal.lifted import lifted
from tests.memory_store.builders import memory
from tests.nodes.ingestion.renewal.test_come_about import NOW, draft_saying

SCOPE = Scope(group_id="g")
RULE = "Never push directly to main"


def ended(told: str, *rules: str) -> list[str]:
    stored = [memory(SCOPE, text, "semantic:hard_rule", at=NOW) for text in rules]
    [settled] = lifted([draft_saying(told)], stored)
    return [m.content for m in stored if m.id in settled.ends]


@pytest.mark.parametrize(
    "told",
    [
        "You can push directly to main again",
        "Team can push to main again",
        "Everybody is allowed to push to main now",
        "Pushing to main is fine again",
        "The rule about pushing to main is lifted",
        "User hereby lifts the rule against pushing to main",
        "Team no longer forbids pushing to main",
    ],
)
def test_it_is_lifted(told: str):
    assert ended(told, RULE, "Never deploy on Fridays") == [RULE]


@pytest.mark.parametrize(
    "told",
    [
        "You can push to the release branch again",
        "Team can not push to main again",
        "If you can push to main again, tell Ana",
        "Team pushes to main again",
        "Pushing to main is slow again",
        "Main is fine again",
    ],
)
def test_it_is_not(told: str):
    assert ended(told, RULE) == []


def test_a_rule_that_forbids_less_is_not_meant():
    assert ended("Team can push to main again", "Never push to main without a review by two people") == []


def test_where_two_rules_may_be_meant_none_is_lifted():
    assert ended("Team can push to main again", RULE, "Do not push to main") == []
