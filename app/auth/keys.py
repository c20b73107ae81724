"""API keys in a file: made once, shown once, kept as digests.

A key is 256 random bits, so that a plain SHA-256 of it cannot be guessed back; the digest of a password could be.
"""

import fcntl
import hashlib
import hmac
import json
import secrets
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from pydantic import Field, ValidationError

from memorist.app.auth.caller import Caller, Role
from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.invalid import invalid_from
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.scope import Name
from memorist.memory_store.private_file import make_folder, private, write_whole

PREFIX = "mk_"
"""Beginning of every key, so that one that leaked is recognised."""
SECRET_BYTES = 32
ID_BYTES = 6
LONGEST = 200
"""Characters of a key that is looked at at all."""


class Key(Part):
    """One key as it is kept: everything but the key itself."""

    id: str
    digest: str = Field(repr=False)
    name: str = Field(min_length=1, max_length=256)
    groups: tuple[str, ...] = Field(min_length=1)
    user: Name | None = None
    agent: Name | None = None
    role: Role = Role.READ
    created_at: UtcTime
    expires_at: UtcTime | None = None
    revoked_at: UtcTime | None = None

    def active(self, now: datetime) -> bool:
        """Return true if it still opens anything."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)

    def caller(self) -> Caller:
        """Return the holder of the key."""
        return Caller(name=self.name, groups=self.groups, user=self.user, agent=self.agent, role=self.role, via="key")


class _File(Part):
    version: int = 1
    keys: tuple[Key, ...] = ()


class KeyFile:
    """The file of keys; read again whenever it changed, so that a revoked key ends at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read_at: tuple[int, int] | None = None
        self._keys: dict[str, Key] = {}

    def keys(self) -> list[Key]:
        """All keys, also revoked ones, oldest first; none where there is not a file.

        Raises :class:`InvalidInput` for a file that cannot be read: then nobody is let in.
        """
        try:
            status = self.path.stat()
        except FileNotFoundError:
            self._read_at, self._keys = None, {}
            return []
        seen = (status.st_mtime_ns, status.st_size)
        if seen != self._read_at:
            self._keys = {key.id: key for key in _read(self.path)}
            self._read_at = seen
        return list(self._keys.values())

    def caller_of(self, text: str, now: datetime) -> Caller | None:
        """Return the holder of this key; null for one that is unknown, revoked or expired."""
        parts = text.split("_", 2)
        if len(text) > LONGEST or len(parts) != len(("mk", "id", "secret")):
            return None
        found = next((key for key in self.keys() if key.id == parts[1]), None)
        digest = _digest(text)
        # Compared also where no key has this id: how long it takes says nothing.
        right = hmac.compare_digest(digest, found.digest if found else _digest(""))
        return found.caller() if found and right and found.active(now) else None

    def add(
        self,
        name: str,
        *,
        groups: Sequence[str],
        now: datetime,
        user: str | None = None,
        agent: str | None = None,
        role: Role = Role.READ,
        expires_at: datetime | None = None,
    ) -> tuple[Key, str]:
        """Make a key; return it as it is kept, and the text of it, which is shown this once.

        Raises :class:`InvalidInput` naming the field.
        """
        id_ = secrets.token_hex(ID_BYTES)
        text = f"{PREFIX}{id_}_{secrets.token_urlsafe(SECRET_BYTES)}"
        try:
            key = Key(
                id=id_,
                digest=_digest(text),
                name=name,
                groups=tuple(groups),
                user=user,
                agent=agent,
                role=role,
                created_at=now,
                expires_at=expires_at,
            )
            key.caller()
        except ValidationError as error:
            raise invalid_from(error, of="keys add") from error
        with self._alone():
            self._write([*self.keys(), key])
        return key, text

    def revoke(self, id_: str, now: datetime) -> Key:
        """End a key, named by its id or how that begins.

        Raises :class:`InvalidInput` when none or several begin so.
        """
        with self._alone():
            begins = [key for key in self.keys() if id_ and key.id.startswith(id_.removeprefix(PREFIX))]
            if len(begins) != 1:
                said = "no key begins with" if not begins else "several keys begin with"
                raise InvalidInput(
                    f"keys revoke: field ID: {said} {id_!r}; `memorist keys list` shows them", field="ID"
                )
            ended = begins[0].model_copy(update={"revoked_at": begins[0].revoked_at or now})
            self._write([ended if key.id == ended.id else key for key in self.keys()])
        return ended

    @contextmanager
    def _alone(self) -> Generator[None]:
        """Meanwhile nobody else changes the file, which is read, changed and written as a whole."""
        make_folder(self.path.parent)
        with open(self.path.with_name(f"{self.path.name}.lock"), "a", opener=private) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _write(self, keys: Sequence[Key]) -> None:
        """Replace the file in one step; only its owner may read it."""
        write_whole(self.path, _File(keys=tuple(keys)).model_dump_json(indent=1).encode("utf-8"))
        self._read_at = None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _read(path: Path) -> tuple[Key, ...]:
    try:
        return _File.model_validate(json.loads(path.read_text(encoding="utf-8"))).keys
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or "it is not the file that `memorist keys add` writes"
        raise InvalidInput(f"the file of keys {path} cannot be read: {said}", field="keys") from error
