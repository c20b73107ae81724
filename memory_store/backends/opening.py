"""Which database a URL means."""

from hypomnema.memory_store.backends.database import Database
from hypomnema.memory_store.domain.errors import InvalidInput
from hypomnema.memory_store.settings import Settings

FORMS = "embedded:PATH, falkor://host:port, neo4j://host:port or bolt://host:port"


async def open_database(url: str, settings: Settings) -> Database:
    """Open the database at ``url``. Raises :class:`InvalidInput` for a form that is not known."""
    scheme, _, rest = url.partition(":")
    scheme = scheme.lower()
    if not rest:
        raise InvalidInput(f"store: {url!r} names no place; expected {FORMS}", field="store")
    # Each import is made where it is needed, because the drivers are heavy and only one of them is used.
    if scheme in {"embedded", "falkor", "falkors"}:
        from hypomnema.memory_store.backends.falkordb import FalkorDatabase

        return await FalkorDatabase.open(url, settings)
    if scheme in {"neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc"}:
        from hypomnema.memory_store.backends.neo4j import Neo4jDatabase

        return await Neo4jDatabase.open(url, settings)
    raise InvalidInput(f"store: {scheme!r} is no kind of store; expected {FORMS}", field="store")
