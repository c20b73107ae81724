"""One thing given up for another within an activity."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from memorist.nodes.kinds.observations.activities import EventGroup, packages, words_of
from memorist.nodes.language.gazetteer import NameMention, field_of, find_entities, topic_said

_SAID = re.compile(
    r"\b(?:(?:switch|mov|migrat|chang)\w*\s(?:\w+\s){0,3}?from\s(?P<a>.+?)\sto|replac\w*\s(?P<b>.+?)\s(?:with|by))\s"
    r"(?P<new>[^,.;\n]+)",
    re.IGNORECASE,
)
_OWN = r"\b(?P<how>custom|own|self-written|hand-rolled|home-?grown)\s+"
_SELF_MADE = re.compile(_OWN + r"(?P<name>[A-Z][\w.+-]*\w)")
"""Self-made things, whose names no list can hold: "custom PASETO"."""
_ERROR_CODE = re.compile(r"^(?:\w*(?:Error|Exception)|\d{3}(?:\s[A-Z]\w*)*)\s*:\s*")
"""Text that a program puts before the words of an error."""
_TELLING = frozenset(
    {"task.start", "task.done", "vcs.commit", "chat.post", "file.edit", "terminal.command", "vcs.merge_request"}
)
type Found = tuple[NameMention, NameMention, datetime]


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch: the old and the new thing, the topic, the time, and the trouble before."""

    old: str
    new: str
    topic: str | None
    began: datetime
    at: datetime
    trouble: tuple[str, ...]
    custom: str | None = None

    @property
    def old_wording(self) -> str:
        """ "custom JWT"."""
        return f"{self.custom} {self.old}" if self.custom else self.old


def switches_in(activity: EventGroup) -> tuple[Switch, ...]:
    """Switches shown by a removal and an installation that serve one topic, by words that say so, or by trouble with a
    thing that was followed by the installation of its competitor."""
    pairs: dict[tuple[str, str], tuple[str | None, datetime]] = {}
    for old, new, when in (*_by_packages(activity), *_by_words(activity), *_by_trouble(activity)):
        if old.canonical != new.canonical and not any(known == new.canonical for _, known in pairs):
            pairs[old.canonical, new.canonical] = (new.field or old.field, when)
    return tuple(_switch(activity, old, new, topic, when) for (old, new), (topic, when) in pairs.items())


def _by_packages(activity: EventGroup) -> Iterator[Found]:
    installed = [(m, e.time) for e in activity.own for m in packages(e, removed=False)]
    for event in activity.own:
        for old in packages(event, removed=True):
            yield from ((old, new, when) for new, when in installed if _compete(old, new))


def _by_words(activity: EventGroup) -> Iterator[Found]:
    installed = {m.canonical: e.time for e in activity.own for m in packages(e, removed=False)}
    for event in activity.own:
        for said in _SAID.finditer(event.body) if event.name in _TELLING else ():
            old, new = _thing(said["a"] or said["b"]), _thing(said["new"])
            if old and new:
                yield old, new, installed.get(new.canonical, event.time)


def _by_trouble(activity: EventGroup) -> Iterator[Found]:
    for at, event in enumerate(activity.own):
        earlier = activity.own[:at]
        if not any(e.name == "error" for e in earlier):
            continue
        worked = [m for e in earlier if e.name in {"task.start", "file.edit"} for m in _worked_with(words_of(e))]
        for new in packages(event, removed=False):
            if old := next((m for m in worked if _compete(m, new)), None):
                yield old, new, event.time


def _thing(text: str) -> NameMention | None:
    """The technology that a phrase begins with, a word or two before it left aside: "our custom JWT auth"."""
    named = [m for m in find_entities(text) if m.kind == "entity:technology"]
    return named[0] if named and len(text[: named[0].start].split()) <= 2 else None


def _worked_with(said: str) -> list[NameMention]:
    """The things that a text names, and those made by oneself, which serve what the text is about."""
    known, topic = find_entities(said), topic_said(said)
    made = [
        NameMention(m["name"], "entity:technology", m.start("name"), m.end("name"), topic)
        for m in _SELF_MADE.finditer(said)
        if topic and not any(k.start <= m.start("name") < k.end for k in known)
    ]
    return [*known, *made]


def _compete(old: NameMention, new: NameMention) -> bool:
    field = field_of(old.field)
    return bool(field and field.exclusive and old.field == new.field and old.canonical != new.canonical)


def _switch(activity: EventGroup, old: str, new: str, topic: str | None, when: datetime) -> Switch:
    used = [e.time for e in activity.own if any(m.canonical == old for m in _worked_with(words_of(e)))]
    custom = re.search(rf"{_OWN}(?:\w+\s)?{re.escape(old)}\b", activity.words, re.IGNORECASE)
    began = min([time for time in used if time < when] or [activity.begin])
    errors = [e.body for e in activity.named("error") if e.body and e.time <= when]
    trouble = tuple(dict.fromkeys(_ERROR_CODE.sub("", body.strip().rstrip(".")) for body in errors))
    return Switch(old, new, topic, min(began, when), when, trouble, custom["how"].lower() if custom else None)
