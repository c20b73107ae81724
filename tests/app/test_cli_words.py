"""Plain words on the command line: a text, a chat or a command as a person has it at hand, and what is said of them."""

import json

import pytest

from memorist.app.cli.lines import read_lines
from tests.app.command_line import CLERK, FIREBASE, USE_CLERK, Cli

CHAT = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "We use Valkey for caching"}]},
    {"role": "assistant", "content": "Noted."},
    {"role": "tool", "content": "exit 0"},
]


def turns(cli: Cli, data: str) -> list[tuple[str, str]]:
    path = cli.home / "input"
    path.write_text(data)
    values = [line.value or {"role": "", "content": line.problem} for line in read_lines([str(path)])]
    return [(value["role"], value["content"]) for value in values]


@pytest.mark.parametrize("given", [CHAT, {"model": "x", "messages": CHAT}])
@pytest.mark.parametrize("indent", [None, 2])
def test_a_chat_as_json_is_the_turns_of_user_and_assistant(cli: Cli, given: object, indent: int | None):
    said = turns(cli, json.dumps(given, indent=indent))
    assert said == [("user", "We use Valkey for caching"), ("assistant", "Noted.")]


def test_messages_a_line_without_a_kind_are_turns(cli: Cli):
    assert turns(cli, '{"role": "user", "content": "We use Go"}\n') == [("user", "We use Go")]


def test_plain_text_is_what_the_user_said_unless_a_line_names_the_assistant(cli: Cli):
    text = "We use Valkey for caching.\n\nAssistant: Noted.\nUser: Thanks: it works\n"
    assert turns(cli, text) == [
        ("user", "We use Valkey for caching."),
        ("assistant", "Noted."),
        ("user", "Thanks: it works"),
    ]


def test_in_a_chat_of_people_each_line_is_its_speakers(cli: Cli):
    text = "Mira: We use pnpm\nJonas Bell: I prefer Helix\nmira: Good.\n\nJonas Bell: assistant: no\n"
    path = cli.home / "chat.txt"
    path.write_text(text)
    of_all = [(line.value or {}) for line in read_lines([str(path)])]
    assert [(one["user_id"], one["content"]) for one in of_all] == [
        ("Mira", "We use pnpm"),
        ("Jonas Bell", "I prefer Helix"),
        ("mira", "Good."),
        ("Jonas Bell", "assistant: no"),
    ]
    assert [(line.value or {}).get("speaker") for line in read_lines([str(path)], user="x")][:2] == [
        "Mira",
        "Jonas Bell",
    ]
    path.write_text("Title: Harbor\nOwner: Mira\nTime: 12:30\n")
    assert ["user_id" in (line.value or {}) for line in read_lines([str(path)])] == [False] * 3, "a heading is nobody"
    path.write_text(text)
    cli("ingest", str(path))
    told = cli("recall", "Set up the editor").out
    assert "Jonas Bell prefers Helix" in told or 'Jonas Bell said: "I prefer Helix"' in told


def test_broken_json_is_no_plain_text(cli: Cli):
    [(role, problem)] = turns(cli, '{"kind": "turn", ')
    assert role == ""
    assert problem.startswith("not JSON")


def test_plain_text_is_ingested_and_a_model_that_is_away_is_told_once(cli: Cli):
    path = cli.home / "notes.txt"
    path.write_text("We use Valkey for caching.\nWir trinken morgens Tee.\nNachmittags auch.\n")
    done = cli("ingest", str(path), MEMORIST_READERS="ollama,patterns", MEMORIST_OLLAMA_URL="http://127.0.0.1:9")
    assert done.code == 0
    assert "Valkey" in done.out
    assert done.err.count("no model answered") == 1
    assert "memorist doctor" in done.err
    quiet = cli("ingest", str(path), MEMORIST_READERS="patterns")
    assert "no model answered" not in quiet.err


