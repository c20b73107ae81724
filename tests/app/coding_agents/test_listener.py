"""The listener of hooks: one process opens the memory, later hooks are answered by it; real processes all through."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from memorist.app.cli import quick_hook as quick
from tests.app.command_line import Cli

PUSH = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "git push origin main"}}


class Hooks:
    """Runs hooks as a coding agent does, with a folder for sockets of their own."""

    def __init__(self, cli: Cli, **env: str) -> None:
        self.folder = cli.home / "run"
        self.folder.mkdir(exist_ok=True)
        here = {"XDG_RUNTIME_DIR": str(self.folder), quick.IDLE: "60", "PYTHONPATH": os.pathsep.join(sys.path)}
        self.env = {**os.environ, **cli.env, **here, **env}

    def start(self, *words: str) -> subprocess.Popen[str]:
        command, pipe = [sys.executable, "-m", "memorist.app.cli", "hook", *words], subprocess.PIPE
        return subprocess.Popen(command, env=self.env, text=True, stdin=pipe, stdout=pipe, stderr=pipe)

    def __call__(self, *words: str, event: object = PUSH) -> tuple[str, str, int]:
        running = self.start(*words)
        out, err = running.communicate(event if isinstance(event, str) else json.dumps(event), timeout=100)
        return out, err, running.returncode

    @property
    def sockets(self) -> list[Path]:
        return sorted(self.folder.glob("*/*.sock"))

    @property
    def listeners(self) -> list[int]:
        """Processes that listen at a socket of this test."""
        found = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
        lines = (line.split(None, 1) for line in found.splitlines())
        return [int(pid) for pid, words in lines if "coding_agents.listener" in words and str(self.folder) in words]

    def none_left(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while self.listeners and time.monotonic() < until:
            time.sleep(0.1)
        return not self.listeners


def _told_twice(hooks: Hooks) -> tuple[bool, ...]:
    """If two prompts of a session are told a fact, and a third whose context is new; each is told the rule."""
    prompt = {"session_id": "s", "prompt": "Which database runs on staging?"}
    told = [hooks("prompt", event=prompt)[0] for _ in range(2)]
    hooks("session-start", event={"session_id": "s", "source": "compact"})
    told.append(hooks("prompt", event=prompt)[0])
    assert all("Never push to main" in one for one in told)
    return tuple("Postgres 16" in one for one in told)


@pytest.fixture
def hooks(cli: Cli) -> Generator[Hooks]:
    cli("rule", "Never push to main", "--reason", "it deploys")
    cli("remember", "The staging database runs Postgres 16")
    hooks = Hooks(cli)
    yield hooks
    for pid in hooks.listeners:
        os.kill(pid, signal.SIGTERM)
    assert hooks.none_left(20)


@pytest.mark.slow
def test_hooks_at_one_time_start_one_listener_that_answers_the_later_ones(hooks: Hooks):
    at_once = [hooks.start("tool") for _ in range(3)]
    for one in at_once:
        assert "it deploys" in one.communicate(json.dumps(PUSH), timeout=100)[0]
    [pid] = hooks.listeners
    out, _, code = hooks("tool", "--no-ask", "--user", "mira")
    assert (json.loads(out)["hookSpecificOutput"]["permissionDecision"], code) == ("deny", 0)
    told, _, _ = hooks("prompt", event={"prompt": "Release the shop"})
    assert "Never push to main" in told
    assert _told_twice(hooks) == (True, False, True), "a session is told once, and anew when it is compacted"
    assert hooks("tool", event="no event")[2] == 1
    assert hooks("tool", event={**PUSH, "tool_input": {"command": "git status"}}) == ("", "", 0)
    assert hooks.listeners == [pid]
    assert {path.parent.stat().st_mode & 0o777 for path in hooks.sockets} == {0o700}

    os.kill(pid, signal.SIGKILL)
    assert hooks.none_left(10)
    assert "it deploys" in hooks("tool")[0], "the socket of a killed one does not matter"
    assert hooks.listeners not in ([], [pid])


@pytest.mark.slow
def test_a_listener_that_nobody_asks_ends_and_takes_its_socket_with_it(hooks: Hooks):
    hooks.env[quick.IDLE] = "1"
    assert "it deploys" in hooks("tool")[0]
    assert hooks.none_left(30)
    assert hooks.sockets == []


@pytest.mark.slow
def test_without_a_listener_or_a_folder_of_its_own_a_hook_answers_itself(hooks: Hooks):
    hooks.env[quick.IDLE] = "0"
    assert "it deploys" in hooks("tool")[0]
    hooks.env[quick.IDLE] = "60"
    (hooks.folder / f"memorist-{os.getuid()}").mkdir(mode=0o755)
    (hooks.folder / f"memorist-{os.getuid()}").chmod(0o755)
    assert "it deploys" in hooks("tool")[0]
    assert hooks.listeners == []


def test_each_environment_that_may_answer_otherwise_has_a_socket_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in [name for name in os.environ if name.startswith("MEMORIST_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    plain = quick.socket_path()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EDITOR", "helix")
    assert quick.socket_path() == plain, "neither the folder nor an editor matters"
    assert quick.socket_path("embedded:memory") != plain
    for name, value in (("MEMORIST_STORE", "embedded:memory"), ("MEMORIST_READERS", "none"), ("OPENAI_API_KEY", "x")):
        with monkeypatch.context() as changed:
            changed.setenv(name, value)
            assert quick.socket_path() != plain, name
    monkeypatch.setenv(quick.IDLE, "0")
    assert quick.socket_path() is None


def test_the_quick_way_imports_the_standard_library_alone():
    code = "import memorist.app.cli.quick_hook, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"typer", "pydantic", "langgraph", "pathlib", "rich"}
