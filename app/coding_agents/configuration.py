"""The configuration that has coding agents call memorist: put into what is there, and taken out of it again. Pure."""

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import join
from typing import Any, Literal, cast

from memorist.app.coding_agents.cursor import EVENTS
from memorist.app.coding_agents.events import NAMES, HookEvent
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.json_values import as_object, json_object

type CodingAgent = Literal["claude-code", "codex", "cursor"]

SERVER = "memorist"
"""The name under which the MCP server stands in configurations."""
TIMEOUT = 60
"""Seconds after which an agent no longer waits for a hook: a first call may load an embedder."""
_OURS = re.compile(r"memorist(?:\.app\.cli)?(?:\.exe)?['\"]? hook (?:session-start|prompt|tool|stop)\b")
"""A command that calls a hook of ours, however the program is named and whatever its options are."""
_BEGIN, _END = "# memorist: begin", "# memorist: end"


@dataclass(frozen=True)
class ConfigFile:
    """One file of an agent's configuration, and how it is changed.

    Args:
        path: of the file.
        add: gives its text with what we need, from its text (empty: there is none). What was ours is replaced.
        remove: gives its text without what is ours; empty: nothing is left.
    """

    path: Path
    add: Callable[[str], str]
    remove: Callable[[str], str]


def files_for(
    agent: CodingAgent, base: Path, *, project: bool, program: Sequence[str], options: Sequence[str]
) -> list[ConfigFile]:
    """Return the files to change.

    Args:
        agent: whose configuration it is.
        base: the agent's own folder (``~/.claude``), or that of a project.
        project: ``base`` is a project's folder.
        program: the words that call the command line.
        options: options for each command, such as ``--group team``.
    """
    named = with_agent(options, agent)
    server = {"command": program[0], "args": [*program[1:], "mcp", *named]}
    asks = agent != "codex"
    commands: dict[HookEvent, str] = {
        event: join([*program, "hook", event, *([] if asks or event != "tool" else ["--no-ask"]), *named])
        for event in NAMES
    }
    match agent:
        case "claude-code":
            hooks = base / ".claude" / "settings.json" if project else base / "settings.json"
            files = [_hooks_file(hooks, _groups(commands))]
            return [*files, _servers_file(base / ".mcp.json", server)] if project else files
        case "codex":
            folder = base / ".codex" if project else base
            return [_hooks_file(folder / "hooks.json", _groups(commands)), _toml_file(folder / "config.toml", server)]
        case "cursor":
            folder = base / ".cursor" if project else base
            hooks = _hooks_file(folder / "hooks.json", _cursor_hooks(commands), version=1)
            return [hooks, _servers_file(folder / "mcp.json", server)]


def with_agent(options: Sequence[str], agent: CodingAgent) -> list[str]:
    """Return the options of an installed command: they name the agent, unless the person named another one."""
    return [*options, *([] if "--agent" in options else ["--agent", agent])]


type _Hooks = Mapping[str, Mapping[str, Any]]
"""An entry for each event, by the agent's name of it."""


def _groups(commands: Mapping[HookEvent, str]) -> _Hooks:
    """Entries in the form of Claude Code and Codex: a group of handlers, for all tools."""
    return {
        NAMES[event]: {
            **({"matcher": "*"} if event == "tool" else {}),
            "hooks": [{"type": "command", "command": command, "timeout": TIMEOUT}],
        }
        for event, command in commands.items()
    }


def _cursor_hooks(commands: Mapping[HookEvent, str]) -> _Hooks:
    """Entries in the form of Cursor, which has several events for what one hook answers."""
    return {
        name: {"command": commands[event], "timeout": TIMEOUT, **({"matcher": matcher} if matcher else {})}
        for event, names in EVENTS.items()
        for name, matcher in names.items()
    }


def _hooks_file(path: Path, entries: _Hooks, **form: Any) -> ConfigFile:
    """A file of hooks; ``form``: what else a file has that holds any."""

    def add(text: str) -> str:
        settings = {**form, **_without_hooks(_object(text, path), path)}
        hooks = settings.setdefault("hooks", {})
        for name, entry in entries.items():
            hooks.setdefault(name, []).append(entry)
        return _as_text(settings, text)

    def remove(text: str) -> str:
        left = _without_hooks(_object(text, path), path)
        return _as_text({} if left == form else left, text)

    return ConfigFile(path, add, remove)


