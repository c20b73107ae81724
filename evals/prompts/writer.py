"""Memories of a case as change sets: with claims, entities and slots, as ingestion writes them."""

import re
from datetime import datetime
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from memorist.evals.case_file import CasePart
from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.claim import Claim, owner
from memorist.memory_store.domain.claim_edge import ClaimEdge
from memorist.memory_store.domain.clock import UtcTime, time_text
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import entity_id, stable_id
from memorist.memory_store.domain.memory import Memory, Source
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import MEMORY_TYPES, parse_memory
from memorist.memory_store.store import Store
from memorist.nodes.language.gazetteer import topic_of

TURNS = frozenset({"turn", "message", "said", "raw", "utterance", "episode_raw"})
SPOKEN: dict[str, str] = {
    "rule": "semantic:hard_rule",
    "constraint": "semantic:hard_rule",
    "policy": "semantic:policy",
    "standing": "semantic:preference",
    "instruction": "semantic:preference",
    "procedure": "procedural",
    "how_to": "procedural",
    "event": "episodic",
    "episode": "episodic",
}
"""Other names of types of memory."""
PRONOUNS, MAX_NAME_CHARS = frozenset({"user", "team", "we", "i"}), 64
"""Names of nobody in particular, and the longest that is taken for a name."""
_NEGATIVE = frozenset({"-", "negative", "neg", "not", "no", "false"})


def _polarity(given: Any) -> Any:
    """A polarity as a truth value, however it is spelled."""
    if given is None:
        return True
    return given.casefold() not in _NEGATIVE if isinstance(given, str) else given


class PromptLine(CasePart):
    """One memory.

    Args:
        kind: a type of memory, whole (``semantic:hard_rule``) or by its last word (``rule``, ``preference``), or
            ``turn`` for what was said and never read.
        user: who said it; null: nobody in particular.
        polarity: false denies the claim.
        content: as it is stored.
    """

    id: str = Field(min_length=1)
    kind: str = "fact"
    at: UtcTime
    user: str | None = None
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    qualifier: str | None = None
    polarity: Annotated[bool, BeforeValidator(_polarity)] = True
    content: str = Field(min_length=1)


def type_of(kind: str) -> str:
    """The type of memory that a kind names; ``turn`` for what is kept as it was said; a fact for any other."""
    name = kind.casefold().replace(" ", "_").replace("-", "_")
    if name in TURNS:
        return "turn"
    whole = (type_ for type_ in MEMORY_TYPES if name in (type_, type_.rpartition(":")[2]))
    return SPOKEN.get(name) or next(whole, "semantic:fact")


