"""``search`` and ``show`` with moments, ids by their beginning, and what is no longer live."""

import pytest

from tests.app.command_line import Cli


def contents(cli: Cli, *arguments: str) -> list[str]:
    found = cli("search", "auth provider", *arguments, "--json").json
    return [hit["memory"]["content"] for hit in found if "memory" in hit]


def test_search_finds_what_is_live_now_what_was_then_and_what_is_over(switched: Cli):
    now, then = "switching from Clerk to Firebase", "Team uses Clerk for mobile auth"
    assert any(now in content for content in contents(switched))
    assert then not in contents(switched)
    assert then in contents(switched, "--as-of", "2026-02-15T00:00:00Z")
    assert then in contents(switched, "--known-at", "2026-02-15T00:00:00Z")
    assert then in contents(switched, "--include", "superseded,archived")
    told = switched("search", "auth provider", "--include", "superseded")
    assert (told.code, then in told.out, "superseded" in told.out) == (0, True, True)


def test_search_refuses_what_is_no_status_or_no_time(switched: Cli):
    for arguments, word in (
        (("--include", "dead"), "is not a status"),
        (
            ("--include", "archived", "--as-of", "2026-02-15T00:00:00Z"),
            "leave as_of out",
        ),
        (("--as-of", "yesterday"), "--as-of: expected a time"),
    ):
        refused = switched("search", "x", *arguments)
        assert (refused.code, word in refused.err) == (2, True), refused


def test_show_takes_the_beginning_of_an_id_and_a_moment(switched: Cli):
    found = switched("search", "x", "--include", "superseded", "--json").json
    [hit] = [h for h in found if h["memory"]["status"] == "superseded"]
    whole = hit["memory"]["id"]
    shown = switched("show", whole[:8], "--json")
    assert (shown.code, shown.json[0]["id"], shown.json[0]["status"]) == (0, whole, "superseded")
    then = switched("show", whole[:8], "--known-at", "2026-02-15T00:00:00Z", "--json")
    assert (then.json[0]["status"], then.json[0].get("expired_at")) != ("superseded", hit["memory"]["expired_at"])
    assert whole in switched("show", whole, "--as-of", "2026-04-01T00:00:00Z").ended(1).err
    assert switched("show", "xy").code == 2
    assert switched("show", "zzzzzz").code == 1


def test_changes_say_what_changed_why_and_by_whom(switched: Cli):
    told = switched("changes", "--since", "2026-03-01T00:00:00Z", "--json").json
    assert [entry["payload"]["updates"][0]["reason"] != "" for entry in told if entry["payload"]["updates"]] == [True]
    assert all(entry["reason"] and entry["run"] for entry in told)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("My sister Lena moves to Oslo in May.", "Forget what I said about Lena moving to Oslo."),
        ("I take insulin twice a day.", "Please forget that I take insulin."),
        ("I owe Omar 300 euros.", "Forget that I owe Omar money."),
        ("My landlord is called Brandt.", "Forget everything about Brandt."),
    ],
)
def test_changes_and_receipts_name_what_a_request_to_forget_hid_to_its_author_alone(cli: Cli, said: str, asked: str):
    cli("remember", said, "--user", "ana").ended(0)
    held = cli("list", "--user", "ana", "--json").json[0]["content"]
    cli("remember", asked, "--user", "ana").ended(1)
    last = cli("changes", "--since", "2020-01-01", "--user", "ana").ended(0).out.strip().splitlines()[-1]
    assert f"− {held[:30]}" in last
    newest = cli("log", "list", "--json", "--user", "ana").json[0]["id"]
    assert held in cli("log", "show", newest, "--user", "ana").ended(0).out
    assert held not in cli("changes", "--since", "2020-01-01", "--user", "ben").ended(0).out
    assert held not in cli("log", "show", newest, "--user", "ben").out


def test_changes_name_what_was_added_merged_and_replaced(switched: Cli):
    told = switched("changes", "--since", "2020-01-01").ended(0).out.strip().splitlines()
    assert any("+ Team uses Clerk for mobile auth" in line for line in told)
    assert any("− Team uses Clerk for mobile auth" in line for line in told)
