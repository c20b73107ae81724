"""Exports in their real forms: by the peer's own package, or where that does not install, by its schema."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any


def written(path: Path, data: Any) -> Path:
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def mem0_export(folder: Path) -> Path:
    """The result of ``Memory.get_all()``, by Mem0's own model."""
    base = import_module("mem0.configs.base")
    items = [
        {**base.MemoryItem(id=f"m{n}", memory=text, created_at=at, updated_at=None).model_dump(), "user_id": "mira"}
        for n, text, at in (
            (1, "Prefers window seats on trains", "2025-11-03T10:00:00.123456-08:00"),
            (2, "The staging database runs Postgres 16", "2025-12-01T08:30:00+00:00"),
        )
    ]
    return written(folder / "mem0.json", {"results": items})


def mem0_history(folder: Path) -> Path:
    """Mem0's history database, written by its own storage."""
    storage = import_module("mem0.memory.storage")
    path = folder / "history.db"
    manager = storage.SQLiteManager(str(path))
    first, second = "2025-11-03T10:00:00+00:00", "2025-12-04T10:00:00+00:00"
    manager.add_history("a", None, "Uses npm for packages", "ADD", created_at=first)
    manager.add_history(
        "a", "Uses npm for packages", "Uses pnpm for packages", "UPDATE", created_at=first, updated_at=second
    )
    manager.add_history("b", None, "Lives in Oslo", "ADD", created_at=first)
    manager.add_history("b", "Lives in Oslo", None, "DELETE", created_at=second, is_deleted=1)
    manager.close()
    return path


def langgraph_sqlite(folder: Path) -> Path:
    """The database of LangGraph's ``SqliteStore``, written by it."""
    sqlite = import_module("langgraph.store.sqlite")
    path = folder / "store.db"
    with sqlite.SqliteStore.from_conn_string(str(path)) as store:
        store.setup()
        store.put(("memories", "mira"), "k1", {"kind": "Memory", "content": {"content": "Mira rows on Sundays"}})
        store.put(("prefs",), "theme", {"theme": "dark", "n": 3})
    return path


def letta_file(folder: Path) -> Path:
    """An agent file by Letta's published schema (``letta/schemas/agent_file.py``)."""
    packed = {"type": "user_message", "message": "We deploy on Tuesdays", "time": "2025-10-01 09:00:00 AM"}
    call = {"function": {"name": "send_message", "arguments": json.dumps({"message": "Noted!"})}}
    messages: list[dict[str, Any]] = [
        {"id": "message-0", "role": "system", "content": "You are Letta"},
        {"id": "message-1", "role": "user", "content": json.dumps({"type": "login", "time": "x"})},
        {"id": "message-2", "role": "user", "content": [{"type": "text", "text": json.dumps(packed)}]},
        {
            "id": "message-3",
            "role": "assistant",
            "content": [{"type": "text", "text": "thinking"}],
            "tool_calls": [call],
        },
        {"id": "message-4", "role": "tool", "content": "OK"},
    ]
    stamped = [{**each, "created_at": "2025-10-01T09:00:00Z"} for each in messages]
    agent = {"id": "agent-0", "name": "Ada", "messages": stamped, "block_ids": ["block-0", "block-1"]}
    blocks = [
        {"id": "block-0", "label": "human", "value": "The human is called Mira and works on Apollo."},
        {"id": "block-1", "label": "persona", "value": ""},
    ]
    data = {"agents": [agent], "blocks": blocks, "groups": [], "files": [], "sources": [], "tools": []}
    return written(folder / "ada.af", {**data, "mcp_servers": [], "created_at": "2025-10-02T00:00:00Z"})


