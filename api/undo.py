"""Undo: an operation is taken back by the change set that is its inverse."""

from collections.abc import Sequence

from memorist.api.checking import checked
from memorist.api.scoped import ScopedPart
from memorist.api.visible import visible
from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.actor import Actor
from memorist.memory_store.domain.edges import Connection
from memorist.memory_store.domain.episode import WITHHELD
from memorist.memory_store.domain.errors import Conflict, InvalidInput
from memorist.memory_store.domain.identity import rest_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.node import Node
from memorist.memory_store.domain.scope import Name
from memorist.memory_store.forgetting.redact import REASON
from memorist.memory_store.reading import ChangeEntry
from memorist.memory_store.store import Store
from memorist.nodes.forgetting.hide import RUN as HIDING
from memorist.nodes.operations.chain import UNDO, Chain, read_chain
from memorist.nodes.operations.dependents import standing_on
from memorist.nodes.operations.effects import Effects, effects_of
from memorist.nodes.operations.inverse import Inverse, Stored, invert
from memorist.nodes.operations.result import UndoResult

FORGETTING = "forgetting"
OF_ANOTHER = "it concerns what another person said of himself: he may take it back, or whoever acts for the whole group"


class Undoing(ScopedPart):
    """Takes operations of a group back. A call reads a fixed number of times, and writes one change set."""

    @checked
    async def undo(self, id_: Name, *, dry_run: bool = False) -> UndoResult:
        """Undo an operation: retract what it added, and restore what it ended or changed.

        The undo is an operation with an id of its own, and can be undone. Asked for again, or by two at once, it is
        written once: the other is told ``undone_by``. What was forgotten does not come back. Where ``refused`` says
        why not, nothing was written.

        Args:
            id_: of the operation, or how that begins.
            dry_run: say what would be taken back, write nothing.

        Raises:
            InvalidInput: no operation of the group has that id.
            Conflict: what it concerns changes faster than it can be read.
        """
        group = self.scope.group_id

        async def take_back(changes: ChangeBuilder) -> UndoResult:
            chain = await chain_for(self.store, group, id_)
            if chain.undone_by is not None:
                why = f"it was undone already: undo {chain.undone_by} to have it back"
                return UndoResult(id=chain.id, undone_by=chain.undone_by, refused=(why,))
            result = await self._planned(changes, chain)
            if result.refused and await read_chain(self.store, group, chain.id) != chain:
                raise Conflict(f"undo: {id_}: it was undone while it was read", ids=[id_])
            return result

        at = self.clock.now()
        decided = await self.store.changes.decide(take_back, group, at=at, run=UNDO, dry_run=dry_run)
        if decided.applied is None:
            return decided.result
        done = {"done": True} if decided.applied.new else {"undone_by": decided.changes.id}
        return decided.result.model_copy(update=done)

    async def _planned(self, changes: ChangeBuilder, chain: Chain) -> UndoResult:
        """Return the plan of an undo; build its changes, unless it is refused."""
        group, target = self.scope.group_id, chain.target
        told = UndoResult(id=chain.id, change_id=chain.next_id)
        if await visible(self.store, self.scope, target) != list(target):
            return told.model_copy(update={"refused": (OF_ANOTHER,)})
        if any(entry.run == FORGETTING for entry in target):
            return told.model_copy(update={"refused": ("it was a forgetting: what it erased is gone",)})
        effects = effects_of(target)
        if effects.episodes and any((entry.run, entry.reason) == (HIDING, REASON) for entry in target):
            return told.model_copy(update={"refused": ("what it hid was forgotten: what was kept of it stays",)})
        stored = await self._stored(effects, target)
        reason = f"undone: {chain.entries[0].reason}"
        found = invert(effects, stored, self.store.ontology, reason=reason, now=changes.at, undo=chain.next_id)
        told = told.model_copy(update={"steps": tuple(found.steps), "kept": tuple(found.kept)})
        if found.blocked:
            later = await self.store.operations.naming(group, sorted(found.blocked), after=target[-1].sequence)
            first = standing_on(group, later, found.blocked)
            refused = (*found.refused, *found.blocked.values())
            return told.model_copy(update={"refused": refused, "undo_first": first})
        if found.refused:
            return told.model_copy(update={"refused": tuple(found.refused)})
        gone = any(entry.reason == REASON for entry in target) or bool(found.kept)
        if not (found.more_than_counts or found.counts) or (gone and not found.more_than_counts):
            why = "what it wrote was erased by forgetting" if gone else "it changed nothing that can be taken back"
            return told.model_copy(update={"refused": (why,)})
        await self._build(changes, chain, found, reason)
        return told

    async def _build(self, changes: ChangeBuilder, chain: Chain, found: Inverse, reason: str) -> None:
        reworded = list(found.reworded.values())
        vectors = await self.store.embed([memory.text_to_embed() for memory in reworded]) if reworded else []
        changes.id, changes.reason, changes.updates = chain.next_id, reason, found.updates
        changes.holds = {hold.slot_id: hold for hold in found.holds}
        changes.more = {
            "by": Actor.of(self.scope),
            "operation": chain.next_id,
            "undoes": chain.undos[-1].id if chain.undos else chain.id,
            "readings": tuple(found.readings),
            "counts": tuple(found.counts),
            "edge_updates": tuple(found.edge_updates),
            "edge_removals": tuple(found.edge_removals),
            "vectors": {memory.id: vector for memory, vector in zip(reworded, vectors, strict=True)},
        }
        for edge in found.edges:
            changes.draw(edge)

    async def _stored(self, effects: Effects, target: Sequence[ChangeEntry]) -> Stored:
        """The present state of everything that the operation concerns; at most seven statements."""
        store, group = self.store, self.scope.group_id
        ends = {end for was in effects.edges_removed.values() for end in (was["source"], was["target"])}
        wanted = sorted({*effects.memories, *ends})
        memories = {m.id: m for m in await store.memories.of_any_agent(group, wanted)}
        slots = {store.ontology.slot_of(m, m.claim) for m in memories.values() if m.claim is not None}
        asked = [(id_, edge.source) for id_, edge in effects.edges.items()]
        asked += [(id_, update["source"]) for id_, (update, _) in effects.edges_changed.items()]
        episodes = sorted({*effects.episodes, *effects.readings})
        parts = [*map(rest_id, effects.episodes)]
        there = await store.episodes.get(self.scope, [*episodes, *parts]) if episodes else []
        withheld = {episode["uuid"] for episode in there if episode["content"] == WITHHELD}
        return Stored(
            memories=memories,
            edges=await store.operations.edges(group, asked),
            holders=await store.evidence.holders(group, sorted(slots)),
            dependents=await self._dependents(effects, memories),
            readings=await self._readings(effects, target),
            episodes=frozenset(episode["uuid"] for episode in there) - withheld,
            told=frozenset(episode["uuid"] for episode in there if not episode.get("withdrawn")) - withheld,
        )

    async def _dependents(self, effects: Effects, memories: dict[str, Memory]) -> dict[str, set[str]]:
        """By id of a memory that it added: ids of what others made from it or, of a record, connected with it."""
        added = sorted(effects.added.keys() & memories.keys())
        found: dict[str, set[str]] = {}
        if not added:
            return found
        for source, made in await self.store.evidence.made_from(self.scope.group_id, added):
            if made.id not in effects.added:
                found.setdefault(source, set()).add(made.id)
        records = [id_ for id_ in added if isinstance(memories[id_], Node)]
        own = {(e.source, e.target, str(e.type)) for e in effects.edges.values() if isinstance(e, Connection)}
        for link in await self.store.memories.links(self.scope, records) if records else ():
            if (link.source, link.target, link.type) not in own:
                for end in {link.source, link.target} & {*records}:
                    found.setdefault(end, set()).add(link.target if end == link.source else link.source)
        return found

    async def _readings(self, effects: Effects, target: Sequence[ChangeEntry]) -> dict[str, dict[str, object] | None]:
        """The last reading before the operation, by id of each episode that it read but did not add; null for none."""
        ids = sorted(effects.readings - effects.episodes.keys())
        earlier = await self.store.operations.naming(self.scope.group_id, ids, before=target[0].sequence)
        found: dict[str, dict[str, object] | None] = dict.fromkeys(ids)
        for entry in earlier:
            found.update({r["episode_id"]: r for r in entry.payload.get("readings", ()) if r["episode_id"] in found})
        return found


async def chain_for(store: Store, group_id: str, id_: str) -> Chain:
    """The operation of an id, or of one of its change sets, or whose id begins so, with its undos.

    Raises :class:`InvalidInput` when the group has none.
    """
    chain = await read_chain(store, group_id, id_)
    if not chain.entries:
        whole = await store.operations.id_of(group_id, id_)
        if whole is None:
            message = f"ID: no operation of this group has the id {id_}: `memorist log list` names them"
            raise InvalidInput(message, field="ID", ids=[id_])
        chain = await read_chain(store, group_id, whole)
    named = chain.entries[0].operation
    return chain if named == chain.id else await read_chain(store, group_id, named)
