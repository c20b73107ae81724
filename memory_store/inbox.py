"""The inbox: inputs that could not be committed wait in files until they can be; none is lost, none is doubled.

One file an input, named by what makes it that input, written beside and then renamed: two processes may share it, and a
killed one leaves nothing half written. Secrets are masked before an input gets here.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.settings import Settings, data_folder

MOST_ATTEMPTS = 5
"""An input that failed so often is set aside: it would stop the others for ever."""
SET_ASIDE = ".failed"


@dataclass(frozen=True)
class Waiting:
    """One input that waits."""

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
        root = Path(settings.inbox).expanduser() if settings.inbox else data_folder() / "inbox"
        owner = "\x1f".join((url, scope.agent_id or "", scope.user_id or ""))
        return cls(root / scope.group_id / hashlib.sha256(owner.encode()).hexdigest()[:16])

    def keep(self, given: Mapping[str, Any], context: list[dict[str, Any]], reason: str) -> Path:
        """Keep an input; one that waits already counts an attempt more. Raises ``OSError``."""
        self.folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(given, sort_keys=True, ensure_ascii=False, default=str)
        file = self.folder / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.json"
        attempts = 1 + (self._read(file).attempts if file.exists() else 0)
        entry = {"input": json.loads(text), "context": context, "reason": reason, "attempts": attempts}
        beside = file.with_suffix(".new")
        beside.write_text(json.dumps(entry, ensure_ascii=False), encoding="utf-8")
        beside.replace(file)
        return _set_aside(file) if attempts >= MOST_ATTEMPTS else file

    def waiting(self) -> list[Waiting]:
        """What waits, the oldest first."""
        if not self.folder.is_dir():
            return []
        files = sorted(self.folder.glob("*.json"), key=lambda file: (file.stat().st_mtime_ns, file.name))
        return [self._read(file) for file in files]

    def settle(self, one: Waiting) -> None:
        """It was ingested, by us or by another process."""
        one.file.unlink(missing_ok=True)

    def set_aside(self, one: Waiting) -> Path:
        """It will never be ingested as it is: it is kept for a person, and not tried again. Raises ``OSError``."""
        return _set_aside(one.file)

    def _read(self, file: Path) -> Waiting:
        entry = json.loads(file.read_text(encoding="utf-8"))
        return Waiting(file, entry["input"], entry["context"], entry["reason"], int(entry["attempts"]))


def _set_aside(file: Path) -> Path:
    return file.replace(file.with_suffix(SET_ASIDE))
