"""Operations on a store, killed at any moment: nothing is half written, and done again they end the same."""

import asyncio
import json
import os
import re
import shutil
import time
from collections.abc import AsyncGenerator, Generator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from memorist.memory_store.domain.log_chain import REDACTED
from memorist.memory_store.moving.copying import copy_group
from memorist.memory_store.moving.files import HOME
from memorist.memory_store.moving.reader import GroupReader
from memorist.memory_store.moving.record import Digest, NodeRecord, Record
from memorist.memory_store.moving.writer import GroupWriter
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY
from tests.memory_store.clients import everything_said, opened_database, process, servers_of
from tests.memory_store.victims import OPERATIONS, Done, Operation, journal_folder, victim
from tests.servers.falkordb_server import FalkorServer
from tests.stores import START, test_settings

KILLS = int(os.environ.get("MEMORIST_KILLS", "1000"))
"""Of the slow tests together."""
SEED = int(os.environ.get("MEMORIST_KILLS_SEED", str(int(time.time()))))
OF_330 = {"ingest client": 50, "client": 19, "client and server": 11, "falkordb": 6, "neo4j": 7}
"""Number of each 330 kills by operation: of its process, of that and the embedded server, of a server's client."""
TRANSIENT = {HOME, "head", "maintainer", "maintained_until"}
"""Notes of a group that differ in each round: the place of its files, the last digest of its log, and the holder of its
lease."""
SECONDS_TAKEN = re.compile(r'"seconds": ?[\d.e-]+')
UNFINISHED = "unfinished"
RESUMABLE = {UNFINISHED, "unfinished_forgetting", "orphan_content"}
"""Remains that a kill may leave, for the next copying or forgetting to complete."""


@dataclass
class Theatre:
    """Operations that are repeated, each time on the group as it was filled."""

    name: str
    victims: str
    source: Store
    folder: Path
    server: str | None
    seconds: float = 0.0
    """Return the time it takes when nobody kills it, as far as was seen: a server that has warmed up is faster."""
    interrupted: int = 0
    moments: list[float] = field(default_factory=list[float])

    @property
    def operation(self) -> Operation:
        return OPERATIONS[self.name]

    @property
    def files(self) -> str:
        """Return the place of the content files; beside the store when it has a folder."""
        return str(self.folder / "files") if self.server else ""

    async def set(self, number: int) -> str:
        """Put the group into the state that the operation begins with; the URL of the store it is in."""
        filled = self.operation.fill is not None and self.name != "copy"
        if self.server is None:
            if filled:
                shutil.copytree(self.folder / "source", self.folder / str(number))
            return f"embedded:{self.folder / str(number)}"
        group = self.operation.group
        async with opened_database(self.server) as target:
            await target.write(group, "MATCH (g:ChangeLog {uuid: $group}) SET g.schema = 0", {"group": group})
            await GroupWriter(target, group, "").give_up()
            if filled:
                await copy_group(self.source.database, target, group, settings=test_settings(content=self.files))
            # A server has one address in every round: the import of the round before is not gone on with.
            shutil.rmtree(journal_folder(group, target.url), ignore_errors=True)
        return self.server

    def kill(self, url: str, seconds: float) -> list[Any]:
        """Begin the operation, kill it after so long; what was said to be done for good."""
        self.moments.append(round(seconds, 3))
        with process(victim, self.name, url, self.files, self.source.database.url) as (child, ours):
            assert ours.recv() == "ready"
            time.sleep(seconds)
            doomed = [child, *(servers_of(Path(url.removeprefix("embedded:"))) if "server" in self.victims else [])]
            for one in doomed if len(self.moments) % 2 else reversed(doomed):
                one.kill()
            child.join()
            said = everything_said(ours)
        ended = [part.seconds for part in said if isinstance(part, Done)]
        self.seconds = min([self.seconds, *ended])
        self.interrupted += not ended
        return [part for part in said if isinstance(part, int)]

    async def uninterrupted(self) -> tuple[dict[str, Any], list[str]]:
        """Let a process do it that nobody kills; return the result of the operation, and the ids of its log."""
        url = await self.set(-1)
        with process(victim, self.name, url, self.files, self.source.database.url) as (_, ours):
            said = await asyncio.to_thread(everything_said, ours)
        assert isinstance(said[-1], Done), said
        self.seconds = said[-1].seconds
        store = await self.operation.opened(url, self.files)
        ended = await self.contents(store)
        log = await log_of(store, self.operation)
        await store.close()
        return ended, log

    async def contents(self, store: Store) -> dict[str, Any]:
        """All that is in the group, as digests, and that it is sound."""
        group = self.operation.group
        reader, digest = GroupReader(store.database, group), Digest()
        async for page in reader.pages():
            digest.add(map(comparable, page.records))
        noted = {name: value for name, value in (await reader.log() or {}).items() if name not in TRANSIENT}
        content = await store.files.existing(group)
        return {
            "digest": digest.text,
            "noted": noted,
            "files": sorted(str(file.digest) for file in await content.list()) if content else [],
            "findings": await store.admin.check(group),
            "broken": (await store.changes.verify(group)).broken,
        }


