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
    assert shown.code == 1
    assert "semantic:hard_rule: Never use Realm" in shown.err
    assert not (filled.home / "p.json").exists()
    done = filled("persona", "export", "p.json", "--name", "mobile", stdin="y\n")
    assert done.code == 0
    assert "persona mobile" in done.out
    assert "removed: 1 × email address from 1 memory (personal data)" in done.err
    text = (filled.home / "p.json").read_text(encoding="utf-8")
    assert "acme" not in text
    assert [r["kind"] for r in json.loads(text)["removals"] if r["action"] == "rewritten"] == ["email address"]
    assert filled("persona", "export", "p.json").code == 2
    assert (
        filled("persona", "export", "p.json", "--force", "--name", "mobile", "--yes", "--json").json[0]["name"]
        == "mobile"
    )
    [planned] = filled("persona", "import", "p.json", "--group", "other", "--dry-run", "--json").json
    refused = filled("persona", "import", "p.json", "--group", "other")
    assert (refused.code, "added: Never use Realm" in refused.err) == (1, True)
    refused = filled("persona", "import", "-", "--group", "other", stdin=text)
    assert (refused.code, "added: Never use Realm" in refused.err) == (1, True)
    [first] = filled("persona", "import", "p.json", "--group", "other", "--yes", "--json").json
    assert (planned["counts"], planned["written"]) == (first["counts"], False)
    assert (set(first["counts"]), first["fingerprint"]) == ({"added"}, planned["fingerprint"])
    [again] = filled("persona", "import", "-", "--group", "other", "--json", stdin=text).json
    assert set(again["counts"]) == {"unchanged"}
    assert "Never use Realm" in filled("recall", "Which database?", "--group", "other").out
    assert "would be taken back" in filled("persona", "undo", "--group", "other", "--dry-run").out
    [undone] = filled("persona", "undo", "mobile", "--group", "other", "--json").json
    assert len(undone["taken_back"]) == first["counts"]["added"]
    assert "Never use Realm" not in filled("recall", "Which database?", "--group", "other").out
    assert filled("check", "--group", "other").code == 0


def test_a_persona_goes_to_standard_output(filled: Cli):
    [persona] = filled("persona", "export", "-", "--yes", "--json").json
    assert json.loads(filled("persona", "export", "-", "--yes").out)["id"] == persona["id"]


def test_a_bad_file_names_the_field_and_writes_nothing(filled: Cli):
    bad = filled("persona", "export", "-", "--yes").out.replace('"version": "1.0"', '"version": "9"')
    done = filled("persona", "import", "-", "--group", "other", stdin=bad)
    assert done.code == 2
    assert "standard input: field version" in done.err
    assert filled("changes", "--since", "2020-01-01T00:00:00Z", "--group", "other").out == ""
    assert filled("persona", "import", "no.json").code == 2
    assert "imported here: none" in filled("persona", "undo").err
