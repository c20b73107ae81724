"""From single events to activities: what belongs together in time and by its subject."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Literal

from memorist.memory_store.domain.types import Outcome
from memorist.nodes.kinds.events import Event
from memorist.nodes.kinds.wording import tidy
from memorist.nodes.language.commands import package_changes
from memorist.nodes.language.gazetteer import NameMention, entity_of_package, find_entities, topic_of

IDLE = timedelta(minutes=45)
"""A longer pause ends an activity …"""
OPEN_TASK = timedelta(hours=2)
"""… unless its task is still open or it goes on with the same subject,"""
OPEN_REVIEW = timedelta(hours=4)
"""or somebody waits for a reviewer."""

_MOODS = {
    mood: valence
    for valence, moods in {
        -0.8: "angry",
        -0.6: "frustrated",
        -0.5: "stuck sad",
        -0.4: "confused annoyed worried",
        -0.3: "tired bored",
        0.2: "calm",
        0.3: "focused curious",
        0.5: "satisfied",
        0.6: "relieved confident",
        0.7: "happy",
        0.8: "proud excited",
    }.items()
    for mood in moods.split()
}
_GAVE_UP = re.compile(
    r"\b(?:g[ai]v(?:e|ing) up|abandon\w*|failed|could ?n[o']?t|unable|revert\w*|blocked)\b", re.IGNORECASE
)
_HALF = re.compile(
    r"\b(?:partial\w*|unfinished|half|incomplete|not done|to be continued|remaining|paused|wip)\b", re.IGNORECASE
)
type Signal = Literal["success", "partial", "failure", ""]
_REQUEST_ENDED: dict[str, Signal] = {
    "merged": "success",
    "approved": "success",
    "changes_requested": "partial",
    "closed": "failure",
}
_MOVING_ON = frozenset({"file.edit", "package.install"})


def is_assistant(event: Event) -> bool:
    """Return true if an event holds an assistant's words, which are part of what happened but never become a fact."""
    return event.name.startswith("assistant.")


def attribute(event: Event, *names: str) -> str:
    """The first of these attributes that is set, as tidy text."""
    return next((tidy(str(event.attributes[n])) for n in names if event.attributes.get(n) not in (None, "")), "")


def is_oneself(author: str, person: str) -> bool:
    """Return true if a name is that of the person who is watched, or stands for them."""
    return author.lower() in {"user", "me", "self", "developer", person.lower()}


_WHO = ("reviewer", "author", "sender", "poster", "from", "username", "nick", "member", "user")
"""Last parts of the names of attributes that tell who wrote a message, the plainest first."""
_NAMED_BY = frozenset(("name", "id", "login", "handle", "display_name", "username", "email", "full_name"))
"""Parts that may stand behind: ``user.name``."""


def author_of(event: Event) -> str:
    """Return who wrote the words of an event, by whatever attribute names somebody; empty if none does."""
    found: dict[str, str] = {}
    for name in event.attributes:
        *before, last = name.lower().split(".")
        who = before[-1] if before and last in _NAMED_BY else last
        if who in _WHO and (author := attribute(event, name)):
            found.setdefault(who, author)
    return next((found[who] for who in _WHO if who in found), "")


def packages(event: Event, *, removed: bool) -> tuple[NameMention, ...]:
    """Return the packages that an event installs (or removes), by package event or by command."""
    names: list[str] = []
    if event.name == ("package.remove" if removed else "package.install"):
        value: Any = event.attributes.get("package.name") or ()
        names += [value] if isinstance(value, str) else [str(v) for v in value]
    if event.name == "terminal.command":
        changes = package_changes(words_of(event))
        names += (name for change in changes if change.removes == removed for name in change.packages)
    return tuple(entity_of_package(n) for n in names)


def words_of(event: Event) -> str:
    """Everything an event says in words: its body and the attributes that name things."""
    names = ("process.command_line", "search.query", "page.title", "file.path")
    parts = [event.body, *(attribute(event, n) for n in names)]
    return " · ".join(dict.fromkeys(p for p in parts if p))


