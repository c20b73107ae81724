"""A week of work with coding agents, event by event as they give them (``week.yaml``)."""

import json
from collections.abc import Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml

import memorist
from memorist.api.memory import AsyncMemory
from memorist.app.coding_agents.answering import HookCall, answer_hook
from memorist.app.coding_agents.events import HookEvent
from memorist.app.coding_agents.sessions import KnownInSessions
from memorist.memory_store.domain.clock import VirtualClock
from tests.stores import test_settings

WEEK: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("week.yaml").read_text(encoding="utf-8"))
FILES = ("src/payments/client.ts", "src/cart.ts")


class Session:
    """A session of an agent, with its transcript; answers are read in the agent's form."""

    def __init__(self, memory: AsyncMemory, clock: VirtualClock, known: KnownInSessions, folder: Path, agent: str):
        self.memory, self.clock, self.known, self.folder, self.agent = memory, clock, known, folder, agent
        self.id = f"{agent}-{clock.now():%m%dT%H}"
        self.transcript = folder.parent / f"{self.id}.jsonl"
        self.lines = 0
        self.transcript.touch()

    async def __call__(self, event: HookEvent, name: str, **fields: Any) -> dict[str, Any]:
        self.clock.move_to(self.clock.now() + timedelta(seconds=20))
        common = {"transcript_path": str(self.transcript), "hook_event_name": name}
        here = (
            {"conversation_id": self.id, "workspace_roots": [str(self.folder)]}
            if self.agent == "cursor"
            else {"session_id": self.id, "cwd": str(self.folder), "permission_mode": "default"}
        )

        @asynccontextmanager
        async def opening():
            yield self.memory.as_user("mira", agent=self.agent)

        call = HookCall(event, json.dumps({**common, **here, **fields}).encode(), asks=self.agent != "codex")
        reply = await answer_hook(call, opening, self.known)
        assert reply.code == 0
        assert not [line for line in reply.said if "memorist hook:" in line]
        return reply.answer or {}

    def write(self, role: str, text: str) -> None:
        """Add a message to the transcript in the agent's form."""
        self.lines += 1
        at = self.clock.now().isoformat()
        kind = "text" if self.agent != "codex" else "input_text" if role == "user" else "output_text"
        said = f"<user_query>\n{text}\n</user_query>" if (role, self.agent) == ("user", "cursor") else text
        content = [{"type": kind, "text": said}]
        message = {"role": role, "content": content}
        lines: dict[str, dict[str, Any]] = {
            "claude-code": {"type": role, "uuid": f"{self.id}-{self.lines}", "sessionId": self.id, "message": message},
            "codex": {"type": "response_item", "payload": {"type": "message", **message}},
            "cursor": {"role": role, "message": {"content": content}},
        }
        line = lines[self.agent] if self.agent == "cursor" else {**lines[self.agent], "timestamp": at}
        with self.transcript.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    async def start(self) -> str:
        name = "sessionStart" if self.agent == "cursor" else "SessionStart"
        return json.dumps(await self("session-start", name, source="startup"), ensure_ascii=False)

    async def prompt(self, text: str) -> str:
        name = "beforeSubmitPrompt" if self.agent == "cursor" else "UserPromptSubmit"
        told = json.dumps(await self("prompt", name, prompt=text), ensure_ascii=False)
        self.write("user", text)
        return told

    async def call(self, call: Mapping[str, str]) -> str:
        """Return what becomes of a call: allow, ask or deny."""
        if self.agent == "cursor":
            shell = call["tool"] == "Bash"
            path = str(self.folder / call.get("file", ""))
            name = "beforeShellExecution" if shell else "beforeReadFile" if call["tool"] == "Read" else "preToolUse"
            fields: dict[str, Any] = (
                {"command": call["command"], "cwd": ""}
                if shell
                else {"tool_name": call["tool"], "tool_input": {"file_path": path}, "file_path": path}
            )
            return (await self("tool", name, **fields)).get("permission", "allow")
        given = {"command": call["command"]} if "command" in call else {"file_path": str(self.folder / call["file"])}
        if call["tool"] == "apply_patch":
            given = {"command": f"*** Begin Patch\n*** Update File: {call['file']}\n@@\n-a\n+b\n*** End Patch\n"}
        answer = await self("tool", "PreToolUse", tool_name=call["tool"], tool_input=given)
        decided = answer.get("hookSpecificOutput", {}).get("permissionDecision", "allow")
        return "ask" if "systemMessage" in answer else decided

    async def stop(self, answer: str) -> str:
        self.write("assistant", answer)
        name = "stop" if self.agent == "cursor" else "Stop"
        return json.dumps(await self("stop", name, stop_hook_active=False, status="completed"), ensure_ascii=False)


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "infra").mkdir()
    for path in (tmp_path / "shop" / name for name in FILES):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("export const PAYMENT_TIMEOUT = 8\n")
    return tmp_path


async def test_a_week(folders: Path):
    clock, known = VirtualClock(WEEK[0]["at"]), KnownInSessions()
    async with memorist.open(
        f"embedded:{folders / 'store'}", group="team", user="mira", clock=clock, settings=test_settings()
    ) as memory:
        for day in WEEK:
            clock.move_to(day["at"])
            session = Session(memory, clock, known, folders / day["repository"], day["agent"])
            if "gone" in day:
                (session.folder / day["gone"]).unlink()
            _check(await session.start(), day)
            for turn in day["turns"]:
                await _turn(session, turn)


async def _turn(session: Session, turn: Mapping[str, Any]) -> None:
    told = await session.prompt(turn["say"])
    if session.agent != "cursor":
        _check(told, turn)
    if turn.get("interrupted"):
        session.write("user", "[Request interrupted by user]")
        return
    for call in turn.get("calls", ()):
        assert (call, await session.call(call)) == (call, call["becomes"])
    assert turn.get("to_person", "") in await session.stop(turn["answer"])


def _check(told: str, expected: Mapping[str, Any]) -> None:
    assert [words for words in expected.get("told", ()) if words not in told] == [], told
    assert [words for words in expected.get("not_told", ()) if words in told] == [], told
