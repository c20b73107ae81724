"""The hook JSON of coding agents: what it asks for, and the answer in their form. Pure.

Claude Code and Codex share the form: ``session_id``, ``transcript_path``, ``cwd``, ``hook_event_name``, and by event
``prompt``, or ``tool_name`` and ``tool_input``.
"""

from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any, Literal, cast

from memorist.app.importing.entries import Found, ImportEntry
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.json_values import json_object

type HookEvent = Literal["session-start", "prompt", "tool", "stop"]

NAMES: Mapping[HookEvent, str] = {
    "session-start": "SessionStart",
    "prompt": "UserPromptSubmit",
    "tool": "PreToolUse",
    "stop": "Stop",
}
"""The agents' names of the events."""
FILE_TOOLS: Mapping[str, Literal["write", "read"]] = {
    "Write": "write",
    "Edit": "write",
    "MultiEdit": "write",
    "NotebookEdit": "write",
    "Read": "read",
}
"""Tools that do one thing to one file, by what they do."""


def read_event(data: bytes) -> Mapping[str, Any]:
    """Read what an agent gave to a hook. Raises :class:`InvalidInput` saying what is wrong with it."""
    return json_object(
        data, of="standard input", field="stdin", hint=": a hook gets the JSON of an agent's event there"
    )


def text_of(event: Mapping[str, Any], field: str) -> str:
    """Return a text of an event. Raises :class:`InvalidInput` where it is not there or is no text."""
    value = event.get(field)
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(f"the event has no text under {field!r}", field=field)
    return value


def act_of(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an agent means to do, as an act that can be checked.

    A path inside the agent's folder is told from there, the way rules name it.
    """
    name = text_of(event, "tool_name")
    given: Any = event.get("tool_input")
    arguments = cast("dict[str, Any]", given) if isinstance(given, dict) else {"input": given}
    command = arguments.get("command")
    if name in ("Bash", "shell") and command:
        line = " ".join(map(str, cast("list[Any]", command))) if isinstance(command, list) else str(command)
        return {"kind": "shell", "command": line}
    path = arguments.get("file_path") or arguments.get("notebook_path")
    if name in FILE_TOOLS and isinstance(path, str) and path:
        return {"kind": "file", "operation": FILE_TOOLS[name], "path": _from(path, event.get("cwd"))}
    return {"kind": "tool", "name": name, "arguments": arguments}


def _from(path: str, folder: object) -> str:
    whole = PurePath(path)
    return str(whole.relative_to(folder)) if isinstance(folder, str) and whole.is_relative_to(folder) else path


def last_exchange(found: Iterable[Found]) -> list[dict[str, Any]]:
    """Return the last message of the user and the last of the assistant after it, as inputs; none where none is."""
    asked: dict[str, Any] | None = None
    answered: dict[str, Any] | None = None
    for one in found:
        role = one.input.get("role") if isinstance(one, ImportEntry) else None
        if isinstance(one, ImportEntry) and role == "user":
            asked, answered = dict(one.input), None
        elif isinstance(one, ImportEntry) and role == "assistant":
            answered = dict(one.input)
    return [one for one in (asked, answered) if asked and one]


def context_answer(event: HookEvent, text: str) -> dict[str, Any] | None:
    """Return the answer that puts a text before the agent's model; null where there is nothing to tell."""
    if not text:
        return None
    return {"hookSpecificOutput": {"hookEventName": NAMES[event], "additionalContext": text}}


def verdict_answer(
    action: Literal["allow", "warn", "deny"], reason: str, alternative: str, *, asks: bool
) -> dict[str, Any] | None:
    """Return the answer to an intended act; null without objections: the agent's own permissions decide.

    ``asks``: the agent can ask the person; one that cannot shows a warning.
    """
    if action == "allow":
        return None
    said = f"{reason} Instead: {alternative}" if alternative else reason
    if action == "warn" and not asks:
        return {"systemMessage": f"memorist warns: {said}"}
    return {
        "hookSpecificOutput": {
            "hookEventName": NAMES["tool"],
            "permissionDecision": "deny" if action == "deny" else "ask",
            "permissionDecisionReason": said,
        }
    }
