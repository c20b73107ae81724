"""Graph: what the nearest entities are connected with; for questions about the past, how it came to be."""

from collections.abc import Iterable
from datetime import timedelta

from memorist.memory_store.domain.claim import Claim, subject_key
from memorist.memory_store.domain.clock import shifted
from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import TO_DO
from memorist.memory_store.domain.visibility import may_see
from memorist.nodes.retrieval.channels.channel import Asked, found_by
from memorist.nodes.retrieval.channels.semantic import elsewhere
from memorist.nodes.retrieval.question_kind import whose_to_dos
from memorist.nodes.retrieval.state import Found

MOST = 20
"""Maximum number of included to-dos; nobody does more before asking again."""
NEARNESS = 0.9
"""Similarity given to every open to-do: it answers a question for to-dos, before anything merely similar."""
_NEVER = "9999"


def in_order(to_dos: Iterable[Memory]) -> list[Memory]:
    """The to-dos by due day, then the undated ones by age; of repeated ones only the first, which is the dated one."""
    ordered = sorted(to_dos, key=lambda m: (_due(m), m.valid_from, m.id))
    once: dict[tuple[str, str], Memory] = {}
    for one in ordered:
        if one.claim is not None:
            once.setdefault((folded(one.claim.subject), folded(one.claim.object)), one)
    return list(once.values())[:MOST]


def _due(memory: Memory) -> str:
    return (memory.claim and memory.claim.qualifier) or _NEVER


async def open_to_dos(asked: Asked) -> list[Found]:
    """The to-dos of those whom the task names; of nobody named, those of the one who asks and of the team."""
    named = whose_to_dos(asked.formulation.task)
    scope, whose = asked.scope, asked.formulation.people or ((named,) if named else ("user", "team"))
    keys = [subject_key(Claim(subject=who, predicate="plans", object="x")) for who in whose]
    compared = await asked.store.memories.comparable(scope, subjects=keys)
    mine = [
        each.memory
        for each in compared
        if TO_DO in each.memory.tags
        and each.memory.valid_from <= asked.moment.valid_at
        and scope.sees(each.memory.scope)
        and (_is_of_all(each.memory) or scope.user_id in {None, each.memory.scope.user_id})
    ]
    return [
        found_by("graph", memory, NEARNESS, note="still to be done")._replace(agrees=NEARNESS, place=place - MOST)
        for place, memory in enumerate(in_order(mine))
    ]


def _is_of_all(memory: Memory) -> bool:
    return memory.claim is not None and folded(memory.claim.subject) != "user"


ANCHORS = 3
DECAY_PER_HOP = 0.5
"""Activation left after each step away from an anchor (JACQ's spreading activation)."""
HISTORY_SIMILARITY = 0.9
"""A question about the past is answered by the history of what it names, before anything that is merely similar."""

NEWEST = 50
"""Of what a question about the past names, so many memories are looked at, and what they took the place of."""

DEFAULT_CHANGES = timedelta(days=7)


async def search(asked: Asked) -> list[Found]:
    """Neighbours of the top three anchors, or what is asked for: a history, what changed, what is left to do."""
    formulation = asked.formulation
    if not formulation.queries:
        return []
    if formulation.asks == "to_do":
        return [] if asked.moment.historic else await open_to_dos(asked)
    if formulation.asks == "changes":
        return await _changes(asked)
    if formulation.asks is not None and (formulation.names or formulation.topic):
        return await _history(asked)
    if not formulation.names:
        return []
    vector = await asked.vector(formulation.queries[0].text)
    neighbours = await asked.store.search.neighbourhood(
        asked.scope, asked.formulation.names, vector, asked.moment, anchors=ANCHORS
    )
    return [
        found_by(
            "graph",
            n.memory,
            min(1.0, max(0.0, n.nearness)) * DECAY_PER_HOP**n.hop,
            note=f"{n.hop} step{'s' if n.hop > 1 else ''} from {n.anchor}",
            asked=asked,
        )
        for n in neighbours
        if not elsewhere(n.memory)
    ]


async def _history(asked: Asked) -> list[Found]:
    """Return the past and present memories about the topic or the names; a question for what is in use wants the
    present alone."""
    formulation = asked.formulation
    topics = [formulation.topic] if formulation.topic else []
    entries = await asked.store.history.of(
        asked.scope, names=formulation.names, topics=topics, known_at=asked.moment.known_at, newest=NEWEST
    )
    user = asked.scope.user_id
    content = {entry.memory.id: entry.memory.content for entry in entries if may_see(user, entry.memory)}
    found: list[Found] = []
    for entry in entries:
        if elsewhere(Glance.of(entry.memory)):
            continue
        superseded = entry.superseded_by is not None
        if formulation.asks == "slot":
            if entry.memory.status.live and _holds(entry.memory, asked):
                found.append(_wanted(entry.memory, f"in use for {', '.join(topics) or 'it'}"))
            continue
        note = f"superseded by: {content.get(str(entry.superseded_by), 'a newer memory')}" if superseded else "history"
        if entry.memory.status.live or superseded:
            found.append(_wanted(entry.memory, note))
    return found


def _wanted(memory: Memory, note: str) -> Found:
    """A memory that the question asks for by its kind or its time."""
    return found_by("graph", memory, HISTORY_SIMILARITY, note=note)._replace(agrees=HISTORY_SIMILARITY)


def _holds(memory: Memory, asked: Asked) -> bool:
    """Return true if it is true at the moment asked about, and a claim about the topic if one was named."""
    until = memory.valid_until
    lasts = memory.valid_from <= asked.moment.valid_at and (until is None or until > asked.moment.valid_at)
    topic = asked.formulation.topic
    return lasts and memory.claim is not None and (topic is None or memory.claim.topic == topic)


async def _changes(asked: Asked) -> list[Found]:
    """Return the memories that began or ended in the window that the question names; without one, in the week before
    it."""
    window, present = asked.formulation.window, asked.moment.valid_at
    start, end = (window.start, window.end) if window else (shifted(present, -DEFAULT_CHANGES), present)
    changed = await asked.store.history.between(asked.scope, start, end, asked.moment)
    found: list[Found] = []
    for entry in changed:
        memory = entry.memory
        if elsewhere(Glance.of(memory)):
            continue
        note = "began then"
        if entry.superseded_by is not None:
            note = f"superseded by: {entry.superseded_by}"
        elif memory.valid_until is not None and start <= memory.valid_until <= end:
            note = "ended then"
        found.append(_wanted(memory, note))
    return found