def _without_hooks(settings: dict[str, Any], path: Path) -> dict[str, Any]:
    """The settings without our hooks, and without lists that held nothing else."""
    if "hooks" not in settings:
        return settings
    hooks = _mapping(settings["hooks"], "hooks", path)
    left: dict[str, Any] = {}
    for event, groups in hooks.items():
        if not isinstance(groups, list):
            raise InvalidInput(f"{path}: hooks.{event}: expected a list: fix it first", field=f"hooks.{event}")
        given = cast("list[Any]", groups)
        kept = [one for one in map(_without_ours, given) if one is not None]
        if kept or not given:
            left[event] = kept
    rest = {name: left if name == "hooks" else value for name, value in settings.items()}
    if hooks and not left:
        del rest["hooks"]
    return rest


def _without_ours(group: Any) -> Any:
    """A group of handlers without ours; null where it held nothing else, or is a handler of ours itself."""
    if _OURS.search(str(as_object(group).get("command", ""))):
        return None
    handlers = as_object(group).get("hooks")
    listed = cast("list[Any]", handlers) if isinstance(handlers, list) else []
    kept = [one for one in listed if not _OURS.search(str(as_object(one).get("command", "")))]
    if len(kept) == len(listed):
        return group
    return {**group, "hooks": kept} if kept else None


def _servers_file(path: Path, server: Mapping[str, Any]) -> ConfigFile:
    def add(text: str) -> str:
        settings = _object(text, path)
        servers = _mapping(settings.get("mcpServers", {}), "mcpServers", path)
        return _as_text({**settings, "mcpServers": {**servers, SERVER: server}}, text)

    def remove(text: str) -> str:
        settings = _object(text, path)
        servers = _mapping(settings.get("mcpServers", {}), "mcpServers", path)
        left = {name: value for name, value in servers.items() if name != SERVER}
        if left == servers:
            return text
        rest = {name: left if name == "mcpServers" else value for name, value in settings.items()}
        return _as_text({name: value for name, value in rest.items() if name != "mcpServers" or left}, text)

    return ConfigFile(path, add, remove)


def _toml_file(path: Path, server: Mapping[str, Any]) -> ConfigFile:
    def remove(text: str) -> str:
        start = text.find(_BEGIN)
        end = text.find(_END, start)
        if start < 0 or end < 0:
            return text
        behind = text[end + len(_END) :].removeprefix("\n")
        return text[:start].removesuffix("\n") + behind if text[:start].endswith("\n\n") else text[:start] + behind

    def add(text: str) -> str:
        rest = remove(text)
        if SERVER in _mapping(_toml(rest, path).get("mcp_servers", {}), "mcp_servers", path):
            said = f"{path}: mcp_servers.{SERVER} is there already, written by hand: take it out first"
            raise InvalidInput(said, field=f"mcp_servers.{SERVER}")
        table = (
            f"[mcp_servers.{SERVER}]\ncommand = {json.dumps(server['command'])}\nargs = {json.dumps(server['args'])}"
        )
        lead = rest if rest.endswith("\n") or not rest else f"{rest}\n"
        whole = f"{lead}{chr(10) if rest else ''}{_BEGIN}\n{table}\n{_END}\n"
        _toml(whole, path)
        return whole

    return ConfigFile(path, add, remove)


def _toml(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"{path}: not TOML: {error}: fix it first", field="PATH") from error


def _object(text: str, path: Path) -> dict[str, Any]:
    return json_object(text if text.strip() else "{}", of=str(path), field="PATH", hint=": fix it first")


def _mapping(value: object, name: str, path: Path) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidInput(f"{path}: {name}: expected an object: fix it first", field=name)
    return cast("dict[str, Any]", value)


def _as_text(settings: Mapping[str, Any], before: str) -> str:
    """The settings as JSON, indented as they were; unchanged ones as they stand, and no settings as no text."""
    if not settings:
        return ""
    if before.strip() and json.loads(before) == settings:
        return before
    indent = re.search(r"^([ \t]+)\S", before, re.MULTILINE)
    return json.dumps(settings, indent=indent[1] if indent else 2, ensure_ascii=False) + "\n"
