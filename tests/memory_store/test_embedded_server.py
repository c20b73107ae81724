"""The embedded server: shared by processes, stopped by the last, none the worse for sudden deaths."""

import asyncio
import gc
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import psutil
import pytest

from memorist.memory_store.backends import embedded
from memorist.memory_store.domain.errors import StoreNotWritable, StoreUnavailable
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store
from tests.memory_store.builders import memory, write
from tests.memory_store.clients import (
    STORY,
    chapter,
    everything_said,
    process,
    servers_of,
    starter_that_dies,
    storyteller,
    tell,
    visitor,
)
from tests.stores import test_settings

GROUP = "story"
SCOPE = Scope(group_id=GROUP)


@pytest.fixture
async def folder(tmp_path: Path) -> AsyncGenerator[Path]:
    """A folder for a store, of which no server and no watcher is left after a test."""
    place = tmp_path / "store"
    yield place
    gc.collect()  # the error of a refused start holds on to the lock of a client
    alone = await nobody_left(place)
    for server in servers_of(place):
        server.kill()
    assert alone


async def nobody_left(folder: Path) -> bool:
    """Return true if the last server and its watcher are gone, at once or nearly."""

    def left() -> bool:
        return bool(servers_of(folder) or watchers_of(folder))

    deadline = time.monotonic() + 3
    while left() and time.monotonic() < deadline:
        await asyncio.sleep(0.02)
    return not left()


def watchers_of(folder: Path) -> list[psutil.Process]:
    """The processes that stop the server of the folder once its last client is gone."""
    return [p for p in psutil.process_iter(["cmdline"]) if str(folder) in (p.info["cmdline"] or [])]


def let_the_server_die(folder: Path) -> None:
    """Kill the only server of the folder, and see its end."""
    [server] = servers_of(folder)
    server.kill()
    server.wait()


async def gone(processes_of: Callable[[Path], list[psutil.Process]], folder: Path) -> None:
    """Wait until there are none of them."""
    async with asyncio.timeout(30):
        while processes_of(folder):
            await asyncio.sleep(0.05)


async def opened(folder: Path | str) -> Store:
    return await Store.open(f"embedded:{folder}", settings=test_settings(statement_timeout=5.0))


async def refusal(folder: Path) -> str:
    """Return the error of opening a store that is refused."""
    with pytest.raises(StoreUnavailable) as raised:
        await opened(folder)
    return str(raised.value)


async def contents(folder: Path | str) -> list[str]:
    """Return the contents of the store in the folder; opens and closes it."""
    store = await opened(folder)
    try:
        return sorted(m.content for m in await store.memories.all(SCOPE, statuses=list(Status)))
    finally:
        await store.close()


async def remember(folder: Path | str, content: str) -> None:
    store = await opened(folder)
    await write(store, SCOPE, [memory(SCOPE, content)])
    await store.close()


async def test_what_was_written_is_there_after_closing_and_opening_again(folder: Path):
    for round_ in range(3):
        await remember(folder, f"memory {round_}")
        assert await nobody_left(folder)
    assert await contents(folder) == ["memory 0", "memory 1", "memory 2"]


async def test_a_server_that_cannot_be_seen_is_not_joined_by_a_second_one_on_its_files(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """As from another container with the same volume: neither its process id nor its socket means anything there."""
    monkeypatch.setattr(embedded, "STARTING_PATIENCE", 0.3)
    here = await opened(folder)
    await write(here, SCOPE, [memory(SCOPE, "before")])
    noted = folder / "server.json"
    true = noted.read_text()
    noted.write_text(json.dumps({"pid": 2**30, "socket": "/nowhere/db.sock"}))
    with monkeypatch.context() as elsewhere, pytest.raises(StoreUnavailable, match="another container"):
        elsewhere.setattr(embedded.psutil, "process_iter", lambda *_: iter(()))
        await opened(folder)
    assert len(servers_of(folder)) == 1
    await write(here, SCOPE, [memory(SCOPE, "after")])
    noted.write_text(true)
    await here.close()
    assert await nobody_left(folder)
    assert await contents(folder) == ["after", "before"]


@pytest.mark.parametrize("note", ["", None, '{"pid": 1'])
async def test_a_server_whose_note_was_lost_is_found_and_noted_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, note: str | None
):
    monkeypatch.setattr(embedded, "STARTING_PATIENCE", 0.3)
    here = await opened(folder)
    await write(here, SCOPE, [memory(SCOPE, "before")])
    noted = folder / "server.json"
    true = json.loads(noted.read_text())
    noted.unlink()
    if note is not None:
        noted.write_text(note)
    assert await contents(folder) == ["before"]
    assert json.loads(noted.read_text()) == true
    await here.close()


