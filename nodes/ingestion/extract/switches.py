"""One thing given up for another within an activity."""

import re
from dataclasses import dataclass
from datetime import datetime

from memorist.nodes.ingestion.extract.activities import Activity, packages, words_of
from memorist.nodes.ingestion.extract.phrases import parse_object
from memorist.nodes.ingestion.inputs import Event
from memorist.nodes.language.gazetteer import Mention, field_of, find_entities, topic_said

_SAID = re.compile(
    r"\b(?:(?:switch|mov|migrat|chang)\w*\s(?:\w+\s){0,3}?from\s(?P<a>.+?)\sto\s(?P<b>[^,.;\n]+)|"
    r"replac\w*\s(?P<c>.+?)\s(?:with|by)\s(?P<d>[^,.;\n]+)|swap\w*\s(?P<e>.+?)\sfor\s(?P<f>[^,.;\n]+))",
    re.IGNORECASE,
)
_ARROW = re.compile(r"(?P<a>[\w@./-]+(?:\s[\w-]+)?)\s*(?:→|->|=>)\s*(?P<b>[\w@./-]+(?:\s[\w-]+)?)")
_OWN = r"\b(custom|own|self-written|hand-rolled|homegrown|home-grown)\s+"
_CUSTOM = _OWN + r"(?:\w+\s)?{}\b"
_SELF_MADE = re.compile(_OWN + r"(?P<name>[A-Z][\w.+-]*\w)")
"""What somebody makes himself by a name that no list may hold: "custom PASETO"."""
_SPOKEN = frozenset(
    {"task.start", "task.done", "vcs.commit", "chat.post", "file.edit", "terminal.command", "vcs.merge_request"}
)


@dataclass(frozen=True, slots=True)
class Switch:
    """What was used, what is used now, for which topic, and when it changed."""

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


def switches_in(activity: Activity) -> tuple[Switch, ...]:
    """Find switches: a removal and an installation that serve one topic, words that say so, or a thing that made
    trouble and was followed by the installation of its competitor."""
    pairs: dict[tuple[str, str], tuple[str | None, datetime]] = {}
    for old, new, when in (*_by_packages(activity), *_by_words(activity), *_by_trouble(activity)):
        if old.canonical != new.canonical and not any(p[1] == new.canonical for p in pairs):
            pairs[old.canonical, new.canonical] = (new.field or old.field, when)
    return tuple(_switch(activity, old, new, topic, when) for (old, new), (topic, when) in pairs.items())


def _by_packages(activity: Activity) -> list[tuple[Mention, Mention, datetime]]:
    installed = [(m, e.time) for e in activity.own for m in packages(e, removed=False)]
    removed = [m for e in activity.own for m in packages(e, removed=True)]
    return [(old, new, when) for old in removed for new, when in installed if _compete(old, new)]


def _by_words(activity: Activity) -> list[tuple[Mention, Mention, datetime]]:
    found: list[tuple[Mention, Mention, datetime]] = []
    installed = {m.canonical: e.time for e in activity.own for m in packages(e, removed=False)}
    for event in activity.own:
        if event.name not in _SPOKEN:
            continue
        for said in (*_SAID.finditer(event.body), *_ARROW.finditer(event.body)):
            groups = [g for g in said.groups() if g]
            old, new = _thing(groups[0]), _thing(groups[1])
            if old and new:
                found.append((old, new, installed.get(new.canonical, event.time)))
    return found


def _by_trouble(activity: Activity) -> list[tuple[Mention, Mention, datetime]]:
    found: list[tuple[Mention, Mention, datetime]] = []
    for at, event in enumerate(activity.own):
        for new in packages(event, removed=False):
            earlier = activity.own[:at]
            if not any(e.name == "error" for e in earlier):
                continue
            used = [
                m
                for e in earlier
                if e.name in {"task.start", "file.edit"}
                for m in _worked_with(words_of(e))
                if _compete(m, new)
            ]
            if used and not any(
                m.canonical == used[0].canonical for e in earlier for m in packages(e, removed=False) if e is event
            ):
                found.append((used[0], new, event.time))
    return found


def _worked_with(said: str) -> list[Mention]:
    """The things that a text names, and those made by oneself, which serve what the text is about."""
    known, topic = find_entities(said), topic_said(said)
    made = [
        Mention(m["name"], "entity:technology", m.start("name"), m.end("name"), topic)
        for m in _SELF_MADE.finditer(said)
        if topic and not any(k.start <= m.start("name") < k.end for k in known)
    ]
    return [*known, *made]


def _thing(text: str) -> Mention | None:
    named = parse_object(text)
    return Mention(named.object, "entity:technology", 0, len(text), named.field) if named.known else None


_ERROR_CODE = re.compile(r"^(?:\w*(?:Error|Exception)|\d{3}(?:\s[A-Z]\w*)*)\s*:\s*")
"""What a program puts before the words of an error."""


def _compete(old: Mention, new: Mention) -> bool:
    field = field_of(old.field)
    return bool(field and field.exclusive and old.field == new.field and old.canonical != new.canonical)


def _switch(activity: Activity, old: str, new: str, topic: str | None, when: datetime) -> Switch:
    first: list[Event] = [e for e in activity.own if any(m.canonical == old for m in _worked_with(words_of(e)))]
    custom = re.search(_CUSTOM.format(re.escape(old)), activity.words, re.IGNORECASE)
    began = min([e.time for e in first if e.time < when] or [activity.begin])
    trouble = tuple(
        dict.fromkeys(
            _ERROR_CODE.sub("", e.body.strip().rstrip("."))
            for e in activity.named("error")
            if e.body and e.time <= when
        )
    )
    return Switch(old, new, topic, min(began, when), when, trouble, custom[1].lower() if custom else None)
