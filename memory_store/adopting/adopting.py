"""Adopting a group of Graphiti's: read in pages, written as change sets; run again, it goes on, or changes nothing."""

from collections import Counter
from collections.abc import Iterable, Sequence

from memorist.memory_store.adopting.mapping import CannotAdopt, Clean, Into, entity_of, episode_of, fact_of, name_of
from memorist.memory_store.adopting.pieces import AdoptedPiece, fact_piece, link, mention_piece
from memorist.memory_store.adopting.result import Adopted, Kind
from memorist.memory_store.adopting.slot_holders import Ended, Narrowed, Slots, Verdict, contested, ended, narrowed
from memorist.memory_store.adopting.vanilla import PAGE, Census, VanillaReader
from memorist.memory_store.adopting.writer import PieceWriter
from memorist.memory_store.database import Database, Row
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.errors import Conflict, InvalidInput
from memorist.memory_store.domain.identity import entity_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.moving.copying import Progress, untold
from memorist.memory_store.moving.reader import GroupReader
from memorist.memory_store.statements import dialects
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
        self._episodes: set[str] = set()
        self._entities: set[str] = set()
        self._named: dict[str, str] = {}
        """Owner of the name of each of our entities."""
        self._verdicts: dict[str, Verdict] = {}
        self._over: dict[str, Ended] = {}
        """The facts that ended for want of a slot."""
        self._read: Counter[Kind] = Counter()
        self._became: Counter[str] = Counter()

    async def run(self) -> Adopted:
        """Everything, each kind after what it refers to."""
        await self._adopt_episodes()
        await self._adopt_entities()
        await self._settle_slots()
        await self._adopt_facts()
        await self._link_ended()
        await self._adopt_mentions()
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

    async def _adopt_episodes(self) -> None:
        async for rows in self._reader.episodes():
            pieces: dict[str, AdoptedPiece] = {}
            uuids: dict[str, str] = {}
            for row in rows:
                uuid = str(row["props"]["uuid"])
                try:
                    episode = episode_of(row["props"], self._into)
                except CannotAdopt as why:
                    self._writer.leave("episodes", uuid, str(why))
                    continue
                pieces[episode.id], uuids[episode.id] = AdoptedPiece(episode.id, episode=episode), uuid
            await self._writer.write_missing("episodes", pieces, uuids)
            self._episodes |= {uuid for id_, uuid in uuids.items() if id_ not in self._writer.refused}
            self._tell("episodes", len(rows))

    async def _adopt_entities(self) -> None:
        async for rows in self._reader.entities():
            pieces: dict[str, AdoptedPiece] = {}
            uuids: dict[str, str] = {}
            for row in rows:
                uuid = str(row["props"]["uuid"])
                try:
                    entity = entity_of(row["props"], row["labels"], int(row["mentions"]), self._into)
                except CannotAdopt as why:
                    self._writer.leave("entities", uuid, str(why))
                    continue
                self._entities.add(uuid)
                first = self._named.setdefault(entity.id, uuid)
                if first != uuid:
                    self._writer.leave(
                        "entities", uuid, f"{first} has its name and stands for both, without its summary"
                    )
                    continue
                pieces[entity.id], uuids[entity.id] = AdoptedPiece(entity.id, memory=entity), uuid
            await self._writer.write_missing("entities", pieces, uuids)
            self._tell("entities", len(rows))

    async def _settle_slots(self) -> None:
        slots = Slots()
        async for rows in self._reader.facts():
            for fact, _ in self._facts_of(rows):
                if fact.status.live:
                    slots.add(self._slot(fact), fact)
        self._verdicts = slots.settled()

    async def _adopt_facts(self) -> None:
        async for rows in self._reader.facts():
            uuids: dict[str, str] = {}
            facts: list[Memory] = []
            for fact, uuid in self._facts_of(rows):
                if fact.id not in uuids:  # Graphiti does not keep the uuids of edges unique
                    facts.append(self._judged(fact))
                uuids[fact.id] = uuid
            there = await self._writer.there(list(uuids))
            for fact in facts:
                verdict = self._verdicts.get(fact.id)
                # One that an earlier run left live keeps its slot: nothing takes its place now.
                if isinstance(verdict, Ended) and not Status(there.get(fact.id) or fact.status).live:
                    self._over[fact.id] = verdict
            self._writer.already_there += len(there)
            pieces = await self._with_slots([fact for fact in facts if fact.id not in there])
            await self._writer.write("facts", pieces, uuids)
            for piece in pieces:
                if piece.memory is not None and piece.id not in self._writer.refused:
                    self._count(piece.memory)
            self._tell("facts", len(rows))

    def _facts_of(self, rows: Iterable[Row]) -> Iterable[tuple[Memory, str]]:
        """The facts of a page, each with Graphiti's uuid; the others are left with their reason."""
        for row in rows:
            props, uuid = row["props"], str(row["props"]["uuid"])
            named = [str(episode) for episode in props.get("episodes") or ()]
            sources = tuple(dict.fromkeys(self._into.id(episode) for episode in named if episode in self._episodes))
            try:
                for end in ("source", "target"):
                    if row[end] not in self._entities:
                        raise CannotAdopt(f"its {end} {row[end]} was not adopted")
                fact = fact_of(row, sources, self._into)
            except CannotAdopt as why:
                self._writer.leave("facts", uuid, str(why))
                continue
            for episode in sorted(set(named) - self._episodes):
                self._writer.leave("facts", uuid, f"adopted, but its source {episode} is not there or was not adopted")
            yield fact, uuid

    def _judged(self, fact: Memory) -> Memory:
        match self._verdicts.get(fact.id):
            case Ended() as verdict:
                return ended(fact, verdict, self._into.at)
            case Narrowed():
                return narrowed(fact)
            case None:
                return fact

    async def _with_slots(self, facts: Sequence[Memory]) -> list[AdoptedPiece]:
        """Each fact with the slot that it takes, unless a memory of the group holds it."""
        slots = {fact.id: self._slot(fact) for fact in facts if fact.status.live}
        asked = dialects.CHECKING[self._store.database.dialect].holders_of_slots
        rows = await self._store.connection.read(self._group, asked, slots=list(slots.values())) if slots else []
        held = {row["slot"]: row["holder"] for row in rows if row["holder"]}
        pieces: list[AdoptedPiece] = []
        for fact in facts:
            slot = slots.get(fact.id)
            rival = held.get(slot) if slot else None
            kept = contested(fact, rival) if rival else fact
            pieces.append(fact_piece(kept, slot=None if rival else slot, rival=rival, at=self._into.at))
            if slot:  # two that came since the slots were settled may be on one page
                held.setdefault(slot, fact.id)
        return pieces

    async def _link_ended(self) -> None:
        """From what took the place of a fact to the fact; both are there by now."""
        links = [
            AdoptedPiece(edge.id, edges=(edge,))
            for loser, verdict in sorted(self._over.items())
            if not {loser, verdict.by} & self._writer.refused
            for edge in (self._superseding(loser, verdict),)
        ]
        for start in range(0, len(links), PAGE):
            await self._writer.apply(links[start : start + PAGE])

    def _superseding(self, loser: str, verdict: Ended) -> Edge:
        at = self._into.at
        return link(EdgeType.SUPERSEDES, verdict.by, loser, verdict.reason, group=self._group, at=at)

    async def _adopt_mentions(self) -> None:
        async for rows in self._reader.mentions():
            pieces: dict[str, AdoptedPiece] = {}
            uuids: dict[str, str] = {}
            for row in rows:
                uuid = str(row["uuid"])
                try:
                    piece = self._mention_of(row)
                except CannotAdopt as why:
                    self._writer.leave("mentions", uuid, str(why))
                    continue
                pieces[piece.id], uuids[piece.id] = piece, uuid
            await self._writer.write_missing("mentions", pieces, uuids)
            self._tell("mentions", len(rows))

    def _mention_of(self, row: Row) -> AdoptedPiece:
        for end, adopted in (("episode", self._episodes), ("entity", self._entities)):
            if row[end] not in adopted:
                raise CannotAdopt(f"its {end} {row[end]} was not adopted")
        entity = entity_id(self._group, name_of(row["name"], self._into))
        if entity in self._writer.refused:
            raise CannotAdopt(f"its entity {row['entity']} was forgotten on request")
        return mention_piece(self._group, self._into.id(str(row["episode"])), entity)

    def _slot(self, fact: Memory) -> str:
        assert fact.claim is not None
        return self._store.ontology.slot_of(fact, fact.claim)

    def _count(self, fact: Memory) -> None:
        if fact.status is Status.CONTESTED:
            self._became["contested"] += 1
        elif not fact.status.live:
            self._became["superseded" if fact.id in self._over else "ended"] += 1

    def _tell(self, kind: Kind, rows: int) -> None:
        self._read[kind] += rows
        self._on_progress(kind, self._read[kind], self._census.kept[kind])