async def test_who_is_killed_while_he_notes_a_server_leaves_the_note_before(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """A file that is being written anew is empty for a moment."""

    def killed(_: int) -> None:
        raise KeyboardInterrupt

    here = await opened(folder)
    before = (folder / "server.json").read_text()
    with monkeypatch.context() as then, pytest.raises(KeyboardInterrupt):
        then.setattr(os, "fsync", killed)
        embedded._note(folder, 1, Path("/nowhere"))
    assert (folder / "server.json").read_text() == before
    await here.close()


async def test_two_processes_use_one_folder_and_the_last_one_out_stops_the_server(folder: Path):
    url = f"embedded:{folder}"
    await remember(folder, "before")
    with process(visitor, url, GROUP, False) as (_, first), process(visitor, url, GROUP, False) as (_, second):
        assert [first.recv(), second.recv()] == [1, 1]
        await remember(folder, "meanwhile")
        assert len(servers_of(folder)) == 1
        first.send("close")
        assert first.recv() == "closed"
        assert len(servers_of(folder)) == 1
        second.send("close")
        assert second.recv() == "closed"
    assert await nobody_left(folder)
    assert await contents(folder) == ["before", "meanwhile"]


async def test_many_processes_that_open_a_new_folder_at_once_share_one_server(folder: Path):
    with ExitStack() as stack:
        visitors = [stack.enter_context(process(visitor, f"embedded:{folder}", GROUP, False))[1] for _ in range(5)]
        assert [ours.recv() for ours in visitors] == [0] * 5
        assert len(servers_of(folder)) == 1
        for ours in visitors:
            ours.send("close")
        assert [ours.recv() for ours in visitors] == ["closed"] * 5


async def test_two_stores_of_one_process_share_the_server(folder: Path):
    first, second = await asyncio.gather(opened(folder), opened(folder))
    await write(first, SCOPE, [memory(SCOPE, "x")])
    await first.close()
    assert [m.content for m in await second.memories.all(SCOPE)] == ["x"]
    await first.close()
    assert len(await second.memories.all(SCOPE)) == 1
    await second.close()


async def test_closing_is_quick_also_when_the_process_that_started_the_server_lives_on(folder: Path):
    with process(visitor, f"embedded:{folder}", GROUP, True) as (_, starter):
        assert starter.recv() == 0
        store = await opened(folder)
        await write(store, SCOPE, [memory(SCOPE, "x")])
        starter.send("close")
        assert starter.recv() == "closed"
        begun = time.monotonic()
        await store.close()
        assert time.monotonic() - begun < 5


@pytest.mark.parametrize(
    "name", ["with space", "ünï 漢字", "quo'te\"s", "back\\slash", "$HOME;#%", "deep/er/down", "l" * 200]
)
async def test_any_folder_name_works(tmp_path: Path, name: str):
    await remember(tmp_path / name, "x")
    assert await contents(tmp_path / name) == ["x"]
    assert await nobody_left(tmp_path / name)


async def test_a_relative_folder_and_the_home_folder_are_meant_as_the_shell_means_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    await remember("./store", "x")
    assert await contents(tmp_path / "store") == await contents("~/store") == ["x"]


LEFT_BEHIND = {
    "nonsense": "{",
    "nothing": "{}",
    "another type": '["x"]',
    "a dead server": '{"pid": 999999999, "socket": "/tmp/no-such-folder/db.sock"}',
    "the number of another process": f'{{"pid": {os.getpid()}, "socket": "/tmp/no-such-folder/db.sock"}}',
}


@pytest.mark.parametrize("what", list(LEFT_BEHIND))
async def test_what_a_crash_left_behind_is_no_hindrance(folder: Path, what: str):
    await remember(folder, "x")
    assert await nobody_left(folder)
    (folder / "server.json").write_text(LEFT_BEHIND[what], encoding="utf-8")
    begun = time.monotonic()
    assert await contents(folder) == ["x"]
    assert time.monotonic() - begun < 5


async def test_a_socket_that_nobody_listens_on_is_no_hindrance(folder: Path):
    store = await opened(folder)
    await write(store, SCOPE, [memory(SCOPE, "x")])
    let_the_server_die(folder)
    with pytest.raises(StoreUnavailable):
        await store.memories.all(SCOPE)
    assert await contents(folder) == ["x"]
    await store.close()


async def test_no_folder_of_a_server_that_was_killed_stays_in_the_temporary_folder(folder: Path):
    store = await opened(folder)
    killed = Path(json.loads((folder / "server.json").read_text(encoding="utf-8"))["socket"]).parent
    let_the_server_die(folder)
    assert killed.exists()
    assert await contents(folder) == []
    assert not killed.exists()
    later = Path(json.loads((folder / "server.json").read_text(encoding="utf-8"))["socket"]).parent
    let_the_server_die(folder)
    await store.close()
    assert await nobody_left(folder)
    async with asyncio.timeout(20):
        while later.exists():
            await asyncio.sleep(0.1)


async def test_a_server_that_died_is_started_again_for_all_who_have_it_open(
    folder: Path, caplog: pytest.LogCaptureFixture
):
    first, second = await opened(folder), await opened(folder)
    await write(first, SCOPE, [memory(SCOPE, "x")])
    let_the_server_die(folder)
    for store in (first, second):
        with pytest.raises(StoreUnavailable):
            await store.memories.all(SCOPE)
    for store in (first, second):
        async with asyncio.timeout(20):
            while True:
                with suppress(StoreUnavailable):
                    assert [m.content for m in await store.memories.all(SCOPE)] == ["x"]
                    break
                await asyncio.sleep(0.05)
    await write(second, SCOPE, [memory(SCOPE, "y")])
    assert sorted(m.content for m in await first.memories.all(SCOPE)) == ["x", "y"]
    assert len(servers_of(folder)) == 1
    assert "had died and was started again" in caplog.text
    await first.close()
    await second.close()


async def test_who_closes_while_its_server_is_started_again_leaves_none_behind(folder: Path):
    store = await opened(folder)
    await write(store, SCOPE, [memory(SCOPE, "x")])
    let_the_server_die(folder)
    with pytest.raises(StoreUnavailable):
        await store.memories.all(SCOPE)
    await store.close()
    assert await nobody_left(folder)
    assert await contents(folder) == ["x"]


@pytest.mark.parametrize("first_out", ["the old one", "the new one"])
async def test_who_saw_the_server_die_does_not_harm_who_came_after(folder: Path, first_out: str):
    old = await opened(folder)
    await write(old, SCOPE, [memory(SCOPE, "x")])
    let_the_server_die(folder)
    new = await opened(folder)
    leaving, staying = (old, new) if first_out == "the old one" else (new, old)
    begun = time.monotonic()
    await leaving.close()
    if staying is new:
        assert [m.content for m in await new.memories.all(SCOPE)] == ["x"]
    await staying.close()
    assert time.monotonic() - begun < 5


async def test_a_server_that_cannot_be_reached_any_more_is_not_joined_by_a_second_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Its socket was cleaned away. Two servers on the same files would each write what the other does not know."""
    monkeypatch.setattr(embedded, "STARTING_PATIENCE", 0.3)
    folder = tmp_path / "unreachable"
    first = await opened(folder)
    await write(first, SCOPE, [memory(SCOPE, "first")])
    Path(json.loads((folder / "server.json").read_text(encoding="utf-8"))["socket"]).unlink()
    assert str(folder) in await refusal(folder)
    [server] = servers_of(folder)
    assert [m.content for m in await first.memories.all(SCOPE)] == ["first"]
    await first.close()
    server.kill()


@pytest.mark.slow
async def test_a_server_that_hangs_is_told_and_not_joined_by_a_second_one(folder: Path):
    store = await opened(folder)
    await write(store, SCOPE, [memory(SCOPE, "x")])
    [server] = servers_of(folder)
    server.suspend()
    async with asyncio.timeout(60):
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            await opened(folder)
        with pytest.raises(StoreUnavailable, match="did not answer in time"):
            await store.memories.all(SCOPE)
    server.resume()
    assert await contents(folder) == ["x"]
    await store.close()


async def test_a_folder_that_was_removed_leaves_no_server_behind_when_its_last_client_is_killed(folder: Path):
    with process(visitor, f"embedded:{folder}", GROUP, False) as (child, ours):
        assert ours.recv() == 0
        shutil.rmtree(folder)
        assert servers_of(folder)
        child.kill()


@pytest.mark.slow
@pytest.mark.parametrize("way", ["closing", "killed"])
async def test_a_server_that_hangs_when_its_last_client_leaves_ends_later_and_is_alone_until_then(
    folder: Path, way: str
):
    await remember(folder, "x")
    with process(visitor, f"embedded:{folder}", GROUP, False) as (child, ours):
        assert ours.recv() == 1
        [server] = servers_of(folder)
        server.suspend()
        if way == "closing":
            ours.send("close")
            assert await asyncio.to_thread(ours.recv) == "closed"
        else:
            child.kill()
            await gone(watchers_of, folder)
    assert [left.pid for left in servers_of(folder)] == [server.pid]
    with pytest.raises(StoreUnavailable, match="cannot be reached"):
        await opened(folder)
    server.resume()
    await gone(servers_of, folder)
    assert await contents(folder) == ["x"]


async def test_a_process_that_dies_while_starting_the_server_leaves_none_behind_in_the_end(folder: Path):
    with process(starter_that_dies, f"embedded:{folder}") as (child, _):
        child.join()
        assert child.exitcode == -signal.SIGKILL
    await remember(folder, "x")


async def test_a_copied_folder_is_a_store_of_its_own(folder: Path, tmp_path: Path):
    """Copied while its server runs: the copy must not write into the original."""
    original = await opened(folder)
    await write(original, SCOPE, [memory(SCOPE, "x")])
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    await remember(copy, "only in the copy")
    assert [m.content for m in await original.memories.all(SCOPE)] == ["x"]
    await original.close()
    assert await contents(copy) == ["only in the copy", "x"]


LOG = "data/appendonlydir/appendonly.aof.1.incr.aof"
DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "all files gone": (lambda folder: shutil.rmtree(folder / "data"), "manifest is missing"),
    "the log gone": (lambda folder: (folder / LOG).unlink(), "incr.aof is missing"),
    "the log emptied": (lambda folder: os.truncate(folder / LOG, 0), "incr.aof was cut: it has 0 bytes"),
    "the log cut": (lambda folder: os.truncate(folder / LOG, (folder / LOG).stat().st_size - 1), "incr.aof was cut"),
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_store_whose_files_are_missing_or_cut_is_refused_with_what_to_do_and_left_as_it_is(
    folder: Path, damage: str
):
    for content in ("x", "y"):
        await remember(folder, content)
    assert await nobody_left(folder)
    spoil, said = DAMAGES[damage]
    spoil(folder)
    before = {file: file.stat().st_size for file in folder.rglob("data/**/*")}
    told = await refusal(folder)
    for part in (said, "backup", str(folder / "files.json")):
        assert part in told
    assert {file: file.stat().st_size for file in folder.rglob("data/**/*")} == before
    assert await nobody_left(folder)
    if damage == "the log cut":
        (folder / "files.json").unlink()
        assert await contents(folder) == ["x"], "what is left can be opened on request"


async def test_a_store_whose_bytes_were_overwritten_is_refused_with_what_to_do(folder: Path):
    await remember(folder, "x")
    assert await nobody_left(folder)
    with (folder / LOG).open("r+b") as file:
        file.seek((folder / LOG).stat().st_size // 2)
        file.write(bytes(64))
    told = await refusal(folder)
    assert "its files are damaged" in told
    assert str(folder / "data") in told


async def test_what_a_kill_left_half_written_behind_what_was_acknowledged_is_no_damage(folder: Path):
    await remember(folder, "x")
    assert await nobody_left(folder)
    with (folder / LOG).open("ab") as log:
        log.write(b"*3\r\n$11\r\nGRAPH.QUERY\r\n$5\r\nhalf")
    assert await contents(folder) == ["x"]
    await remember(folder, "y")
    assert await contents(folder) == ["x", "y"]


async def test_a_log_that_was_written_anew_under_another_name_is_no_damage(folder: Path):
    store = await opened(folder)
    await write(store, SCOPE, [memory(SCOPE, "x")])
    await store.database.purge(GROUP)
    await store.close()
    assert not (folder / LOG).exists()
    assert await contents(folder) == ["x"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Generator[Path]:
    """A disk of a few megabytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(disk)], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("only root may mount a small disk")
    yield disk
    for server in servers_of(disk / "store"):
        server.kill()
        server.wait()
    subprocess.run(["umount", "-l", str(disk)], check=True)


