"""``assess`` and ``check-action`` on the command line: what they print, what they refuse, how they end."""

import json
from typing import Any

import pytest

from tests.app.command_line import Cli, one_line


def state(cli: Cli, **given: Any) -> str:
    path = cli.home / "state.json"
    path.write_text(json.dumps(given), encoding="utf-8")
    return str(path)


NOW = ("--now", "2026-02-10T09:05:00Z", "--agent", "dev-1")
ASKED = {
    "online_since": "2026-02-10T08:00:00Z",
    "messages": [{"at": "2026-02-10T09:00:00Z", "author": "dev-1", "content": "Anything to do?", "kind": "question"}],
}


def test_an_assessment_shows_dimensions_tension_and_advice(cli: Cli):
    shown = cli("assess", state(cli, **ASKED), *NOW).ended(0)
    assert "communication_health\tHIGH" in shown.out
    assert "tension: productive_engagement LOW and communication_health HIGH" in shown.out
    assert "1. Find other work" in shown.out


def test_an_assessment_in_json_is_one_object_with_six_dimensions(cli: Cli):
    [found] = cli("assess", state(cli, **ASKED), "--json", *NOW).json
    assert len(found["dimensions"]) == 6
    assert {"name", "state", "score", "evidence", "guidance"} <= found["dimensions"][0].keys()
    assert found["recorded"]
    [again] = cli("assess", "-", "--json", *NOW, stdin=json.dumps(ASKED)).json
    assert not again["recorded"]


@pytest.mark.parametrize(
    ("file", "given", "says"),
    [
        ("-", '{"task": ', "not JSON"),
        ("-", "[]", "object"),
        ("-", '{"tsk": "x"}', "tsk"),
        ("-", '{"last_progress_at": "yesterday"}', "last_progress_at"),
        ("nowhere.json", "", "nowhere.json"),
    ],
)
def test_a_malformed_state_is_wrong_use_in_one_line(cli: Cli, file: str, given: str, says: str):
    wrong = cli("assess", file, stdin=given).ended(2)
    assert one_line(wrong.err)
    assert says in wrong.err


def test_guidance_of_ones_own_holds_and_its_mistakes_are_named(cli: Cli):
    own = cli.home / "ours.yaml"
    own.write_text("guidance: {productive_engagement: {LOW: Go for a walk.}}", encoding="utf-8")
    idle = state(cli, online_since="2026-02-10T08:00:00Z")
    assert "Go for a walk." in cli("assess", idle, *NOW, MEMORIST_GUIDANCE=str(own)).out
    own.write_text("guidance: {}\nthreshold: {}", encoding="utf-8")
    # The file is read once a process; a new name is a new file.
    wrong_file = own.rename(cli.home / "wrong.yaml")
    assert "wrong.yaml:2: threshold" in cli("assess", idle, *NOW, MEMORIST_GUIDANCE=str(wrong_file)).ended(2).err


def test_an_act_that_destroys_much_ends_with_one_and_is_logged(cli: Cli):
    refused = cli("check-action", '{"command": "rm -rf tests"}', "--agent", "dev-1").ended(1)
    assert refused.out.startswith("deny\n")
    assert "instead: " in refused.out
    assert "rm -rf tests" in cli("changes", "--since", "2020-01-01T00:00:00Z").out
    assert cli("check-action", '{"command": "rm tests/test_auth.py"}').code == 0, "one file may be deleted"


def test_a_hard_rule_refuses_with_its_reason_and_alternative(cli: Cli):
    cli("rule", "Never use Realm", "--reason", "sync issues", "--alternative", "WatermelonDB")
    [verdict] = cli("check-action", '{"command": "npm install realm"}', "--json").json
    assert verdict["action"] == "deny"
    assert "sync issues" in verdict["reason"]
    assert "WatermelonDB" in verdict["alternative"]
    assert verdict["audit_id"]


def test_an_act_is_held_against_the_agents_own_state(cli: Cli):
    asked = cli("check-action", '{"content": "Anything to do?"}', "--state", state(cli, **ASKED), *NOW).ended(1)
    assert "posted this" in asked.out


@pytest.mark.parametrize("given", ["{", "[]", "{}", '{"kind": "dance"}', '{"command": "ls", "shell": "bash"}'])
def test_a_malformed_act_is_wrong_use_and_writes_nothing(cli: Cli, given: str):
    wrong = cli("check-action", given).ended(2)
    assert one_line(wrong.err)
    assert "check_action" not in cli("changes", "--since", "2020-01-01T00:00:00Z").out
