"""Copying a group from one database into another: resumable, and verified by comparing digests."""

import json
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from memorist.memory_store.content_place import content_at
from memorist.memory_store.database import Database, Row, paged, sequence_of
from memorist.memory_store.domain.change_set import mention_id
from memorist.memory_store.domain.claim_edge import claim_edge_id
from memorist.memory_store.domain.errors import Conflict, Differs, InvalidInput
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.moving.files import HOME, copy_files, home_for
from memorist.memory_store.moving.hints import adopting_command
from memorist.memory_store.moving.reader import GroupReader, Touched
from memorist.memory_store.moving.record import Digest
from memorist.memory_store.moving.writer import GroupWriter
from memorist.memory_store.schema import UNFINISHED
from memorist.memory_store.settings import Settings, read_settings

ENTRIES_AT_A_TIME = 100


async def touched_since(database: Database, group_id: str, sequence: int) -> AsyncGenerator[Touched]:
    """Return the ids in the log entries after ``sequence``, page by page."""

    async def read(after: int, limit: int) -> list[Row]:
        given = {"group": group_id, "since": "", "after": after, "limit": limit}
        return await database.read(group_id, database.statements.changes, given)

    async for rows in paged(read, sequence, ENTRIES_AT_A_TIME, sequence_of):
        yield _touched(group_id, [row["c"] for row in rows])


def _touched(group_id: str, entries: list[Mapping[str, Any]]) -> Touched:
    nodes: set[str] = set()
    own_ids: set[str] = set()
    edges: set[tuple[str, str, str]] = set()
    for entry in entries:
        nodes.add(str(entry["uuid"]))
        payload: dict[str, Any] = json.loads(entry["payload"])
        nodes |= {item["id"] for name in ("episodes", "memories") for item in payload.get(name, ())}
        nodes |= {item["episode_id"] for item in payload.get("readings", ())}
        nodes |= {item["memory_id"] for name in ("updates", "counts") for item in payload.get(name, ())}
        nodes |= {item["slot_id"] for item in payload.get("holds", ())}
        own_ids |= {claim_edge_id(group_id, item["memory_id"]) for item in payload.get("updates", ())}
        own_ids |= {item["id"] for item in payload.get("claims", ())}
        own_ids |= {mention_id(group_id, item["episode_id"], item["memory_id"]) for item in payload.get("mentions", ())}
        for item in payload.get("edges", ()):
            ends = str(item["source"]), str(item["target"])
            edges.add((item.get("id") or stable_id(group_id, "edge", item["type"], *ends), *ends))
    return Touched(frozenset(nodes), frozenset(own_ids), tuple(edges))


Progress = Callable[[str, int, int], object]
"""Called with what is being done, how many records are done and how many there are."""
ROUNDS = 5
"""Number of rounds in which changes of a source that is written to meanwhile are copied again before the copy gives
up."""


def untold(what: str, done: int, total: int) -> None:
    """A progress callback that does nothing."""


@dataclass(frozen=True)
class Moved:
    """Result of a move."""

    group: str
    nodes: int
    edges: int
    digest: str
    resumed: bool = False
    already_there: bool = False
    files: int = 0


async def copy_group(
    source: Database,
    target: Database,
    group_id: str,
    *,
    restart: bool = False,
    on_progress: Progress = untold,
    settings: Settings | None = None,
) -> Moved:
    """Copy a group with its whole history, ids, log, vectors and slots.

    Interrupted at any moment, the same call goes on where it was. A target that holds the very same already is left as
    it is. The source may be written to meanwhile: what changed is carried after.

    Args:
        restart: erase what an interrupted loading left and begin anew.
        settings: say where content files are; default: the environment's.

    Raises:
        InvalidInput: the source does not hold the group.
        Conflict: the target holds something else under this name.
        EmbedderMismatch: the target's other groups have vectors of another embedder.
        Differs: what arrived is not what was sent; the target stays unfinished.
    """
    reader = GroupReader(source, group_id)
    log = await whole_log(reader)
    writer = GroupWriter(target, group_id, load=stable_id(group_id, "load", source.url, target.url))
    there = GroupReader(target, group_id)
    if restart:
        await writer.give_up()
    elif same := await already_there(reader, log, there, on_progress):
        return same
    noted = await writer.begin(log)
    copying = _Copying(reader, writer, there, on_progress)
    await copying.carry(log, noted)
    log = await copying.catch_up(log)
    sent, arrived = await copying.digests()
    for _ in range(ROUNDS):
        if await reader.log() == log:  # nobody has written since
            if sent.text == arrived.text:
                files = await _carry_files(source, writer, log, settings or read_settings())
                await writer.finish(log)
                return Moved(group_id, sent.nodes, sent.edges, sent.text, resumed=noted is not None, files=files)
            if not copying.resumed:
                break
            await copying.carry(log, None)  # the place where it was interrupted no longer says what was sent
        log = await copying.catch_up(log)
        sent, arrived = await copying.digests()
    raise Differs(
        f"group {group_id}: {source.url} holds {sent.nodes} nodes and {sent.edges} edges, {arrived.nodes} and "
        f"{arrived.edges} arrived in {target.url}, or they are not the same: was something erased or still written "
        "meanwhile? Stop whoever writes, and copy again with --restart",
        ids=[group_id],
    )


