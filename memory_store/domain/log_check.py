"""Walking the change log: the first entry that was changed, taken out, put in or put elsewhere."""

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from memorist.memory_store.domain.log_chain import GENESIS, HEADER, REDACTED, Head, content_digest, link_of

FORGETTING = "forgetting"
"""The run of an entry that says what was erased."""
LOOKED_BACK = 1_000
"""Number of the last links that are remembered, to tell entries that were inserted from entries that are missing."""

Tampering = Literal["changed", "missing", "inserted", "reordered"]


@dataclass(frozen=True)
class Broken:
    """The first place at which a log is not what was written."""

    what: Tampering
    sequence: int
    id: str | None
    """Of the entry at that place; null: it is missing."""
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
    broken: Broken | None

    @property
    def ok(self) -> bool:
        """True if it is whole."""
        return self.broken is None


@dataclass
class LogCheck:
    """Takes in the entries of a log by their places, then answers; ``noted`` is an end that was seen before."""

    noted: Head | None = None
    _last: int = 0
    _link: str = GENESIS
    _broken: Broken | None = None
    _sought: str | None = None
    """The link that the entry behind the break names as its predecessor's."""
    _suspect: tuple[int, str] = (0, "")
    """The entry before the break."""
    _open: dict[str, tuple[int, str]] = field(default_factory=dict[str, tuple[int, str]])
    """Entries whose content does not match their digest: place, and digest of the present content, by id."""
    _excused: dict[str, str] = field(default_factory=dict[str, str])
    """Digests of the content that the last forgetting left in an entry, by the entry's id."""
    _links: deque[tuple[str, int]] = field(default_factory=lambda: deque[tuple[str, int]](maxlen=LOOKED_BACK))
    _entries: int = 0

    def take(self, entry: Mapping[str, Any]) -> None:
        """Take in the next entry, a ``Change`` node's properties."""
        self._entries += 1
        place, id_ = int(entry["seq"]), str(entry["uuid"])
        if entry["seq"] != place:
            self._break("changed", place, id_, f"the entry {id_} has the place {entry['seq']}, which is none")
        if place == self._last:
            self._break("inserted", place, id_, f"two entries have place {place}: {self._suspect[1]} and {id_}")
        elif place > self._last + 1:
            self._break("missing", self._last + 1, None, f"the entry at place {self._last + 1} is missing")
        if entry.get("link") is None:
            self._break("inserted", place, id_, f"the entry at place {place} ({id_}) is not in the chain")
        else:
            self._follow(entry, place, id_)
            self._look_into(entry, place, id_)
        self._last, self._suspect = place, (place, id_)

    def _follow(self, entry: Mapping[str, Any], place: int, id_: str) -> None:
        before, link = str(entry.get("before")), str(entry["link"])
        if self._sought == link:
            self._sought = None
            where = f"the entry at place {place} ({id_}) was written before the one at place {self._suspect[0]}"
            if self._broken is not None and self._broken.what == "missing":
                self._broken = Broken("reordered", self._broken.sequence, self._broken.id, where)
        if self._broken is None and before != self._link:
            self._misplaced(before, place, id_)
        if self._broken is None and link != link_of(entry, place, str(entry.get("digest")), before):
            named = ", ".join(HEADER)
            self._break("changed", place, id_, f"the entry at place {place} ({id_}) was changed: its place or {named}")
        if self.noted is not None and place == self.noted.sequence and link != self.noted.link:
            self._break("changed", place, id_, f"the entry at place {place} ({id_}) is not the one that was noted")
        self._link = link
        self._links.append((link, place))

    def _misplaced(self, before: str, place: int, id_: str) -> None:
        """An entry does not follow the one before it: what it followed is gone, or something stands between."""
        earlier = next((at for link, at in self._links if link == before), None)
        if earlier is not None or (before == GENESIS and place > 1):
            first, between = (earlier or 0) + 1, self._suspect
            named = between[1] if between[0] == first else None
            self._break("inserted", first, named, f"the entry at place {first} was put in before place {place} ({id_})")
            return
        self._break("missing", place, id_, f"the entry that stood before {id_}, at place {place} now, is missing")
        self._sought, self._suspect = before, (place, id_)

    def _look_into(self, entry: Mapping[str, Any], place: int, id_: str) -> None:
        said = content_digest(str(entry.get("salt")), str(entry.get("reason")), str(entry.get("payload")))
        if said != entry.get("digest"):
            self._open[id_] = (place, said)
        if entry.get("run") == FORGETTING:
            self._excused.update({one["uuid"]: one["digest"] for one in _listed(str(entry.get("payload")))})

    def state(self, head: Head) -> LogState:
        """Return the result, given the end of the log as the group notes it."""
        for id_, (place, said) in sorted(self._open.items(), key=lambda one: one[1]):
            if self._excused.get(id_) != said:
                self._break("changed", place, id_, f"what the entry at place {place} ({id_}) says was changed")
                break
        if self._last > head.sequence:
            message = f"the entry at place {self._last} stands behind the end of the log, {head.sequence}"
            self._break("inserted", self._last, self._suspect[1], message)
        elif self._last < head.sequence:
            self._break("missing", self._last + 1, None, f"the log ends at place {self._last}, not {head.sequence}")
        elif self._link != head.link:
            message = f"the group notes another end of its log than the entry at place {self._last}"
            self._break("changed", self._last, self._suspect[1], message)
        if self.noted is not None and self.noted.sequence > self._last:
            message = f"the log ends at place {self._last}, before the noted place {self.noted.sequence}"
            self._break("missing", self._last + 1, None, message)
        redacted = sum(1 for id_, (_, said) in self._open.items() if self._excused.get(id_) == said)
        return LogState(self._entries, redacted, Head(self._last, self._link), self._broken)

    def _break(self, what: Tampering, sequence: int, id_: str | None, message: str) -> None:
        """Note a break, unless there is one before it."""
        if self._broken is None or sequence < self._broken.sequence:
            self._broken = Broken(what, sequence, id_, message)


def _listed(payload: str) -> list[dict[str, str]]:
    """The entries that a forgetting says it took content from; none where that cannot be read any more."""
    try:
        listed = json.loads(payload).get(REDACTED, ())
        return [{"uuid": str(one["uuid"]), "digest": str(one["digest"])} for one in listed]
    except (ValueError, TypeError, KeyError, AttributeError):
        return []