SALTED = ("salt", "digest", "before", "link")


def comparable(record: Record) -> Record:
    """A record without what may differ between two runs that did the same.

    A change says what it holds in the order in which the database gave the rows, which it owes to nobody; its salt, and
    so its digests, are another each time it is written; and a memory tells how long its reader took.
    """
    if not isinstance(record, NodeRecord):
        return record
    props = {
        name: SECONDS_TAKEN.sub('"seconds": 0', held) if isinstance(held, str) else held
        for name, held in record.props.items()
    }
    if "payload" not in props:
        return replace(record, props=props)
    said = {name: held for name, held in json.loads(props["payload"]).items() if name != REDACTED}
    plain = {name: held for name, held in props.items() if name not in SALTED}
    return replace(record, props={**plain, "payload": json.dumps(_sorted(said), sort_keys=True)})


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _sorted(held) for name, held in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, list):
        return sorted(map(_sorted, value), key=lambda held: json.dumps(held, sort_keys=True))  # pyright: ignore[reportUnknownArgumentType]
    return value


async def log_of(store: Store, operation: Operation) -> list[str]:
    return [entry.id for entry in await store.changes.log(operation.scope, START - DAY)]


async def assert_sound(theatre: Theatre, url: str, acknowledged: list[Any], log: list[str]) -> None:
    """Nothing is half written, nothing acknowledged is lost."""
    operation = theatre.operation
    store = await operation.opened(url, theatre.files)
    try:
        findings = await store.admin.check(operation.group)
        assert [f for f in findings if f.kind not in RESUMABLE or f.severity != "warning"] == []
        if any(f.kind == UNFINISHED for f in findings):
            return  # a copy that is closed to readers until it is whole
        written = await log_of(store, operation)
        assert written == log[: len(written)]
        if operation.is_done and acknowledged:
            assert await operation.is_done(store, operation.scope, acknowledged[-1])
        await store.forgetting.resume(operation.group)
        assert await store.admin.check(operation.group) == []
        assert (await store.changes.verify(operation.group)).ok
    finally:
        await store.close()


async def kill_again_and_again(theatre: Theatre, kills: int) -> None:
    """Each round kills once or twice, then does it to the end."""
    chance = Random(f"{SEED} {theatre.name} {theatre.victims}")
    ended, log = await theatre.uninterrupted()
    assert ended["findings"] == []
    number = 0
    while len(theatre.moments) < kills:
        url, number = await theatre.set(number), number + 1
        for _ in range(min(chance.choice((1, 1, 2)), kills - len(theatre.moments))):
            acknowledged = theatre.kill(url, chance.uniform(0, theatre.seconds))
            await assert_sound(theatre, url, acknowledged, log)
        store = await theatre.operation.opened(url, theatre.files)
        try:
            await theatre.operation.act(store, theatre.operation.scope, theatre.source.database.url, lambda part: None)
            assert await theatre.contents(store) == ended
        finally:
            await store.close()
    print(f"{theatre.name}, {theatre.victims}: {theatre.interrupted} of {kills} killed before the end")


@pytest.fixture
def falkordb_url() -> Generator[str]:
    """A server of its own."""
    with FalkorServer() as server:
        yield server.url


@pytest.fixture
async def theatre(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Theatre]:
    name, victims = request.param
    server = request.getfixturevalue(f"{victims}_url") if "client" not in victims else None
    files = str(tmp_path / "files") if server else ""
    source = await OPERATIONS[name].opened(f"embedded:{tmp_path / 'source'}", files)
    if (fill := OPERATIONS[name].fill) is not None:
        await fill(source, OPERATIONS[name].scope)
    made = Theatre(name, victims, source, tmp_path, server)
    yield made
    print(f"MEMORIST_KILLS_SEED={SEED}, seconds until each kill: {made.moments}")
    await source.close()
    for number in range(-1, len(made.moments)):
        for left in servers_of(tmp_path / str(number)):
            left.kill()


@pytest.mark.parametrize(
    "theatre",
    [("forget", "client"), ("migrate", "client")],
    indirect=True,
    ids=" ".join,
)
async def test_killed_twice_it_ends_the_same(theatre: Theatre):
    await kill_again_and_again(theatre, 2)


PLACES = [
    pytest.param(
        (name, victims),
        marks={"falkordb": [pytest.mark.falkor_server], "neo4j": [pytest.mark.neo4j]}.get(victims, []),
        id=f"{name} {victims}",
    )
    for victims in ("client", "client and server", "falkordb", "neo4j")
    for name in OPERATIONS
]


@pytest.mark.slow
@pytest.mark.parametrize("theatre", PLACES, indirect=True)
async def test_killed_at_random_moments_it_ends_the_same(theatre: Theatre):
    share = OF_330.get(f"{theatre.name} {theatre.victims}", OF_330[theatre.victims])
    kills = max(1, round(KILLS * share / 330))
    await kill_again_and_again(theatre, kills)
    assert theatre.interrupted or kills < 5
