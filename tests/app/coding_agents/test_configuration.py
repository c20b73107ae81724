"""``memorist install``: real files, with what was there before, and as they were after it is taken out."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.app.command_line import Cli

SETTINGS = """{
    "model": "opus",
    "hooks": {
        "PreToolUse": [
            {"matcher": "Bash", "hooks": [{"type": "command", "command": "./check.sh"}]}
        ]
    },
    "permissions": {"allow": ["Bash(ls:*)"]}
}
"""
CONFIG = '# mine\nmodel = "o4"\n\n[mcp_servers.other]\ncommand = "other"\n'
CURSOR_HOOKS = {"version": 1, "hooks": {"afterFileEdit": [{"command": "./format.sh"}]}}
SERVERS = {"mcpServers": {"other": {"command": "other", "args": []}}}


def homes(agents: Cli) -> dict[str, str]:
    return {"CLAUDE_CONFIG_DIR": str(agents.home / "claude"), "CODEX_HOME": str(agents.home / "codex")}


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def commands(hooks: dict[str, list[dict[str, list[dict[str, str]]]]]) -> list[str]:
    return [one["command"] for groups in hooks.values() for group in groups for one in group["hooks"]]


def test_claude_code_gets_hooks_beside_those_that_are_there(agents: Cli):
    path = write(agents.home / "claude" / "settings.json", SETTINGS)
    done = agents("install", "claude-code", "--yes", "--group", "team", "--user", "mira", **homes(agents))
    assert done.err.strip().endswith("mcp --group team --user mira --agent claude-code")
    assert done.code == 0
    assert f"written: {path}" in done.out
    settings = json.loads(path.read_text())
    assert settings["permissions"] == {"allow": ["Bash(ls:*)"]}
    assert set(settings["hooks"]) == {"SessionStart", "UserPromptSubmit", "PreToolUse", "Stop"}
    installed = commands(settings["hooks"])
    assert installed[0] == "./check.sh"
    assert len(installed) == 5
    for command in installed[1:]:
        assert re.search(r"memorist\S* hook \S+ --group team --user mira --agent claude-code$", command)
    assert path.read_text().splitlines()[1].startswith('    "model"'), "the indentation stays"


def test_installed_again_it_is_there_once_with_the_new_options(agents: Cli):
    path = write(agents.home / "claude" / "settings.json", SETTINGS)
    agents("install", "claude-code", "--yes", "--user", "mira", **homes(agents))
    assert "installed already" in agents("install", "claude-code", "--yes", "--user", "mira", **homes(agents)).out
    agents("install", "claude-code", "--yes", "--user", "tom", **homes(agents))
    installed = commands(json.loads(path.read_text())["hooks"])
    assert len(installed) == 5
    assert not any("mira" in command for command in installed)


@pytest.mark.parametrize("agent", ["claude-code", "codex", "cursor"])
def test_what_is_taken_out_leaves_what_was_there(agents: Cli, agent: str):
    given = {
        agents.home / "claude" / "settings.json": SETTINGS,
        agents.home / "codex" / "config.toml": CONFIG,
        agents.home / "codex" / "hooks.json": SETTINGS,
        agents.home / ".cursor" / "mcp.json": json.dumps(SERVERS, indent=2) + "\n",
        agents.home / ".cursor" / "hooks.json": json.dumps(CURSOR_HOOKS, indent=2) + "\n",
    }
    for path, text in given.items():
        write(path, text)
    assert agents("install", agent, "--yes", **homes(agents)).code == 0
    assert any(path.read_text() != text for path, text in given.items())
    assert agents("install", agent, "--remove", "--yes", **homes(agents)).code == 0
    for path, text in given.items():
        if path.suffix == ".json":
            assert json.loads(path.read_text()) == json.loads(text)
        else:
            assert path.read_text() == text
    assert "nothing to take out" in agents("install", agent, "--remove", "--yes", **homes(agents)).out


@pytest.mark.parametrize("agent", ["claude-code", "codex", "cursor"])
def test_files_that_were_made_for_it_go_with_it(agents: Cli, agent: str):
    agents("install", agent, "--yes", "--project", str(agents.home), **homes(agents))
    made = [path for path in agents.home.rglob("*") if path.is_file()]
    assert made
    agents("install", agent, "--yes", "--remove", "--project", str(agents.home), **homes(agents))
    assert [path for path in made if path.exists()] == []


def test_codex_gets_a_server_and_hooks(agents: Cli):
    config = write(agents.home / "codex" / "config.toml", CONFIG)
    assert agents("install", "codex", "--yes", **homes(agents)).code == 0
    servers = tomllib.loads(config.read_text())["mcp_servers"]
    assert set(servers) == {"other", "memorist"}
    assert servers["memorist"]["args"][-3:] == ["mcp", "--agent", "codex"]
    assert config.read_text().startswith(CONFIG)
    hooks = json.loads((agents.home / "codex" / "hooks.json").read_text())["hooks"]
    assert any("hook tool --no-ask" in command for command in commands(hooks))


def test_cursor_gets_a_server_and_hooks_in_its_form(agents: Cli):
    path = write(agents.home / ".cursor" / "hooks.json", json.dumps(CURSOR_HOOKS))
    done = agents("install", "cursor", "--yes", "--user", "mira").ended(0)
    assert '+    "beforeShellExecution": [' in done.out, "it is shown first"
    config = json.loads(path.read_text())
    assert config["version"] == 1
    called = {name: entries[-1]["command"].partition(" hook ")[2] for name, entries in config["hooks"].items()}
    assert {name: command.split()[0] for name, command in called.items()} == {
        "sessionStart": "session-start",
        "beforeSubmitPrompt": "prompt",
        "beforeShellExecution": "tool",
        "beforeMCPExecution": "tool",
        "beforeReadFile": "tool",
        "preToolUse": "tool",
        "afterFileEdit": "tool",
        "stop": "stop",
    }
    assert all(command.endswith("--user mira --agent cursor") for command in called.values())
    assert config["hooks"]["preToolUse"][0]["matcher"] == "Write|Delete"
    assert config["hooks"]["afterFileEdit"][0] == {"command": "./format.sh"}
    assert "memorist" in json.loads((path.parent / "mcp.json").read_text())["mcpServers"]


def test_a_project_gets_files_of_its_own(agents: Cli):
    assert agents("install", "claude-code", "--yes", "--project", str(agents.home)).code == 0
    assert (agents.home / ".claude" / "settings.json").exists()
    assert "memorist" in json.loads((agents.home / ".mcp.json").read_text())["mcpServers"]


def test_it_is_shown_first_and_a_no_writes_nothing(agents: Cli):
    path = write(agents.home / "claude" / "settings.json", SETTINGS)
    asked = agents("install", "claude-code", stdin="n\n", **homes(agents)).ended(1)
    assert '"command":' in asked.out
    assert "Write this?" in asked.err
    assert path.read_text() == SETTINGS


@pytest.mark.parametrize(
    ("agent", "name", "text", "said"),
    [
        ("claude-code", "claude/settings.json", "{ // mine\n}", "not JSON"),
        ("claude-code", "claude/settings.json", '{"hooks": []}', "hooks: expected an object"),
        ("claude-code", "claude/settings.json", '{"hooks": {"Stop": {}}}', "hooks.Stop: expected a list"),
        ("codex", "codex/config.toml", "model = ", "not TOML"),
        ("codex", "codex/config.toml", '[mcp_servers.memorist]\ncommand = "x"\n', "written by hand"),
        ("cursor", ".cursor/mcp.json", '{"mcpServers": 5}', "mcpServers: expected an object"),
        ("cursor", ".cursor/hooks.json", '{"version": 1, "hooks": []}', "hooks: expected an object"),
    ],
)
def test_what_cannot_be_read_is_named_and_left_as_it_is(agents: Cli, agent: str, name: str, text: str, said: str):
    path = write(agents.home / name, text)
    refused = agents("install", agent, "--yes", **homes(agents)).ended(2)
    assert said in refused.err
    assert str(path) in refused.err
    assert path.read_text() == text
