"""The change log without what is forgotten: entries stay in their places, their words go."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, cast

from memorist.memory_store.domain.episode import WITHHELD
from memorist.memory_store.domain.log_chain import REDACTED

REASON = "its content was forgotten"

_DROPPED = object()


class Finder:
    """Finds texts that say one of the needles, in whole words, in any case and spacing; made once for many texts."""

    def __init__(self, needles: Iterable[str]) -> None:
        spaced = [r"\s+".join(re.escape(word) for word in needle.split()) for needle in needles if needle.strip()]
        said = rf"(?<!\w)(?:{'|'.join(spaced)})(?!\w)"
        self._pattern = re.compile(said, re.IGNORECASE) if spaced else None

    def __bool__(self) -> bool:
        """Return true if there is anything to find."""
        return self._pattern is not None

    def finds(self, text: str) -> bool:
        """Return true if the text says one of them."""
        return self._pattern is not None and self._pattern.search(text) is not None


NOTHING = Finder(())
REMARKS = ("reason", "flagged")
"""Fields in which a judgement says why, and may name what it is about."""


def redacted(
    entry: Mapping[str, Any],
    *,
    gone: Collection[str],
    emptied: Collection[str] = (),
    needles: Finder = NOTHING,
    names: Finder = NOTHING,
    protected: Collection[str] = (),
    reasons: bool = True,
) -> dict[str, Any] | None:
    """Return the payload of a log entry, as JSON has it, without the erased items; null if it has none of them.

    Whatever names something gone as its id, end or owner is left out of its list; lists of ids lose it; text that says
    a needle is withheld, and so are remarks that say one of the names. What is emptied keeps its place and loses its
    words, what is protected keeps them. In an entry that lost something, all reasons go, unless ``reasons`` is false:
    they may speak of it. Digests of other entries stay as they are.
    """
    redactor = _Redactor(frozenset(gone), frozenset(emptied), needles, names, frozenset(protected))
    cleaned = {key: value if key == REDACTED else redactor.of(value) for key, value in entry.items()}
    cleaned = {key: value for key, value in cleaned.items() if value is not _DROPPED}
    if not redactor.found:
        return None
    return _without_reasons(cleaned) if reasons else cleaned


class _Redactor:
    def __init__(
        self,
        gone: frozenset[str],
        emptied: frozenset[str],
        needles: Finder,
        names: Finder,
        protected: frozenset[str],
    ) -> None:
        self.found = False
        self._gone, self._emptied, self._needles, self._names, self._protected = (
            gone,
            emptied,
            needles,
            names,
            protected,
        )

    def of(self, value: Any) -> Any:
        """The value without what goes, or ``_DROPPED``."""
        if isinstance(value, str):
            if value in self._gone:
                self.found = True
                return _DROPPED
            if self._needles.finds(value):
                self.found = True
                return WITHHELD
            return value
        if isinstance(value, list):
            items = [self.of(item) for item in cast("list[Any]", value)]
            return [item for item in items if item is not _DROPPED]
        if isinstance(value, Mapping):
            return self._of_mapping(cast("Mapping[str, Any]", value))
        return value

    def _of_mapping(self, value: Mapping[str, Any]) -> Any:
        if "slot_id" in value and value.get("expected") in self._gone and value.get("holder") not in self._gone:
            self.found = True
            return {key: part for key, part in value.items() if key != "expected"}
        if any(isinstance(part, str) and part in self._gone for part in value.values()):
            self.found = True
            return _DROPPED
        if value.get("id") in self._protected:
            return value
        if value.get("episode_id") in self._emptied and "text" in value:  # a quote of it
            self.found = True
            return _DROPPED
        if value.get("episode_id") in self._emptied and value.get("unread"):  # its reading
            self.found = True
            value = {**value, "unread": []}
        kept = {key: self.of(part) for key, part in value.items() if key not in self._gone}
        for key in REMARKS:
            if isinstance(said := kept.get(key), str) and self._names.finds(said):
                self.found = True
                kept[key] = WITHHELD
        if value.get("id") in self._emptied and "content" in value:
            self.found = True
            kept |= {"content": WITHHELD, "name": WITHHELD}
            kept.pop("files", None)
        return {key: part for key, part in kept.items() if part is not _DROPPED}


def _without_reasons(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_reasons(item) for item in cast("list[Any]", value)]
    if isinstance(value, Mapping):
        parts = cast("Mapping[str, Any]", value)
        return {
            key: REASON if key == "reason" and isinstance(part, str) else _without_reasons(part)
            for key, part in parts.items()
        }
    return value