def test_a_question_is_not_kept_as_a_fact_and_it_is_said_why(cli: Cli):
    assert "a question states nothing" in cli("remember", "Where are my keys?").ended(1).out
    assert cli("list").out == ""
    assert cli("remember", "Where are my keys? They are in the blue bowl.").code == 0
    assert "blue bowl" in cli("list").out


def test_a_short_name_of_a_type_is_the_type(cli: Cli):
    entry = {"kind": "manual", "type": "hard_rule", "content": "Never use Realm"}
    [answer] = cli("ingest", cli.write(entry), "--json").json
    assert answer["memories"][0]["type"] == "semantic:hard_rule"
    [refused] = cli("ingest", cli.write({**entry, "type": "semantic"}), "--json").json
    assert "expected one of" in refused["error"]["message"]


@pytest.mark.parametrize("command", ["rm -rf tests", "{rm,-rf,tests}"])
def test_a_command_is_checked_as_it_is_typed(cli: Cli, command: str):
    plain = cli("check-action", command, "--json")
    as_json = cli("check-action", json.dumps({"command": command}), "--json")
    assert (plain.code, plain.json[0]["action"]) == (as_json.code, as_json.json[0]["action"])
    assert plain.json[0]["action"] != "allow"


def test_a_prompt_may_be_kept_small(cli: Cli):
    for database in ("Postgres", "MySQL", "SQLite", "Valkey", "Neo4j", "FalkorDB"):
        cli("remember", f"The service for {database} runs on the host {database.lower()}.example.com in Frankfurt")
    whole = cli("recall", "On which hosts do the services run?", "--json").json[0]
    for limit in ("--budget", "--target"):
        small = cli("recall", "On which hosts do the services run?", limit, "60", "--json").json[0]
        assert small["tokens"] < whole["tokens"]


def test_the_log_lists_what_can_be_undone_first_in_its_words(cli: Cli):
    cli("ingest", cli.write(CLERK, USE_CLERK, FIREBASE))
    cli("check-action", "rm -rf tests")
    lines = [line.split("\t") for line in cli("log").out.splitlines()]
    assert "Firebase" in lines[0][4]
    assert any("− " in line[4] and "Clerk" in line[4] for line in lines)
    silent = [place for place, line in enumerate(lines) if not line[4]]
    assert silent == list(range(silent[0], len(lines)))
    assert "check_action" in {lines[place][3] for place in silent}
    assert cli("undo", lines[0][0]).code == 0
    after = [line.split("\t") for line in cli("log", "--limit", "30").out.splitlines()]
    assert next(line for line in after if line[0] == lines[0][0])[3] == "ingestion (undone)"
    assert after[0][0] != lines[0][0]


def test_the_user_s_own_lines_of_a_chat_are_the_user_s_words(cli: Cli):
    path = cli.home / "chat.txt"
    path.write_text("Mira: Never email customers without asking me.\nTom: My cat is called Miso.\nMira: Bye!\n")
    done = cli("ingest", str(path), "--user", "mira")
    assert "semantic:hard_rule" in done.out
    assert "unread   My cat is called Miso." in done.out
    assert "the words are stored and can be searched" in done.out


def test_a_request_to_forget_hides_and_what_was_forgotten_is_said_once_to_be_so(cli: Cli):
    cli("remember", "My locker code is 4471")
    asked = cli("remember", "Please forget my locker code")
    assert asked.out.startswith("hidden   Please forget my locker code")
    assert "memorist forget 'my locker code'" in asked.out
    cli("forget", "my locker code", "--yes")
    assert cli("remember", "My locker code is 4471").out.count("it has the same words") == 1


def test_a_recall_of_nothing_says_how_to_begin(cli: Cli):
    assert "memorist remember" in cli("recall", "Add a package").err
    done = cli("remember", "Tom's daughter Mia turns 6 on 3 March", "--json")
    assert cli("recall", "Add a package").err == ""
    [added] = done.json[0]["memories"]
    assert "in this group at that time" in cli("show", added["id"], "--as-of", "2020-01-01").err
    assert "no memory made" not in cli("remember", "Tom's son Max turns 4 on 5 May").out  # it has got its date
