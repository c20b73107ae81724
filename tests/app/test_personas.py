"""``persona export``, ``import`` and ``undo`` on the command line."""

import json

import pytest

from tests.app.command_line import Cli


@pytest.fixture
def filled(cli: Cli) -> Cli:
    cli("remember", "We use Clerk for auth")
    cli("remember", "We always mail ops@acme.example before a release")
    cli("rule", "Never use Realm", "--reason", "sync is broken")
    return cli


def test_a_persona_is_written_taken_in_once_and_taken_back(filled: Cli):
    shown = filled("persona", "export", "p.json", "--name", "mobile")
    assert (shown.code, "semantic:hard_rule: Never use Realm" in shown.err) == (1, True)
    assert not (filled.home / "p.json").exists()
    done = filled("persona", "export", "p.json", "--name", "mobile", stdin="y\n")
    assert (done.code, "persona mobile" in done.out) == (0, True)
    assert "removed: 1 × email address from 1 memory (personal data)" in done.err
    assert filled("persona", "export", "p.json").code == 2
    [persona] = filled("persona", "export", "p.json", "--force", "--name", "mobile", "--yes", "--json").json
    text = filled("persona", "export", "-", "--name", "mobile", "--yes").out
    assert (persona["name"], persona["id"]) == ("mobile", json.loads(text)["id"])

    there = ("--group", "other")
    for where, stdin in (("p.json", ""), ("-", text)):
        assert "added: Never use Realm" in filled("persona", "import", where, *there, stdin=stdin).ended(1).err
    [planned] = filled("persona", "import", "p.json", *there, "--dry-run", "--json").json
    [first] = filled("persona", "import", "p.json", *there, "--yes", "--json").json
    assert (planned["counts"], planned["written"]) == (first["counts"], False)
    [again] = filled("persona", "import", "-", *there, "--json", stdin=text).json
    assert (set(first["counts"]), set(again["counts"])) == ({"added"}, {"unchanged"})
    assert "would be taken back" in filled("persona", "undo", *there, "--dry-run").out
    [undone] = filled("persona", "undo", "mobile", *there, "--json").json
    assert len(undone["taken_back"]) == first["counts"]["added"]


def test_a_bad_file_names_the_field_and_writes_nothing(filled: Cli):
    bad = filled("persona", "export", "-", "--yes").out.replace('"version": "1.0"', '"version": "9"')
    done = filled("persona", "import", "-", "--group", "other", stdin=bad)
    assert (done.code, "standard input: field version" in done.err) == (2, True)
    assert filled("changes", "--since", "2020-01-01T00:00:00Z", "--group", "other").out == ""
    assert filled("persona", "import", "no.json").code == 2
    assert "imported here: none" in filled("persona", "undo").err
