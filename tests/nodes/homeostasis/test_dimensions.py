"""Each dimension at both of its extremes and between them."""

from typing import Any

import pytest

from memorist.nodes.homeostasis.dimensions import (
    certainty_alignment as certainty,
)
from memorist.nodes.homeostasis.dimensions import (
    communication_health as communication,
)
from memorist.nodes.homeostasis.dimensions import (
    knowledge_application as application,
)
from memorist.nodes.homeostasis.dimensions import (
    knowledge_sufficiency as sufficiency,
)
from memorist.nodes.homeostasis.dimensions import (
    productive_engagement as engagement,
)
from memorist.nodes.homeostasis.dimensions import (
    progress_momentum as momentum,
)
from memorist.nodes.retrieval.result import Knowledge
from tests.nodes.homeostasis.states import ASKED, FIGURES, action, ago, failures, message, research, signals

TASK: dict[str, Any] = {"task": "Add sign-in", "task_since": ago(60)}
PUSH: dict[str, Any] = {"task": "Add push", "task_since": ago(200)}
SAID = "Sign-in is done"
MISSING = message(5, "lena", "Null checks are missing", kind="feedback")
STUDIED = research(70, "push", until=60)
WAITS = {"waiting_for": "review"}
BUSY = [action(1, f"step {m}", until=m, outcome="ok") for m in range(11)]
NOTES = [message(m, "dev-1", f"note {m} about part {m}") for m in range(1, 8)]


@pytest.mark.parametrize(
    ("score", "state"), [(0.71, "HEALTHY"), (0.7, "LOW"), (0.41, "LOW"), (0.4, "CRITICAL"), (0.0, "CRITICAL")]
)
def test_sufficiency_follows_the_score_of_retrieval(score: float, state: str) -> None:
    reading = sufficiency.judge(Knowledge(status="LOW", score=score, gaps=("push",)), has_task=True)
    assert reading.state == state
    assert "nothing on push" in reading.evidence


def test_nothing_stored_and_nothing_near_are_told_apart() -> None:
    nothing = [Knowledge(status="CRITICAL", score=0.0, basis=b) for b in ("nothing_stored", "nothing_near_enough")]
    stored, near = (sufficiency.judge(knowledge, has_task=True).evidence for knowledge in nothing)
    assert stored != near


def test_without_a_task_knowledge_certainty_momentum_and_application_do_not_apply() -> None:
    idle = signals({"online_since": ago(10)})
    readings = [dimension.judge(idle, FIGURES) for dimension in (certainty, momentum, application)]
    for reading in (sufficiency.judge(None, has_task=False), *readings):
        assert (reading.state, reading.score) == ("NOT_APPLICABLE", None)