async def test_a_full_disk_is_told_and_nothing_acknowledged_is_lost_once_there_is_space(small_disk: Path):
    folder = small_disk / "store"
    store = await opened(folder)
    acknowledged: list[str] = []
    with pytest.raises(StoreNotWritable, match="free disk space"):
        for number in range(200):
            many = [memory(SCOPE, f"memory {number} {i}") for i in range(20)]
            await write(store, SCOPE, many)
            acknowledged += [m.content for m in many]
            await asyncio.sleep(0.01)
    assert len(acknowledged) < 200 * 20
    await store.close()
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    await remember(folder, "there is space again")
    assert set(await contents(folder)) >= {*acknowledged, "there is space again"}


async def test_a_read_only_disk_is_told(small_disk: Path):
    await remember(small_disk / "store", "x")
    assert await nobody_left(small_disk / "store")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(StoreNotWritable, match="writable folder"):
        await opened(small_disk / "store")
    with pytest.raises(StoreNotWritable, match="writable folder"):
        await opened(small_disk / "another")


async def survives(folder: Path, seconds: float, *, victim: str) -> None:
    """Kill the client or the server after so long, then look at what is left."""
    with process(storyteller, f"embedded:{folder}", GROUP) as (child, ours):
        time.sleep(seconds)
        if victim == "client":
            child.kill()
        for server in servers_of(folder) if victim == "server" else []:
            server.kill()
        said = everything_said(ours)
    acknowledged = {number for number in said if isinstance(number, int)}
    store = await opened(folder)
    assert await store.admin.check(GROUP) == []
    log = {entry.id for entry in await store.changes.log(SCOPE, (await chapter(store, SCOPE, 0)).at)}
    assert {(await chapter(store, SCOPE, number)).id for number in acknowledged} <= log
    await tell(store, SCOPE)
    assert await store.admin.check(GROUP) == []
    assert len(await store.memories.all(SCOPE, types=["semantic:fact"])) == 1
    assert (await store.admin.numbers(GROUP))["changes test"] == STORY
    await store.close()
    assert await nobody_left(folder)


FIFTY = [pytest.param(victim, 50, marks=pytest.mark.slow) for victim in ("client", "server")]


@pytest.mark.parametrize(("victim", "times"), [("client", 4), ("server", 2), *FIFTY])
async def test_deaths_at_random_moments_leave_a_sound_store_and_lose_nothing_that_was_acknowledged(
    folder: Path, victim: str, times: int
):
    moments = Random(50 if times == 50 else int(time.time()))
    for round_ in range(times):
        await survives(folder / str(round_), moments.uniform(0.0, 0.7), victim=victim)


async def test_where_the_server_listens_is_noted_beside_the_data(folder: Path):
    store = await opened(folder)
    place = json.loads((folder / "server.json").read_text(encoding="utf-8"))
    await store.close()
    assert set(place) >= {"pid", "socket"}
    assert not (folder / "server.json").exists()
    assert not Path(str(place["socket"])).parent.exists()
