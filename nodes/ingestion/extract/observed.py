"""Facts that events show without words: what is installed, used, given up, and where people talk."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.ingestion.domain_of import domain_of
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.activities import Activity, attribute, packages, words_of
from memorist.nodes.ingestion.extract.seen import Seen, observed_draft, value_fact
from memorist.nodes.ingestion.extract.wording import lowered
from memorist.nodes.language.common import is_ordinary
from memorist.nodes.language.gazetteer import Mention, canonical_name, field_of, find_entities, topic_said

INSTALLED = 0.9
USED = 0.85
SURE = 0.95

_USING = re.compile(
    r"\b(?:with|using|use[sd]?|via|set(?:s|ting)?\s+up|add(?:s|ed|ing)?|install(?:s|ed|ing)?|configur\w+|"
    r"creat\w+|integrat\w+|adopt\w*|bootstrap\w*|init\w*|"
    r"scaffold\w*|writ(?:e|es|ten|ing)\s+in|in|on|to|and|,)\s+(?:(?:an?|the|new|our|a\s+new)\s+)*$",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:with|using|uses?|used|via|set(?:s|ting)?\s+up|add(?:s|ed|ing)?|install\w*|configur\w+|creat\w+|"
    r"integrat\w+|adopt\w*|bootstrap\w*|init\w*|scaffold\w*|writ\w+\s+in|build\w*|deploy\w*)\b",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"\b(?:remov\w*|drop\w*|without|instead of|not|from|over|replac\w*|uninstall\w*|compare\w*|evaluat\w*|"
    r"recommend\w*|explain\w*|consider\w*|begin\w*)\s+(?:\w+\s){0,2}$",
    re.IGNORECASE,
)
_HELPERS = re.compile(
    r"^(?:@types/|eslint-|prettier-|babel-|@babel/|@eslint/|postcss|autoprefixer|.*-(?:loader|plugin|preset|"
    r"types|config)$|.*-plugin-.*)"
)
_TOLD = frozenset({"task.start", "task.done", "file.edit", "vcs.commit"})
_COMMAND_NOISE = frozenset({"package_manager", "version_control", "language", "editor", None})


def switch_facts(seen: Seen) -> list[Draft]:
    """For each switch what was used until then, and what replaced it."""
    drafts: list[Draft] = []
    for switch in seen.switches:
        activity = seen.activity
        aim = _aim(activity, switch.topic)
        why = f" ({lowered(switch.trouble[0])})" if switch.trouble else ""
        shared: dict[str, Any] = {"platforms": activity.platforms, "topic": switch.topic}
        drafts.append(
            observed_draft(
                seen,
                type="semantic:fact",
                content=f"Team used {switch.old_wording}{aim}",
                at=switch.began,
                confidence=INSTALLED,
                claim=_uses(switch.old, aim, switch.topic, activity.platforms),
                valid_until=switch.at,
                **shared,
            )
        )
        drafts.append(
            observed_draft(
                seen,
                type="semantic:fact",
                content=f"{switch.new} replaced {switch.old_wording}{aim}{why}",
                at=switch.at,
                confidence=SURE,
                claim=_uses(switch.new, aim, switch.topic, activity.platforms),
                replaces=(switch.old,),
                **shared,
            )
        )
    return drafts


def _uses(name: str, aim: str, topic: str | None, platforms: Sequence[str]) -> Claim:
    field = field_of(topic)
    return Claim(
        subject="team",
        predicate="uses",
        object=name,
        object_kind="entity",
        qualifier=aim.removeprefix(" for ") or None,
        topic=topic if field and field.exclusive else None,
        platforms=tuple(platforms),
    )


def _aim(activity: Activity, topic: str | None) -> str:
    """ " for Expo auth"."""
    field = field_of(topic)
    if field is None:
        return f" in {activity.framework}" if activity.framework else ""
    where = activity.framework or next(iter(activity.platforms), "")
    label = field.label.removeprefix("the ")
    return f" for {where} {label}" if where else f" for {field.label}"


def usage_facts(seen: Seen) -> list[Draft]:
    """ "Team uses expo-router for navigation": from installations, then from what was done with a thing."""
    found: dict[str, tuple[Mention, datetime, float]] = {}
    for event in seen.activity.own:
        gone = {m.canonical for m in packages(event, removed=True)}
        for mention in packages(event, removed=False):
            if not _HELPERS.match(mention.canonical) and mention.canonical not in gone:
                found.setdefault(mention.canonical, (mention, event.time, INSTALLED))
    for event in seen.activity.own:
        for mention in _used_in(event.name, words_of(event) if event.name == "terminal.command" else event.body):
            found.setdefault(mention.canonical, (mention, event.time, USED))
    return [
        _usage(seen, _as_told(seen.activity, mention), at, sure)
        for name, (mention, at, sure) in found.items()
        if not seen.given_up(name) and not _removed_later(seen.activity, name, at)
    ]


def _as_told(activity: Activity, mention: Mention) -> Mention:
    """A package that no list holds, by the name and for the purpose that somebody gives it: "Restyle for styling"."""
    if mention.field:
        return mention
    short = mention.canonical.rpartition("/")[2]
    named = rf"(?<![\w@/.-]){re.escape(short)}(?![\w/.-])"
    told = "\n".join(event.body for event in activity.own)
    purposes = re.findall(rf"{named}\s+for\s+([^,.;:\n]{{2,40}})", told, re.IGNORECASE)
    topic = next((t for what in purposes if (t := topic_said(what))), None)
    said = re.search(named, told, re.IGNORECASE)
    renamed = said is not None and short != mention.canonical and not is_ordinary(short)
    return mention._replace(canonical=said[0] if said and renamed else mention.canonical, field=topic)


def _removed_later(activity: Activity, name: str, at: datetime) -> bool:
    """Tried and taken out again is not used."""
    return any(m.canonical == name for e in activity.own if e.time > at for m in packages(e, removed=True))


def _used_in(name: str, words: str) -> list[Mention]:
    if name == "terminal.command":
        return [m for m in find_entities(words) if m.kind == "entity:technology" and m.field not in _COMMAND_NOISE]
    if name not in _TOLD:
        return []
    return [
        m
        for m in find_entities(words)
        if m.kind == "entity:technology"
        and field_of(m.field)
        and _VERB.search(words[: m.start])
        and _USING.search(words[: m.start])
        and not _AGAINST.search(words[: m.start])
    ]


def _usage(seen: Seen, mention: Mention, at: datetime, confidence: float) -> Draft:
    field = field_of(mention.field)
    platforms = mention.platforms or (
        seen.activity.platforms if field and field.exclusive and field.name not in _EVERYWHERE else ()
    )
    label = field.label.removeprefix("the ") if field and field.name != "language" else ""
    claim = Claim(
        subject="team",
        predicate="uses",
        object=mention.canonical,
        object_kind="entity",
        qualifier=label or None,
        topic=mention.field if field and field.exclusive else None,
        platforms=platforms,
    )
    content = f"Team uses {mention.canonical}" + (f" for {field.label}" if field and label else "")
    draft = observed_draft(
        seen,
        type="semantic:fact",
        content=content,
        at=at,
        confidence=confidence,
        platforms=platforms,
        topic=mention.field,
        claim=claim,
    )
    return (
        draft
        if draft.domain
        else draft.model_copy(update={"domain": domain_of(seen.activity.platforms, mention.field)})
    )


_EVERYWHERE = frozenset(
    {"version_control", "chat", "issues", "docs", "ci", "package_manager", "meetings", "design_tool"}
)


def channel_facts(seen: Seen) -> list[Draft]:
    """Where code is kept and where people talk."""
    drafts: list[Draft] = []
    done: set[str] = set()
    for event in seen.activity.own:
        provider = canonical_name(attribute(event, "vcs.provider", "vcs.provider.name"))
        if event.name.startswith("vcs.") and provider and provider not in done:
            done.add(provider)
            drafts.append(_service(seen, provider, "version_control", "version control", event.time))
        talk, channel = canonical_name(attribute(event, "chat.provider")), attribute(event, "chat.channel")
        if event.name == "chat.post" and talk and talk not in done:
            done.add(talk)
            drafts.append(_service(seen, talk, "chat", "team chat", event.time))
        if event.name == "chat.post" and channel and channel not in done:
            done.add(channel)
            drafts.append(
                value_fact(
                    seen,
                    "team",
                    "posts_in",
                    channel,
                    content=f"Team posts in {channel}" + (f" on {talk}" if talk else ""),
                    at=event.time,
                    confidence=SURE,
                    platforms=(),
                    topic="chat",
                    qualifier=talk or None,
                )
            )
    return drafts


def _service(seen: Seen, name: str, topic: str, label: str, at: datetime) -> Draft:
    claim = Claim(subject="team", predicate="uses", object=name, object_kind="entity", qualifier=label, topic=topic)
    return observed_draft(
        seen,
        type="semantic:fact",
        content=f"Team uses {name} for {label}",
        at=at,
        confidence=SURE,
        platforms=(),
        topic=topic,
        claim=claim,
    )
