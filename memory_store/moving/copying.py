"""Copying a group from one database into another: resumable, and verified by comparing digests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from memorist.memory_store.content_place import content_at
from memorist.memory_store.database import Database
from memorist.memory_store.domain.errors import Conflict, Differs, InvalidInput
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.moving.files import HOME, copy_files, home_for
from memorist.memory_store.moving.hints import adopting_command
from memorist.memory_store.moving.reader import GroupReader
from memorist.memory_store.moving.record import Digest
from memorist.memory_store.moving.writer import GroupWriter
from memorist.memory_store.schema import UNFINISHED
from memorist.memory_store.settings import Settings, read_settings

Progress = Callable[[str, int, int], object]
"""Called with what is being done, how many records are done and how many there are."""
ATTEMPTS = 3
"""Number of attempts to read a group that is written to meanwhile."""


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
    it is. If the source is written to meanwhile, the copy begins anew.

    Args:
        restart: erase what an interrupted loading left and begin anew.
        settings: say where content files are; default: the environment's.

    Raises:
        InvalidInput: the source does not hold the group.
        Conflict: the target holds something else under this name.
        EmbedderMismatch: the target's other groups have vectors of another embedder.
        Differs: what arrived is not what the source holds; the target stays unfinished.
    """
    reader, there = GroupReader(source, group_id), GroupReader(target, group_id)
    writer = GroupWriter(target, group_id, load=stable_id(group_id, "load", source.url, target.url))
    for attempt in range(ATTEMPTS):
        log = await whole_log(reader)
        if restart or attempt:
            await writer.give_up()
        elif same := await already_there(reader, log, there, on_progress):
            return same
        noted = await writer.begin(log)
        if noted is not None and noted.get("log") != log:
            continue  # what arrived before the interruption is out of date
        sent = await _send(reader, writer, log, noted, on_progress)
        arrived = await there.digest()
        if sent.text == arrived.text and await reader.log() == log:
            files = await _carry_files(source, writer, log, settings or read_settings())
            await writer.finish(log)
            return Moved(group_id, sent.nodes, sent.edges, sent.text, resumed=noted is not None, files=files)
    raise Differs(
        f"group {group_id}: what arrived in {target.url} is not what {source.url} holds, {ATTEMPTS} times: was it "
        "written to while it was read? Stop whoever writes, and copy again",
        ids=[group_id],
    )


async def _send(
    reader: GroupReader,
    writer: GroupWriter,
    log: Mapping[str, Any],
    noted: dict[str, Any] | None,
    on_progress: Progress,
) -> Digest:
    """Send everything that was not sent yet; return the digest of all that the source holds."""
    total = sum(await reader.size()) - 1  # the note is no record
    sent, cursor, done = Digest(), noted["cursor"] if noted else None, noted["done"] if noted else 0
    async for page in reader.pages(cursor):
        sent.add(page.records)
        done += len(page.records)
        cursor = page.cursor or cursor
        await writer.write(page.records, {"cursor": cursor, "done": done, "log": log})
        on_progress("copying", done, total)
    on_progress("verifying", done, total)
    return await reader.digest() if noted else sent


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