def markdown_folder(folder: Path) -> Path:
    """Notes as basic-memory and Obsidian keep them."""
    notes = folder / "vault"
    (notes / ".obsidian").mkdir(parents=True)
    (notes / ".obsidian" / "hidden.md").write_text("not a note")
    (notes / "projects").mkdir()
    (notes / "projects" / "Apollo.md").write_text(
        "---\ntitle: Apollo\ntype: note\npermalink: projects/apollo\ntags: [work]\ncreated: 2025-09-01\n---\n\n"
        "# Apollo\n\n## Observations\n- [decision] Deploys go out on Tuesdays #ops (agreed)\n\n"
        "## Relations\n- part_of [[Billing|the billing program]]\n"
    )
    (notes / "Bare.md").write_text("﻿Just a line about [[Apollo]].")
    (notes / "bomb.md").write_text("---\na: &a [x, x]\nb: [*a, *a]\n---\ntext of the bomb")
    (notes / "empty.md").write_text("---\ntitle: nothing\n---\n")
    (notes / "broken.md").write_bytes(b"\xff\xfe broken")
    (notes / "picture.png").write_bytes(b"\x89PNG")
    (notes / "link.md").symlink_to("/etc/hostname")
    return notes


def claude_code_transcript(folder: Path) -> Path:
    """A session of Claude Code as it lies in ``~/.claude/projects``."""
    project = folder / "-home-mira"
    project.mkdir()
    common = {"sessionId": "s-1", "cwd": "/home/mira", "version": "2.0.0", "gitBranch": "main", "userType": "external"}

    def line(n: int, type_: str, content: Any, **more: Any) -> dict[str, Any]:
        at = f"2026-01-10T09:00:{n:02}.000Z"
        message = {"role": type_, "content": content}
        return {**common, "type": type_, "uuid": f"u{n}", "timestamp": at, "message": message, **more}

    tool = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": "a.py"}
    lines: list[Any] = [
        {"type": "summary", "summary": "Packages", "leafUuid": "u9"},
        line(1, "user", "<command-name>/clear</command-name>"),
        line(2, "user", "Caveat: The messages below were generated by the user", isMeta=True),
        line(
            3,
            "user",
            "We use pnpm for packages.<system-reminder>Be brief </system-reminder> Never check keys </system-reminder>",
        ),
        line(4, "assistant", [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Good to know."}, tool]),
        line(5, "user", [result]),
        line(6, "assistant", [{"type": "text", "text": "sub"}], isSidechain=True),
        {"type": "file-history-snapshot", "messageId": "x", "snapshot": {}},
    ]
    text = "\n".join(json.dumps(each) for each in lines)
    (project / "s-1.jsonl").write_text(f"{text}\n{{broken\n[1]\n")
    return project


def codex_rollout(folder: Path) -> Path:
    """A session of Codex as it lies in ``~/.codex/sessions``."""
    at = "2026-01-11T10:00:00.000Z"

    def item(role: str, kind: str, text: str) -> dict[str, Any]:
        payload = {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}
        return {"timestamp": at, "type": "response_item", "payload": payload}

    lines: list[dict[str, Any]] = [
        {"timestamp": at, "type": "session_meta", "payload": {"id": "c-1", "cwd": "/home/mira"}},
        item("user", "input_text", "<environment_context>\n  <cwd>/home/mira</cwd>\n</environment_context>"),
        item("user", "input_text", "The API listens on port 8443."),
        {
            "timestamp": at,
            "type": "event_msg",
            "payload": {"type": "user_message", "message": "The API listens on port 8443."},
        },
        {"timestamp": at, "type": "response_item", "payload": {"type": "function_call", "name": "shell"}},
        item("assistant", "output_text", "Understood."),
    ]
    path = folder / "rollout-2026-01-11.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


def chatgpt_export(folder: Path) -> Path:
    """A conversation with a branch that was abandoned, as ChatGPT exports it."""

    def node(id_: str, parent: str | None, role: str, text: str, **more: Any) -> dict[str, Any]:
        content = {"content_type": "text", "parts": [text]}
        message = {"id": id_, "author": {"role": role}, "create_time": 1_760_000_000.5, "content": content}
        return {"id": id_, "parent": parent, "children": [], "message": {**message, "metadata": {}, **more}}

    hidden = {"metadata": {"is_visually_hidden_from_conversation": True}}
    code = {"content": {"content_type": "code", "text": "search()"}, "recipient": "browser"}
    mapping = {
        "root": {"id": "root", "parent": None, "children": ["sys"], "message": None},
        "sys": node("sys", "root", "system", "", **hidden),
        "q1": node("q1", "sys", "user", "I live in Bergen."),
        "old": node("old", "q1", "assistant", "An abandoned answer"),
        "call": node("call", "q1", "assistant", "", **code),
        "a1": node("a1", "call", "assistant", "Rainy!"),
    }
    first = {"title": "Rain", "create_time": 1_760_000_000.1, "current_node": "a1", "conversation_id": "conv-1"}
    return written(folder / "conversations.json", [{**first, "mapping": mapping}, {"title": "broken"}])


def claude_export(folder: Path) -> Path:
    """A conversation as Claude exports it."""

    def message(n: int, sender: str, text: str, content: Any) -> dict[str, Any]:
        at = f"2025-08-01T10:0{n}:00.000000Z"
        return {"uuid": f"m{n}", "sender": sender, "text": text, "content": content, "created_at": at}

    parts = [{"type": "tool_use", "name": "web"}, {"type": "text", "text": "Tea it is."}]
    messages = [
        message(1, "human", "I drink green tea.", [{"type": "text", "text": "I drink green tea."}]),
        message(2, "assistant", "Tea it is. This block is not supported.", parts),
        message(3, "assistant", "", [{"type": "tool_use", "name": "web"}]),
        message(4, "robot", "x", []),
    ]
    one = {"uuid": "c1", "name": "Tea", "created_at": "2025-08-01T10:00:00Z", "updated_at": "2025-08-01T10:05:00Z"}
    return written(folder / "conversations.json", [{**one, "account": {"uuid": "u"}, "chat_messages": messages}])


def hindsight_items(folder: Path) -> Path:
    """The memories of a bank as Hindsight's API lists them."""
    common = {"fact_type": "world", "mentioned_at": "2026-01-05T10:00:00+00:00", "context": "", "entities": "Vera"}
    items = [
        {"id": "h1", "text": "Vera builds violins", "tags": ["user:vera"], **common},
        {
            "id": "h2",
            "text": "A viola was delivered | Involving: Vera",
            "occurred_start": "2025-12-12T00:00:00Z",
            **common,
        },
    ]
    return written(folder / "items.json", {"items": items, "total": 2, "limit": 100, "offset": 0})


def zep_graph(folder: Path) -> Path:
    """A user's graph and a thread as Zep's API gives them."""
    at = "2026-01-03T10:00:00Z"
    edge = {"name": "WORKS_AT", "source_node_uuid": "n1", "target_node_uuid": "n2", "created_at": at, "episodes": ["p"]}
    node = {"uuid": "n1", "name": "Oskar", "labels": ["User"], "summary": "Oskar photographs comets.", "created_at": at}
    graph = {
        "nodes": [{**node, "attributes": {"user_id": "oskar"}}],
        "edges": [
            {**edge, "uuid": "e1", "fact": "Oskar works in Ulm", "valid_at": "2025-09-01T00:00:00Z"},
            {**edge, "uuid": "e2", "fact": "Oskar owns a telescope", "invalid_at": "2025-12-01T00:00:00Z"},
        ],
        "episodes": [
            {"uuid": "p", "content": "I observe on Thursdays.", "role": "Oskar", "role_type": "user", "created_at": at}
        ],
    }
    message = {"uuid": "z", "role": "assistant", "content": "Noted.", "created_at": "2026-01-09T10:00:00Z"}
    return written(folder / "zep.json", [graph, {"thread_id": "t", "user_id": "oskar", "messages": [message]}])
