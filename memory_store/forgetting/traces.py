"""Traces: files in the user's folder that may hold what was forgotten: rule snapshot, inbox, inputs set aside."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.forgetting.plan import ForgetPlan
from memorist.memory_store.forgetting.redact import Finder
from memorist.memory_store.inbox import Inbox, inbox_root
from memorist.memory_store.private_file import write_whole
from memorist.memory_store.rule_snapshot import RuleSnapshots
from memorist.memory_store.settings import Settings, data_folder


class Traces:
    """The files of one store. All calls touch files: run them in a thread."""

    def __init__(self, settings: Settings, url: str) -> None:
        self._settings = settings
        self._url = url

    def waiting(self, scope: Scope, texts: Sequence[str]) -> list[Path]:
        """Inputs that say one of ``texts`` and wait to be taken in, or were set aside.

        Inputs of other users are left out: until they are read, they count as those users' own.
        """
        return self._waiting(scope, Finder(texts))

    def _waiting(self, scope: Scope, finder: Finder) -> list[Path]:
        if not finder:
            return []
        folders = [inbox_root(self._settings) / scope.group_id]
        if scope.user_id is not None:
            shared = scope.model_copy(update={"user_id": None})
            folders = [box.folder for one in (scope, shared) if (box := Inbox.of(self._settings, self._url, one))]
        return [path for path in self._waiting_in(folders) if finder.finds(_words_in(path))]

    def erase(self, scope: Scope, plan: ForgetPlan, texts: Sequence[str]) -> None:
        """Erase what speaks of that which goes by ``plan``, or says one of ``texts``."""
        # After a killed forgetting it is unknown which rules it concerned: the whole snapshot goes.
        gone = None if plan.unfinished else {each.id for each in plan.erased}
        RuleSnapshots.of(self._settings, self._url).drop(plan.group_id, gone)
        said = [each.content for each in plan.erased if each.kind in ("memory", "episode")]
        finder = Finder(text for text in (*texts, *said, *(each.content for each in plan.emptied)) if text)
        for path in self._waiting(scope, finder):
            path.unlink(missing_ok=True)
        if finder:
            for kept in sorted((data_folder() / "retry").glob("*.jsonl")):
                _filter(kept, finder)

    def erase_group(self, group_id: str) -> None:
        """Erase all of a group's."""
        RuleSnapshots.of(self._settings, self._url).drop(group_id, None)
        for path in self._waiting_in([inbox_root(self._settings) / group_id]):
            path.unlink(missing_ok=True)

    def _waiting_in(self, folders: Sequence[Path]) -> list[Path]:
        if self._settings.inbox == "none":
            return []
        return [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]


def _words_in(path: Path) -> str:
    """The text of a file, as it stands there and as its strings read: quotation marks and line breaks are escaped."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:  # it was taken in meanwhile
        return ""
    return "\n".join((text, *(part for line in text.splitlines() for part in _strings_in(line))))


def _strings_in(line: str) -> Iterator[str]:
    try:
        found: list[Any] = [json.loads(line)]
    except (ValueError, RecursionError):
        return
    while found:
        part = found.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            found += cast("dict[str, Any]", part).values()
        elif isinstance(part, list):
            found += cast("list[Any]", part)


def _filter(path: Path, finder: Finder) -> None:
    lines = path.read_text(encoding="utf-8", errors="surrogateescape").splitlines(keepends=True)
    left = [line for line in lines if not finder.finds("\n".join((line, *_strings_in(line))))]
    if not left:
        path.unlink()
    elif len(left) < len(lines):
        write_whole(path, "".join(left).encode("utf-8", "surrogateescape"))
