"""Find the source that an export is of, by the fields of its records and the names of its files."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, cast

from memorist.app.importing.files import SourceFiles, sqlite_tables
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.json_values import as_object

SIGNS: Sequence[tuple[str, frozenset[str]]] = tuple(
    (source, frozenset(fields.split()))
    for source, *alternatives in (
        ("chatgpt", "mapping"),
        ("claude", "chat_messages", "conversations_memory", "prompt_template docs"),
        ("langgraph-store", "namespace key value"),
        ("letta", "agents blocks", "core_memory"),
        ("hindsight", "text fact_type", "original_text bank_id", "content_hash bank_id"),
        ("zep", "fact source_node_uuid", "thread_id messages", "content role_type", "edges", "session_id messages"),
        ("mem0", "memory id", "memory user_id", "content state app_id"),
        ("transcript", "sessionId type", "timestamp payload", "message uuid", "record_type"),
    )
    for fields in alternatives
)
"""Fields that the records of a source have, and those of no other."""
HOLDERS = ("results", "memories", "items", "nodes", "episodes", "messages", "edges")
"""Fields under which exports hold a list of records."""
LOOKED_AT = 20
TABLES = {"history": "mem0", "store": "langgraph-store"}
_ENDINGS = ((".jsonl", None), (".json", None), (".af", None), (".md", "markdown"), (".markdown", "markdown"))


def recognised(path: Path) -> str | None:
    """Return the name of the source that a file, folder or archive is an export of; null if it is none that is known.

    Raises nothing: what cannot be read is not recognised.
    """
    files = SourceFiles(path)
    try:
        names = sorted(files.names, key=lambda name: [name.lower().endswith(end) for end, _ in _ENDINGS], reverse=True)
        return next((source for name in islice(names, LOOKED_AT) if (source := _source_of_file(files, name))), None)
    except InvalidInput:
        return None


def _source_of_file(files: SourceFiles, name: str) -> str | None:
    by_name = next((source for end, source in _ENDINGS if source and name.lower().endswith(end)), None)
    if by_name:
        return by_name
    try:
        if files.is_sqlite(name):
            tables = sqlite_tables(base) if (base := files.database(name)) else frozenset[str]()
            return next((source for table, source in TABLES.items() if table in tables), None)
        values = (value for _, value, _ in islice(files.records(name), LOOKED_AT))
        return next((source for value in values for each in _records_in(value) if (source := source_of(each))), None)
    except InvalidInput:
        return None


def _records_in(value: Any) -> Iterator[Any]:
    yield value
    for holder in HOLDERS:
        held = as_object(value).get(holder)
        yield from islice(cast("list[Any]", held), LOOKED_AT) if isinstance(held, list) else ()


def source_of(record: Any) -> str | None:
    """Return the source that has records with these fields; null if none or nobody knows."""
    fields = frozenset(as_object(record))
    return next((source for source, signs in SIGNS if signs <= fields), None)
