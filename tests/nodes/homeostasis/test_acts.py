"""Intended acts: what is refused, what is warned of, and what passes."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from memorist.nodes.homeostasis.acts.audit import masked
from memorist.nodes.homeostasis.acts.judge import verdict_on
from memorist.nodes.retrieval.result import FailedChannel
from tests.nodes.homeostasis.states import ASKED, ago, check, failures, research, rule

TABLE: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parent / "acts.yaml").read_text(encoding="utf-8")
)
ANSWERS = ("deny", "warn", "allow")


@pytest.mark.parametrize(
    ("laid_down", "act", "answer"),
    [
        pytest.param(row.get("rule"), act, answer, id=f"{answer}-{section}-{str(act)[:60]}")
        for section, rows in TABLE.items()
        for row in rows
        for answer in ANSWERS
        for act in row.get(answer, ())
    ],
)
def test_what_is_forbidden_is_refused_what_may_be_is_warned_of_and_daily_work_passes(
    laid_down: str | dict[str, Any] | None, act: str | dict[str, Any], answer: str
) -> None:
    rules = [rule(**laid_down) if isinstance(laid_down, dict) else rule(laid_down)] if laid_down else []
    at = act.get("at") if isinstance(act, dict) else None
    given_act = {key: value for key, value in act.items() if key != "at"} if isinstance(act, dict) else act
    verdict = check(given_act, *rules, at=at)
    assert verdict.action == answer, verdict
    assert bool(verdict.reason) is bool(verdict.alternative) is (answer != "allow")
    by_rule = [one.verdict for one in verdict.objections if one.source == "hard_rule"]
    assert by_rule == ([answer] if rules and answer != "allow" else [])
    assert all((one.content in verdict.reason) is (answer != "allow") for one in rules)


SHIELDS = [
    row["rule"]
    for row in TABLE["files"]
    if "deny" in row and isinstance(row["rule"], str) and "outside" not in row["rule"]
]
DAILY = [c for row in TABLE["commands"] for c in row["allow"] if "tests" not in c and "rm " not in c]


@pytest.mark.parametrize("command", DAILY)
def test_daily_work_passes_a_house_full_of_rules(command: str) -> None:
    assert check(command, *SHIELDS).action == "allow"


def test_a_rule_gives_its_reason_and_its_alternatives() -> None:
    verdict = check("npm install realm", rule("Never use Realm", reason="sync issues", alternatives=("WatermelonDB",)))
    assert "sync issues" in verdict.reason
    assert "WatermelonDB" in verdict.alternative


def test_a_rule_of_the_team_stands_beside_a_built_in_one() -> None:
    verdict = check("rm -rf tests", "Never delete the tests folder")
    assert verdict.objections[0].source == "guardrail"
    assert "Never delete the tests folder" in verdict.reason


# ------------------------------------------------------------------ the agent's own state


@pytest.mark.parametrize(
    ("act", "state", "answer", "says"),
    [
        ({"content": "Is there anything to do? I'm free"}, {"messages": [ASKED]}, "deny", "You posted this"),
        ({"content": "anything to do? I am free"}, {"messages": [{**ASKED, "author": "dev-2"}]}, "deny", "dev-2"),
        ({"content": "Can somebody review my screen?"}, {"messages": [ASKED]}, "deny", "5 minutes ago"),
        ({"content": "Can somebody review it?"}, {"messages": [{**ASKED, "at": ago(45)}]}, "allow", ""),
        ({"content": "The profile screen is done"}, {"messages": [ASKED]}, "allow", ""),
        ({"about": "push"}, {"task": "push", "activities": [research(130, "push")]}, "warn", "research minutes"),
        ({"about": "push"}, {"task": "push", "activities": [research(20, "push")]}, "allow", ""),
        (
            {"command": "pnpm build"},
            {"task": "x", "activities": failures("build", 1, 2, 3)},
            "warn",
            "repeated actions",
        ),
    ],
)
def test_an_act_that_takes_an_extreme_further_is_objected_to(
    act: dict[str, Any], state: dict[str, Any], answer: str, says: str
) -> None:
    verdict = check(act, state=state)
    assert verdict.action == answer, verdict
    assert says.casefold() in verdict.reason.casefold()


def test_while_the_rules_are_unknown_nothing_is_simply_allowed() -> None:
    verdict = verdict_on((), [FailedChannel(channel="hard_rules", error="the store is down")])
    assert verdict.action == "warn"
    assert "unknown" in verdict.reason


@pytest.mark.parametrize(
    "text",
    [
        "curl -H 'Authorization: Bearer hunter2hunter2' https://x",
        "mysql --password=hunter2 -e 'select 1'",
        "API_KEY=hunter2 make deploy",
        'call {"token": "hunter2"}',
        "psql postgres://app:hunter2@db/app",
    ],
)
def test_secrets_do_not_reach_the_log(text: str) -> None:
    assert "hunter2" not in masked(text)


def test_no_character_of_a_command_line_brings_the_process_down() -> None:
    wide = "".join(map(chr, (*range(0x100, 0xD800, 97), *range(0xE000, 0x110000, 997))))
    for begin in range(0, len(wide), 7):
        for around in ("{}", "${{{}}}", "a={}", "<<{}", "{} }}"):
            assert check(f"echo {around.format(wide[begin : begin + 7])}").action in ANSWERS


@pytest.mark.parametrize("field", ["command", "statement"])
@settings(deadline=None)
@given(text=st.text(max_size=300))
def test_no_command_line_and_no_sql_raises(field: str, text: str) -> None:
    if text.strip():
        assert check({field: text}).action in ANSWERS


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=200))
def test_no_command_and_no_rule_raises(text: str) -> None:
    text = text.replace("\0", "")
    if text.strip():
        assert check(text, *SHIELDS, f"Never edit {text}").action in ANSWERS
        assert check({"description": text}, *SHIELDS).action in ANSWERS
