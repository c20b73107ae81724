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
    unknown = switched("log", "show", "zzzzzz")
    assert (unknown.code, "memorist log list" in unknown.err) == (2, True)


def test_undo_previews_does_it_once_and_is_taken_back(switched: Cli):
    newest = switched("log", "list", "--json").json[0]["id"]
    shown = switched("undo", newest[:8], "--dry-run")
    assert (shown.code, "would be taken back" in shown.out, "restored" in shown.out) == (0, True, True)
    assert "Firebase" in switched("recall", "Which auth provider?").out
    done = switched("undo", newest)
    assert (done.code, "was taken back" in done.out) == (0, True)
    assert "switching from Clerk to Firebase" not in switched("recall", "Which auth provider?").out
    again = switched("undo", newest)
    assert (again.code, "undone already" in again.err) == (1, True)
    [told] = switched("undo", newest, "--json").json
    assert told["done"] is False
    assert switched("undo", told["undone_by"]).code == 0
    assert "Firebase" in switched("recall", "Which auth provider?").out


def test_what_stands_on_an_operation_is_named(switched: Cli):
    receipts = switched("log", "list", "--json").json
    newest, ended = receipts[0], receipts[0]["ended"][0]["id"]
    added = next(r for r in receipts if ended in [line["id"] for line in r["added"]])
    refused = switched("undo", added["id"])
    assert (refused.code, f"undo first: {newest['id']}" in refused.err) == (1, True)


def test_verify_prints_an_end_that_can_be_kept_and_compared(switched: Cli):
    whole = switched("log", "verify")
    assert (whole.code, "whole: " in whole.out) == (0, True)
    [state] = switched("log", "verify", "--json").json
    assert state["ok"] is True
    assert switched("log", "verify", "--noted", state["head"]).code == 0
    place, _, link = state["head"].partition(":")
    forged = switched("log", "verify", "--noted", f"{place}:{link[::-1]}")
    assert (forged.code, "is not the one that was noted" in forged.out) == (1, True)
    ahead = switched("log", "verify", "--noted", f"{int(place) + 1}:{link}")
    assert (ahead.code, "before the noted place" in ahead.out) == (1, True)
    wrong = switched("log", "verify", "--noted", "yesterday")
    assert (wrong.code, "expected PLACE:LINK" in wrong.err) == (2, True)


def test_verify_of_another_group_is_about_that_group(switched: Cli):
    [state] = switched("log", "verify", "--group", "another", "--json").json
    assert (state["ok"], state["entries"]) == (True, 0)
