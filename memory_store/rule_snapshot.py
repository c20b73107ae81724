"""The last known hard rules of a group, in a file: what a prompt falls back on while the store cannot be reached.

One file a group and store, readable by its owner alone. It is written when rules change and dropped by forgetting.
"""

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from memorist.memory_store.domain.clock import parse_time, time_text
from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.domain.visibility import may_see
from memorist.memory_store.places import place_of
from memorist.memory_store.private_file import write_whole
from memorist.memory_store.settings import Settings, data_folder

NONE = "none"


@dataclass(frozen=True)
class LastRules:
    """Rules as they were known at ``at``; the clock that dated them may have been ``skew`` ahead."""

    at: datetime
    rules: tuple[Memory, ...]
    skew: timedelta

    def for_scope(self, scope: Scope, now: datetime) -> tuple[Memory, ...]:
        """Return the rules that the scope sees and that hold now, also by a clock that is ahead."""
        return tuple(
            rule
            for rule in self.rules
            if scope.sees(rule.scope)
            and may_see(scope.user_id, rule)
            and rule.valid_from - self.skew <= now
            and (rule.valid_until is None or rule.valid_until > now)
        )


class RuleSnapshots:
    """The snapshot files of one store. Calls block; none but :meth:`drop` raises, since a snapshot is a fallback."""

    def __init__(self, folder: Path | None, url: str, skew: timedelta) -> None:
        self._folder = folder
        self._url = url
        self._skew = skew

    @classmethod
    def of(cls, settings: Settings, url: str | None = None) -> "RuleSnapshots":
        """Open the snapshots at the place that the settings name; ``url`` is the store's, default: the settings'."""
        given = settings.rule_snapshots
        folder = None if given == NONE else Path(given) if given else data_folder() / "rules"
        return cls(folder, url or settings.store, timedelta(seconds=settings.clock_skew))

    def read(self, group_id: str) -> LastRules | None:
        """Return the snapshot written last; null if there is none, or it cannot be read."""
        path = self._path(group_id)
        if path is None:
            return None
        try:
            data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return LastRules(parse_time(data["at"]), tuple(parse_memory(rule) for rule in data["rules"]), self._skew)
        except (OSError, ValueError, KeyError, TypeError, MemoristError):
            return None

    def write(self, group_id: str, rules: Sequence[Memory], at: datetime) -> bool:
        """Keep these rules in place of the last ones; whether that worked."""
        path = self._path(group_id)
        if path is None:
            return False
        text = json.dumps({"at": time_text(at), "rules": [rule.model_dump(mode="json") for rule in rules]})
        try:
            write_whole(path, text.encode("utf-8"))
        except OSError:
            return False
        return True

    def drop(self, group_id: str, ids: Collection[str] | None = None) -> None:
        """Forget these rules, or with null the whole group: afterwards nothing of them is on the disk.

        Raises ``OSError`` when that cannot be done: a person who wants something forgotten must hear of it.
        """
        path = self._path(group_id)
        if path is None or not path.exists():
            return
        last = self.read(group_id)
        left = [rule for rule in last.rules if rule.id not in ids] if last and ids is not None else []
        if last is not None and len(left) == len(last.rules) > 0:
            return
        if last is None or not left or not self.write(group_id, left, last.at):
            path.unlink()

    def _path(self, group_id: str) -> Path | None:
        if self._folder is None:
            return None
        place = place_of(self._url)
        return self._folder / f"{hashlib.sha256(f'{place}\n{group_id}'.encode()).hexdigest()[:32]}.json"
