"""Changes between two imports: documents have versions, and none takes the place of another document."""

import json
import os
from importlib import import_module
from pathlib import Path

import memorist
from memorist.app.importing.importing import import_source
from tests.app.importing import exports
from tests.app.importing.given import inputs


async def current(memory: memorist.Memory, query: str) -> set[str]:
    """The current memories about the query."""
    found = await memory.search(query)
    return {hit.memory.content for hit in found.hits if hit.memory.type == "semantic:fact"}


async def test_a_note_that_goes_back_to_an_earlier_text_is_read(memory: memorist.Memory, tmp_path: Path) -> None:
    note = tmp_path / "database.md"
    for day, release in enumerate((15, 16, 15)):
        note.write_text(f"---\ncreated: 2025-09-01\n---\nThe staging database runs Postgres {release}.")
        changed = 1_760_000_000 + day * 86_400
        os.utime(note, (changed, changed))
        assert (await import_source("markdown", tmp_path, memory)).imported == 1
        assert await current(memory, "staging database") == {f"The staging database runs Postgres {release}"}
    os.utime(note)
    assert (await import_source("markdown", tmp_path, memory)).imported == 0


async def test_a_history_that_goes_back_to_an_earlier_text_ends_there(memory: memorist.Memory, tmp_path: Path) -> None:
    manager = import_module("mem0.memory.storage").SQLiteManager(str(tmp_path / "history.db"))
    for day, release in enumerate((15, 16, 15), start=1):
        at = f"2025-11-0{day}T10:00:00+00:00"
        manager.add_history("a", None, f"The staging database runs Postgres {release}", "UPDATE", updated_at=at)
    manager.close()
    await import_source("mem0", tmp_path / "history.db", memory)
    assert await current(memory, "staging database") == {"The staging database runs Postgres 15"}


async def test_agents_from_several_files_do_not_replace_each_other(memory: memorist.Memory, tmp_path: Path) -> None:
    first = exports.letta_file(tmp_path)
    second = tmp_path / "bob.af"
    words = first.read_text()
    for old, new in (("Ada", "Bob"), ("Tuesdays", "Fridays"), ("Mira", "Jonas")):
        words = words.replace(old, new)
    second.write_text(words)
    reports = [await import_source("letta", path, memory) for path in (first, second, first)]
    assert [(each.imported + each.known > 0, each.failed) for each in reports] == [(True, 0)] * 3
    assert reports[2].imported == 0
    assert {"The human is called Mira and works on Apollo", "The human is called Jonas and works on Apollo"} <= (
        await current(memory, "who is the human called")
    )


def test_no_two_documents_have_one_title(tmp_path: Path) -> None:
    folder = tmp_path / "vault" / ("d" * 150) / ("e" * 150)
    folder.mkdir(parents=True)
    for name in ("one", "two"):
        (folder / f"{name}.md").write_text("A note")
    assert len({each["title"] for each in inputs("markdown", tmp_path / "vault")}) == 2
    items = tmp_path / "items.jsonl"
    places = [(["a", "b"], "c"), (["a"], "b/c"), (["a/b"], "c"), (["a"], "b.c")]
    lines = [json.dumps({"namespace": each, "key": key, "value": {"flag": False}}) for each, key in places]
    items.write_text("\n".join(lines))
    found = inputs("langgraph-store", items)
    assert len({each["path"] for each in found}) == len({each["id"] for each in found}) == len(places)
    assert all(each["content"].endswith("flag: false") for each in found)
