"""Cursor's hook JSON: events with ``conversation_id`` and ``workspace_roots``, answers with ``permission``. Pure.

Cursor takes context when a session starts and none with a prompt. It asks the person about commands and MCP tools; of
other tools and of reading it only takes a refusal, and an edit is also reported once it is done.
"""

from collections.abc import Sequence
from typing import Any, cast

from memorist.app.coding_agents.events import (
    AgentForm,
    Answer,
    Event,
    HookEvent,
    HookObjection,
    acts_of,
    file_act,
    text_of,
)
from memorist.memory_store.domain.json_values import json_or_none

EVENTS: dict[HookEvent, dict[str, str | None]] = {
    "session-start": {"sessionStart": None},
    "prompt": {"beforeSubmitPrompt": None},
    "tool": {
        "beforeShellExecution": None,
        "beforeMCPExecution": None,
        "beforeReadFile": None,
        "preToolUse": "Write|Delete",
        "afterFileEdit": None,
    },
    "stop": {"stop": None},
}
"""Cursor's names of the events that each hook answers, with the matcher of the tools that it is called for."""
_ALL = frozenset(name for names in EVENTS.values() for name in names)
_ASKS = ("beforeShellExecution", "beforeMCPExecution")
_REFUSES = (*_ASKS, "beforeReadFile", "preToolUse")


def is_from_cursor(event: Event) -> bool:
    """Return true if an event has the form of Cursor's."""
    return event.get("hook_event_name") in _ALL


def _root(event: Event) -> str | None:
    given: Any = event.get("workspace_roots")
    return str(cast("list[Any]", given)[0]) if isinstance(given, list) and given else None


def _acts(event: Event, root: str | None) -> list[dict[str, Any]]:
    match event.get("hook_event_name"):
        case "beforeShellExecution":
            return [{"kind": "shell", "command": text_of(event, "command")}]
        case "beforeMCPExecution":
            given: Any = event.get("tool_input")
            arguments = json_or_none(given) if isinstance(given, str) else given
            named = cast("dict[str, Any]", arguments) if isinstance(arguments, dict) else {"input": given}
            return [{"kind": "tool", "name": text_of(event, "tool_name"), "arguments": named}]
        case "beforeReadFile" | "afterFileEdit" as name:
            return [
                file_act("read" if name == "beforeReadFile" else "write", text_of(event, "file_path"), _root(event))
            ]
        case _:
            return acts_of(event, root)


def _context(event: HookEvent, text: str) -> Answer:
    if event == "prompt":
        return {"continue": True}
    return {"additional_context": text} if text else {}


def _objection(event: Event, objection: HookObjection, asks: bool) -> Answer:
    name, said = event.get("hook_event_name"), f"memorist: {objection.said}"
    if objection.action == "deny" and name in _REFUSES:
        return {"permission": "deny", "user_message": said, "agent_message": said}
    if objection.action == "warn" and asks and name in _ASKS:
        return {"permission": "ask", "user_message": said, "agent_message": said}
    return None


def _notices(said: Sequence[str]) -> Answer:
    return None if said else {}


CURSOR_FORM = AgentForm(
    root=_root, acts=_acts, context=_context, objection=_objection, notices=_notices, told_at_prompt=False
)
"""The form of Cursor. An objection that cannot be told to it goes to standard error, its Hooks channel."""
