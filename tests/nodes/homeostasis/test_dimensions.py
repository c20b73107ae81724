"""Each dimension at both of its extremes and between them."""

from typing import Any

import pytest

from memorist.nodes.homeostasis.dimensions import (
    certainty_alignment,
    communication_health,
    knowledge_application,
    knowledge_sufficiency,
    productive_engagement,
    progress_momentum,
)
from memorist.nodes.retrieval.result import Knowledge
from tests.nodes.homeostasis.states import FIGURES, action, ago, message, research, signals

TASK: dict[str, Any] = {"task": "Add sign-in", "task_since": ago(60)}


@pytest.mark.parametrize(
    ("score", "state"), [(0.71, "HEALTHY"), (0.7, "LOW"), (0.41, "LOW"), (0.4, "CRITICAL"), (0.0, "CRITICAL")]
)
def test_sufficiency_follows_the_score_of_retrieval(score: float, state: str) -> None:
    knowledge = Knowledge(status="LOW", score=score, gaps=("push",))
    reading = knowledge_sufficiency.judge(knowledge, has_task=True)
    assert reading.state == state
    assert "nothing on push" in reading.evidence


def test_nothing_stored_and_nothing_near_are_told_apart() -> None:
    said = {
        basis: knowledge_sufficiency.judge(Knowledge(status="CRITICAL", score=0.0, basis=basis), has_task=True).evidence
        for basis in ("nothing_stored", "nothing_near_enough")
    }
    assert said["nothing_stored"] != said["nothing_near_enough"]


def test_without_a_task_knowledge_certainty_momentum_and_application_do_not_apply() -> None:
    idle = signals({"online_since": ago(10)})
    assert knowledge_sufficiency.judge(None, has_task=False).state == "NOT_APPLICABLE"
    for dimension in (certainty_alignment, progress_momentum, knowledge_application):
        reading = dimension.judge(idle, FIGURES)
        assert (reading.state, reading.score) == ("NOT_APPLICABLE", None)


@pytest.mark.parametrize(
    ("confidence", "stakes", "knowledge", "state"),
    [
        (0.3, "medium", 0.0, "LOW"),
        (0.65, "high", 0.9, "LOW"),
        (0.3, "low", 0.3, "HEALTHY"),
        (0.5, "medium", 0.5, "HEALTHY"),
        (0.95, "medium", 0.2, "HIGH"),
        (0.95, "medium", 0.9, "HEALTHY"),
        (None, "medium", 0.0, "LOW"),
        (None, "medium", 0.9, "HEALTHY"),
        (None, "medium", None, "NOT_APPLICABLE"),
    ],
)
def test_certainty_is_held_against_stakes_and_knowledge(
    confidence: float | None, stakes: str, knowledge: float | None, state: str
) -> None:
    reading = certainty_alignment.judge(
        signals({**TASK, "confidence": confidence, "stakes": stakes}, knowledge=knowledge), FIGURES
    )
    assert reading.state == state
    if state == "LOW":
        assert reading.score is not None
        assert reading.score < 0.5


@pytest.mark.parametrize(
    ("more", "state", "evidence"),
    [
        ({"task_since": ago(1)}, "LOW", "just started"),
        ({"task_since": ago(60)}, "LOW", "stalling: 60 minutes"),
        ({"last_progress_at": ago(5)}, "HEALTHY", "last progress 5 minutes ago"),
        ({"last_progress_at": ago(50)}, "LOW", "stalling: 50 minutes"),
        ({"activities": [action(5, "sign-in form", until=3, outcome="ok")]}, "HEALTHY", "last progress 3 minutes"),
        (
            {
                "last_progress_at": ago(20),
                "activities": [action(2, "run the tests", until=m, outcome="failed") for m in (1, 3, 5)],
            },
            "LOW",
            "failed 3 times in a row",
        ),
        ({"activities": [action(1, f"step {m}", until=m, outcome="ok") for m in range(11)]}, "HIGH", "11 actions"),
    ],
)
def test_momentum_falls_without_results_and_rises_in_a_rush(more: dict[str, Any], state: str, evidence: str) -> None:
    reading = progress_momentum.judge(signals({**TASK, **more}), FIGURES)
    assert reading.state == state
    assert any(evidence in said for said in reading.evidence)


def test_progress_of_the_task_before_does_not_count() -> None:
    reading = progress_momentum.judge(signals({**TASK, "task_since": ago(2), "last_progress_at": ago(10)}), FIGURES)
    assert reading.score == 0.0


ASKED = message(5, "dev-1", "I am free, is there anything to do?", kind="question")


