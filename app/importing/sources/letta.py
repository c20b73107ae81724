"""Letta's agent file: memory blocks as documents, messages as turns. Both of its forms are read.

The later one has ``agents`` and ``blocks``; the earlier one is the agent itself, with ``core_memory`` and ``messages``.
Its ids (``agent-0``, ``message-3``) are counted anew in each file, so an entry is known by its agent's name, time and
words.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from memorist.app.importing.entries import Found, LeftOut, as_object, digest, document, moment, objects_in, turn
from memorist.app.importing.files import json_of
from memorist.memory_store.domain.errors import InvalidInput


def read(path: Path) -> Iterator[Found]:
    """The blocks of all agents, then their messages."""
    data = json_of(path)
    given = as_object(data)
    agents = objects_in(given.get("agents"))
    if "agents" in given and isinstance(given["agents"], list):
        at = given.get("created_at")
        for number, block in enumerate(objects_in(given.get("blocks"))):
            yield from _block(f"blocks[{number}]", block, at, _holders(agents, block))
    elif "core_memory" in given or "messages" in given:
        agents = [given]
        for number, block in enumerate(objects_in(given.get("core_memory"))):
            yield from _block(f"core_memory[{number}]", block, given.get("updated_at"), _name(given, 0))
    else:
        raise InvalidInput(f"{path}: not an agent file: expected agents and blocks, or core_memory", field="PATH")
    for number, agent in enumerate(agents):
        name = _name(agent, number)
        for place, message in enumerate(objects_in(agent.get("messages"))):
            yield from _message(f"agents[{number}].messages[{place}]", message, name, str(agent.get("id") or name))


def _name(agent: Mapping[str, Any], number: int) -> str:
    return str(agent.get("name") or f"agent {number}")


def _holders(agents: list[Mapping[str, Any]], block: Mapping[str, Any]) -> str:
    """The names of the agents that have a block: ids are those of the file alone."""
    holding: list[str] = []
    for number, agent in enumerate(agents):
        ids = agent.get("block_ids")
        if isinstance(ids, list) and block.get("id") in cast("list[Any]", ids):
            holding.append(_name(agent, number))
    return ", ".join(holding) or "no agent"


def _block(place: str, block: Mapping[str, Any], at: Any, holder: str) -> Iterator[Found]:
    value, label = block.get("value"), str(block.get("label") or "block")
    if not isinstance(value, str) or not value.strip():
        yield LeftOut("empty memory block")
        return
    title = f"Letta block {label} of {holder} ({block.get('id') or 'core memory'})"
    when = moment(block.get("updated_at")) or moment(block.get("created_at")) or moment(at)
    yield document(place, title, value, at=when, id_=f"letta:{title}")


def _message(place: str, message: Mapping[str, Any], agent: str, agent_id: str) -> Iterator[Found]:
    role = message.get("role")
    if role not in ("user", "assistant"):
        yield LeftOut(f"{role} message")
        return
    text = _said(message) if role == "assistant" else _heard(message)
    if text is None:
        yield LeftOut("event of Letta itself")
    elif not text.strip():
        yield LeftOut("message without words")
    else:
        at = moment(message.get("created_at"))
        id_ = digest(at or place, role, text)
        yield turn(place, str(role), text, at=at, id_=f"letta:{agent}:{id_}", session=f"letta:{agent}:{agent_id}")


def _heard(message: Mapping[str, Any]) -> str | None:
    """Return the words of a person; null if the message has none. Letta packs that into JSON, as it does its own
    heartbeats and logins: null for those."""
    text = _text(message)
    packed = as_object(_json(text))
    if "type" not in packed:
        return text
    return str(packed.get("message") or "") if packed["type"] == "user_message" else None


def _said(message: Mapping[str, Any]) -> str:
    """Return the words of the agent: those sent by its tool ``send_message``; else the content, if it called no
    tool."""
    calls = objects_in(message.get("tool_calls"))
    said: list[str] = []
    for call in calls:
        function = as_object(call.get("function"))
        if function.get("name") == "send_message":
            said.append(str(as_object(_json(str(function.get("arguments") or ""))).get("message") or ""))
    return "\n".join(filter(None, said)) if calls else _text(message)


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content", message.get("text"))
    if isinstance(content, str):
        return content
    parts = [part.get("text") for part in objects_in(content) if part.get("type") == "text"]
    return "\n".join(part for part in parts if isinstance(part, str))


def _json(text: str) -> Any:
    try:
        return json.loads(text) if text.lstrip().startswith("{") else None
    except (ValueError, RecursionError):
        return None
