"""One module a source; each has a function that reads it."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

from memorist.app.importing.entries import Found
from memorist.app.importing.files import SourceFiles
from memorist.memory_store.domain.errors import InvalidInput

SOURCES: Mapping[str, str] = {
    "mem0": "Mem0 or OpenMemory: an export of its memories (JSON), or its history database (SQLite)",
    "langgraph-store": "LangGraph's store or LangMem: its SQLite database, or items as JSON",
    "letta": "Letta: an agent file (.af)",
    "hindsight": "Hindsight: the memories or documents of a bank (JSON)",
    "zep": "Zep: facts, nodes, episodes or threads (JSON)",
    "markdown": "Markdown notes (basic-memory, Obsidian, Logseq), AGENTS.md and CLAUDE.md",
    "transcript": "transcripts of a coding agent (JSON lines): Claude Code, Codex, Cursor",
    "chatgpt": "ChatGPT: the export, or its conversations.json",
    "claude": "Claude: the export, or its conversations.json",
}
"""By name, which is that of the module: what is read. Each is read from a file, a folder, or a zip archive."""

Read = Callable[[Path], Iterator[Found]]
"""Reads a source. Raises :class:`memorist.memory_store.domain.errors.InvalidInput` where it is not one of its kind."""


def reader_of(source: str) -> Read:
    """The function that reads a source. Raises :class:`InvalidInput` that names all there are."""
    if source not in SOURCES:
        known = "; ".join(f"{name}: {about}" for name, about in SOURCES.items())
        raise InvalidInput(f"import: unknown source {source!r}; expected one of {known}", field="SOURCE")
    module = import_module(f"{__name__}.{source.replace('-', '_')}")
    return lambda path: module.read(SourceFiles(path))
