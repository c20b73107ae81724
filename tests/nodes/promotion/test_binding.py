"""Statements that may become rules for everybody, and those that may block."""

from typing import Any

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.promotion.rules.fact_to_rule import forbids, may_bind
from tests.evals.examples import memory

POLICY, FACT, PREFERENCE = "semantic:policy", "semantic:fact", "semantic:preference"


def says(subject: str, predicate: str, object_: str, *, polarity: bool = True) -> Claim:
    return Claim(subject=subject, predicate=predicate, object=object_, polarity=polarity)


@pytest.mark.parametrize(
    ("content", "type_", "claim", "binds", "blocks"),
    [
        ("Team never deploys on Fridays", POLICY, says("team", "practices", "x", polarity=False), True, True),
        ("Team does not merge broken builds", POLICY, says("team", "practices", "x", polarity=False), True, True),
        ("The team avoids Realm: it lost data", FACT, says("team", "avoids", "Realm"), True, True),
        ("Agents must not merge", FACT, says("team", "practices", "merge", polarity=False), True, True),
        ("Code review requires null checks", POLICY, says("code review", "requires", "null checks"), True, False),
        ("Everyone must use pnpm", POLICY, says("team", "uses", "pnpm"), True, False),
        ("Team does not use Redis in production", FACT, says("team", "uses", "Redis", polarity=False), True, False),
        ("The client requires WCAG AA", POLICY, says("client", "requires", "WCAG AA"), True, False),
        ("Team never used Kafka in production", FACT, says("team", "uses", "Kafka", polarity=False), False, False),
        ("Team uses pnpm", FACT, says("team", "uses", "pnpm"), False, False),
    ],
)
def test_what_says_how_work_is_done_may_bind_and_what_forbids_may_block(
    content: str, type_: str, claim: Claim, binds: bool, blocks: bool
) -> None:
    fact = memory(content, type_, claim=claim)
    assert may_bind(fact) is binds
    assert (may_bind(fact) and forbids(fact)) is blocks


@pytest.mark.parametrize(
    ("content", "type_", "claim"),
    [
        ("User never drinks coffee after lunch", PREFERENCE, says("user", "practices", "x", polarity=False)),
        ("User never said the user likes Angular", PREFERENCE, says("user", "practices", "x", polarity=False)),
        ("User's wife must not eat nuts", POLICY, says("team", "practices", "eat nuts", polarity=False)),
        ("From now on the user wants no meetings", POLICY, says("team", "practices", "meetings", polarity=False)),
        ("Dana is not allergic to nuts", FACT, says("Dana", "has", "allergy to nuts", polarity=False)),
        ("Dana never deploys", POLICY, says("Dana", "practices", "deploy", polarity=False)),
    ],
)
def test_what_a_person_says_of_himself_or_of_another_binds_nobody(content: str, type_: str, claim: Any) -> None:
    assert not may_bind(memory(content, type_, claim=claim))
