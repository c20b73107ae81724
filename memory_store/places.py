"""Which server a store's URL means: one for all groups, or by rules another for some of them."""

import hashlib
import re
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from memorist.memory_store.domain.errors import InvalidInput

SHARDED = "sharded"
RULES = f"{SHARDED}:PATTERN=URL,PATTERN=URL"
FORMS = f"embedded:PATH, falkor://host:port, neo4j://host:port, bolt://host:port or {RULES}"
_PATTERN = re.compile(r"[A-Za-z0-9_*?]+")


def place_of(url: str) -> str:
    """What names one server's database whoever logs in, however its folder is written."""
    scheme, _, rest = url.partition(":")
    if scheme.lower() == "embedded":
        return f"embedded:{Path(rest).expanduser().resolve()}"
    parts = urlsplit(url)
    return f"{scheme.lower()}://{parts.hostname}:{parts.port or ''}{parts.path.rstrip('/')}"


def check_address(url: str) -> None:
    """Refuse an address without a host or with a port that is none; the URL is not shown, it may hold a password.

    Raises :class:`InvalidInput`.
    """
    try:
        parts = urlsplit(url)
        whole = bool(parts.hostname) and parts.port != 0 and "@" not in parts.path
    except ValueError:  # its words may be those of the password
        whole = False
    if not whole:
        raise InvalidInput(
            "store: the URL names no host, or its port is malformed; a / or : in a password is written %2F or %3A; "
            f"expected {FORMS}",
            field="store",
        )


def without_password(url: str) -> str:
    """An address as it may be shown: with the user, without password and parameters.

    Of one that is malformed its scheme is shown: its other words may be those of the password.
    """
    if is_sharded(url):
        return f"{SHARDED}:" + ",".join(f"{pattern}={without_password(place)}" for pattern, place in rules_of(url))
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return f"{url.partition(':')[0]}://…"
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    netloc = f"{host}:{port}" if port else host
    return urlunsplit((parts.scheme, f"{parts.username}@{netloc}" if parts.username else netloc, parts.path, "", ""))


def is_sharded(url: str) -> bool:
    """Whether its groups are spread over several databases."""
    return url.partition(":")[0].lower() == SHARDED


def rules_of(url: str) -> list[tuple[str, str]]:
    """The patterns of group names of a sharded store, in their order, each with the URL of a database.

    Raises :class:`InvalidInput` for a rule that is none; the URL is not shown, it may hold a password.
    """
    rules: list[tuple[str, str]] = []
    for number, rule in enumerate(url.partition(":")[2].split(","), 1):
        pattern, _, place = (part.strip() for part in rule.partition("="))
        if not _PATTERN.fullmatch(pattern):
            raise InvalidInput(
                f"store: rule {number} begins with no pattern of group names (letters, digits, _, * and ?); "
                f"expected {RULES}",
                field="store",
            )
        if ":" not in place or is_sharded(place) or place.lower().startswith("embedded:"):
            raise InvalidInput(f"store: rule {number} names no server; expected {RULES}", field="store")
        check_address(place)
        rules.append((pattern, place))
    return rules


@lru_cache(maxsize=4_096)
def url_for(url: str, group_id: str) -> str:
    """The URL of the database that a group is in: ``url`` itself, unless it is sharded.

    The first pattern that fits decides. Where several rules have that pattern, its groups are spread over their
    databases by rendezvous hashing (Thaler and Ravishankar 1998): one more database takes only its own share of the
    groups from the others, and no group moves between those.

    It is asked before each statement: what was found is kept for so many groups.

    Raises :class:`InvalidInput` when no rule fits.
    """
    if not is_sharded(url):
        return url
    rules = rules_of(url)
    first = next((pattern for pattern, _ in rules if fnmatchcase(group_id, pattern)), None)
    if first is None:
        raise InvalidInput(f"store: no rule fits the group {group_id}: add one, such as *=URL", field="store")
    return max((place for pattern, place in rules if pattern == first), key=lambda place: _weight(place, group_id))


def _weight(url: str, group_id: str) -> str:
    return hashlib.sha256(f"{place_of(url)}\n{group_id}".encode()).hexdigest()
