"""Opening of the database that a URL names."""

from difflib import get_close_matches
from pathlib import Path

from memorist.memory_store.database import Database
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.places import FORMS, check_address
from memorist.memory_store.settings import Settings

FALKORDB = ("embedded", "falkor", "falkors")
SCHEMES = (*FALKORDB, "neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")


def check_there(url: str) -> None:
    """Refuse an embedded store that does not exist yet: opening one makes it, and what is only read must be there.

    Raises :class:`InvalidInput`.
    """
    scheme, _, path = url.partition(":")
    if scheme.lower() == "embedded" and not Path(path).expanduser().is_dir():
        raise InvalidInput(f"store: no store at {url}", field="store")


def check_store(url: str) -> str:
    """Return the kind of store that an address names. Raises :class:`InvalidInput` for a form that is not known."""
    scheme, _, rest = url.partition(":")
    scheme = scheme.lower()
    if scheme and scheme not in SCHEMES:
        likely = "".join(f" (did you mean {one!r}?)" for one in get_close_matches(scheme, SCHEMES, 1))
        raise InvalidInput(f"store: {scheme[:40]!r} is not a kind of store{likely}; expected {FORMS}", field="store")
    if not rest:
        raise InvalidInput(f"store: {scheme!r} names no place; expected {FORMS}", field="store")
    if scheme == "embedded":
        if "\x00" in rest:
            raise InvalidInput(f"store: the path holds a NUL character; expected {FORMS}", field="store")
    else:
        check_address(url)
    return scheme


async def open_database(url: str, settings: Settings) -> Database:
    """Open the database at ``url``. Raises :class:`InvalidInput` for a form that is not known."""
    scheme = check_store(url)
    # Each import is made where it is needed, because the drivers are heavy and only one of them is used.
    if scheme in FALKORDB:
        from memorist.memory_store.backends.falkordb import FalkorDatabase

        return await FalkorDatabase.open(url, settings)
    from memorist.memory_store.backends.neo4j import Neo4jDatabase

    return await Neo4jDatabase.open(url, settings)
