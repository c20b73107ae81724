"""From single events to activities: what belongs together in time and by its subject."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from memorist.memory_store.domain.types import Outcome
from memorist.nodes.ingestion.inputs import Event
from memorist.nodes.language.commands import package_changes
from memorist.nodes.language.gazetteer import Mention, entity_of_package, find_entities, topic_of

IDLE = timedelta(minutes=45)
"""A longer pause ends an activity …"""
OPEN_TASK = timedelta(hours=2)
"""… unless its task is still open or it goes on with the same subject,"""
OPEN_REVIEW = timedelta(hours=4)
"""or somebody waits for a reviewer."""

_MOODS = {
    "frustrated": -0.6,
    "angry": -0.8,
    "stuck": -0.5,
    "confused": -0.4,
    "annoyed": -0.5,
    "tired": -0.3,
    "worried": -0.4,
    "bored": -0.3,
    "sad": -0.5,
    "neutral": 0.0,
    "calm": 0.2,
    "focused": 0.3,
    "curious": 0.3,
    "satisfied": 0.5,
    "relieved": 0.6,
    "confident": 0.6,
    "happy": 0.7,
    "proud": 0.8,
    "excited": 0.8,
}
_GAVE_UP = re.compile(
    r"\b(?:gave up|giving up|abandon\w*|failed|could ?n[o']?t|unable|revert\w*|blocked)\b", re.IGNORECASE
)
_HALF = re.compile(
    r"\b(?:partial\w*|unfinished|half|incomplete|not done|to be continued|remaining|paused|wip)\b", re.IGNORECASE
)


def is_assistant(event: Event) -> bool:
    """Whether the words are an assistant's: they may tell what happened, never what is so."""
    return event.name.startswith("assistant.")


def attribute(event: Event, *names: str) -> str:
    """The first of these attributes that is set, as text."""
    return next((str(event.attributes[n]) for n in names if event.attributes.get(n) not in (None, "")), "")


def by_oneself(event: Event, person: str) -> bool:
    """Whether the person watched wrote a review comment himself, about somebody else's work."""
    return attribute(event, "reviewer", "review.author", "user.name").lower() in {
        "user",
        "me",
        "self",
        "developer",
        person.lower(),
    }


def packages(event: Event, *, removed: bool) -> tuple[Mention, ...]:
    """What an event installs (or removes), by package event or by command."""
    names: list[str] = []
    if event.name == ("package.remove" if removed else "package.install"):
        value: Any = event.attributes.get("package.name") or ()
        names += [value] if isinstance(value, str) else [str(v) for v in value]
    if event.name == "terminal.command":
        for change in package_changes(words_of(event)):
            names += change.removed if removed else change.installed
    return tuple(entity_of_package(n) for n in names)


def words_of(event: Event) -> str:
    """Everything an event says in words: its body and the attributes that name things."""
    names = ("process.command_line", "search.query", "page.title", "file.path")
    parts = [event.body, *(attribute(event, n) for n in names)]
    return " · ".join(dict.fromkeys(p for p in parts if p))


@dataclass(frozen=True)
class Activity:
    """Events that belong together, in the order of time."""

    events: tuple[Event, ...]

    @property
    def begin(self) -> datetime:
        """When it began."""
        return self.events[0].time

    @property
    def end(self) -> datetime:
        """When its last event was."""
        return self.events[-1].time

    @property
    def minutes(self) -> float:
        """How long it took."""
        return round((self.end - self.begin).total_seconds() / 60, 1)

    @cached_property
    def own(self) -> tuple[Event, ...]:
        """The events that are not an assistant's words."""
        return tuple(e for e in self.events if not is_assistant(e))

    @cached_property
    def words(self) -> str:
        """What the person did and said, without the assistant."""
        return "\n".join(words_of(e) for e in self.own)

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """What it is about, installed and removed packages included."""
        changed = [m for e in self.own for removed in (False, True) for m in packages(e, removed=removed)]
        return (*find_entities(self.words), *changed)

    @cached_property
    def platforms(self) -> tuple[str, ...]:
        """Where it takes place."""
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
        """Where the arc of moods ends; 0 when none was seen."""
        moods = [
            _MOODS.get(m.lower(), 0.0)
            for e in self.named("user.mood")
            for m in (attribute(e, "mood", "user.mood") or e.body).split()[:1]
        ]
        return moods[-1] if moods else 0.0

    def outcome(self, *, pivoted: bool) -> Outcome:
        """How it ended, told from its last signals."""
        last = self._last_signal()
        if last == "failure":
            return "failure"
        if last == "partial":
            return "partial"
        if last == "success":
            return "success_after_pivot" if pivoted else "success"
        return "success_after_pivot" if pivoted and self.valence > 0 else "unknown"

    def _last_signal(self) -> str:
        signal = ""
        for event in self.own:
            said = words_of(event)
            if event.name == "task.done":
                signal = "failure" if _GAVE_UP.search(said) else "partial" if _HALF.search(said) else "success"
            elif event.name == "error" or attribute(event, "test.outcome") == "failed":
                signal = "failure"
            elif event.name == "vcs.commit" or attribute(event, "test.outcome") == "passed":
                signal = "partial" if _HALF.search(event.body) else "success"
            elif event.name == "vcs.merge_request":
                action = attribute(event, "action")
                signal = {
                    "merged": "success",
                    "approved": "success",
                    "changes_requested": "partial",
                    "closed": "failure",
                }.get(action, signal)
            elif event.name in {"file.edit", "package.install", "user.mood", "chat.post"} and signal == "failure":
                moving_on = event.name in {"file.edit", "package.install"} or self.valence > 0
                signal = "partial" if moving_on else signal
        if signal == "partial" and self.valence > 0 and not self.named("vcs.merge_request"):
            return "success"
        return signal


def activities_of(events: Iterable[Event]) -> tuple[Activity, ...]:
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
    return tuple(Activity(tuple(group)) for group in groups)


def _belongs(group: Sequence[Event], event: Event) -> bool:
    gap = event.time - group[-1].time
    if _review_open(group) and (event.name.startswith(("vcs.", "code_review.")) or gap <= IDLE):
        return gap <= OPEN_REVIEW
    opened = _task_open(group)
    if event.name == "vcs.merge_request" and attribute(event, "action") == "opened" and gap > IDLE:
        return False
    if event.name == "task.start" and any(e.name == "task.start" for e in group):
        return opened and gap <= IDLE and _same_subject(group, event)
    if event.name == "task.start" and _finished(group):
        return False
    if gap <= IDLE:
        return True
    if gap > OPEN_TASK or _task_done(group):
        return False
    return opened or _same_subject(group, event)


def _task_open(group: Sequence[Event]) -> bool:
    last = next((e.name for e in reversed(group) if e.name in {"task.start", "task.done"}), "")
    return last == "task.start"


def _task_done(group: Sequence[Event]) -> bool:
    return any(e.name == "task.done" for e in group) and not _task_open(group)


def _finished(group: Sequence[Event]) -> bool:
    return _task_done(group) or any(e.name in {"vcs.commit", "chat.post", "vcs.merge_request"} for e in group)


def _review_open(group: Sequence[Event]) -> bool:
    actions = [attribute(e, "action") for e in group if e.name == "vcs.merge_request"]
    return bool(actions) and actions[-1] not in {"merged", "closed"}


def _same_subject(group: Sequence[Event], event: Event) -> bool:
    subject = topic_of(words_of(event)) or next(
        (m.field for r in (False, True) for m in packages(event, removed=r)), None
    )
    return subject is not None and any(topic_of(words_of(e)) == subject for e in group if not is_assistant(e))
