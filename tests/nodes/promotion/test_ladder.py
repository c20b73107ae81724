"""Each rung of the ladder as a table: what is enough, what is not, and what is said about it."""

from datetime import timedelta
from typing import Any

import pytest

from memorist.nodes.promotion.confidence import promoted_confidence
from memorist.nodes.promotion.evidence import PromotionEvidence, Severity, Support
from memorist.nodes.promotion.rules import (
    EPISODE_TO_OBSERVATION,
    FACT_TO_PROCEDURE,
    FACT_TO_RULE,
    LADDER,
    OBSERVATION_TO_FACT,
    OBSERVATION_TO_SHARED,
    STAGED_TO_CONFIRMED,
    PromotionRule,
)
from tests.stores import START


def at(*hours: float, agents: str = "", circular: int = 0) -> dict[str, tuple[Support, ...]]:
    """Supports at these hours, by agents with these letters; the last ``circular`` ones are."""
    moments = [START + timedelta(hours=hour) for hour in hours]
    whose = agents or [None] * len(hours)
    circles = [place >= len(hours) - circular for place in range(len(hours))]
    found = enumerate(zip(moments, whose, circles, strict=True))
    return {"supports": tuple(Support(id=f"e{i}", at=at, agent=agent, circular=c) for i, (at, agent, c) in found)}


SURE = {"confidence": 0.9}
APPLIED = {**SURE, **at(0, 1), "trigger": "new project", "steps": ("use pnpm",)}
GRAVE = {"confidence": 0.95, "severity": Severity.HIGH}
CASES: list[tuple[PromotionRule, bool, str, dict[str, Any]]] = [
    (EPISODE_TO_OBSERVATION, True, "2 of 2 supports", at(0, 1)),
    (EPISODE_TO_OBSERVATION, False, "0.9 h of 1.0 h apart", at(0, 0.9)),
    (EPISODE_TO_OBSERVATION, False, "1 of 2 supports", at(0)),
    (EPISODE_TO_OBSERVATION, False, "similarity 0.84", {**at(0, 5), "similarity": 0.84}),
    (EPISODE_TO_OBSERVATION, True, "similarity 0.85", {**at(0, 5), "similarity": 0.85}),
    (EPISODE_TO_OBSERVATION, False, "1.5 of 2 supports, 1 of them circular", at(0, 5, circular=1)),
    (OBSERVATION_TO_FACT, True, "no contradiction", {**at(0, 1, 2), "confidence": 0.7}),
    (OBSERVATION_TO_FACT, False, "confidence 0.69", {**at(0, 1, 2), "confidence": 0.69}),
    (OBSERVATION_TO_FACT, False, "1 contradictions", {**at(0, 1, 2), **SURE, "contradictions": ("other",)}),
    (OBSERVATION_TO_FACT, False, "2.5 of 3", {**at(0, 1, 2, circular=1), **SURE}),
    (OBSERVATION_TO_FACT, True, "3 of 3", {**at(0, 1, 2, 3, circular=2), **SURE}),
    (FACT_TO_RULE, True, "severity medium", {**SURE, "severity": Severity.MEDIUM}),
    (FACT_TO_RULE, False, "severity low", {**GRAVE, "severity": Severity.LOW}),
    (FACT_TO_RULE, False, "confidence 0.89", {**GRAVE, "confidence": 0.89}),
    (FACT_TO_RULE, False, "probation", {**GRAVE, "confirmed": False}),
    (FACT_TO_PROCEDURE, True, "2 of 2 supports", APPLIED),
    (FACT_TO_PROCEDURE, False, "trigger: none", {**APPLIED, "trigger": None}),
    (FACT_TO_PROCEDURE, False, "0 concrete steps", {**APPLIED, "steps": ()}),
    (FACT_TO_PROCEDURE, False, "1 of 2 supports", {**APPLIED, **at(0)}),
    (OBSERVATION_TO_SHARED, True, "3 of 3 agents", at(0, 12, 24, agents="abc")),
    (OBSERVATION_TO_SHARED, False, "2 of 3 agents", at(0, 12, 48, agents="aba")),
    (OBSERVATION_TO_SHARED, False, "23.0 h of 24.0 h", at(0, 12, 23, agents="abc")),
    (STAGED_TO_CONFIRMED, True, "3 of 3 accesses", {"accesses": 3}),
    (STAGED_TO_CONFIRMED, False, "2 of 3 accesses", {"accesses": 2}),
]


@pytest.mark.parametrize(("rule", "admits", "said", "given"), CASES)
def test_a_rung_admits_what_the_table_says_and_tells_why(
    rule: PromotionRule, admits: bool, said: str, given: dict[str, Any]
) -> None:
    admission = rule.admits(PromotionEvidence(**given))
    assert admission.admits is admits
    assert said in admission.reason


def test_every_rung_of_the_ladder_has_both_answers_in_the_table() -> None:
    for rule in LADDER:
        assert {admits for tried, admits, _, _ in CASES if tried is rule} == {True, False}


def test_nothing_is_ever_enough_without_evidence() -> None:
    assert not any(rule.admits(PromotionEvidence()).admits for rule in LADDER)


@pytest.mark.parametrize(
    ("episodes", "supports", "confidence"),
    [(0, 0, 0.0), (1, 0, 0.5), (2, 0, 0.7), (3, 0, 0.82), (2, 1, 0.8), (2, 2, 0.867), (2, 3, 0.911), (1.5, 0, 0.613)],
)
def test_confidence_follows_the_stated_formula(episodes: float, supports: float, confidence: float) -> None:
    assert promoted_confidence(episodes, supports) == pytest.approx(confidence, abs=0.001)
