"""Letta's agent file: memory blocks and files as documents, messages as turns. Both of its forms are read.

The later one has ``agents`` and ``blocks``; the earlier one is the agent itself, with ``core_memory`` and ``messages``.
Its ids (``agent-0``, ``message-3``) are counted anew in each file, so an entry is known by its agent's name, time and
words.
"""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from memorist.app.importing.entries import Found, LeftOut, digest, document, moment, turn
from memorist.app.importing.files import SourceFiles
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.json_values import as_object, json_or_none, objects_in, texts_of
from memorist.nodes.kinds.turn import tool_output

_HUMAN = "human"
"""Label of the block about the person that an agent talks to."""
_THINKS_ALOUD = "memgpt"
"""Beginning of the types of agents whose messages beside a call of a tool are thoughts; others say them."""


def read(files: SourceFiles) -> Iterator[Found]:
    """The blocks and files of all agents, then their messages."""
    names = files.required(".af", ".json", what="no agent file (*.af)")
    for name in names:
        yield from _agent_file(as_object(files.json(name)), files.place(name))
    yield from (LeftOut("file that describes no agent") for _ in range(len(files.names) - len(names)))


def _agent_file(given: Mapping[str, Any], name: str) -> Iterator[Found]:
    agents = objects_in(given.get("agents"))
    if "agents" in given and isinstance(given["agents"], list):
        at = given.get("created_at")
        for number, block in enumerate(objects_in(given.get("blocks"))):
            yield from _block(f"blocks[{number}]", block, at, _holders(agents, block))
        for number, file in enumerate(objects_in(given.get("files"))):
            yield _file(f"files[{number}]", file)
    elif "core_memory" in given or "messages" in given:
        agents = [given]
        for number, block in enumerate(objects_in(given.get("core_memory"))):
            yield from _block(f"core_memory[{number}]", block, given.get("updated_at"), _name(given, 0))
    else:
        raise InvalidInput(f"{name}: not an agent file: expected agents and blocks, or core_memory", field="PATH")
    for number, agent in enumerate(agents):
        thinks = str(agent.get("agent_type") or _THINKS_ALOUD).startswith(_THINKS_ALOUD)
        called = _name(agent, number)
        for place, message in enumerate(objects_in(agent.get("messages"))):
            where = f"agents[{number}].messages[{place}]"
            yield from _message(where, message, called, str(agent.get("id") or called), thinks=thinks)


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
    yield document(place, title, value, at=when, id_=f"letta:{title}", personal=label == _HUMAN)


def _file(place: str, file: Mapping[str, Any]) -> Found:
    text, name = file.get("content"), str(file.get("original_file_name") or file.get("file_name") or "file")
    if not isinstance(text, str) or not text.strip():
        return LeftOut("attached file without its text")
    return document(place, name, text, at=moment(file.get("created_at")), dated=False, id_=f"letta:{name}")


def _message(place: str, message: Mapping[str, Any], agent: str, agent_id: str, *, thinks: bool) -> Iterator[Found]:
    role = message.get("role")
    if role not in ("user", "assistant", "tool"):
        yield LeftOut(f"{role} message")
        return
    text = _said(message, thinks=thinks) if role == "assistant" else _heard(message)
    if role == "tool":
        text = _returned(message)
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
    packed = as_object(json_or_none(text))
    if "type" not in packed:
        return text
    return str(packed.get("message") or "") if packed["type"] == "user_message" else None


def _returned(message: Mapping[str, Any]) -> str:
    """Return what a tool returned, without the JSON around it; empty for a bare "OK"."""
    text = _text(message)
    inside = as_object(json_or_none(text))
    text = str(inside.get("message") or "") if "status" in inside else text
    if not text.strip():
        text = "\n".join(str(each.get("func_response") or "") for each in objects_in(message.get("tool_returns")))
    return "" if text.strip() in ("", "OK", "None") else tool_output(str(message.get("name") or ""), text)


def _said(message: Mapping[str, Any], *, thinks: bool) -> str:
    """Return the words of the agent: those sent by its tool ``send_message``; else the content, if it called no
    tool or does not think aloud."""
    calls = objects_in(message.get("tool_calls"))
    said: list[str] = []
    for call in calls:
        function = as_object(call.get("function"))
        if function.get("name") == "send_message":
            said.append(str(as_object(json_or_none(str(function.get("arguments") or ""))).get("message") or ""))
    return "\n".join(filter(None, said)) if said or (calls and thinks) else _text(message)


def _text(message: Mapping[str, Any]) -> str:
    return "\n".join(texts_of(message.get("content", message.get("text")), ["text"]))