@pytest.mark.parametrize(
    ("state_given", "state"),
    [
        ({}, "HEALTHY"),
        ({"messages": [message(3, "dev-2", "I am free, anything to do?")]}, "HEALTHY"),
        ({"messages": [ASKED]}, "HIGH"),
        ({"messages": [{**ASKED, "at": ago(45)}]}, "HEALTHY"),
        ({"messages": [ASKED, message(2, "pm", "Yes, take the profile screen", kind="answer")]}, "HEALTHY"),
        ({**TASK, "messages": [ASKED]}, "HEALTHY"),
        ({**TASK, "messages": [message(m, "dev-1", f"note {m} about part {m}") for m in range(1, 8)]}, "HIGH"),
        ({**TASK, "task_since": ago(130)}, "LOW"),
        ({**TASK, "task_since": ago(130), "messages": [message(10, "dev-1", "Half done")]}, "HEALTHY"),
        ({**TASK, "report_every_minutes": 30}, "LOW"),
        ({"messages": [message(20, "pm", "When is it done?", kind="question", to="dev-1")]}, "LOW"),
        ({"messages": [message(20, "pm", "When is it done?", kind="question", to="dev-2")]}, "HEALTHY"),
        ({"messages": [message(60, "dev-1", "Sign-in is done"), message(40, "dev-1", "Sign-in is done")]}, "HIGH"),
    ],
)
def test_communication_is_low_in_silence_and_high_when_asking_again_too_soon(
    state_given: dict[str, Any], state: str
) -> None:
    assert communication_health.judge(signals(state_given), FIGURES).state == state


@pytest.mark.parametrize(
    ("state_given", "state", "activity"),
    [
        ({"online_since": ago(5)}, "LOW", "idle"),
        (TASK, "HEALTHY", "working"),
        ({"waiting_for": "review", "waiting_since": ago(10)}, "HEALTHY", "waiting"),
        ({"waiting_for": "review", "waiting_since": ago(90)}, "LOW", "waiting"),
        (
            {"waiting_for": "review", "messages": [message(5, "lena", "Null checks are missing", kind="feedback")]},
            "LOW",
            "needs_action",
        ),
        (
            {
                "waiting_for": "review",
                "messages": [
                    message(5, "lena", "Null checks are missing", kind="feedback"),
                    message(4, "dev-1", "On it", kind="answer"),
                ],
                "activities": [action(3, "null checks", until=1)],
            },
            "HEALTHY",
            "waiting",
        ),
        (
            {**TASK, "delegations": [{"at": ago(5), "worker": f"w{n}", "task": f"part {n}"} for n in range(4)]},
            "HIGH",
            "working",
        ),
    ],
)
def test_engagement_knows_idle_waiting_called_and_overloaded(
    state_given: dict[str, Any], state: str, activity: str
) -> None:
    measured = signals(state_given)
    assert measured.activity == activity
    assert productive_engagement.judge(measured, FIGURES).state == state


@pytest.mark.parametrize(
    ("activities", "knowledge", "state"),
    [
        ([], 0.9, "HEALTHY"),
        ([research(20, "push")], 0.0, "HEALTHY"),
        ([research(70, "push", until=60), research(60, "push")], 0.5, "HIGH"),
        ([research(70, "push", until=60), research(60, "maps")], 0.5, "HEALTHY"),
        ([research(125, "push", until=40), action(40, "push")], 0.5, "HEALTHY"),
        ([action(40, "sign-in")], 0.0, "LOW"),
        ([action(40, "sign-in")], 0.9, "HEALTHY"),
        ([research(10, "sign-in", until=40), action(40, "sign-in")], 0.0, "HEALTHY"),
    ],
)
def test_application_is_high_in_endless_research_and_low_when_acting_blindly(
    activities: list[dict[str, Any]], knowledge: float, state: str
) -> None:
    measured = signals({"task": "Add push", "task_since": ago(200), "activities": activities}, knowledge=knowledge)
    assert knowledge_application.judge(measured, FIGURES).state == state


def test_every_score_lies_between_zero_and_one_however_extreme_the_state() -> None:
    wild = {
        **TASK,
        "confidence": 1.0,
        "messages": [message(m / 10, "dev-1", "again and again") for m in range(200)],
        "activities": [research(10_000, "push")] + [action(1, "x", until=m, outcome="failed") for m in range(50)],
    }
    measured = signals(wild, knowledge=0.0)
    for dimension in (
        certainty_alignment,
        progress_momentum,
        communication_health,
        productive_engagement,
        knowledge_application,
    ):
        reading = dimension.judge(measured, FIGURES)
        assert reading.score is not None
        assert 0.0 <= reading.score <= 1.0