async def _carry_files(source: Database, writer: GroupWriter, log: Mapping[str, Any], settings: Settings) -> int:
    if not log.get(HOME):
        return 0
    home = home_for(writer.group_id, writer.load)
    there = content_at(source.url, log[HOME], settings)
    return await copy_files(there, content_at(writer.database.url, home, settings))


async def whole_log(reader: GroupReader) -> dict[str, Any]:
    """Return what a group notes about itself.

    Raises:
        InvalidInput: there is no such group, or it is not memorist's.
        Conflict: it is not loaded or not re-embedded to the end.
    """
    log, group_id, url = await reader.log(), reader.group_id, reader.database.url
    if log is None or log.get("schema") is None:
        if (await reader.size())[0]:
            raise InvalidInput(
                f"group: {group_id} in {url} is not memorist's: take over what Graphiti wrote: "
                f"{adopting_command(url, group_id)}",
                field="group",
            )
        raise InvalidInput(f"group: {url} holds no group {group_id}", field="group")
    if log["schema"] <= UNFINISHED:
        raise Conflict(f"group {group_id} in {url} is not whole: finish its load or re-embed first", ids=[group_id])
    return log


async def already_there(
    source: GroupReader | Digest, log: Mapping[str, Any], there: GroupReader, on_progress: Progress
) -> Moved | None:
    """Return the result if the target holds all of the source, whose note is ``log``; null for any other target."""
    noted = await there.log()
    if noted is None or noted.get("schema") in (None, UNFINISHED) or noted.get("seq") != log.get("seq"):
        return None
    on_progress("comparing", 0, 0)
    sent = await source.digest() if isinstance(source, GroupReader) else source
    arrived = await there.digest()
    if sent.text != arrived.text:
        return None
    return Moved(there.group_id, arrived.nodes, arrived.edges, arrived.text, already_there=True)


class _Copying:
    """One copying, with what is known of it so far."""

    def __init__(self, reader: GroupReader, writer: GroupWriter, there: GroupReader, on_progress: Progress) -> None:
        self._reader = reader
        self._writer = writer
        self._there = there
        self._on_progress = on_progress
        self._sent: Digest | None = None
        """The digest of all that was sent, as long as that is all that the source holds."""
        self._done = 0
        self._all = 0
        self._since = 0
        self.resumed = False

    async def carry(self, log: Mapping[str, Any], noted: Mapping[str, Any] | None) -> None:
        """Send everything that was not sent yet."""
        self.resumed = noted is not None
        self._all = sum(await self._reader.size())
        self._sent = Digest() if noted is None else None
        self._done = int(noted["done"]) if noted else 0
        since = noted["since"] if noted else log.get("seq") or 0
        self._since = int(since)
        cursor = noted["cursor"] if noted else None
        async for page in self._reader.pages(cursor):
            if self._sent is not None:
                self._sent.add(page.records)
            self._done += len(page.records)
            cursor = page.cursor or cursor
            await self._writer.write(page.records, {"cursor": cursor, "done": self._done, "since": self._since})
            self._on_progress("copying", self._done, self._all)

    async def catch_up(self, log: Mapping[str, Any]) -> dict[str, Any]:
        """Send again what changed since the copying began; return what the source notes about itself after that."""
        now = await self._reader.log() or dict(log)
        if int(now.get("seq") or 0) > self._since:
            self._sent = None
            async for touched in touched_since(self._reader.database, self._reader.group_id, self._since):
                async for page in self._reader.again(touched):
                    await self._writer.write(page.records, {"cursor": None, "done": 0, "since": self._since})
            self._since = int(now["seq"])
        return now

    async def digests(self) -> tuple[Digest, Digest]:
        """Return the digests of the source and of the arrived records."""
        self._on_progress("verifying", self._done, self._all)
        sent = self._sent or await self._reader.digest()
        self._sent = None
        return sent, await self._there.digest()
