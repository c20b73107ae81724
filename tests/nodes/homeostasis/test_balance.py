"""Tensions, guardrails, guidance files, questions, carry-over: what an assessment is made of besides its dimensions."""

from collections.abc import Callable
from typing import Any

import pytest

from memorist.memory_store.domain.errors import InvalidInput
from memorist.nodes.homeostasis.act import parse_act
from memorist.nodes.homeostasis.balance import tensions_of
from memorist.nodes.homeostasis.clarify import answer_text, question_of
from memorist.nodes.homeostasis.given import parse_state
from memorist.nodes.homeostasis.guardrails import reached
from memorist.nodes.homeostasis.guidance import read_guidance
from memorist.nodes.homeostasis.intake import parse_intake
from memorist.nodes.homeostasis.result import DIMENSIONS, Dimension, Tension
from tests.nodes.homeostasis.states import FIGURES, SHIPPED, action, ago, failures, message, research, signals


def found_tensions(**states: str) -> list[Tension]:
    given = {
        name: {"name": name, "state": states.get(name, "HEALTHY"), "score": 0.5, "evidence": ()} for name in DIMENSIONS
    }
    dimensions = {name: Dimension.model_validate(each) for name, each in given.items()}
    return tensions_of(dimensions, SHIPPED.tensions, signals({}), FIGURES)


@pytest.mark.parametrize(
    ("states", "tension", "says"),
    [
        ({"productive_engagement": "LOW", "communication_health": "HIGH"}, "idle_but_just_asked", "other work"),
        ({"knowledge_application": "HIGH", "progress_momentum": "LOW"}, "studied_but_not_moving", "Apply"),
        ({"knowledge_sufficiency": "CRITICAL", "progress_momentum": "LOW"}, "unknown_and_stalling", "then ask"),
        ({"certainty_alignment": "HIGH", "knowledge_sufficiency": "LOW"}, "sure_without_knowing", "Test"),
    ],
)
def test_two_dimensions_that_pull_apart_get_one_action(states: dict[str, str], tension: str, says: str) -> None:
    (found,) = found_tensions(**states)
    assert found.id == tension
    assert says in found.action
    assert len(found.between) == 2


def test_a_balanced_agent_has_no_tension() -> None:
    assert found_tensions() == []


def delegated(outcome: str, *minutes: float, task: str = "port it") -> list[dict[str, Any]]:
    return [{"at": ago(m), "worker": f"w{m}", "task": task, "outcome": outcome} for m in minutes]


REQUEST = message(5, "dev-1", "Please review", kind="question")


@pytest.mark.parametrize(
    ("state", "knowledge", "guardrail"),
    [
        ({"task": "push", "activities": [research(125, "push")]}, 0.5, "over_research"),
        ({"task": "push", "activities": [action(40, "push")]}, 0.1, "acting_blindly"),
        ({"task": "push", "task_since": ago(121)}, 0.9, "silence"),
        ({"messages": [message(16, "pm", "Done?", kind="question", to="dev-1")]}, None, "unanswered_feedback"),
        ({"waiting_for": "review", "messages": [REQUEST]}, None, "asking_again_too_soon"),
        ({"task": "push", "activities": failures("build", 1, 2, 3)}, 0.9, "going_in_circles"),
        ({"task": "x", "delegations": delegated("aborted", 9)}, 0.9, "worker_failed"),
        ({"task": "x", "delegations": delegated("failed", 20, 9)}, 0.9, "worker_failed_again"),
    ],
)
def test_both_extremes_raise_a_guardrail_with_its_figures(
    state: dict[str, Any], knowledge: float | None, guardrail: str
) -> None:
    found = reached(SHIPPED.guardrails, signals(state, knowledge=knowledge), FIGURES)
    assert [raised.id for raised in found] == [guardrail]
    assert found[0].action
    assert all(" is " in said for said in found[0].evidence)


def test_a_worker_that_succeeds_after_a_failure_is_forgiven() -> None:
    given = [*delegated("aborted", 20, task="port the tests"), *delegated("done", 5, task="port tests")]
    assert signals({"task": "x", "delegations": given}).failed_delegations == 0


# ------------------------------------------------------------------ guidance files


OURS = """
name: ours
thresholds: {report_every: 60}
guidance: {progress_momentum: {LOW: Ship something small.}}
guardrails:
  - {id: silence, side: too_little, when: [{signal: silent_share, at_least: 2}], action: Write to the channel.}
  - {id: long_idle, side: too_little, when: [{signal: idle_minutes, at_least: 30}], action: Go home.}
"""


