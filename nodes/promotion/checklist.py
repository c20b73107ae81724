"""Checklist: what all of them tend to forget becomes a step of the procedure that comes before a review."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.claim import HABIT
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import Procedure, Step, parse_memory
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from memorist.nodes.language.gazetteer import topic_said
from memorist.nodes.language.words import stems
from memorist.nodes.promotion.changes import mentions_of
from memorist.nodes.promotion.lineage import extended, lowest_trust

BEFORE_A_REVIEW = "open a pull request, submit a merge request, code review checklist"
TOPIC = "code_review"
MISS = "miss "
WHAT = "checklist"


def missed_by_all(memory: Memory) -> str | None:
    """Return the omission that a shared pattern reports of the team; null for any other memory."""
    claim = memory.claim
    if claim is None or claim.predicate != HABIT or not claim.polarity or not claim.object.startswith(MISS):
        return None
    return claim.object.removeprefix(MISS) if memory.promoted_to_shared and memory.status.live else None


def with_step(procedure: Procedure, missed: str, pattern: Memory, now: datetime) -> Procedure | None:
    """The next version of a procedure, with one step more; null when it is not for reviews, or has the step."""
    about = " ".join((procedure.name, procedure.trigger.pattern, *procedure.trigger.context))
    if topic_said(about) != TOPIC or any(stems(missed) <= stems(step.instruction) for step in procedure.steps):
        return None
    last = max((step.order for step in procedure.steps), default=0)
    steps = [*procedure.steps, Step(order=last + 1, instruction=f"Check {missed}")]
    sources = sorted({*procedure.source_episode_ids, *pattern.source_episode_ids})
    made = parse_memory(
        {
            **procedure.model_dump(),
            "id": stable_id(procedure.scope.group_id, WHAT, procedure.id, missed),
            "content": f"{procedure.name}: {'; '.join(step.instruction for step in steps)}",
            "summary": "",
            "steps": steps,
            "created_at": now,
            "valid_from": now,
            "source_episode_ids": sources,
            "lineage": extended([procedure, pattern]),
            "trust": lowest_trust([procedure.trust, pattern.trust]),
            "extraction_method": f"promotion:{WHAT}",
            "revision": 1,
        }
    )
    assert isinstance(made, Procedure)
    return made


class Growth(NamedTuple):
    """A checklist, its next version, and the shared pattern that asks for the step."""

    old: Procedure
    new: Procedure
    pattern: Memory

    @property
    def why(self) -> str:
        """Reason for the change log."""
        return f"{self.pattern.content}: a step more"


def grow(changes: ChangeBuilder, growing: Sequence[Growth]) -> None:
    """Put the new versions in the place of the old ones."""
    for each in growing:
        changes.supersede(each.old, each.new, each.why, valid_until=changes.at)
        changes.link(EdgeType.CONTRIBUTED_TO, each.pattern.id, each.new.id, each.why)
        changes.add(each.new)
    changes.reason = "; ".join(each.why for each in growing)
    changes.more["mentions"] = mentions_of([each.new for each in growing])


async def grown(store: Store, group_id: str, patterns: Sequence[Memory], now: datetime) -> list[Growth]:
    """The old and the new version for each shared pattern that a checklist of the group has no step for yet."""
    wanted = [(pattern, missed) for pattern in patterns if (missed := missed_by_all(pattern)) is not None]
    if not wanted:
        return []
    (vector,) = await store.embed([BEFORE_A_REVIEW])
    query = Query(WHAT, BEFORE_A_REVIEW, vector)
    near = await store.search.procedures(Scope(group_id=group_id), [query], Moment.of(now))
    found: list[Growth] = []
    taken: set[str] = set()
    for pattern, missed in wanted:
        for old, _ in near:
            if not isinstance(old, Procedure) or old.id in taken or old.status is Status.CONTESTED:
                continue
            new = with_step(old, missed, pattern, now)
            if new is not None:
                taken.add(old.id)  # a second step comes with the next pass
                found.append(Growth(old, new, pattern))
                break
    return found
