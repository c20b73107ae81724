"""The inbox: inputs that could not be committed wait in files until they can be; none is lost, none is doubled.

One file an input. Its name begins with the moment it was first kept, so that inputs are tried again in the order in
which they were said; it ends with a digest of the input, so that the same one is kept once. A file is written beside,
flushed to disk and renamed: two processes may share an inbox, and a killed one leaves nothing half written. Only the
user may read it. Secrets are masked before an input gets here.
"""

import hashlib
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import time_ns
from typing import Any

from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.private_file import write_whole
from memorist.memory_store.settings import Settings, data_folder

_log = logging.getLogger(__name__)

MAX_ATTEMPTS = 5
"""An input that failed so often for a reason of its own is set aside: it would stop the others for ever."""
SET_ASIDE = ".failed"
DAMAGED = ".damaged"


@dataclass(frozen=True)
class WaitingInput:
    """One input that waits; ``attempts`` are those that failed for a reason of its own, not because of an outage."""

    file: Path
    input: dict[str, Any]
    context: list[dict[str, Any]]
    reason: str
    attempts: int


class Inbox:
    """The waiting inputs of one store and scope. All calls touch files: run them in a thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of(cls, settings: Settings, url: str, scope: Scope) -> "Inbox | None":
        """The inbox below ``MEMORIST_INBOX``; null when it is switched off."""
        if settings.inbox == "none":
            return None
        root = inbox_root(settings)
        owner = "\x1f".join((url, scope.agent_id or "", scope.user_id or ""))
        return cls(root / scope.group_id / hashlib.sha256(owner.encode()).hexdigest()[:16])

    def keep(
        self, given: Mapping[str, Any], context: list[dict[str, Any]], reason: str, *, outage: bool = True
    ) -> Path:
        """Keep an input; one that waits already keeps its place.

        Args:
            given: the input.
            context: the turns before it.
            reason: why it could not be committed.
            outage: the store was away, which says nothing about the input and counts as no attempt.

        Raises:
            OSError: the file cannot be written.
        """
        text = json.dumps(given, sort_keys=True, ensure_ascii=False, default=str)
        digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]
        file = next(iter(sorted(self.folder.glob(f"*{digest}.json"))), None)
        earlier = _read(file) if file is not None else None
        file = file or self.folder / f"{time_ns():020d}-{digest}.json"
        attempts = (earlier.attempts if earlier else 0) + (0 if outage else 1)
        entry = {"input": json.loads(text), "context": context, "reason": reason, "attempts": attempts}
        write_whole(file, json.dumps(entry, ensure_ascii=False).encode("utf-8"))
        return (_moved(file, SET_ASIDE) if attempts >= MAX_ATTEMPTS else None) or file

    def waiting(self) -> list[WaitingInput]:
        """Return the waiting inputs in the order in which they were said; a damaged file is set aside and does not stop
        the others."""
        found: list[WaitingInput] = []
        for file in sorted(self.folder.glob("*.json")) if self.folder.is_dir() else ():
            one = _read(file)
            if one is None:
                if (aside := _moved(file, DAMAGED)) is not None:
                    _log.warning("an input that waited in the inbox cannot be read: it was set aside as %s", aside)
            else:
                found.append(one)
        return found

    def damaged(self) -> list[Path]:
        """Files that could not be read and were set aside, for a person to look at."""
        return sorted(self.folder.glob(f"*{DAMAGED}")) if self.folder.is_dir() else []

    def settle(self, one: WaitingInput) -> None:
        """It was ingested, by us or by another process."""
        one.file.unlink(missing_ok=True)

    def set_aside(self, one: WaitingInput) -> Path | None:
        """It will never be ingested as it is: it is kept for a person, and not tried again. Raises ``OSError``.

        Null where another process took it meanwhile.
        """
        return _moved(one.file, SET_ASIDE)


def inbox_root(settings: Settings) -> Path:
    """The folder that holds the inboxes of all stores and scopes."""
    return Path(settings.inbox).expanduser() if settings.inbox else data_folder() / "inbox"


def _read(file: Path) -> WaitingInput | None:
    """The input in a file; null for a file that is cut, empty or otherwise damaged."""
    try:
        entry = json.loads(file.read_text(encoding="utf-8"))
        context = [{"role": str(one["role"]), "content": str(one["content"])} for one in entry["context"]]
        if any(one["role"] not in {"user", "assistant"} for one in context):
            return None
        return WaitingInput(file, dict(entry["input"]), context, str(entry["reason"]), int(entry["attempts"]))
    except (ValueError, KeyError, TypeError, OSError, OverflowError, RecursionError):
        return None


def _moved(file: Path, ending: str) -> Path | None:
    """The file under its new name; null where another process ingested it, or moved it, since we looked."""
    try:
        return file.replace(file.with_suffix(ending))
    except FileNotFoundError:
        return None
