"""``undo`` and ``log`` on the command line: what they say, and their exit codes."""

from tests.app.command_line import Cli


def test_the_log_lists_operations_and_shows_one(switched: Cli):
    receipts = switched("log", "list", "--json").json
    assert [r["kinds"][0] for r in receipts] == ["ingestion"] * len(receipts)
    newest = receipts[0]["id"]
    listed = switched("log", "list", "--limit", "1")
    assert (listed.code, listed.out.split("\t")[0]) == (0, newest)
    shown = switched("log", "show", newest[:8])
    assert switched("log", newest[:8]) == shown
    assert (shown.code, "Firebase" in shown.out, "patterns" in shown.out) == (0, True, True)
    [receipt] = switched("log", "show", newest, "--json").json
    assert receipt["ended"][0]["why"]
    assert "memorist log list" in switched("log", "show", "zzzzzz").ended(2).err


def test_undo_previews_does_it_once_and_is_taken_back(switched: Cli):
    newest = switched("log", "list", "--json").json[0]["id"]
    shown = switched("undo", newest[:8], "--dry-run")
    assert (shown.code, "would be taken back" in shown.out, "restored" in shown.out) == (0, True, True)
    assert "Firebase" in switched("recall", "Which auth provider?").out
    assert "was taken back" in switched("undo", newest).ended(0).out
    assert "switching from Clerk to Firebase" not in switched("recall", "Which auth provider?").out
    assert "undone already" in switched("undo", newest).ended(1).err
    [told] = switched("undo", newest, "--json").json
    assert told["done"] is False
    assert switched("undo", told["undone_by"]).code == 0
    assert "Firebase" in switched("recall", "Which auth provider?").out


def test_what_stands_on_an_operation_is_named(switched: Cli):
    receipts = switched("log", "list", "--json").json
    newest, ended = receipts[0], receipts[0]["ended"][0]["id"]
    added = next(r for r in receipts if ended in [line["id"] for line in r["added"]])
    assert f"undo first: {newest['id']}" in switched("undo", added["id"]).ended(1).err


def test_verify_prints_an_end_that_can_be_kept_and_compared(switched: Cli):
    assert "whole: " in switched("log", "verify").ended(0).out
    [state] = switched("log", "verify", "--json").json
    assert state["ok"] is True
    assert switched("log", "verify", "--noted", state["head"]).code == 0
    place, _, link = state["head"].partition(":")
    assert "is not the one that was noted" in switched("log", "verify", "--noted", f"{place}:{link[::-1]}").ended(1).out
    assert "before the noted place" in switched("log", "verify", "--noted", f"{int(place) + 1}:{link}").ended(1).out
    assert "expected PLACE:LINK" in switched("log", "verify", "--noted", "yesterday").ended(2).err


def test_verify_of_another_group_is_about_that_group(switched: Cli):
    [state] = switched("log", "verify", "--group", "another", "--json").json
    assert (state["ok"], state["entries"]) == (True, 0)