def test_a_file_of_ones_own_replaces_entry_by_entry_and_adds() -> None:
    own = read_guidance(OURS, file="ours.yaml", over=SHIPPED)
    assert own.thresholds.report_every == 60
    assert own.thresholds.reply_within == FIGURES.reply_within
    assert own.words("progress_momentum", "LOW") == "Ship something small."
    assert own.words("progress_momentum", "HIGH") == SHIPPED.words("progress_momentum", "HIGH")
    actions = {rule.id: rule.action for rule in own.guardrails}
    assert (actions["silence"], actions["long_idle"]) == ("Write to the channel.", "Go home.")
    assert len(own.guardrails) == len(SHIPPED.guardrails) + 1
    assert own.tensions == SHIPPED.tensions


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("thresholds:\n  report_evry: 3", "ours.yaml:2: thresholds.report_evry", "not permitted"),
        ("thresholds:\n  report_every: soon", "ours.yaml:2: thresholds.report_every", "number"),
        ("guidance:\n  mood: {LOW: cheer up}", "ours.yaml:2: guidance.mood", "knowledge_sufficiency"),
        (
            "guardrails:\n- id: x\n  side: too_much\n  action: a\n  when:\n  - {signal: mood, at_least: 1}",
            "ours.yaml:6: guardrails.0.when.0",
            "no signal 'mood'",
        ),
        ("acts:\n- {id: x, program: '(', verdict: deny, what: w, reason: r, alternative: a}", "ours.yaml:2", "'('"),
        ("tensions: [", "ours.yaml:1", "not YAML"),
        ("just words", "ours.yaml:1", "mapping"),
    ],
)
def test_a_mistake_is_named_with_file_line_and_field(text: str, place: str, says: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_guidance(text, file="ours.yaml", over=SHIPPED)
    assert str(caught.value).startswith(place)
    assert says in str(caught.value)


def test_every_dimension_has_words_for_each_of_its_states() -> None:
    for name in DIMENSIONS:
        states = {"CRITICAL", "LOW", "HEALTHY"} if name == "knowledge_sufficiency" else {"LOW", "HEALTHY", "HIGH"}
        assert states <= SHIPPED.guidance[name].keys()


# ------------------------------------------------------------------ state, question, intake, workers


ROLE = {"role": "x", "domain": "y"}


@pytest.mark.parametrize(
    ("parse", "given", "field"),
    [
        (parse_state, {"tsk": "x"}, "tsk"),
        (parse_state, {"confidence": 3}, "confidence"),
        (parse_state, {"last_progress_at": "2026-02-10T12:00:00"}, "last_progress_at"),
        (parse_state, {"messages": [{"at": ago(1), "author": "x"}]}, "messages.0.content"),
        (parse_state, {"waiting_since": ago(1)}, "agent state"),
        (parse_state, {"task": "a\x00b"}, "task"),
        (parse_intake, {"role": "x"}, "domain"),
        (parse_intake, {**ROLE, "thresholds": {"report_evry": 1}}, "report_evry"),
        (parse_act, {}, "kind"),
        (parse_act, {"kind": "dance"}, "kind"),
        (parse_act, {"command": ""}, "command"),
        (parse_act, {"command": "ls", "cwd": "/"}, "cwd"),
    ],
)
def test_a_malformed_state_form_or_act_names_its_field(
    parse: Callable[[dict[str, Any]], object], given: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse(given)
    assert caught.value.field == field


LEARNING: dict[str, Any] = {
    "about": "Mira switched from JWT to Clerk",
    "confidence": 0.45,
    "interpretations": [
        {"meaning": "Clerk was only tried out", "likelihood": 0.2},
        {"meaning": "We use Clerk for mobile auth", "likelihood": 0.6},
        {"meaning": "We use Clerk for all auth", "likelihood": 0.4},
    ],
}


@pytest.mark.parametrize(
    ("state", "when"),
    [
        ({"task": "x", "at_break": True}, "now"),
        ({}, "now"),
        ({"task": "x"}, "at_the_next_break"),
        ({"waiting_for": "review"}, "at_the_next_break"),
    ],
)
def test_a_doubt_is_asked_about_when_it_interrupts_nothing(state: dict[str, Any], when: str) -> None:
    question = question_of(parse_state({**state, "learning": LEARNING}), FIGURES)
    assert question is not None
    assert question.when == when
    assert question.choices[0] == "We use Clerk for mobile auth"


def test_what_is_likely_enough_is_not_asked() -> None:
    assert question_of(parse_state({"learning": {**LEARNING, "confidence": 0.7}}), FIGURES) is None


def test_an_answer_is_a_number_a_choice_or_own_words() -> None:
    choices = ("mobile", "all")
    for said, text in ((2, "all"), ("2", "all"), ("only for tablets", "only for tablets")):
        assert answer_text(said, choices) == text
    for wrong in (0, 3, " "):
        with pytest.raises(ValueError, match="give"):
            answer_text(wrong, choices)


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("push to main", "Never push to main"),
        ("You must never use Realm", "You must never use Realm"),
        ("Agents must not push to main.", "Agents must not push to main"),
        ("Don't ever force-push", "Don't ever force-push"),
        ("avoid class components", "avoid class components"),
        ("no secrets in logs", "no secrets in logs"),
        ("merge what was never reviewed", "Never merge what was never reviewed"),
    ],
)
def test_a_sentence_that_forbids_is_not_forbidden_once_more(said: str, rule: str) -> None:
    form = parse_intake({**ROLE, "never": [said]})
    assert [r.content for r in form.rules()] == [rule]
