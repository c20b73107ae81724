"""Which database a URL means."""

from pathlib import Path
from urllib.parse import urlsplit

from memorist.memory_store.database import Database
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.places import RULES, is_sharded
from memorist.memory_store.settings import Settings

FORMS = f"embedded:PATH, falkor://host:port, neo4j://host:port, bolt://host:port or {RULES}"


def _check_address(url: str) -> None:
    """Refuse an address without a host or with a port that is none; the URL is not shown, it may hold a password."""
    try:
        parts = urlsplit(url)
        whole = bool(parts.hostname) and parts.port != 0
    except ValueError as error:
        raise InvalidInput(f"store: its host or port is malformed ({error}); expected {FORMS}", field="store") from None
    if not whole:
        raise InvalidInput(f"store: the URL names no host; expected {FORMS}", field="store")


def check_there(url: str) -> None:
    """Refuse an embedded store that does not exist yet: opening one makes it, and what is only read must be there.

    Raises :class:`InvalidInput`.
    """
    scheme, _, path = url.partition(":")
    if scheme.lower() == "embedded" and not Path(path).expanduser().is_dir():
        raise InvalidInput(f"store: there is none at {url}", field="store")


async def open_database(url: str, settings: Settings) -> Database:
    """Open the database at ``url``. Raises :class:`InvalidInput` for a form that is not known."""
    if is_sharded(url):
        from memorist.memory_store.backends.sharded import ShardedDatabase

        return await ShardedDatabase.open(url, lambda one: open_database(one, settings))
    scheme, _, rest = url.partition(":")
    scheme = scheme.lower()
    if not rest:
        raise InvalidInput(f"store: {scheme!r} names no place; expected {FORMS}", field="store")
    if scheme == "embedded":
        if "\x00" in rest:
            raise InvalidInput(f"store: the path holds a NUL character; expected {FORMS}", field="store")
    else:
        _check_address(url)
    # Each import is made where it is needed, because the drivers are heavy and only one of them is used.
    if scheme in {"embedded", "falkor", "falkors"}:
        from memorist.memory_store.backends.falkordb import FalkorDatabase

        return await FalkorDatabase.open(url, settings)
    if scheme in {"neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc"}:
        from memorist.memory_store.backends.neo4j import Neo4jDatabase

        return await Neo4jDatabase.open(url, settings)
    raise InvalidInput(f"store: {scheme!r} is no kind of store; expected {FORMS}", field="store")
