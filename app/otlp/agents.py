"""Log records of coding agents (``claude_code.tool_result``, ``codex.user_prompt``, ``gemini_cli.tool_call`` …), as
events.

An event becomes one of the kinds that observations know: ``terminal.command``, ``file.edit``, ``web.search`` … What
says nothing in words (requests, tokens, costs) becomes none.
"""

from collections.abc import Mapping
from typing import Any, cast

from memorist.memory_store.domain.episode import EpisodeRole
from memorist.memory_store.domain.json_values import json_or_none

AGENTS = ("claude_code.", "codex.", "gemini_cli.", "qwen-code.", "opencode.", "copilot.")
"""Beginnings of event names; Claude Code writes the short name into ``event.name`` and the long one into the body."""
PROMPT = "user_prompt"
ANSWERS = ("api_response", "assistant_response", "assistant_message")
TOOL = ("tool_result", "tool_call")
TOOL_NAMES = ("tool_name", "function_name", "name")
RETURNED = ("output", "tool_output", "tool_response", "result")
"""Attributes that hold what a tool returned."""
DECISION = "tool_decision"
FAILED = ("api_error", "error")
ERROR_TEXTS = ("error", "error.message", "error_message")
READERS = frozenset("read read_file glob grep ls list_directory search_file_content".split())
_SHELLS = "bash shell run_shell_command local_shell exec exec_command terminal powershell"
_EDITORS = "edit multiedit write write_file replace apply_patch notebookedit str_replace_editor"
_COMMAND, _PATH = "full_command bash_command command cmd", "file_path path absolute_path notebook_path"
KNOWN_TOOLS = tuple(
    (frozenset(tools.split()), arguments.split(), event, words, attribute)
    for tools, arguments, event, words, attribute in (
        (_SHELLS, _COMMAND, "terminal.command", "{}", "process.command_line"),
        (_EDITORS, _PATH, "file.edit", "edited {}", "file.path"),
        ("websearch web_search google_web_search", "query url prompt", "web.search", "{}", None),
        ("webfetch web_fetch", "query url prompt", "web.visit", "{}", None),
    )
)
"""Tools by what they do: their names, the arguments that say to what, the kind of event, its words, its attribute."""
_REFUSING = frozenset({"reject", "rejected", "denied", "deny", "abort"})

type Happened = tuple[str, str, dict[str, Any]]
"""The event's kind, what it says, and the attributes that its kind has."""


def short_name(name: str, body: Any) -> str | None:
    """The name without the agent's; null for what no coding agent emits."""
    for full in (name, body if isinstance(body, str) else ""):
        for agent in AGENTS:
            if full.startswith(agent):
                return full.removeprefix(agent)
    return None


def said(short: str, attributes: Mapping[str, Any]) -> tuple[EpisodeRole, str, str] | None:
    """Return what an event says in somebody's words: whose, the name of the tool if it was one, and the words."""
    if short == PROMPT:
        prompt = _text(attributes, "prompt")
        return ("user", "", prompt) if prompt and not prompt.startswith("[REDACTED") else None
    if short in TOOL and (returned := _text(attributes, *RETURNED)):
        return "tool", _text(attributes, *TOOL_NAMES), returned
    if short in ANSWERS and (answer := _text(attributes, "response_text", "response", "message")):
        return "assistant", "", answer
    return None


def happened(short: str, attributes: Mapping[str, Any]) -> Happened | None:
    """Return the event that an agent's record describes; null if it has no words."""
    if short in TOOL:
        return _tool(attributes)
    if short == DECISION:
        if _text(attributes, "decision").lower() not in _REFUSING:
            return None
        tool = _text(attributes, "tool_name", "function_name") or "a tool"
        return "tool.refused", f"The user refused the use of {tool}", {}
    told = (*ERROR_TEXTS, "message") if short in FAILED else ERROR_TEXTS
    problem = _text(attributes, *told)
    return ("error", problem, {}) if problem else None


def _tool(attributes: Mapping[str, Any]) -> Happened | None:
    tool = _text(attributes, *TOOL_NAMES)
    given = _parameters(attributes)
    ended = _ended(attributes)
    kind = tool.lower()
    for tools, arguments, event, words, attribute in KNOWN_TOOLS:
        if kind in tools and (about := _text(given, *arguments)):
            return event, f"{words.format(about)}{ended}", {attribute: about} if attribute else {}
    if not tool or (kind in READERS and not ended):
        return None
    about = " ".join(filter(None, (_text(given, "mcp_server_name"), _text(given, "mcp_tool_name", "subagent_type"))))
    named = f"{tool} ({about})" if about else tool
    return "tool.call", f"used {named}{ended}", {}


def _ended(attributes: Mapping[str, Any]) -> str:
    """A suffix that says that a tool failed and why; empty unless ``success`` is false."""
    if str(attributes.get("success", True)).lower() != "false":
        return ""
    problem = _text(attributes, *ERROR_TEXTS)
    return f" — failed: {problem}" if problem else " — failed"


def _parameters(attributes: Mapping[str, Any]) -> Mapping[str, Any]:
    for name in ("tool_parameters", "tool_input", "function_args", "arguments"):
        given = attributes.get(name)
        if isinstance(given := json_or_none(given) if isinstance(given, str) else given, Mapping):
            return cast("Mapping[str, Any]", given)
    return attributes


def _text(given: Mapping[str, Any], *names: str) -> str:
    for name in names:
        value = given.get(name)
        if isinstance(value, list):
            value = " ".join(map(str, cast("list[Any]", value)))
        if isinstance(value, str) and value.strip():
            return value.strip()
    return ""