@dataclass(frozen=True)
class EventGroup:
    """Events that belong together, in the order of time."""

    events: tuple[Event, ...]

    @property
    def begin(self) -> datetime:
        """Time of its first event."""
        return self.events[0].time

    @property
    def end(self) -> datetime:
        """Time of its last event."""
        return self.events[-1].time

    @property
    def minutes(self) -> float:
        """Its length."""
        return round((self.end - self.begin).total_seconds() / 60, 1)

    @cached_property
    def own(self) -> tuple[Event, ...]:
        """The events that are not an assistant's words."""
        return tuple(e for e in self.events if not is_assistant(e))

    @cached_property
    def words(self) -> str:
        """The person's actions and words, without the assistant's."""
        return "\n".join(words_of(e) for e in self.own)

    @cached_property
    def mentions(self) -> tuple[NameMention, ...]:
        """The things it is about, installed and removed packages included."""
        changed = [m for e in self.own for removed in (False, True) for m in packages(e, removed=removed)]
        return (*find_entities(self.words), *changed)

    @cached_property
    def platforms(self) -> tuple[str, ...]:
        """Its platforms."""
        implied = {p for m in self.mentions if m.field == "app_framework" for p in m.platforms}
        return tuple(sorted(implied or {p for m in self.mentions for p in m.platforms if p == "mobile"}))

    @cached_property
    def framework(self) -> str | None:
        """The app framework it takes place in: "Expo" before "React Native"."""
        found = [m.canonical for m in self.mentions if m.field == "app_framework"]
        return ("Expo" if "Expo" in found else found[0]) if found else None

    def named(self, *names: str) -> tuple[Event, ...]:
        """Its events of these names."""
        return tuple(e for e in self.events if e.name in names)

    @cached_property
    def valence(self) -> float:
        """The last mood that was seen, −1 to 1; 0 when none was."""
        moods = [
            _MOODS.get(word.lower(), 0.0)
            for e in self.named("user.mood")
            for word in (attribute(e, "mood", "user.mood") or e.body).split()[:1]
        ]
        return moods[-1] if moods else 0.0

    def outcome(self, *, pivoted: bool) -> Outcome:
        """Return the outcome, told from its last signals; ``pivoted``: something was given up for something else."""
        last: Signal = ""
        for event in self.own:
            last = _signal_of(event) or self._moved_on(event, last)
        if last == "partial" and self.valence > 0 and not self.named("vcs.merge_request"):
            last = "success"
        if last == "failure" or (not last and not (pivoted and self.valence > 0)):
            return last or "unknown"
        return "partial" if last == "partial" else "success_after_pivot" if pivoted else "success"

    def _moved_on(self, event: Event, last: Signal) -> Signal:
        """The last signal after a further event: a failure becomes partial if work or a good mood follows."""
        happy = event.name in {"user.mood", "chat.post"} and self.valence > 0
        return "partial" if last == "failure" and (event.name in _MOVING_ON or happy) else last


def _signal_of(event: Event) -> Signal:
    """Return the signal that one event gives about the outcome; empty for none."""
    said = words_of(event)
    tested = attribute(event, "test.outcome")
    if event.name == "task.done":
        return "failure" if _GAVE_UP.search(said) else "partial" if _HALF.search(said) else "success"
    if event.name in {"error", "task.failed"} or tested == "failed":
        return "failure"
    if event.name == "vcs.commit" or tested == "passed":
        return "partial" if _HALF.search(event.body) else "success"
    return _REQUEST_ENDED.get(attribute(event, "action"), "") if event.name == "vcs.merge_request" else ""


def activities_of(events: Iterable[Event]) -> tuple[EventGroup, ...]:
    """Group events: a pause of more than 45 minutes or a new task begins a new activity.

    A pause of up to two hours does not when the task is still open or the next event has the same subject; nor does
    one of up to four hours while a review is awaited.
    """
    groups: list[list[Event]] = []
    for event in sorted(events, key=lambda e: e.time):
        if groups and _belongs(groups[-1], event):
            groups[-1].append(event)
        else:
            groups.append([event])
    return tuple(EventGroup(tuple(group)) for group in groups)


def _belongs(group: Sequence[Event], event: Event) -> bool:
    gap = event.time - group[-1].time
    tasks = [e.name for e in group if e.name in {"task.start", "task.done"}]
    opened, done = tasks[-1:] == ["task.start"], tasks[-1:] == ["task.done"]
    if _review_open(group) and (event.name.startswith(("vcs.", "code_review.")) or gap <= IDLE):
        return gap <= OPEN_REVIEW
    if event.name == "vcs.merge_request" and attribute(event, "action") == "opened" and gap > IDLE:
        return False
    if event.name == "task.start" and "task.start" in tasks:
        return opened and gap <= IDLE and _same_subject(group, event)
    if event.name == "task.start" and (
        done or any(e.name in {"vcs.commit", "chat.post", "vcs.merge_request"} for e in group)
    ):
        return False
    if gap <= IDLE:
        return True
    return gap <= OPEN_TASK and not done and (opened or _same_subject(group, event))


def _review_open(group: Sequence[Event]) -> bool:
    actions = [attribute(e, "action") for e in group if e.name == "vcs.merge_request"]
    return bool(actions) and actions[-1] not in {"merged", "closed"}


def _same_subject(group: Sequence[Event], event: Event) -> bool:
    changed = (m.field for removed in (False, True) for m in packages(event, removed=removed))
    subject = topic_of(words_of(event)) or next(changed, None)
    return subject is not None and any(topic_of(words_of(e)) == subject for e in group if not is_assistant(e))
