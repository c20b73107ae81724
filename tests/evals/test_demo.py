"""The demo tells the week as a story, or as JSON lines, through the same graphs as everything else."""

import json
from collections import deque
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from memorist.evals import demo, scenario_commands
from tests.servers.ollama_wire import OllamaWire


@pytest.fixture(scope="module")
def told() -> str:
    return "\n".join(line.rstrip() for line in _run().stdout.splitlines())


def _run(*arguments: str, **environment: str) -> Result:
    app = typer.Typer()
    app.command()(demo.command)
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "80", **environment})
    assert result.exit_code == 0, result.output
    return result


def test_the_story_names_what_was_kept_and_skipped_and_why_and_shows_numbers_prompt_history_and_past(told: str) -> None:
    for part in (
        *("good morning", "skipped · ", "kept · ", "JWT has token refresh issues in mobile/Expo"),
        *("The graph in numbers", "“Add auth to the new mobile app”", "What did we use before Clerk?"),
        *("as of 2026-02-01 15:00", "Constraints (MUST FOLLOW)"),
    ):
        assert part in told


def test_a_sentence_that_nobody_read_is_shown_and_found_in_its_words(told: str) -> None:
    shown = told.partition("the scanner cannot")[2]
    assert "unread   kept in its words" in shown
    words = shown.partition("Earlier Conversations\n")[2]
    assert "- 2026-03-16 11:40: mira: On the older handhelds" in words


def test_a_model_that_is_configured_reads_the_week_and_is_named() -> None:
    def as_said(messages: list[dict[str, Any]]) -> str:
        passages = json.loads(messages[-1]["content"])["passages"]
        common = {"operation": "add", "type": "semantic:fact"}
        items = [{**common, "passage": p["key"], "quote": p["text"], "content": p["text"]} for p in passages]
        return json.dumps({"items": items})

    with OllamaWire(models=("qwen3:4b",), replies=deque([as_said])) as ollama:
        configured = {"MEMORIST_READERS": "ollama:qwen3:4b", "MEMORIST_OLLAMA_URL": ollama.url}
        told = _run(**configured).stdout
    assert "read by ollama:qwen3:4b" in told.partition("the scanner cannot")[2]


def test_piped_the_story_is_plain_text_of_80_columns(told: str) -> None:
    assert "\x1b" not in told
    assert "╭" not in told
    assert max(len(line) for line in told.splitlines()) <= 80


def test_as_json_every_line_is_an_object_and_nothing_else_is_there() -> None:
    lines = [json.loads(line) for line in _run("--json").stdout.splitlines()]
    assert lines[0]["event"] == "never_commit_keys"
    assert any(line.get("task") == "Add auth to the new mobile app" for line in lines)
    assert lines[-1]["held"] <= lines[-1]["expectations"]


def test_a_scenario_run_answers_in_json_and_by_its_exit_code() -> None:
    result = CliRunner().invoke(scenario_commands.app, ["run", "homeostasis_intake", "--json"])
    (line,) = [json.loads(line) for line in result.stdout.splitlines()]
    assert line["scenario"] == "homeostasis_intake"
    assert result.exit_code == (0 if line["passed"] else 1)


def test_the_readme_shows_excerpts_of_what_the_demo_says(told: str) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    block = readme.partition("<!-- demo:begin -->")[2].partition("<!-- demo:end -->")[0].strip()
    excerpts = block.removeprefix("```\n").removesuffix("\n```").split("\n…\n")
    assert len(excerpts) > 1
    assert [one for one in excerpts if one not in told] == []