@pytest.mark.parametrize(
    ("dimension", "given", "knowledge", "state", "says"),
    [
        # Certainty is held against stakes and knowledge.
        (certainty, {**TASK, "confidence": 0.3}, 0.0, "LOW", ""),
        (certainty, {**TASK, "confidence": 0.65, "stakes": "high"}, 0.9, "LOW", ""),
        (certainty, {**TASK, "confidence": 0.3, "stakes": "low"}, 0.3, "HEALTHY", ""),
        (certainty, {**TASK, "confidence": 0.5}, 0.5, "HEALTHY", ""),
        (certainty, {**TASK, "confidence": 0.95}, 0.2, "HIGH", ""),
        (certainty, {**TASK, "confidence": 0.95}, 0.9, "HEALTHY", ""),
        (certainty, TASK, 0.0, "LOW", ""),
        (certainty, TASK, 0.9, "HEALTHY", ""),
        (certainty, TASK, None, "NOT_APPLICABLE", ""),
        # Momentum falls without results and rises in a rush.
        (momentum, {**TASK, "task_since": ago(1)}, None, "LOW", "just started"),
        (momentum, TASK, None, "LOW", "stalling: 60 minutes"),
        (momentum, {**TASK, "last_progress_at": ago(5)}, None, "HEALTHY", "last progress 5 minutes ago"),
        (momentum, {**TASK, "last_progress_at": ago(50)}, None, "LOW", "stalling: 50 minutes"),
        (momentum, {**TASK, "activities": BUSY[3:4]}, None, "HEALTHY", "last progress 3 minutes"),
        (momentum, {**TASK, "last_progress_at": ago(20), "activities": failures("run the tests", 1, 3, 5)}, None, "LOW",
            "failed 3 times in a row"),
        (momentum, {**TASK, "activities": BUSY}, None, "HIGH", "11 actions"),
        # Communication is low in silence, and high when asking again too soon.
        (communication, {}, None, "HEALTHY", ""),
        (communication, {"messages": [message(3, "dev-2", "I am free, anything to do?")]}, None, "HEALTHY", ""),
        (communication, {"messages": [ASKED]}, None, "HIGH", ""),
        (communication, {"messages": [{**ASKED, "at": ago(45)}]}, None, "HEALTHY", ""),
        (communication, {"messages": [ASKED, message(2, "pm", "Yes, profile", kind="answer")]}, None, "HEALTHY", ""),
        (communication, {**TASK, "messages": [ASKED]}, None, "HEALTHY", ""),
        (communication, {**TASK, "messages": NOTES}, None, "HIGH", ""),
        (communication, {**TASK, "task_since": ago(130)}, None, "LOW", ""),
        (communication, {**TASK, "task_since": ago(130), "messages": NOTES[:1]}, None, "HEALTHY", ""),
        (communication, {**TASK, "report_every_minutes": 30}, None, "LOW", ""),
        (communication, {"messages": [message(20, "pm", "Done?", kind="question", to="dev-1")]}, None, "LOW", ""),
        (communication, {"messages": [message(20, "pm", "Done?", kind="question", to="dev-2")]}, None, "HEALTHY", ""),
        (communication, {"messages": [message(60, "dev-1", SAID), message(40, "dev-1", SAID)]}, None, "HIGH", ""),
        # Application is high in endless research, and low when acting blindly.
        (application, PUSH, 0.9, "HEALTHY", ""),
        (application, {**PUSH, "activities": [research(20, "push")]}, 0.0, "HEALTHY", ""),
        (application, {**PUSH, "activities": [STUDIED, research(60, "push")]}, 0.5, "HIGH", ""),
        (application, {**PUSH, "activities": [STUDIED, research(60, "maps")]}, 0.5, "HEALTHY", ""),
        (application, {**PUSH, "activities": [research(125, "a", until=40), action(40, "a")]}, 0.5, "HEALTHY", ""),
        (application, {**PUSH, "activities": [action(40, "sign-in")]}, 0.0, "LOW", ""),
        (application, {**PUSH, "activities": [action(40, "sign-in")]}, 0.9, "HEALTHY", ""),
        (application, {**PUSH, "activities": [research(10, "a", until=40), action(40, "a")]}, 0.0, "HEALTHY", ""),
    ],
)  # fmt: skip
def test_a_dimension_is_low_high_or_healthy_and_says_why(
    dimension: Any, given: dict[str, Any], knowledge: float | None, state: str, says: str
) -> None:
    reading = dimension.judge(signals(given, knowledge=knowledge), FIGURES)
    assert reading.state == state
    assert any(says in said for said in reading.evidence)
    assert dimension is not certainty or state != "LOW" or reading.score < 0.5


def test_progress_of_the_task_before_does_not_count() -> None:
    assert momentum.judge(signals({**TASK, "task_since": ago(2), "last_progress_at": ago(10)}), FIGURES).score == 0.0


@pytest.mark.parametrize(
    ("given", "state", "activity"),
    [
        ({"online_since": ago(5)}, "LOW", "idle"),
        (TASK, "HEALTHY", "working"),
        ({**WAITS, "waiting_since": ago(10)}, "HEALTHY", "waiting"),
        ({**WAITS, "waiting_since": ago(90)}, "LOW", "waiting"),
        ({**WAITS, "messages": [MISSING]}, "LOW", "needs_action"),
        ({**WAITS, "messages": [MISSING, message(4, "dev-1", "On it", kind="answer")],
          "activities": [action(3, "null checks", until=1)]}, "HEALTHY", "waiting"),
        ({**TASK, "delegations": [{"at": ago(5), "worker": f"w{n}", "task": f"part {n}"} for n in range(4)]},
         "HIGH", "working"),
    ],
)  # fmt: skip
def test_engagement_knows_idle_waiting_called_and_overloaded(given: dict[str, Any], state: str, activity: str) -> None:
    measured = signals(given)
    assert measured.activity == activity
    assert engagement.judge(measured, FIGURES).state == state


def test_every_score_lies_between_zero_and_one_however_extreme_the_state() -> None:
    wild = {
        **TASK,
        "confidence": 1.0,
        "messages": [message(m / 10, "dev-1", "again and again") for m in range(200)],
        "activities": [research(10_000, "push"), *failures("x", *range(50))],
    }
    measured = signals(wild, knowledge=0.0)
    for dimension in (certainty, momentum, communication, engagement, application):
        reading = dimension.judge(measured, FIGURES)
        assert reading.score is not None
        assert 0.0 <= reading.score <= 1.0
