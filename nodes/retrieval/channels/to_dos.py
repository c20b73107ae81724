"""Open to-dos: read by whose they are, in one statement, in the order in which they are due."""

from collections.abc import Iterable

from memorist.memory_store.domain.claim import Claim, subject_key
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import TO_DO
from memorist.nodes.retrieval.channels.channel import Asked, found_by
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
