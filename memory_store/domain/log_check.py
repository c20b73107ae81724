"""Walking the change log: the first entry that is not what was written, or does not follow the one before it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from memorist.memory_store.domain.log_chain import REDACTED, Head, content_digest, link_of

FORGETTING = "forgetting"
"""The run of an entry that says what was erased."""


@dataclass(frozen=True)
class LogBreak:
    """The first place at which a log is not what was written."""

    sequence: int
    id: str | None
    """Of the entry by which it was found; null: the end of the log shows it."""
    message: str


@dataclass(frozen=True)
class LogState:
    """Result of a walk over the log of a group.

    Args:
        entries: how many there are.
        redacted: how many lost content because it was forgotten, as the entries of the forgettings say.
        head: place and link of the last entry: noted elsewhere, it shows whether the end was cut off later.
        broken: the first place at which it is not what was written; null: it is whole.
    """

    entries: int
    redacted: int
    head: Head
    broken: LogBreak | None

    @property
    def ok(self) -> bool:
        """True if it is whole."""
        return self.broken is None


@dataclass
class LogCheck:
    """Takes in the entries of a log by their places, then answers; ``noted`` is an end that was seen before."""

    noted: Head | None = None
    _end: Head = field(default_factory=Head)
    """The last entry taken in."""
    _broken: LogBreak | None = None
    _open: dict[str, tuple[int, str]] = field(default_factory=dict[str, tuple[int, str]])
    """Entries whose content does not match their digest: place, and digest of the present content, by id."""
    _excused: dict[str, str] = field(default_factory=dict[str, str])
    """Digests of the content that the last forgetting left in an entry, by the entry's id."""
    _entries: int = 0

    def take(self, entry: Mapping[str, Any]) -> None:
        """Take in the next entry, a ``Change`` node's properties."""
        self._entries += 1
        place, id_, payload = int(entry["seq"]), str(entry["uuid"]), str(entry.get("payload"))
        due, link = self._end.sequence + 1, entry.get("link")
        named = f"the entry at place {entry['seq']} ({id_})"
        if entry["seq"] != due or entry.get("before") != self._end.link:
            message = f"{named} does not follow the one before it: one was removed, inserted or moved"
            self._break(min(place, due), id_, message)
        elif link != link_of(entry, place, str(entry.get("digest")), self._end.link):
            self._break(place, id_, f"{named} was changed")
        self._end = Head(place, str(link))
        if self.noted is not None and place == self.noted.sequence and link != self.noted.link:
            self._break(place, id_, f"{named} is not the one that was noted")
        said = content_digest(str(entry.get("salt")), str(entry.get("reason")), payload)
        if said != entry.get("digest"):
            self._open[id_] = (place, said)
        if entry.get("run") == FORGETTING:
            self._excused.update({one["uuid"]: one["digest"] for one in _listed(payload)})

    def state(self, head: Head) -> LogState:
        """Return the result, given the end of the log as the group notes it."""
        last, redacted = self._end.sequence, 0
        for id_, (place, said) in self._open.items():
            if self._excused.get(id_) == said:
                redacted += 1
            else:
                self._break(place, id_, f"what the entry at place {place} ({id_}) says was changed")
        if self._end != head:
            message = f"the log ends at place {last}, which is not the end that the group notes, {head}"
            self._break(min(last + 1, max(last, head.sequence)), None, message)
        if self.noted is not None and self.noted.sequence > last:
            self._break(last + 1, None, f"the log ends at place {last}, before the noted place {self.noted.sequence}")
        return LogState(self._entries, redacted, self._end, self._broken)

    def _break(self, sequence: int, id_: str | None, message: str) -> None:
        """Note a break, unless there is one before it."""
        if self._broken is None or sequence < self._broken.sequence:
            self._broken = LogBreak(sequence, id_, message)


def _listed(payload: str) -> list[dict[str, str]]:
    """The entries that a forgetting says it took content from; none where that cannot be read any more."""
    try:
        listed = json.loads(payload).get(REDACTED, ())
        return [{"uuid": str(one["uuid"]), "digest": str(one["digest"])} for one in listed]
    except (ValueError, TypeError, KeyError, AttributeError):
        return []
