"""The change log as a chain of digests: each entry names the one before it, so that no one can be changed unnoticed.

The content of an entry goes into the chain as a digest alone, and that over a random ``salt`` besides: when content
is erased on request, its salt goes with it, and the digest that stays does not tell what was erased, not even to
somebody who guesses. What stands there instead is named by its digest in the entry of the forgetting, which is in
the chain, too.
"""

import hashlib
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memorist.memory_store.domain.errors import InvalidInput

GENESIS = "0" * 64
"""Predecessor of the first entry of a chain."""
SALT_BYTES = 16
REDACTED = "redacted"
"""Key under which the entry of a forgetting lists the entries that lost content: [{uuid, digest}]."""
HEADER = ("uuid", "group_id", "at", "run", "operation")
"""Fields of an entry covered by the link besides its place, its digest and the link before it."""


@dataclass(frozen=True)
class Head:
    """The end of a group's log: the place of its last entry, and that entry's link."""

    sequence: int = 0
    link: str = GENESIS

    def __str__(self) -> str:
        return f"{self.sequence}:{self.link}"


def head_from(text: str) -> Head:
    """The end that ``PLACE:LINK`` names. Raises :class:`InvalidInput`."""
    place, _, link = text.strip().partition(":")
    if not (place.isascii() and place.isdigit()) or not re.fullmatch(r"[0-9a-f]{64}", link):
        message = f"field noted: expected PLACE:LINK as `memorist log verify` prints it, got {text!r}"
        raise InvalidInput(message[:200], field="noted")
    return Head(int(place), link)


def chained(entry: Mapping[str, Any], head: Head) -> dict[str, Any]:
    """The entry (``HEADER``, reason, payload) as the one that follows ``head``, with salt, digest and links."""
    salt = new_salt()
    digest = content_digest(salt, str(entry["reason"]), str(entry["payload"]))
    header = {"operation": entry["uuid"], **entry}
    link = link_of(header, head.sequence + 1, digest, head.link)
    return {**header, "salt": salt, "digest": digest, "before": head.link, "link": link}


def new_salt() -> str:
    """A salt for one entry."""
    return secrets.token_hex(SALT_BYTES)


def content_digest(salt: str, reason: str, payload: str) -> str:
    """The digest of what an entry says."""
    return _digest({"payload": payload, "reason": reason, "salt": salt})


def link_of(header: Mapping[str, Any], sequence: int, digest: str, before: str) -> str:
    """The link of an entry: the digest of its header, its place, its content's digest and the link before it."""
    return _digest({**{name: header.get(name) for name in HEADER}, "seq": sequence, "digest": digest, "before": before})


def _digest(value: Mapping[str, Any]) -> str:
    """SHA-256 over canonical JSON: sorted keys, no spaces, every character as ASCII."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
