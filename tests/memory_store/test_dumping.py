"""A group in a file: whole or refused, never half; interrupted dumps and loads go on."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from memorist.memory_store.domain.errors import Conflict, InvalidInput, SchemaTooNew
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.moving import dumping, reader
from memorist.memory_store.moving.copying import copy_group
from memorist.memory_store.moving.dumping import dump_group, load_group
from memorist.memory_store.moving.reader import GroupReader
from memorist.memory_store.store import Store
from tests.memory_store.builders import memory, write
from tests.memory_store.carried import dumper, fill_with_everything, loader, told_by
from tests.memory_store.clients import kill_one, opened, opened_database


async def test_a_dump_of_any_database_loads_into_any_other(embedded: Store, store: Store, scope: Scope, tmp_path: Path):
    await fill_with_everything(embedded, scope)
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    dumped = await dump_group(embedded.database, scope.group_id, first)
    loaded = await load_group(store.database, first)
    assert (loaded.digest, loaded.nodes, loaded.edges) == (dumped.digest, dumped.nodes, dumped.edges)
    assert await told_by(store, scope) == await told_by(embedded, scope)
    again = await dump_group(store.database, scope.group_id, second)
    assert again.digest == dumped.digest


async def test_loading_twice_changes_nothing_and_loading_beside_something_else_is_refused(
    dumped: Path, store: Store, scope: Scope
):
    for again in (False, True):
        assert (await load_group(store.database, dumped)).already_there is again
    await write(store, scope, [memory(scope, "y")])
    with pytest.raises(Conflict, match="holds memories already"):
        await load_group(store.database, dumped)


@pytest.fixture
async def dumped(embedded: Store, scope: Scope, tmp_path: Path) -> Path:
    await write(embedded, scope, [memory(scope, f"x{number}") for number in range(3)])
    file = tmp_path / "dump.jsonl"
    await dump_group(embedded.database, scope.group_id, file)
    return file


Damage = Callable[[list[str]], list[str]]
A_NODE = 1
DAMAGED: dict[str, tuple[Damage, str]] = {
    "a line lost": (lambda lines: [lines[0], *lines[2:]], "digest"),
    "a line twice": (lambda lines: [*lines[:2], lines[1], *lines[2:]], "digest"),
    "a word changed": (lambda lines: [line.replace("x1", "z1") for line in lines], "digest"),
    "the end cut off": (lambda lines: lines[:-1], "end"),
    "cut within a line": (lambda lines: [*lines[:-2], lines[-2][:10]], "line"),
    "another dimension": (lambda lines: [lines[0].replace('"dimension": ', '"dimension": 9'), *lines[1:]], "digest"),
    "another embedder": (lambda lines: [lines[0].replace('"embedder": "', '"embedder": "x'), *lines[1:]], "digest"),
    "no header": (lambda lines: lines[1:], "memorist_dump"),
    "nothing in it": (lambda lines: [], "end"),
    "a newer form": (
        lambda lines: [lines[0].replace('"memorist_dump": 1', '"memorist_dump": 2'), *lines[1:]],
        "memorist_dump",
    ),
    "a list for a line": (lambda lines: [lines[0], "[1]", *lines[1:]], "line"),
    "an unknown line": (lambda lines: [lines[0], '{"what": 1}', *lines[1:]], "line"),
    "a label that is Cypher": (
        lambda lines: [lines[0], lines[A_NODE].replace('"Memory"', '"Memory) DETACH DELETE (n"'), *lines[2:]],
        "Memory) DETACH DELETE (n",
    ),
    "a property that is Cypher": (
        lambda lines: [lines[0], lines[A_NODE].replace('"summary"', '"a` b"'), *lines[2:]],
        "a` b",
    ),
    "a node without id": (lambda lines: [lines[0], lines[A_NODE].replace('"uuid"', '"id"'), *lines[2:]], "uuid"),
    "half a vector": (lambda lines: [lines[0], '{"node": {"labels": ["Slot"], "props": {"uuid": "a"}, "vectors": '
                                     '{"x_embedding": "AAA="}}}', *lines[1:]], "vectors"),
    "an edge without end": (
        lambda lines: [lines[0], '{"edge": {"type": "T", "source": ["Entity"], "target": ["Entity", "b"], "props": '
                       '{"uuid": "c"}}}', *lines[1:]], "source"),
}  # fmt: skip


@pytest.mark.parametrize("damage", list(DAMAGED))
async def test_a_damaged_file_is_refused_with_line_and_field_and_nothing_is_written(
    dumped: Path, tmp_path: Path, scope: Scope, damage: str
):
    change, field = DAMAGED[damage]
    lines = dumped.read_text("utf-8").splitlines()
    if "Cypher" in damage or "without id" in damage:  # of a memory
        place = next(n for n, line in enumerate(lines) if '"Memory"' in line)
        lines = [lines[0], lines[place], *lines[1:place], *lines[place + 1 :]]
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text("".join(f"{line}\n" for line in change(lines)), encoding="utf-8")
    async with opened_database(f"embedded:{tmp_path / 'target'}") as target:
        with pytest.raises(InvalidInput, match=str(damaged)) as raised:
            await load_group(target, damaged)
        assert raised.value.field == field
        assert await target.groups() == []


@pytest.mark.parametrize("file", ["/dev/zero", "/dev/stdin", "."])
async def test_what_is_no_regular_file_is_refused(file: str, embedded: Store):
    with pytest.raises(InvalidInput, match="not a regular file"):
        await load_group(embedded, Path(file))


async def test_a_dump_of_a_newer_schema_is_refused(dumped: Path, tmp_path: Path, store: Store):
    newer = tmp_path / "newer.jsonl"
    text = dumped.read_text("utf-8").replace('"schema": ', '"schema": 9', 1)
    newer.write_text(re.sub(r', "header": "\w+"', "", text), encoding="utf-8")
    with pytest.raises(SchemaTooNew, match="upgrade"):
        await load_group(store.database, newer)


async def test_a_dump_cannot_be_loaded_under_another_name(dumped: Path, store: Store, scope: Scope):
    with pytest.raises(InvalidInput, match="cannot be renamed"):
        await load_group(store.database, dumped, group_id=f"{scope.group_id}_b")


async def test_a_file_that_is_there_is_not_written_over(dumped: Path, embedded: Store, scope: Scope):
    before = dumped.read_bytes()
    with pytest.raises(InvalidInput, match="exists already"):
        await dump_group(embedded.database, scope.group_id, dumped)
    assert dumped.read_bytes() == before


async def test_a_dump_goes_on_only_when_the_group_is_as_it_was(
    embedded: Store, scope: Scope, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    await write(embedded, scope, [memory(scope, f"x{number}") for number in range(40)])
    file = tmp_path / "dump.jsonl"
    stop = 20

    def interrupt(what: str, done: int, total: int) -> None:
        if done >= stop:
            raise KeyboardInterrupt

    for changed in (False, True):
        with pytest.raises(KeyboardInterrupt):
            await dump_group(embedded.database, scope.group_id, file, on_progress=interrupt)
        assert not file.exists()
        with (tmp_path / "dump.jsonl.part").open("ab") as part:
            part.write(b'{"node": {"labels": ["Ent')  # what a kill leaves
        if changed:
            await write(embedded, scope, [memory(scope, "y")])
        done = await dump_group(embedded.database, scope.group_id, file)
        assert done.resumed is not changed
        assert done.digest == (await GroupReader(embedded.database, scope.group_id).digest()).text
        file.unlink()


@pytest.mark.parametrize("kills", [2, pytest.param(40, marks=pytest.mark.slow)])
async def test_dumps_and_loads_that_are_killed_go_on_and_end_the_same(
    embedded: Store, tmp_path: Path, scope: Scope, kills: int
):
    await fill_with_everything(embedded, scope)
    expected = (await GroupReader(embedded.database, scope.group_id).digest()).text
    chance = random.Random(kills)
    for attempt in range(kills):
        file, url = tmp_path / f"{attempt}.jsonl", f"embedded:{tmp_path / str(attempt)}"
        kill_one(chance, (1, 4), dumper, embedded.database.url, scope.group_id, str(file))
        if not file.exists():
            assert (await dump_group(embedded.database, scope.group_id, file)).digest == expected
        kill_one(chance, (1, 4), loader, url, str(file))
        async with opened_database(url) as target:
            assert (await load_group(target, file)).digest == expected
        assert json.loads(file.read_text("utf-8").splitlines()[-1])["end"]["digest"] == expected


async def test_pages_of_any_size_make_the_same_file(
    embedded: Store, scope: Scope, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    await fill_with_everything(embedded, scope)
    digests: set[str] = set()
    for size in (1, 7, 10_000):
        for module, name in ((reader, "MAX_NODES"), (reader, "MAX_EDGES"), (dumping, "MAX_NODES")):
            monkeypatch.setattr(module, name, size)
        digests.add((await dump_group(embedded.database, scope.group_id, tmp_path / f"{size}.jsonl")).digest)
    assert len(digests) == 1


async def test_content_files_go_along_and_two_groups_never_share_a_folder(
    embedded: Store, store_url: str, store: Store, scope: Scope, tmp_path: Path
):
    file, url, content = tmp_path / "dump.jsonl", embedded.database.url, str(tmp_path / "files")
    async with (
        opened(url, embedded.clock, content=content) as ours,
        opened(store_url, embedded.clock, content=content) as theirs,
        opened_database(f"embedded:{tmp_path / 'third'}") as copied,
    ):
        settings = ours.settings
        ref = await (await ours.files.of(scope.group_id)).put(b"%PDF a document", "application/pdf")
        await write(ours, scope, [memory(scope, "x")])
        dumped = await dump_group(ours.database, scope.group_id, file, settings=settings)
        loaded = await load_group(theirs.database, file, settings=settings)
        assert (dumped.files, loaded.files) == (1, 1)
        there = await theirs.files.existing(scope.group_id)
        assert there is not None
        assert await there.get(ref.digest) == b"%PDF a document"
        assert there.url != (await ours.files.of(scope.group_id)).url
        assert (await copy_group(theirs.database, copied, scope.group_id, settings=settings)).files == 1
        await (await ours.files.of(scope.group_id)).erase()
        assert await there.get(ref.digest) == b"%PDF a document"
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text(file.read_text("utf-8").replace('"data": "JVBE', '"data": "JVBF'), encoding="utf-8")
    with pytest.raises(InvalidInput, match="its content does not match"):
        await load_group(store.database, damaged)
