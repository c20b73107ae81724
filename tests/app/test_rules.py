"""``rules write`` on the command line: a marked section, the rest of the file untouched, and not read back."""

import pytest

from memorist.nodes.agents_md.section import BEGIN, END
from tests.app.command_line import Cli

OWN = b"# How we work\r\n\r\nAsk before you push.\r\n"


@pytest.fixture
def filled(cli: Cli) -> Cli:
    cli("remember", "We always test before a release")
    cli("rule", "Never use Realm", "--reason", "sync is broken")
    return cli


def test_rules_are_written_between_markers_and_not_read_back(filled: Cli):
    path = filled.home / "AGENTS.md"
    path.write_bytes(OWN)
    assert "1 hard rule, 1 policy" in filled("rules", "write", "AGENTS.md", "--dry-run").out
    assert path.read_bytes() == OWN
    assert filled("rules", "write", "AGENTS.md").code == 0
    written = path.read_bytes()
    assert written.startswith(OWN)
    assert b"- [block] Never use Realm. Reason: sync is broken." in written
    read = {"kind": "document", "path": "AGENTS.md"}
    [first] = filled("ingest", filled.write(read), "--json", "--group", "other").json
    assert not any("Realm" in m["content"] for m in first["memories"])
    assert any("push" in m["content"] for m in first["memories"])
    assert "is up to date" in filled("rules", "write", "AGENTS.md").out
    filled("rule", "Never use var")
    assert filled("rules", "write", "AGENTS.md", "--json").json[0]["written"]
    assert b"Never use var" in path.read_bytes()
    [again] = filled("ingest", filled.write(read), "--json", "--group", "other").json
    assert again["verdict"]["reason"] == "this version of the document is known"


def test_wrong_markers_are_told_and_the_file_stays(filled: Cli):
    path = filled.home / "AGENTS.md"
    for text in (f"{BEGIN}\n", f"{BEGIN}\n{END}\n{BEGIN}\n{END}\n"):
        path.write_text(text, encoding="utf-8")
        assert "in line 1" in filled("rules", "write", "AGENTS.md").ended(2).err
        assert path.read_text(encoding="utf-8") == text


def test_a_file_that_is_not_there_is_made_and_a_link_stays_one(filled: Cli):
    link = filled.home / "CLAUDE.md"
    link.symlink_to("AGENTS.md")
    assert filled("rules", "write", "CLAUDE.md").code == 0
    assert link.is_symlink()
    assert "Never use Realm" in (filled.home / "AGENTS.md").read_text(encoding="utf-8")