class Writer:
    """Writes the memories of one case, oldest first; what a later one contradicts is superseded by it.

    ``ids`` names the memory or episode of each line.
    """

    def __init__(self, store: Store, group_id: str) -> None:
        self._store = store
        self._group = group_id
        self._live: dict[str, Memory] = {}
        self._entities: set[str] = set()
        self.ids: dict[str, str] = {}

    async def write(self, line: PromptLine) -> None:
        """Write one line."""
        await (self._write_turn(line) if type_of(line.kind) == "turn" else self._write_memory(line))

    async def _write_turn(self, line: PromptLine) -> None:
        scope = Scope(group_id=self._group, user_id=line.user)
        episode = _episode(scope, line)
        self.ids[line.id] = episode.id
        changes = self._changes(line)
        changes.more["episodes"] = (episode,)
        await self._store.changes.apply(changes.build())

    async def _write_memory(self, line: PromptLine) -> None:
        memory = _memory(Scope(group_id=self._group, user_id=line.user), line)
        self.ids[line.id] = memory.id
        old = [one for one in self._live.values() if self._contradicted(one, memory)]
        ends = [memory.claim.subject] if memory.claim else []
        added = [
            _entity(self._group, name, line.at)
            for name in dict.fromkeys((*memory.entities, *ends))
            if entity_id(self._group, name) not in self._entities
        ]
        self._entities |= {entity.id for entity in added}
        changes = self._changes(line)
        for one in old:
            changes.supersede(one, memory, "a later statement took its place", valid_until=line.at)
        changes.add(*added, memory)
        taken = [
            self._store.ontology.slot_of(one, one.claim)
            for one in self._live.values()
            if one.claim is not None and one not in old
        ]
        changes.holds = {slot: hold for slot, hold in changes.holds.items() if slot not in taken}
        for name in memory.entities:
            changes.link(EdgeType.ABOUT, memory.id, entity_id(self._group, name))
        changes.more["claims"] = (ClaimEdge.of(memory, at=line.at),) if memory.claim is not None else ()
        await self._store.changes.apply(changes.build())
        for one in old:
            del self._live[one.id]
        self._live[memory.id] = memory

    def _contradicted(self, old: Memory, new: Memory) -> bool:
        if old.claim is None or new.claim is None or old.type == "semantic:hard_rule" != new.type:
            return False
        alike = owner(old.scope, old.claim) == owner(new.scope, new.claim)
        return alike and new.claim.contradicts(old.claim, self._store.ontology.cardinality(new.claim.predicate))

    def _changes(self, line: PromptLine) -> ChangeBuilder:
        changes = self._store.changes.builder(self._group, at=line.at, run="bench")
        changes.id, changes.reason = stable_id(self._group, "prompts", line.id), "a memory to be asked about"
        return changes


def _memory(scope: Scope, line: PromptLine) -> Memory:
    type_, claim = type_of(line.kind), _claim(line)
    named = (name for name in ((claim.subject, claim.object) if claim else ()) if len(name) <= MAX_NAME_CHARS)
    known: dict[str, Any] = {
        "type": type_,
        "id": stable_id(scope.group_id, "prompts", line.id),
        "scope": scope.model_dump(),
        "content": line.content,
        "source": Source.USER_STATED,
        "confidence": 0.9,
        "created_at": line.at,
        "valid_from": line.at,
        "claim": claim and claim.model_dump(),
        "entities": tuple(dict.fromkeys(name for name in named if name.casefold() not in PRONOUNS)),
    }
    if type_ == "procedural":
        steps = [one.strip() for one in re.split(r"[;\n]|\.\s", line.content) if one.strip()]
        known |= {
            "name": line.content[:80],
            "trigger": {"pattern": line.object or line.content},
            "steps": [{"order": place, "instruction": one} for place, one in enumerate(steps, start=1)],
        }
    elif type_ == "episodic":
        known |= {"timestamp": line.at}
    return parse_memory(known)


def _claim(line: PromptLine) -> Claim | None:
    if not (line.subject and line.predicate and line.object):
        return None
    predicate = re.sub(r"[^a-z0-9_]+", "_", line.predicate.casefold()).strip("_")
    return Claim(
        subject=line.subject,
        predicate=predicate or "is",
        object=line.object,
        qualifier=line.qualifier,
        topic=topic_of(f"{line.object} {line.qualifier or ''}") if line.qualifier else None,
        polarity=line.polarity,
    )


def _entity(group: str, name: str, at: datetime) -> Memory:
    return parse_memory(
        {
            "type": "entity:concept",
            "id": entity_id(group, name),
            "scope": {"group_id": group},
            "content": name,
            "source": Source.USER_STATED,
            "created_at": at,
            "valid_from": at,
        }
    )


def _episode(scope: Scope, line: PromptLine) -> RawEpisode:
    return RawEpisode(
        id=stable_id(scope.group_id, "episode", line.id),
        scope=scope.model_copy(update={"session_id": f"{line.user or 'nobody'} {time_text(line.at)[:10]}"}),
        name=f"turn of {line.user or 'somebody'}"[:256],
        content=line.content,
        source="message",
        description="turn",
        at=line.at,
        created_at=line.at,
        speaker=line.user,
    )
