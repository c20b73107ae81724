"""``skills export`` and ``skills import`` on the command line, with procedures of a real store."""

import pytest

from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.store import Store
from tests.app.command_line import Cli
from tests.nodes.skills.test_skill_file import SOMEBODYS, procedure
from tests.stores import test_settings


@pytest.fixture
async def filled(cli: Cli) -> Cli:
    store = await Store.open(cli.env["MEMORIST_STORE"], settings=test_settings())
    scope = {"group_id": "default"}
    found = [procedure(scope=scope, id="a"), procedure("Wait", scope=scope, id="b", name="Wait", times_used=1)]
    vectors = await store.embed([p.text_to_embed() for p in found])
    changes = ChangeSet(
        id="c",
        group_id="default",
        at=found[0].created_at,
        run="test",
        reason="two procedures",
        memories=tuple(found),
        vectors=dict(zip(["a", "b"], vectors, strict=True)),
    )
    await store.changes.apply(changes)
    await store.close()
    return cli


def test_stable_procedures_become_skill_files_and_the_others_say_why_not(filled: Cli):
    path = filled.home / "out" / "fix-the-pressable-flicker" / "SKILL.md"
    assert "name: fix-the-pressable-flicker" in filled("skills", "export", "out").ended(1).err
    assert "would write" in filled("skills", "export", "out", "--dry-run").out
    assert not path.exists()
    assert "not yet: Wait: used 1 times" in filled("skills", "export", "out", stdin="y\n").ended(0).err
    assert path.read_text(encoding="utf-8").startswith("---\nname: fix-the-pressable-flicker\n")
    [again] = filled("skills", "export", "out", "--yes", "--json").json
    assert [s["name"] for s in again["skills"]] == ["fix-the-pressable-flicker"]
    path.write_text(SOMEBODYS, encoding="utf-8")  # of somebody else: not written over
    assert filled("skills", "export", "out").code == 2
    assert path.read_text(encoding="utf-8") == SOMEBODYS
    assert filled("skills", "export", "out", "--force", "--yes").code == 0
    assert path.read_text(encoding="utf-8") != SOMEBODYS


def test_skills_are_read_in_once(cli: Cli):
    (cli.home / "SKILL.md").write_text(SOMEBODYS, encoding="utf-8")
    assert "Post them in #releases" in cli("skills", "import", "SKILL.md").ended(1).err
    for effect in ("added", "unchanged"):
        [line] = cli("skills", "import", "SKILL.md", "--yes", "--json").json
        assert line["effect"] == effect
    assert "Post them in #releases" in cli("recall", "A version was tagged, write the release notes").out


def test_a_skill_is_the_same_however_its_lines_end(cli: Cli):
    found: list[str] = []
    for end in (b"\n", b"\r\n"):
        (cli.home / "SKILL.md").write_bytes(SOMEBODYS.encode().replace(b"\n", end))
        found.append(cli("skills", "import", "SKILL.md", "--dry-run", "--json").json[0]["procedure_id"])
    assert found[0] == found[1]


def test_a_file_that_is_no_skill_is_wrong_use_and_the_others_are_read(cli: Cli):
    for name, text in (("bad", "no skill"), ("good", SOMEBODYS)):
        (cli.home / name).mkdir()
        (cli.home / name / "SKILL.md").write_text(text, encoding="utf-8")
    done = cli("skills", "import", "bad", "good", "--yes").ended(2)
    assert "front matter" in done.err
    assert "release-notes" in done.out
