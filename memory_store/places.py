"""Addresses of stores: the server that a URL means, and the form in which it may be shown."""

from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from memorist.memory_store.domain.errors import InvalidInput

FORMS = "embedded:PATH, falkor://host:port, neo4j://host:port or bolt://host:port"


def place_of(url: str) -> str:
    """Return the name of a server's database: the same for each user who logs in, however its folder is written."""
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
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return f"{url.partition(':')[0]}://…"
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    netloc = f"{host}:{port}" if port else host
    return urlunsplit((parts.scheme, f"{parts.username}@{netloc}" if parts.username else netloc, parts.path, "", ""))
