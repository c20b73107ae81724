"""Procedures as they are carried out now: what came into use since they were learned is named before their steps."""

from collections.abc import Sequence
from typing import Any

from memorist.memory_store.domain.identity import folded
from memorist.nodes.language.gazetteer import field_of, find_entities, topic_of
from memorist.nodes.retrieval.lines import plain
from memorist.nodes.retrieval.scoring import Scored


def as_done_now(scored: Sequence[Scored], now: str) -> list[Scored]:
    """Name what came into use after a procedure was learned ahead of its steps, most of which still hold.

    ``now``: text that sorts as time; what begins later is not in use yet.
    """
    used = [(s, claim) for s in scored if s.out is None and s.memory["valid_from"] <= now and (claim := _in_use(s))]
    return [_renewed(s, used) if s.section == "procedures" else s for s in scored]


def _in_use(scored: Scored) -> dict[str, Any] | None:
    claim = scored.memory["claim"]
    planned = scored.memory["type"] == "semantic:preference"
    return claim if claim and not planned and claim["polarity"] and claim["predicate"] == "uses" else None


def _renewed(scored: Scored, used: Sequence[tuple[Scored, dict[str, Any]]]) -> Scored:
    line = str(scored.line)
    purpose, _, steps = line.partition("\n")
    topics = {topic_of(purpose), *(mention.field for mention in find_entities(line))} - {None}
    since = [
        (other.memory["valid_from"][:10], plain(claim["object"]), field.label)
        for other, claim in used
        if claim["topic"] in topics
        and other.memory["valid_from"] > scored.memory["valid_from"]
        and folded(claim["object"]) not in folded(line)
        and (field := field_of(claim["topic"]))
    ]
    if not since:
        return scored
    told = [f"  Since {day} {thing} is used for {label}." for day, thing, label in sorted(set(since))]
    things = ", ".join(sorted({thing for _, thing, _ in since}))
    return scored._replace(line="\n".join((purpose, *told, steps)), note=f"{scored.note}; {things} is used since then")
