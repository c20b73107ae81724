"""Facts that events show without words: what is installed, used, given up, and where people talk."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Source
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.events import Event
from memorist.nodes.kinds.framing import domain_of
from memorist.nodes.kinds.observations.activities import EventGroup, attribute, packages, words_of
from memorist.nodes.kinds.observations.switches import Switch
from memorist.nodes.kinds.wording import lowered
from memorist.nodes.language.common import is_ordinary
from memorist.nodes.language.gazetteer import NameMention, canonical_name, field_of, find_entities, topic_said
from memorist.nodes.language.names import names_in

METHOD = "observation"
INSTALLED = 0.9
USED = 0.85
SURE = 0.95
_HELPER = re.compile(
    r"^(?:@types/|eslint-|prettier-|babel-|@babel/|@eslint/|postcss|autoprefixer)|-(?:loader|plugin|preset|types|config)$|-plugin-"
)
"""Packages that only serve others."""
_COMMAND_NOISE = frozenset({"package_manager", "version_control", "language", "editor", None})
_EVERYWHERE = frozenset(
    {"version_control", "chat", "issues", "docs", "ci", "package_manager", "meetings", "design_tool"}
)
"""Topics whose tools belong to no platform."""


_DONE_WITH = re.compile(r"\b(?:with|using|via)\s(?:the\s|our\s|a\s)?$", re.IGNORECASE)
"""Words right before a tool that was used."""


@dataclass(frozen=True)
class Shown:
    """Conclusions from an activity and the switches in it."""

    activity: EventGroup
    switches: tuple[Switch, ...]

    def facts(self) -> Iterator[Draft]:
        """Return the conclusions: switches, used things, the places of code and talk."""
        for switch in self.switches:
            yield from self._switched(switch)
        yield from self._used()
        yield from self._services()

    def draft(
        self,
        content: str,
        at: datetime,
        *,
        claim: Claim | None = None,
        topic: str | None = None,
        platforms: Sequence[str] | None = None,
        **values: Any,
    ) -> Draft:
        """A draft whose source is observation; a fact of .9 unless ``values`` say otherwise."""
        named = [claim.object] if claim and claim.object_kind == "entity" else []
        names = tuple(dict.fromkeys((*named, *names_in(content))))
        mentions = (*find_entities(content), *self.activity.mentions)
        technology = {m.canonical for m in mentions if m.kind == "entity:technology"}
        where = (claim.platforms if claim else self.activity.platforms) if platforms is None else platforms
        values = {"type": "semantic:fact", "confidence": INSTALLED, "valid_from": at, **values}
        return Draft(
            content=content,
            claim=claim,
            entities=names,
            method=METHOD,
            source=Source.OBSERVATION,
            domain=domain_of(where, topic) or domain_of(self.activity.platforms, topic),
            technology=tuple(n for n in names if n in technology),
            **values,
        )

    def _switched(self, switch: Switch) -> Iterator[Draft]:
        """Return the use of a thing up to a switch, and its replacement."""
        field = field_of(switch.topic)
        where = self.activity.framework or next(iter(self.activity.platforms), "")
        aim = f" for {' '.join(p for p in (where, field.label.removeprefix('the ')) if p)}" if field else ""
        if field is None and self.activity.framework:
            aim = f" in {self.activity.framework}"
        why = f" ({lowered(switch.trouble[0])})" if switch.trouble else ""
        old, new = (
            self._uses(name, aim.removeprefix(" for "), topic=switch.topic, platforms=self.activity.platforms)
            for name in (switch.old, switch.new)
        )
        told = f"Team used {switch.old_wording}{aim}"
        yield self.draft(told, switch.began, claim=old, topic=switch.topic, valid_until=switch.at)
        told = f"{switch.new} replaced {switch.old_wording}{aim}{why}"
        replaces = (switch.old,)
        yield self.draft(told, switch.at, claim=new, topic=switch.topic, confidence=SURE, replaces=replaces)

    def _uses(self, name: str, qualifier: str, *, topic: str | None, platforms: Sequence[str]) -> Claim:
        field = field_of(topic)
        return Claim(
            subject="team",
            predicate="uses",
            object=name,
            object_kind="entity",
            qualifier=qualifier.strip() or None,
            topic=topic if field and field.exclusive else None,
            platforms=tuple(platforms),
        )

    def _used(self) -> Iterator[Draft]:
        """ "Team uses expo-router for navigation": from installations, then from commands."""
        found: dict[str, tuple[NameMention, datetime, float]] = {}
        for event in self.activity.own:
            gone = {m.canonical for m in packages(event, removed=True)}
            for mention in packages(event, removed=False):
                if not _HELPER.search(mention.canonical) and mention.canonical not in gone:
                    found.setdefault(mention.canonical, (mention, event.time, INSTALLED))
        for event in self.activity.own:
            for mention in _used_in(event):
                found.setdefault(mention.canonical, (mention, event.time, USED))
        switched = {name for switch in self.switches for name in (switch.old, switch.new)}
        for name, (mention, at, sure) in found.items():
            if name not in switched and not self._removed_later(name, at):
                yield self._usage(self._as_named(mention), at, sure)

    def _usage(self, mention: NameMention, at: datetime, sure: float) -> Draft:
        field = field_of(mention.field)
        at_home = field and field.exclusive and field.name not in _EVERYWHERE
        platforms = mention.platforms or (self.activity.platforms if at_home else ())
        label = field.label if field and field.name != "language" else ""
        claim = self._uses(mention.canonical, label.removeprefix("the "), topic=mention.field, platforms=platforms)
        told = f"Team uses {mention.canonical}" + (f" for {label}" if label else "")
        return self.draft(told, at, claim=claim, topic=mention.field, confidence=sure)

    def _as_named(self, mention: NameMention) -> NameMention:
        """A package that no list holds, by the name and the purpose that events give it: "Restyle for styling"."""
        if mention.field:
            return mention
        short = mention.canonical.rpartition("/")[2]
        named = rf"(?<![\w@/.-]){re.escape(short)}(?![\w/.-])"
        told = "\n".join(event.body for event in self.activity.own)
        purposes = re.findall(rf"{named}\s+for\s+([^,.;:\n]{{2,40}})", told, re.IGNORECASE)
        topic = next((t for what in purposes if (t := topic_said(what))), None)
        said = re.search(named, told, re.IGNORECASE)
        renamed = said is not None and short != mention.canonical and not is_ordinary(short)
        return mention._replace(canonical=said[0] if said and renamed else mention.canonical, field=topic)

    def _removed_later(self, name: str, at: datetime) -> bool:
        later = (e for e in self.activity.own if e.time > at)
        return any(m.canonical == name for e in later for m in packages(e, removed=True))

    def _services(self) -> Iterator[Draft]:
        """The first event of each service tells where code is kept and where people talk."""
        known: set[str] = set()
        for event in self.activity.own:
            code = canonical_name(attribute(event, "vcs.provider", "vcs.provider.name"))
            if event.name.startswith("vcs.") and code and code not in known:
                known.add(code)
                yield self._service(code, "version_control", "version control", event.time)
            if event.name != "chat.post":
                continue
            talk, channel = canonical_name(attribute(event, "chat.provider")), attribute(event, "chat.channel")
            if talk and talk not in known:
                known.add(talk)
                yield self._service(talk, "chat", "team chat", event.time)
            if channel and channel not in known:
                known.add(channel)
                claim = Claim(subject="team", predicate="posts_in", object=channel, qualifier=talk or None)
                told = f"Team posts in {channel}" + (f" on {talk}" if talk else "")
                yield self.draft(told, event.time, claim=claim, topic="chat", platforms=(), confidence=SURE)

    def _service(self, name: str, topic: str, label: str, at: datetime) -> Draft:
        claim = Claim(subject="team", predicate="uses", object=name, object_kind="entity", qualifier=label, topic=topic)
        return self.draft(f"Team uses {name} for {label}", at, claim=claim, topic=topic, platforms=(), confidence=SURE)


def _used_in(event: Event) -> list[NameMention]:
    """Return the things that a command runs, or that a task was done or a commit was made with."""
    if event.name == "terminal.command":
        mentions = [m for m in find_entities(words_of(event)) if m.field not in _COMMAND_NOISE]
    elif event.name in {"task.done", "vcs.commit"}:
        mentions = [
            m for m in find_entities(event.body) if field_of(m.field) and _DONE_WITH.search(event.body[: m.start])
        ]
    else:
        mentions = []
    return [m for m in mentions if m.kind == "entity:technology"]
