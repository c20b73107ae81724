"""Adopting a group of Graphiti's: read in pages, written as change sets; run again, it goes on, or changes nothing."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from memorist.memory_store.adopting.mapping import CannotAdopt, Clean, Into, entity_of, episode_of, fact_of, name_of
from memorist.memory_store.adopting.result import Adopted, Kind
from memorist.memory_store.adopting.slot_holders import Contender, Ended, Verdict, contested, ended, narrowed, settle
from memorist.memory_store.adopting.vanilla import PAGE, Census, VanillaReader
from memorist.memory_store.adopting.writer import AdoptedPiece, PieceWriter
from memorist.memory_store.database import Database, Row
from memorist.memory_store.domain.change_set import Mention, mention_id
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.errors import Conflict, InvalidInput
from memorist.memory_store.domain.identity import entity_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.moving.copying import Progress, untold
from memorist.memory_store.moving.reader import GroupReader
from memorist.memory_store.store import Store


async def adopt_group(
    source: Database,
    store: Store,
    group_id: str,
    *,
    graphiti_group: str | None = None,
    clean: Clean = str,
    dry_run: bool = False,
    on_progress: Progress = untold,
) -> Adopted:
    """Write what Graphiti knows under ``graphiti_group`` in ``source`` into the group ``group_id`` of ``store``.

    What the group holds already stays as it is, so that the same call goes on after an interruption, changes nothing
    when everything is there, and takes what came since. The source is only read.

    Args:
        graphiti_group: null is the one that Graphiti writes to when it is not told any.
        clean: what is done to every text before it is kept, such as masking secrets; the same text always gives the
            same.
        dry_run: count, and write nothing.

    Raises:
        InvalidInput: the source holds no such graph, or one of ours, or several groups in one graph; or the name of the
            target group is malformed.
        Conflict: the target holds a graph that is not ours under this name; or somebody took a slot meanwhile: run it
            again.
    """
    reader = VanillaReader(source, graphiti_group)
    census = await _checked(reader)
    if not await store.connection.known(group_id) and (await GroupReader(store.database, group_id).size())[0]:
        raise Conflict(
            f"group {group_id} in {store.database.url} holds a graph that is not memorist's: adopt it under another "
            "name (--as NAME), or into another database",
            ids=[group_id],
        )
    into = Into(Scope(group_id=group_id), store.clock.now(), clean)
    return await _Adoption(reader, store, into, census, dry_run=dry_run, on_progress=on_progress).run()


async def _checked(reader: VanillaReader) -> Census:
    where = f"{reader.database.url} under {reader.group!r}"
    if await GroupReader(reader.database, reader.group).log() is not None:
        raise InvalidInput(f"group: {where} is a group of memorist's: copy it without --adopt", field="group")
    census = await reader.census()
    if not census.groups:
        raise InvalidInput(f"group: there is no graph of Graphiti's in {where}", field="group")
    if len(census.groups) > 1:
        raise InvalidInput(
            f"group: the graph in {where} holds several groups ({', '.join(map(repr, census.groups))}), which are kept "
            "apart here: give each a graph of its own first",
            field="group",
        )
    return census


_ENDS: dict[str, Kind] = {"episode": "episodes", "entity": "entities"}
"""Kind of thing at each end of a mention."""


class _Adoption:
    """One run, with what it knows so far: of each thing its uuid, of each live fact its slot."""

    def __init__(
        self, reader: VanillaReader, store: Store, into: Into, census: Census, *, dry_run: bool, on_progress: Progress
    ) -> None:
        self._reader = reader
        self._store = store
        self._into = into
        self._census = census
        self._dry_run = dry_run
        self._on_progress = on_progress
        self._group = into.scope.group_id
        self._writer = PieceWriter(store, into, dry_run=dry_run)
        self._adopted: defaultdict[Kind, set[str]] = defaultdict(set)
        """Graphiti's uuids of the episodes and entities that facts and mentions may refer to."""
        self._named: dict[str, str] = {}
        """Owner of the name of each of our entities."""
        self._verdicts: dict[str, Verdict] = {}
        self._over: dict[str, Ended] = {}
        """The facts that ended for want of a slot."""
        self._read: Counter[Kind] = Counter()
        self._became: Counter[str] = Counter()

    async def run(self) -> Adopted:
        """Everything, each kind after what it refers to."""
        await self._adopt("episodes", self._episode)
        await self._adopt("entities", self._entity)
        await self._settle_slots()
        await self._adopt_facts()
        await self._link_ended()
        await self._adopt("mentions", self._mention)
        written, became = self._writer.written, self._became
        return Adopted(
            group=self._group,
            graphiti_group=self._reader.group,
            dry_run=self._dry_run,
            episodes=written["episodes"],
            entities=written["entities"],
            facts=written["facts"],
            mentions=written["mentions"],
            already_there=self._writer.already_there,
            ended=became["ended"],
            superseded=became["superseded"],
            contested=became["contested"],
            beside=dict(sorted(self._census.beside.items())),
            nameless=dict(sorted(self._census.nameless.items())),
            left=tuple(self._writer.left),
        )

    async def _adopt(self, kind: Kind, piece_of: Callable[[Row], AdoptedPiece]) -> None:
        """Write everything of a kind that is not there yet, page by page."""
        async for rows in self._reader.pages(kind):
            pieces = self._pieces(kind, rows, piece_of)
            there = await self._writer.there(list(pieces))
            await self._write(kind, [piece for id_, piece in pieces.items() if id_ not in there], len(rows))

    async def _write(self, kind: Kind, pieces: Sequence[AdoptedPiece], rows: int) -> None:
        """Write the pieces of a page and report the number of its rows."""
        await self._writer.write(kind, pieces)
        self._read[kind] += rows
        self._on_progress(kind, self._read[kind], self._census.kept[kind])

    def _pieces(
        self, kind: Kind, rows: Iterable[Row], piece_of: Callable[[Row], AdoptedPiece]
    ) -> dict[str, AdoptedPiece]:
        """The pieces of a page by their ids; the rows that cannot be adopted are left with their reason."""
        pieces: dict[str, AdoptedPiece] = {}
        for row in rows:
            try:
                piece = piece_of(row)
            except CannotAdopt as why:
                self._writer.leave(kind, row["props"]["uuid"], str(why))
            else:
                pieces.setdefault(piece.id, piece)  # Graphiti does not keep the uuids of edges unique
        return pieces

    def _episode(self, row: Row) -> AdoptedPiece:
        episode, uuid = episode_of(row["props"], self._into), row["props"]["uuid"]
        self._adopted["episodes"].add(uuid)
        return AdoptedPiece(episode.id, uuid, episode=episode)

    def _entity(self, row: Row) -> AdoptedPiece:
        entity = entity_of(row["props"], row["labels"], int(row["mentions"]), self._into)
        uuid = row["props"]["uuid"]
        self._adopted["entities"].add(uuid)
        first = self._named.setdefault(entity.id, uuid)
        if first != uuid:
            raise CannotAdopt(f"{first} has its name and stands for both, without its summary")
        return AdoptedPiece(entity.id, uuid, memory=entity)

    def _fact(self, row: Row) -> AdoptedPiece:
        """A fact as Graphiti holds it, with its links to what it is about."""
        uuid = row["props"]["uuid"]
        named = dict.fromkeys(str(episode) for episode in row["props"].get("episodes") or ())
        sources = [episode for episode in named if self._is_adopted("episodes", episode)]
        for end in ("source", "target"):
            if row[end] not in self._adopted["entities"]:
                raise CannotAdopt(f"its {end} {row[end]} was not adopted")
        fact = fact_of(row, tuple(self._into.id(episode) for episode in sources), self._into)
        for episode in sorted(named.keys() - set(sources)):
            self._writer.leave("facts", uuid, f"adopted, but its source {episode} is not there or was not adopted")
        about = tuple(
            self._link(EdgeType.ABOUT, fact.id, entity_id(self._group, name), since=fact.valid_from)
            for name in fact.entities
        )
        return AdoptedPiece(fact.id, uuid, memory=fact, edges=about)

    def _mention(self, row: Row) -> AdoptedPiece:
        for end, kind in _ENDS.items():
            if not self._is_adopted(kind, row[end]):
                raise CannotAdopt(f"its {end} {row[end]} was not adopted")
        entity = entity_id(self._group, name_of(row["name"], self._into))
        if entity in self._writer.refused:
            raise CannotAdopt(f"its entity {row['entity']} was forgotten on request")
        mention = Mention(episode_id=self._into.id(str(row["episode"])), memory_id=entity)
        id_ = mention_id(self._group, mention.episode_id, entity)
        return AdoptedPiece(id_, row["props"]["uuid"], mention=mention)

    def _is_adopted(self, kind: Kind, uuid: str) -> bool:
        return uuid in self._adopted[kind] and self._into.id(uuid) not in self._writer.refused

    async def _settle_slots(self) -> None:
        slots: defaultdict[str, dict[str, Contender]] = defaultdict(dict)
        async for rows in self._reader.pages("facts"):
            for fact in _memories(self._pieces("facts", rows, self._fact).values()):
                if fact.status.live:
                    slots[self._slot(fact)][fact.id] = Contender.of(fact)
        self._verdicts = settle({slot: some.values() for slot, some in slots.items()})

    async def _adopt_facts(self) -> None:
        async for rows in self._reader.pages("facts"):
            pieces = self._pieces("facts", rows, self._fact)
            there = await self._writer.there(list(pieces))
            for fact in _memories(pieces.values()):
                verdict = self._verdicts.get(fact.id)
                # One that an earlier run left live keeps its slot: nothing takes its place now.
                if isinstance(verdict, Ended) and not Status(there.get(fact.id) or Status.SUPERSEDED).live:
                    self._over[fact.id] = verdict
            new = await self._settled([piece for id_, piece in pieces.items() if id_ not in there])
            await self._write("facts", new, len(rows))
            for fact in _memories(new):
                if fact.id not in self._writer.refused:
                    self._count(fact)

    async def _settled(self, pieces: Sequence[AdoptedPiece]) -> list[AdoptedPiece]:
        """The facts as they are to be written: ended, narrowed, or contested where the group holds their slot."""
        facts = [self._judged(fact) for fact in _memories(pieces)]
        slots = {fact.id: self._slot(fact) for fact in facts if fact.status.live}
        holders = await self._store.evidence.holders(self._group, list(slots.values()))
        held = {slot: holder for slot, holder in holders.items() if holder}
        settled: list[AdoptedPiece] = []
        for piece, fact in zip(pieces, facts, strict=True):
            slot = slots.get(fact.id, "")
            kept, edges = fact, piece.edges
            if rival := held.get(slot):
                kept = contested(fact, rival)
                edges = (*edges, self._link(EdgeType.CONTRADICTS, fact.id, rival, reason=kept.flagged))
            elif slot:  # two that came since the slots were settled may be on one page
                held[slot] = fact.id
            settled.append(replace(piece, memory=kept, edges=edges))
        return settled

    def _judged(self, fact: Memory) -> Memory:
        verdict = self._verdicts.get(fact.id)
        if verdict is None:
            return fact
        return ended(fact, verdict, self._into.at) if isinstance(verdict, Ended) else narrowed(fact)

    async def _link_ended(self) -> None:
        """From what took the place of a fact to the fact; both are there by now."""
        links = [
            self._link(EdgeType.SUPERSEDES, verdict.by, loser, reason=verdict.reason)
            for loser, verdict in sorted(self._over.items())
            if not {loser, verdict.by} & self._writer.refused
        ]
        for start in range(0, len(links), PAGE):
            await self._writer.apply([AdoptedPiece(one.id, "", edges=(one,)) for one in links[start : start + PAGE]])

    def _link(
        self, type_: EdgeType, source: str, target: str, *, since: datetime | None = None, reason: str | None = None
    ) -> Edge:
        return Edge.link(type_, source, target, group_id=self._group, at=self._into.at, since=since, reason=reason)

    def _slot(self, fact: Memory) -> str:
        assert fact.claim is not None
        return self._store.ontology.slot_of(fact, fact.claim)

    def _count(self, fact: Memory) -> None:
        if fact.status is Status.CONTESTED:
            self._became["contested"] += 1
        elif not fact.status.live:
            self._became["superseded" if fact.id in self._over else "ended"] += 1


def _memories(pieces: Iterable[AdoptedPiece]) -> list[Memory]:
    return [piece.memory for piece in pieces if piece.memory is not None]
