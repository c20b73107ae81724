"""A group into a file, and out of a file into a database."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memorist.memory_store.content_place import content_at
from memorist.memory_store.database import Database
from memorist.memory_store.domain.errors import Differs, InvalidInput
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.moving.copying import Moved, Progress, already_there, untold, whole_log
from memorist.memory_store.moving.dump_file import (
    FILES,
    CheckedDump,
    DumpWriter,
    Header,
    batches,
    check_file,
    files,
    records,
)
from memorist.memory_store.moving.files import HOME, UNKNOWN, home_for
from memorist.memory_store.moving.reader import MAX_NODES, GroupReader
from memorist.memory_store.moving.writer import GroupWriter
from memorist.memory_store.settings import Settings, read_settings
from memorist.memory_store.threads import in_thread

ATTEMPTS = 3
"""Number of attempts to read a group that is written to meanwhile."""


async def dump_group(
    source: Database,
    group_id: str,
    path: Path,
    *,
    restart: bool = False,
    on_progress: Progress = untold,
    settings: Settings | None = None,
) -> Moved:
    """Write a group with its whole history into a file. Interrupted, the same call goes on where it was.

    Raises:
        InvalidInput: the file exists or cannot be written; the group holds nothing.
        Differs: the group was written to, again and again, while it was read.
    """
    reader = GroupReader(source, group_id)
    for attempt in range(ATTEMPTS):
        log = await whole_log(reader)
        nodes, edges = await reader.size()
        writer = DumpWriter(path, Header(group_id, log, source.url, nodes - 1, edges))  # the note is no record
        if restart or attempt:
            await in_thread(writer.part.unlink, missing_ok=True)
        resumed = await in_thread(writer.open)
        try:
            if writer.cursor is None or writer.cursor["part"] != FILES:
                async for page in reader.pages(writer.cursor):
                    await in_thread(writer.write, page)
                    on_progress("dumping", writer.digest.nodes + writer.digest.edges, nodes - 1 + edges)
            count = await _dump_files(source, writer, log, settings or read_settings())
            if await reader.log() == log:
                await in_thread(writer.finish)
                sent = writer.digest
                return Moved(group_id, sent.nodes, sent.edges, sent.text, resumed=resumed, files=count)
        finally:
            await in_thread(writer.close)
    raise Differs(
        f"group {group_id} in {source.url} was written to while it was read, {ATTEMPTS} times: stop whoever writes",
        ids=[group_id],
    )


async def load_group(
    target: Database,
    path: Path,
    *,
    group_id: str | None = None,
    restart: bool = False,
    on_progress: Progress = untold,
    settings: Settings | None = None,
) -> Moved:
    """Load a dump into a group that is empty. Interrupted, the same call goes on where it was.

    The whole file is checked before anything is written. A target that holds the very same is left as it is.

    Args:
        group_id: the group that is meant; it must be the dump's, because every id is made with it.

    Raises:
        InvalidInput: the file is damaged or no dump; names the line and the field.
        Conflict: the group holds something already.
        EmbedderMismatch: the target's other groups have vectors of another embedder.
        SchemaTooNew: a newer version wrote it.
        Differs: what arrived is not what the file holds; the group stays unfinished.
    """
    on_progress("checking", 0, 0)
    whole = await in_thread(check_file, path)
    group = whole.header.group
    if group_id is not None and group_id != group:
        raise InvalidInput(
            f"group: {path} holds the group {group}, not {group_id}: ids are made with it, it cannot be renamed",
            field="group",
        )
    writer = GroupWriter(target, group, load=stable_id(group, "load", whole.digest.text, target.url))
    there = GroupReader(target, group)
    if restart:
        await writer.give_up()
    elif same := await already_there(whole.digest, whole.header.log, there, on_progress):
        return same
    noted = await writer.begin(whole.header.log)
    await _write_lines(writer, path, whole, int(noted["line"]) if noted else 0, on_progress)
    on_progress("verifying", whole.lines, whole.lines)
    arrived = await there.digest()
    if arrived.text != whole.digest.text:
        raise Differs(
            f"{path} holds {whole.digest.nodes} nodes and {whole.digest.edges} edges, {arrived.nodes} and "
            f"{arrived.edges} arrived in {target.url}, or they are not the same: load again with --restart",
            ids=[group],
        )
    count = await _load_files(writer, path, whole, settings or read_settings())
    await writer.finish(whole.header.log)
    return Moved(group, arrived.nodes, arrived.edges, arrived.text, resumed=noted is not None, files=count)


async def _dump_files(source: Database, writer: DumpWriter, log: Mapping[str, Any], settings: Settings) -> int:
    if not log.get(HOME):
        return 0
    content = content_at(source.url, log[HOME], settings)
    written = writer.cursor["after"] if writer.cursor and writer.cursor["part"] == FILES else ""
    digests = sorted({file.digest for file in await content.list() if file.digest})
    for digest in digests:
        if digest > written:
            await in_thread(writer.write_file, digest, await content.get(digest))
    return len(digests)


async def _load_files(writer: GroupWriter, path: Path, whole: CheckedDump, settings: Settings) -> int:
    if not whole.header.log.get(HOME):
        return 0
    content = content_at(writer.database.url, home_for(writer.group_id, writer.load), settings)
    left, count = files(path), 0
    while (one := await in_thread(next, left, None)) is not None:
        await content.put(one[1], UNKNOWN)
        count += 1
    return count


async def _write_lines(writer: GroupWriter, path: Path, whole: CheckedDump, after: int, on_progress: Progress) -> None:
    numbered = batches(records(path, after=after), most=MAX_NODES)
    while (batch := await in_thread(next, numbered, None)) is not None:
        line, some = batch
        await writer.write(some, {"line": line})
        on_progress("loading", line, whole.lines)
