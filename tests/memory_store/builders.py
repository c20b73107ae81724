"""Memories, edges and change sets for tests: what matters is said, the rest is filled in."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypedDict
from uuid import uuid4

from memorist.memory_store.domain.change_set import Applied, ChangeSet, Hold, Mention, Update
from memorist.memory_store.domain.claim import Claim, slot_id
from memorist.memory_store.domain.claim_edge import ClaimEdge, claim_edge_id
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import entity_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.ontology.loading import load_ontology
from memorist.memory_store.store import Store
from tests.stores import START

DAY = timedelta(days=1)


def memory(scope: Scope, content: str, type_: str = "semantic:fact", *, at: datetime = START, **fields: Any) -> Memory:
    """A memory that is true and known from ``at`` on."""
    given: dict[str, Any] = {"id": uuid4().hex, "source": "user_stated", "created_at": at, "valid_from": at}
    if type_ == "episodic":
        given["timestamp"] = at
    return parse_memory({"type": type_, "scope": scope.model_dump(), "content": content, **given, **fields})


def entity(scope: Scope, name: str, type_: str = "entity:technology", **fields: Any) -> Memory:
    """The node of a name, with the id that every other change set computes for it."""
    return memory(scope, name, type_, id=entity_id(scope.group_id, name), **fields)


def procedure(scope: Scope, trigger: str, *steps: str, **fields: Any) -> Memory:
    """A procedure: when the trigger fits, follow the steps."""
    return memory(
        scope,
        f"When {trigger}: {', '.join(steps)}",
        "procedural",
        name=trigger,
        trigger={"pattern": trigger},
        steps=[{"order": place, "instruction": step} for place, step in enumerate(steps, start=1)],
        **fields,
    )


def uses(object_: str, topic: str | None = "auth", *, subject: str = "team") -> Claim:
    """One thing a topic: two of them contradict."""
    return Claim(subject=subject, predicate="uses", object=object_, topic=topic, qualifier=topic)


def slot_of(scope: Scope, claim: Claim) -> str:
    """The slot that a claim occupies under the default ontology."""
    return slot_id(scope, claim, load_ontology("galatea").cardinality(claim.predicate))


def hold(taken: Memory, *, expected: str | None = None) -> Hold:
    """``taken`` takes its slot from ``expected`` (null = nobody)."""
    assert taken.claim is not None
    return Hold(slot_id=slot_of(taken.scope, taken.claim), expected=expected, holder=taken.id)


def episode(scope: Scope, content: str = "We use Clerk for auth", *, at: datetime = START, **fields: Any) -> RawEpisode:
    """A chat turn as it came."""
    given: dict[str, Any] = {"id": uuid4().hex, "name": "turn", "source": "message", "description": "chat turn"}
    return RawEpisode(**{**given, "scope": scope, "content": content, "at": at, "created_at": at, **fields})


def edge(type_: EdgeType, source: str | Memory, target: str | Memory, group: str, **fields: Any) -> Edge:
    """A typed edge between two memories or ids."""
    ends = {"source": _id(source), "target": _id(target)}
    given: dict[str, Any] = {"created_at": START, "valid_from": START}
    return Edge(**{"type": type_, "group_id": group, **ends, **given, **fields})


def about(source: Memory, target: Memory) -> Edge:
    """The memory speaks of the entity."""
    return edge(EdgeType.ABOUT, source, target, source.scope.group_id, created_at=source.created_at)


def claim_edge(stated_by: Memory, source: Memory, target: Memory, *, of: RawEpisode | None = None) -> ClaimEdge:
    """The claim of a memory between two entities."""
    assert stated_by.claim is not None
    return ClaimEdge(
        id=claim_edge_id(stated_by.scope.group_id, stated_by.id),
        memory_id=stated_by.id,
        source=source.id,
        target=target.id,
        name=stated_by.claim.predicate,
        fact=stated_by.content,
        episode_ids=(of.id,) if of else (),
        valid_at=stated_by.valid_from,
        created_at=stated_by.created_at,
    )


def ended(old: Memory, *, since: datetime, known: datetime | None = None, reason: str = "corrected") -> Update:
    """``old`` was true until ``since``, which became known at ``known``."""
    return Update.of(old, {"status": "superseded", "valid_until": since, "expired_at": known or since}, reason)


class Supersession(TypedDict):
    """Supersession of one memory by another, as fields of a change set."""

    memories: tuple[Memory, ...]
    updates: tuple[Update, ...]
    edges: tuple[Edge, ...]
    holds: tuple[Hold, ...]


def supersession(new: Memory, old: Memory, *, reason: str = "corrected") -> Supersession:
    """``new`` takes the place of ``old``, and its slot if it has one."""
    link = edge(
        EdgeType.SUPERSEDES, new, old, new.scope.group_id, reason=reason, created_at=new.created_at,
        valid_from=new.valid_from,
    )  # fmt: skip
    return {
        "memories": (new,),
        "updates": (ended(old, since=new.valid_from, known=new.created_at, reason=reason),),
        "edges": (link,),
        "holds": (hold(new, expected=old.id),) if new.claim else (),
    }


def change_set(scope: Scope, memories: Iterable[Memory] = (), **fields: Any) -> ChangeSet:
    """A change set of these memories."""
    given: dict[str, Any] = {"id": uuid4().hex, "at": START, "run": "test", "reason": "because"}
    return ChangeSet(
        **{
            **given,
            "group_id": scope.group_id,
            "memories": tuple(memories),
            **fields,
        }
    )


async def assert_sound(store: Store, group_id: str) -> None:
    """Nothing in the group is out of order, and its change log tells how it came to be."""
    assert await store.admin.check(group_id) == []
    assert (await store.changes.verify(group_id)).ok


async def write(store: Store, scope: Scope, memories: Iterable[Memory] = (), **fields: Any) -> Applied:
    """Apply a change set with these memories."""
    return await store.changes.apply(change_set(scope, memories, **fields))


def learned(said: RawEpisode, memories: Sequence[Memory]) -> dict[str, Any]:
    """A memory learned from an episode, with its provenance, as fields of a change set."""
    traced = tuple(m.model_copy(update={"source_episode_ids": (said.id,)}) for m in memories)
    mentions = tuple(Mention(episode_id=said.id, memory_id=m.id) for m in traced)
    return {"memories": traced, "episodes": (said,), "mentions": mentions}


async def learn(store: Store, scope: Scope, said: RawEpisode, memories: Sequence[Memory], **fields: Any) -> Applied:
    """Apply what was learned from an episode."""
    return await write(store, scope, **learned(said, memories), **fields)


def _id(end: str | Memory) -> str:
    return end if isinstance(end, str) else end.id
