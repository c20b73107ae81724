"""One module a source; each has a function that reads it."""

from collections.abc import Mapping
from importlib import import_module
from typing import cast

from memorist.app.importing.entries import Read
from memorist.memory_store.domain.errors import InvalidInput

SOURCES: Mapping[str, tuple[str, str]] = {
    "mem0": ("mem0", "Mem0: an export of its memories (JSON), or its history database (SQLite)"),
    "langgraph-store": ("langgraph_store", "LangGraph's store: its SQLite database, or items as JSON lines"),
    "letta": ("letta", "Letta: an agent file (.af)"),
    "markdown": ("markdown", "a folder of Markdown notes: basic-memory, Obsidian"),
    "transcript": ("transcript", "transcripts of a coding agent (JSON lines): Claude Code, Codex; a file or a folder"),
    "chatgpt": ("chatgpt", "ChatGPT: conversations.json, or the archive of the export"),
    "claude": ("claude", "Claude: conversations.json, or the archive of the export"),
}
"""By name: the module, and what it reads."""


def reader_of(source: str) -> Read:
    """The function that reads a source. Raises :class:`InvalidInput` that names all there are."""
    if source not in SOURCES:
        known = "; ".join(f"{name}: {about}" for name, (_, about) in SOURCES.items())
        raise InvalidInput(f"import: unknown source {source!r}; expected one of {known}", field="SOURCE")
    return cast("Read", import_module(f"{__name__}.{SOURCES[source][0]}").read)
