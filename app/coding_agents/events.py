"""The hook JSON of coding agents: what it asks for, and the answer in the agent's form. Pure.

Claude Code and Codex share a form: ``session_id``, ``transcript_path``, ``cwd``, ``hook_event_name``, and by event
``prompt``, or ``tool_name`` and ``tool_input``. Cursor has one of its own (:mod:`memorist.app.coding_agents.cursor`).
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Literal, NamedTuple, cast

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.json_values import json_object
from memorist.nodes.homeostasis.acts.touches import patched

type HookEvent = Literal["session-start", "prompt", "tool", "stop"]
type Event = Mapping[str, Any]
type Answer = dict[str, Any] | None

NAMES: Mapping[HookEvent, str] = {
    "session-start": "SessionStart",
    "prompt": "UserPromptSubmit",
    "tool": "PreToolUse",
    "stop": "Stop",
}
"""The names that Claude Code and Codex give the events."""
FILE_TOOLS: Mapping[str, Literal["write", "read", "delete"]] = {
    "Write": "write",
    "Edit": "write",
    "MultiEdit": "write",
    "NotebookEdit": "write",
    "Delete": "delete",
    "Read": "read",
}
"""Tools that do one thing to one file, by what they do."""
_SHELLS = ("Bash", "shell", "Shell")
_PATHS = ("file_path", "notebook_path", "path", "target_file")
MAX_PATCHED = 20
"""Files of a patch that are checked one by one; a patch of more is checked as a call of a tool as well."""


class HookObjection(NamedTuple):
    """An objection to an intended act, in words."""

    action: Literal["warn", "deny"]
    said: str


class AgentForm(NamedTuple):
    """The form of an agent's events, and of the answers that it reads.

    Args:
        root: the folder that the agent works in, null where the event names none.
        acts: what an event says that the agent means to do, as acts that can be checked; files as seen from a folder.
        context: puts a text before the agent's model; null where nothing is told.
        objection: an objection to what an event means to do; null where the agent reads none there. The last argument:
            the person can be asked.
        notices: tells the person something when the agent has stopped; null where the agent cannot.
        told_at_prompt: the agent takes context with a prompt; one that does not has its prompts learned instead where
            it keeps no transcript.
    """

    root: Callable[[Event], str | None]
    acts: Callable[[Event, str | None], list[dict[str, Any]]]
    context: Callable[[HookEvent, str], Answer]
    objection: Callable[[Event, HookObjection, bool], Answer]
    notices: Callable[[Sequence[str]], Answer]
    told_at_prompt: bool = True


def read_event(data: bytes) -> Event:
    """Read what an agent gave to a hook. Raises :class:`InvalidInput` saying what is wrong with it."""
    return json_object(
        data, of="standard input", field="stdin", hint=": a hook gets the JSON of an agent's event there"
    )


def text_of(event: Event, field: str) -> str:
    """Return a text of an event. Raises :class:`InvalidInput` where it is not there or is no text."""
    value = event.get(field)
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(f"the event has no text under {field!r}", field=field)
    return value


def session_of(event: Event) -> str:
    """Return the session of an event; empty where it names none."""
    return str(event.get("session_id") or event.get("conversation_id") or "")


_COMMANDS = ("command", "cmd", "script", "code", "input")
"""Names of the argument of a shell that holds its command; ``input`` is one that came without a name."""


def acts_of(event: Event, root: str | None) -> list[dict[str, Any]]:
    """Return what an agent means to do with a tool, as acts that can be checked.

    A path inside the folder of its project is told from there, the way rules name it.
    """
    name = text_of(event, "tool_name")
    given: Any = event.get("tool_input")
    arguments = cast("dict[str, Any]", given) if isinstance(given, dict) else {"input": given}
    command = next((arguments[key] for key in _COMMANDS if arguments.get(key)), None)
    if name in _SHELLS and command:
        line = " ".join(map(str, cast("list[Any]", command))) if isinstance(command, list) else str(command)
        return [{"kind": "shell", "command": line}]
    call = {"kind": "tool", "name": name, "arguments": arguments}
    if name == "apply_patch":
        text = command if isinstance(command, str) else str(arguments.get("input") or "")
        paths = list(dict.fromkeys(patched(text)))
        acts = [file_act("write", path, root) for path in paths[:MAX_PATCHED]]
        return acts if 0 < len(paths) <= MAX_PATCHED else [*acts, call]
    path = next((arguments[name] for name in _PATHS if isinstance(arguments.get(name), str)), None)
    return [file_act(FILE_TOOLS[name], path, root)] if name in FILE_TOOLS and path else [call]


def file_act(operation: str, path: str, root: str | None) -> dict[str, Any]:
    """Return what is done to a file as an act; a path inside the folder is told from there."""
    whole = PurePath(path)
    seen = str(whole.relative_to(root)) if root is not None and whole.is_relative_to(root) else path
    return {"kind": "file", "operation": operation, "path": seen}


def _root(event: Event) -> str | None:
    given = event.get("cwd")
    return given if isinstance(given, str) and given else None


def _context(event: HookEvent, text: str) -> Answer:
    return {"hookSpecificOutput": {"hookEventName": NAMES[event], "additionalContext": text}} if text else None


def _objection(event: Event, objection: HookObjection, asks: bool) -> Answer:
    if objection.action == "warn" and not asks:
        return {"systemMessage": f"memorist warns: {objection.said}"}
    return {
        "hookSpecificOutput": {
            "hookEventName": NAMES["tool"],
            "permissionDecision": "deny" if objection.action == "deny" else "ask",
            "permissionDecisionReason": objection.said,
        }
    }


def _notices(said: Sequence[str]) -> Answer:
    return {"systemMessage": "memorist: " + " · ".join(said)} if said else {}


CLAUDE_FORM = AgentForm(root=_root, acts=acts_of, context=_context, objection=_objection, notices=_notices)
"""The form of Claude Code and Codex. Without an objection nothing is answered: the agent's own permissions decide."""
