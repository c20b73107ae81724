"""Ranks what is in use now before older preferences for, and issues of, other things that serve the same purpose."""

from collections.abc import Iterable
from typing import Any

from memorist.memory_store.domain.identity import folded
from memorist.nodes.language.gazetteer import field_of, find_entities, topic_of
from memorist.nodes.retrieval.lines import plain
from memorist.nodes.retrieval.scoring import Scored

type Claimed = dict[str, Any]

JUST_BEHIND = 1e-6


def overtaken(scored: Iterable[Scored], now: str) -> list[Scored]:
    """Put what speaks of a thing right behind the thing that came into use for its purpose since; return all.

    ``now`` (text that sorts as time): what begins later is not in use yet.
    """
    every = list(scored)
    used = [(s, claim) for s in every if s.out is None and (claim := _in_use(s, now))]
    return [_placed(s, used, now) for s in every]


def _placed(scored: Scored, used: list[tuple[Scored, Claimed]], now: str) -> Scored:
    if scored.section == "procedures":
        return _as_done_now(scored, used)
    return _not_yet(scored, used) if scored.memory["valid_from"] > now else _behind(scored, used)


def _not_yet(scored: Scored, used: Iterable[tuple[Scored, Claimed]]) -> Scored:
    """What is about to come into use stands behind what is in use until then."""
    claim = _claim(scored, "uses")
    until_then = [other.score for other, held in used if claim and claim["topic"] == held["topic"] is not None]
    if not until_then or max(until_then) > scored.score:
        return scored
    return scored._replace(score=max(until_then) - JUST_BEHIND, note=f"{scored.note}; not in use yet")


def _in_use(scored: Scored, now: str) -> Claimed | None:
    planned = scored.memory["type"] == "semantic:preference" or scored.memory["valid_from"] > now
    return None if planned else _claim(scored, "uses")


def _claim(scored: Scored, predicate: str) -> Claimed | None:
    """The claim of a memory if it affirms this predicate, else null."""
    claim = scored.memory["claim"]
    return claim if claim and claim["polarity"] and claim["predicate"] == predicate else None


def _speaks_for(scored: Scored) -> tuple[str | None, str]:
    """The topic and the thing of a preference or a known issue; null and empty for any other memory."""
    if scored.memory["type"] == "semantic:preference" and (claim := _claim(scored, "prefers")):
        return claim["topic"], claim["object"]
    if claim := _claim(scored, "has_issue"):
        return topic_of(claim["subject"]), claim["subject"]
    return None, ""


def _behind(scored: Scored, used: Iterable[tuple[Scored, Claimed]]) -> Scored:
    """Put a preference or an issue behind another thing that came into use for its topic later."""
    topic, thing = _speaks_for(scored)
    if topic is None:
        return scored
    ahead = [
        (other, claim["object"])
        for other, claim in used
        if claim["topic"] == topic
        and folded(claim["object"]) != folded(thing)
        and other.memory["valid_from"] > scored.memory["valid_from"]
    ]
    if not ahead:
        return scored
    best, instead = max(ahead, key=lambda pair: pair[0].score)
    if best.score > scored.score:
        return scored
    return scored._replace(score=best.score - JUST_BEHIND, note=f"{scored.note}; {instead} is used since then")


def _as_done_now(scored: Scored, used: Iterable[tuple[Scored, Claimed]]) -> Scored:
    """Name what came into use after a procedure was learned ahead of its steps, most of which still hold."""
    purpose, _, steps = scored.line.partition("\n")
    topics = {topic_of(purpose), *(mention.field for mention in find_entities(scored.line))} - {None}
    since = [
        (other.memory["valid_from"][:10], plain(claim["object"]), field.label)
        for other, claim in used
        if claim["topic"] in topics
        and other.memory["valid_from"] > scored.memory["valid_from"]
        and folded(claim["object"]) not in folded(scored.line)
        and (field := field_of(claim["topic"]))
    ]
    if not since:
        return scored
    told = [f"  Since {day} {thing} is used for {label}." for day, thing, label in sorted(set(since))]
    things = ", ".join(sorted({thing for _, thing, _ in since}))
    return scored._replace(line="\n".join((purpose, *told, steps)), note=f"{scored.note}; {things} is used since then")
