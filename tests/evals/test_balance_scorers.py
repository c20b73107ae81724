"""Scorers of assessments, verdicts and skills: each can fail, and says what it found instead."""

from typing import Any

import pytest
from pydantic import ValidationError

from memorist.api.skills import SkillExport, SkillFile
from memorist.evals.scenarios.balance_scorers import assessed, exported, judged
from memorist.evals.scenarios.load import InvalidScenario, read_scenario
from memorist.evals.scenarios.model_balance import AssessmentExpectation, SkillExpectation, VerdictExpectation
from memorist.evals.scenarios.trace import AuditedVerdict
from memorist.nodes.homeostasis.acts.verdict import ActVerdict, Objection
from memorist.nodes.homeostasis.result import DIMENSIONS, Assessment, CarryOver, ClarifyQuestion, Dimension
from memorist.nodes.skills.skill_file import skill_of, write_skill
from memorist.nodes.skills.stable import judge
from tests.evals.examples import NOON
from tests.nodes.skills.test_skill_file import procedure

FOUND = Assessment(
    agent_id="dev_1",
    at=NOON,
    activity="idle",
    dimensions=tuple(Dimension(name=n, state="LOW", score=0.2, evidence=("idle",)) for n in DIMENSIONS),
    question=ClarifyQuestion(
        question="What now?", about="x", choices=("a", "b"), confidence=0.4, when="now", answer="a"
    ),
    carry_over=(CarryOver(task="t", worker="w", done=("tabs",), left=("links",), reason="", failures=2),),
    advice=("Find other work.", "Wait."),
)
ENGAGED = {"dimension": "productive_engagement"}


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ({"activity": "idle"}, {"activity": "working"}),
        ({**ENGAGED, "state": "LOW"}, {**ENGAGED, "state": "HIGH"}),
        ({**ENGAGED, "score": 0.21}, {**ENGAGED, "score": 0.5}),
        ({**ENGAGED, "evidence": ["idle"]}, {**ENGAGED, "evidence": ["busy"]}),
        ({"advice": ["wait"]}, {"advice": ["find", "wait"]}),
        ({"first_advice": ["other work"]}, {"first_advice": ["wait"]}),
        ({"not_advised": ["ask"]}, {"not_advised": ["wait"]}),
        ({"choices": 2, "when": "now", "asks": ["what"]}, {"choices": 3}),
        ({"answered": ["a"]}, {"answered": ["b"]}),
        ({"carry_over": {"done": ["tabs"], "failures": 2}}, {"carry_over": {"left": ["tabs"]}}),
        ({"activity": "idle"}, {"tension": "idle_but_just_asked"}),
        ({"activity": "idle"}, {"guardrail": "silence"}),
        ({"activity": "idle"}, {"recalled": ["Clerk"]}),
    ],
)
def test_an_assessment_is_compared_with_what_is_expected(right: dict[str, Any], wrong: dict[str, Any]) -> None:
    assert assessed(AssessmentExpectation.model_validate({"why": "it is so", **right}), FOUND).passed
    failed = assessed(AssessmentExpectation.model_validate({"why": "it is not so", **wrong}), FOUND)
    assert not failed.passed
    assert failed.explanation


@pytest.mark.parametrize("empty", [{}, {"state": "LOW"}, {"dimension": "productive_engagement"}, {"mood": "good"}])
def test_an_expectation_that_expects_nothing_is_refused(empty: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        AssessmentExpectation.model_validate({"why": "nothing", **empty})


DENIED = AuditedVerdict(
    ActVerdict(
        action="deny",
        reason="It would delete the folder tests.",
        alternative="Name single files.",
        objections=(Objection(source="guardrail", id="x", verdict="deny", what="w", reason="r", alternative="a"),),
    ),
    ("deny: dev_1 meant: rm -rf tests.",),
)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ({"action": "deny"}, {"action": "allow"}),
        ({"action": "deny", "source": "guardrail"}, {"action": "deny", "source": "hard_rule"}),
        ({"action": "deny", "reason": ["folder", "tests"]}, {"action": "deny", "reason": ["table"]}),
        ({"action": "deny", "alternative": ["single"]}, {"action": "deny", "alternative": ["backup"]}),
    ],
)
def test_a_verdict_is_compared_with_what_is_expected(right: dict[str, Any], wrong: dict[str, Any]) -> None:
    assert judged(VerdictExpectation.model_validate({"why": "it is so", **right}), DENIED).passed
    assert not judged(VerdictExpectation.model_validate({"why": "it is not so", **wrong}), DENIED).passed


def test_a_verdict_that_is_not_in_the_log_is_not_audited() -> None:
    expected = VerdictExpectation(why="written down", action="deny", audited=True)
    assert judged(expected, DENIED).passed
    assert not judged(expected, AuditedVerdict(DENIED.verdict, ())).passed


def test_a_skill_is_compared_with_what_is_expected() -> None:
    found = procedure()
    file = SkillFile(name="x", text=write_skill(skill_of(found)), procedure_id=found.id)
    export = SkillExport(skills=(file,), verdicts=(judge(found),))
    for right in ({"steps": ("className",)}, {"notes": ("Used 5 times",)}, {"description": ("Pressable",)}):
        assert exported(SkillExpectation.model_validate({"why": "w", "name": "flicker", **right}), export).passed
    for wrong in ({"steps": ("deploy",)}, {"fit": False}, {"name": "deploy"}, {"reason": ("never used",)}):
        expected = SkillExpectation.model_validate({"why": "w", "name": "flicker", **wrong})
        assert not exported(expected, export).passed


FILE = """
name: short
title: Short
why: To see what is refused.
given: {{group: g, agents: [dev_1], clock: 2026-02-01T09:00:00Z}}
events:
  - {{id: e, at: 2026-02-01T09:00:00Z, {event}}}
checkpoints:
  - {{id: c, why: It must be so., {checkpoint}}}
"""
IDLE = "assess: {state: {}}"
EXPECTS = "assessment: [{why: so, activity: idle}]"


@pytest.mark.parametrize(
    ("event", "checkpoint", "says"),
    [
        ("assess: {state: {tsk: x}}", EXPECTS, "tsk"),
        ("assess: {agent: dev_9, state: {}}", EXPECTS, "dev_9"),
        ("act: {action: {kind: dance}}", "verdict: [{why: so, action: allow}]", "dance"),
        ("intake: {form: {role: x}}", "absent: [{why: so, type: 'semantic:fact'}]", "domain"),
        (IDLE, "verdict: [{why: so, action: allow}]", "has no `act`"),
        (f"{IDLE}, advance: true", EXPECTS, "exactly one of"),
        (IDLE, f"{EXPECTS}, absent: [{{why: so, words: [x]}}]", "exactly one of"),
        (IDLE, "absent: [{why: so}]", "expects nothing"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(event: str, checkpoint: str, says: str) -> None:
    with pytest.raises(InvalidScenario, match=says):
        read_scenario(FILE.format(event=event, checkpoint=checkpoint), file="short.yaml")


def test_a_file_with_the_new_events_can_be_read() -> None:
    assert read_scenario(FILE.format(event=IDLE, checkpoint=EXPECTS), file="short.yaml").events[0].assess is not None
