"""The command line on an embedded store: what it prints, what it refuses, how it ends."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from tests.app.command_line import CLERK, GREETING, USE_CLERK, Cli, one_line

# ------------------------------------------------------------------ remember, rule, recall


def test_a_rule_is_in_every_prompt_with_its_reason_and_alternatives(cli: Cli):
    assert "add auth to the app" in cli("recall", "add auth to the app").ended(0).out
    laid = cli(
        *("rule", "Never use Realm", "--reason", "sync issues", "--severity", "warn"),
        *("--alternative", "SQLite + Drizzle", "--alternative", "WatermelonDB", "--json"),
    )
    [memory] = laid.json[0]["memories"]
    assert (laid.code, memory["type"]) == (0, "semantic:hard_rule")
    cli("remember", "We use GitLab for code hosting")
    for task in ("bake a cake", ""):
        told = cli("recall", task).out
        assert "- [warn] Never use Realm. Reason: sync issues. Instead: SQLite + Drizzle" in told
        assert "WatermelonDB" in told
    assert "GitLab" not in cli("recall", "").out


def test_a_rule_that_stands_is_changed_in_what_is_given(cli: Cli):
    cli("rule", "Never use Realm", "--reason", "licence")
    again = cli("rule", "Never use Realm", "--json").json[0]
    assert again["memories"][0]["effect"] == "merged"
    cli("rule", "Never use Realm", "--severity", "warn")
    cli("rule", "Never use Realm", "--alternative", "MMKV")
    assert "- [warn] Never use Realm. Reason: licence. Instead: MMKV." in cli("recall", "choose a database").out
    changed = cli("rule", "Never use Realm", "--severity", "block", "--reason", "sync is gone", "--json").json[0]
    assert "laid down anew" in json.dumps(changed)
    prompt = cli("recall", "choose a database").out
    assert prompt.count("Never use Realm") == 1
    assert "- [block] Never use Realm. Reason: sync is gone. Instead: MMKV." in prompt


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("READERS", "ollama,ollamma", "readers: 'ollamma' is no reader: expected patterns, ollama,"),
        ("HOMEOSTASIS_MODEL", "qwen", "homeostasis_model: 'qwen' is no model: expected PROVIDER:MODEL"),
        ("REWRITER", "qwen", "rewriter: 'qwen' is no model: expected PROVIDER:MODEL"),
        ("TIMEZONE", "Berlin", "timezone: 'Berlin' is no time zone: expected one such as Europe/Berlin"),
        ("MAX_CONNECTIONS", "many", "max_connections: Input should be a valid integer"),
        ("GROUP", "", "group: is empty: give a name of letters, digits and _"),
    ],
)
def test_a_wrong_setting_is_told_before_anything_is_done(cli: Cli, name: str, value: str, told: str):
    cli.env[f"MEMORIST_{name}"] = value
    refused = cli("remember", "We use Go")
    assert (refused.code, refused.out) == (2, "")
    assert f"settings: field {told}" in refused.err


def test_recall_in_json_is_the_contract_and_explains_each_candidate(cli: Cli):
    cli("remember", "We use GitLab for code hosting")
    [found] = cli("recall", "code hosting", "--json").json
    keys = {"prompt", "sections", "citations", "dropped", "trace", "tokens", "failed_channels", "knowledge"}
    assert keys | {"timings_ms"} <= found.keys()
    assert {"id", "channel", "similarity", "recency", "confidence", "source_boost", "score", "kept", "reason"} <= (
        found["trace"][0].keys()
    )
    explained = cli("recall", "code hosting", "--explain").out
    assert "tokens" in explained
    assert any(line.startswith("in\t") and "GitLab" in line for line in explained.splitlines())


# ------------------------------------------------------------------ ingest


def test_ingest_in_json_answers_each_line_once_in_order(cli: Cli):
    done = cli("ingest", cli.write(GREETING, CLERK), "--json").ended(0)
    assert [answer["line"] for answer in done.json] == [1, 2]
    greeting, clerk = done.json
    assert greeting["verdict"]["action"] == "skip"
    assert greeting["memories"] == []
    assert clerk["verdict"]["action"] == "keep"
    [preference] = clerk["memories"]
    assert preference["type"] == "semantic:preference"
    assert preference["effect"] == "added"
    assert "Clerk" in preference["entities"]
    keys = {"id", "type", "content", "confidence", "polarity", "claim", "entities", "extraction_method"}
    assert keys | {"valid_from", "valid_until", "valid_until_condition", "effect", "affected"} <= preference.keys()


def test_ingest_for_people_says_what_was_kept_and_why_not_and_what_was_known(cli: Cli):
    strange = {"kind": "turn", "role": "user", "content": "The thing behind the shed makes odd noises", "id": "s1"}
    lines = cli.write(GREETING, CLERK, strange)
    done = cli("ingest", lines)
    skipped, kept, memory, *_ = done.out.splitlines()
    assert skipped.startswith("skipped  Good morning! — ")
    assert kept.startswith("kept     I prefer Clerk")
    assert (done.code, "semantic:preference" in memory) == (0, True)
    assert "3 lines: 1 kept (1 memory), 1 unread, 1 skipped, 0 failed" in done.err
    assert "3 lines: 0 kept (0 memories), 3 known, 0 skipped, 0 failed" in cli("ingest", lines).err


def test_files_and_standard_input_are_named_in_the_answers(cli: Cli):
    one, two = cli.write(GREETING, name="one.jsonl"), cli.write(b"", CLERK, name="two.jsonl")
    answers = cli("ingest", one, two, "--json").json
    assert [(Path(answer["file"]).name, answer["line"]) for answer in answers] == [("one.jsonl", 1), ("two.jsonl", 2)]
    done = cli("ingest", "-", "--json", stdin=json.dumps(USE_CLERK) + "\n")
    assert (done.code, bool(done.json[0]["memories"])) == (0, True)


def test_a_dry_run_decides_and_writes_nothing(cli: Cli):
    before = cli("check", "--json").json[0]["numbers"]
    done = cli("ingest", cli.write(CLERK, b"{"), "--dry-run", "--json").ended(2)
    assert done.json[0]["memories"]
    assert cli("check", "--json").json[0]["numbers"] == before
    assert cli.retries == []


BAD_LINES: list[tuple[Mapping[str, Any] | bytes, Sequence[str]]] = [
    (b'{"kind": "turn", ', ("not JSON", "column")),
    (b"[1, 2]", ("expected a JSON object, got a list",)),
    (b"null", ("expected a JSON object, got null",)),
    (b"5", ("expected a JSON object, got a number",)),
    (b"\xff\xfe\x00", ("not UTF-8",)),
    (b"[" * 100_000, ("not JSON",)),
    ({"content": "no kind"}, ("kind", "turn, manual, observation, dialogue")),
    ({"kind": "poem", "content": "x"}, ("kind", "'poem'")),
    ({"kind": "turn", "role": "user"}, ("content",)),
    ({"kind": "turn", "role": "wizard", "content": "x"}, ("role",)),
    ({"kind": "turn", "role": "user", "content": ""}, ("content",)),
    ({"kind": "turn", "role": "user", "content": "a\0b"}, ("content",)),
    ({"kind": "turn", "role": "user", "content": "x", "mood": "good"}, ("mood",)),
    ({"kind": "turn", "role": "user", "content": "x", "at": "yesterday"}, ("at",)),
    ({"kind": "turn", "role": "user", "content": "long " * 200_000}, ("content", "split")),
    ({"kind": "turn", "role": "user", "content": 5}, ("content",)),
    ({"kind": "turn", "role": "user", "content": "x", "session_id": ["s1"]}, ("session_id",)),
    ({"kind": "turn", "role": "user", "content": "half \ud800"}, ("content",)),
    ({"kind": ["turn"], "content": "x"}, ("kind",)),
    ({"kind": "observation", "events": []}, ("events",)),
    ({"kind": "observation", "events": 5}, ("events",)),
    ({"kind": "observation", "events": ["started"]}, ("events",)),
    ({"kind": "observation", "events": [{"name": "error", "body": "x"}]}, ("events.0.time",)),
    ({"kind": "observation", "events": [{"timeUnixNano": "soon", "body": "x"}]}, ("time",)),
    ({"kind": "observation", "events": [{"timeUnixNano": "9" * 40, "body": "x"}]}, ("time",)),
    ({"kind": "observation", "events": [{"time": "2026-02-01T09:00:00Z", "attributes": [1]}]}, ("attributes",)),
    ({"kind": "dialogue", "question": "Why?"}, ("answer",)),
]


def test_bad_lines_name_file_line_and_field_and_the_others_go_on(cli: Cli):
    week = cli.write(*(line for line, _ in BAD_LINES), CLERK)
    done = cli("ingest", week, "--json").ended(2)
    assert len(done.json) == len(BAD_LINES) + 1
    for number, (answer, (_, says)) in enumerate(zip(done.json, BAD_LINES, strict=False), start=1):
        message = answer["error"]["message"]
        assert answer["line"] == number
        assert message.startswith(f"{week}:{number}: ")
        for words in says:
            assert words in message
        assert len(message) < 1_000
    assert [answer["error"]["field"] for answer in done.json[1:4]] == ["input"] * 3
    assert done.json[-1]["memories"]


def test_failed_lines_are_kept_as_they_came_and_can_be_mended(cli: Cli):
    done = cli("ingest", cli.write(CLERK, b'{"kind": "turn"', b"\xff")).ended(2)
    [kept] = cli.retries
    assert kept.read_bytes() == b'{"kind": "turn"\n\xff\n'
    assert str(kept) in done.err.replace("\n", "")
    kept.write_text(json.dumps(GREETING) + "\n")
    assert cli("ingest", str(kept)).code == 0


def test_retry_files_do_not_overwrite_each_other(cli: Cli):
    for _ in range(3):
        cli("ingest", cli.write(b"{"), "--now", "2026-02-01T09:00:00Z")
    assert len(cli.retries) == 3
    done = cli("ingest", "nowhere.jsonl")
    assert (done.code, one_line(done.err), "nowhere.jsonl cannot be read" in done.err) == (2, True, True)


# ------------------------------------------------------------------ time, history, changes, show


def test_a_virtual_present_tells_what_was_known_from_what_was_true(switched: Cli):
    at = ("recall", "which auth do we use", "--now", "2026-03-15T00:00:00Z")
    assert "Firebase" in switched(*at).out
    for past in ("--as-of", "2026-02-15"), ("--as-of", "2026-02-15T00:00:00Z"), ("--known-at", "2026-03-01"):
        told = switched(*at, *past).out
        assert ("Clerk" in told, "Firebase" in told) == (True, False), told


def test_history_shows_what_took_the_place_of_what(switched: Cli):
    lines = switched("history", "auth").out.splitlines()
    assert any("2026-02-01" in line and "superseded" in line and "Clerk" in line for line in lines)
    assert any("2026-03-01" in line and "Firebase" in line for line in lines)
    assert {"memory", "superseded_by", "reason"} <= switched("history", "auth", "--json").json[0].keys()
    assert "no memories about" in switched("history", "blockchain").ended(0).err


def test_history_finds_what_was_ever_held_by_its_words_and_else_what_was_said(cli: Cli):
    said = (
        "The cargo bike costs 4,000 euros",
        "The cargo bike now costs 4,500 euros",
        "Hm, about the wallpaper, later",
    )
    lines = [
        {"kind": "turn", "role": "user", "content": one, "at": f"2026-02-0{n}T09:00:00Z"}
        for n, one in enumerate(said, 1)
    ]
    cli("ingest", cli.write(*lines))
    past, now = cli("history", "the cargo bike's costs").out.splitlines()
    assert "superseded\tThe cargo bike costs 4,000 euros" in past
    assert "\tnow\tconfirmed\tThe cargo bike now costs 4,500 euros" in now
    unread = cli("history", "wallpaper")
    assert "it was said" in unread.err
    assert "about the wallpaper" in unread.out


def test_changes_lists_what_was_done_since(cli: Cli):
    cli("remember", "We use GitLab for code hosting", "--now", "2026-02-01T09:00:00Z")
    cli("remember", "We use Discord for chat", "--now", "2026-02-03T09:00:00Z")
    assert len(cli("changes", "--since", "2026-02-01T00:00:00Z", "--json").json) == 2
    [later] = cli("changes", "--since", "2026-02-02T00:00:00Z", "--json").json
    assert later["reason"]
    assert later["payload"]["memories"]
    assert "2026-02-03 09:00" in cli("changes", "--since", "2026-02-02T00:00:00Z").out


def test_show_prints_all_that_is_kept_and_ends_with_1_where_there_is_nothing(cli: Cli):
    [answer] = cli("remember", "We use GitLab for code hosting", "--json").json
    key = answer["memories"][0]["id"]
    [shown] = cli("show", key, "--json").json
    assert (shown["id"], bool(shown["source_episode_ids"])) == (key, True)
    people = cli("show", key).out
    assert ("GitLab" in people, key in people) == (True, True)
    done = cli("show", "no-such-id")
    assert (done.code, done.out, "no-such-id" in done.err) == (1, "", True)
    assert cli("show", key, "--group", "blue").code == 1


# ------------------------------------------------------------------ options and errors


def test_common_options_stand_before_or_after_the_command_and_else_in_the_environment(cli: Cli):
    assert "GitLab" in cli("--group", "red", "remember", "We use GitLab for code hosting").ended(0).out
    asked = ("recall", "open a merge request in our code hosting")
    assert "GitLab" in cli(*asked, MEMORIST_GROUP="red").out
    assert "GitLab" in cli("--group", "blue", *asked, "--group", "red").out
    assert "GitLab" not in cli(*asked, "--group", "blue", MEMORIST_GROUP="red").out


def test_a_reader_that_was_chosen_and_is_away_is_told_once(cli: Cli):
    turns = [{"kind": "turn", "role": "user", "content": f"We moved part {n} of it over to deno"} for n in range(3)]
    lines = "".join(json.dumps(turn) + "\n" for turn in turns)
    away = {"MEMORIST_READERS": "ollama:foo,patterns", "MEMORIST_OLLAMA_URL": "http://127.0.0.1:9"}
    done = cli("ingest", "-", stdin=lines, **away)
    assert (done.code, done.out.count("note: ollama: not reachable")) == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("recall", "x", "--now", "2026-02-01T25:00:00"), 2, "--now"),
        (("recall", "x", "--now", "tomorrow"), 2, "expected a time such as 2026"),
        (("recall", "x", "--as-of", "2026-02-30"), 2, "--as-of"),
        (("recall", "x", "--known-at", "then"), 2, "--known-at"),
        (("recall", "x", "--group", "a-b"), 2, "group: 'a-b' is no name of a group"),
        (("recall", "x", "--group", ""), 2, "group: is empty"),
        (("recall", "x", "--agent", ""), 2, "agent: is empty"),
        (("recall", "x", "--user", ""), 2, "user: is empty"),
        (("recall", "x", "--store", ""), 2, "names no place"),
        (("recall", "x", "--embedder", "word2vec"), 2, "minilm, wordllama, ollama:MODEL"),
        (("recall", "x", "--store", "mysql://localhost"), 2, "'mysql' is not a kind of store"),
        (("remember", ""), 2, "content"),
        (("changes", "--since", "last week"), 2, "--since"),
        (("history", "x", "--store", "falkor://127.0.0.1:9"), 3, "falkor://127.0.0.1:9"),
        (("history", "x", "--store", "neo4j://me:secret@127.0.0.1:9"), 3, "127.0.0.1:9"),
        (("ingest", "-", "--store", "falkor://127.0.0.1:9"), 3, "falkor://127.0.0.1:9"),
    ],
)
def test_an_error_is_one_line_and_an_exit_code(cli: Cli, arguments: tuple[str, ...], code: int, says: str):
    done = cli(*arguments, stdin=json.dumps(CLERK))
    assert done.code == code
    assert done.out == ""
    errors = [line for line in done.err.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1
    assert says in errors[0]
    assert "Traceback" not in done.err
    assert "secret" not in done.err


def test_a_prompt_without_its_store_is_printed_and_told_apart_by_its_exit_code(cli: Cli):
    done = cli("recall", "Add auth", "--store", "neo4j://me:secret@127.0.0.1:9").ended(3)
    assert "Add auth" in done.out
    assert "127.0.0.1:9" in done.err
    assert "secret" not in done.out + done.err


def test_ollama_that_is_not_running_ends_with_3(cli: Cli):
    done = cli("recall", "x", "--embedder", "ollama", MEMORIST_OLLAMA_URL="http://127.0.0.1:9").ended(3)
    assert "ollama serve" in done.err


def test_lines_that_a_missing_store_could_not_take_are_kept(cli: Cli):
    done = cli("ingest", "-", "--json", "--store", "falkor://127.0.0.1:9", stdin=json.dumps(CLERK)).ended(3)
    assert done.json[0]["error"]["retryable"] is True
    [kept] = cli.retries
    assert json.loads(kept.read_text()) == CLERK
    assert cli("ingest", str(kept)).code == 0


def test_debug_shows_where_an_error_came_from(cli: Cli):
    done = cli("recall", "x", "--now", "tomorrow", "--debug").ended(2)
    assert "Traceback" in done.err
    assert done.err.splitlines()[-1].startswith("error: ")


@pytest.mark.parametrize(
    "arguments",
    [("fly",), ("recall",), ("rule", "x", "--severity", "fatal"), ("recall", "x", "--colour"), ("show",)],
)
def test_wrong_use_ends_with_2(cli: Cli, arguments: tuple[str, ...]):
    done = cli(*arguments).ended(2)
    assert done.out == ""
    assert "Traceback" not in done.err


def test_what_was_remembered_cannot_steer_the_terminal(cli: Cli):
    cli("remember", "We use \x1b[31mGitLab\x1b]0;title\x07 for [bold]code[/bold] hosting")
    recalled = cli("recall", "code hosting").out
    assert "\x1b" not in recalled
    assert "\x07" not in recalled
    assert "[bold]code[/bold]" in recalled


# ------------------------------------------------------------------ the program as it is installed


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Installs a package with commands, as pip would lay it out."""

    def install(**commands: str) -> None:
        folder = tmp_path / "site"
        information = folder / "extras-1.0.dist-info"
        information.mkdir(parents=True)
        (information / "METADATA").write_text("Metadata-Version: 2.1\nName: extras\nVersion: 1.0\n")
        points = "".join(f"{name} = {target}\n" for name, target in commands.items())
        (information / "entry_points.txt").write_text(f"[memorist.commands]\n{points}")
        (folder / "extras_good.py").write_text(
            '"""Says hello, and more."""\n'
            "import typer\n"
            "app = typer.Typer()\n"
            "@app.command()\n"
            "def hello(name: str = 'you'):\n    print('hello', name)\n"
            "@app.command()\n"
            "def bye(group: str = 'nobody'):\n    print('bye', group)\n"
            "def wave(times: int = 1):\n    '''Waves.'''\n    print('wave ' * times)\n"
        )
        (folder / "extras_broken.py").write_text('"""Breaks."""\nraise RuntimeError("no such thing")\n')
        monkeypatch.syspath_prepend(folder)
        monkeypatch.delitem(sys.modules, "extras_good", raising=False)

    return install


def test_commands_of_other_packages_run_as_if_they_were_ours(cli: Cli, plugin: Callable[..., None]):
    plugin(greet="extras_good:app", wave="extras_good:wave")
    assert cli("greet", "hello", "--name", "Ada").out == "hello Ada\n"
    assert cli("wave", "--times", "2").out == "wave wave \n"
    assert "Says hello, and more." in cli("--help").out
    assert "--times" in cli("wave", "--help").out
    # Common options before a plugin's command are its own, or refused.
    assert cli("--group", "all", "greet", "bye").out == "bye all\n"
    assert cli("--group", "all", "greet", "bye", "--group", "you").out == "bye you\n"
    assert "wave takes no --store" in cli("--store", "embedded:/nowhere", "wave").ended(2).err


def test_the_version_is_the_one_of_the_package(cli: Cli):
    assert cli("--version").out == f"memorist {version('memorist')}\n"


def test_a_broken_plugin_is_one_line_and_the_rest_works(cli: Cli, plugin: Callable[..., None]):
    plugin(broken="extras_broken:app", gone="extras_gone:app", wave="extras_good:wave", typo="extras_good:oops")
    helped = cli("--help").ended(0)
    assert "'gone' of extras cannot be loaded: ModuleNotFoundError" in helped.err
    assert "wave" in helped.out
    assert "gone" not in helped.out
    for name, says in (("broken", "RuntimeError: no such thing"), ("typo", "AttributeError")):
        done = cli(name).ended(2)
        [line] = [line for line in done.err.splitlines() if name in line]
        assert says in line
        assert "Traceback" not in done.err


def test_a_plugin_does_not_take_the_place_of_our_own_command(cli: Cli, plugin: Callable[..., None]):
    plugin(recall="extras_good:wave")
    assert "TASK" in cli("recall", "--help").out


def test_the_program_speaks_utf_8_and_stops_quietly_when_nobody_reads_on(cli: Cli):
    assert cli("rule", "Nie Realm — 永远").code == 0
    command = f'"{sys.executable}" -m memorist.app.cli list --store {cli.env["MEMORIST_STORE"]} --json | head -c 5'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False, timeout=120)
    assert done.stdout.startswith("{")
    assert "Traceback" not in done.stderr


def test_ingest_says_what_a_wish_to_forget_would_erase_and_how_it_is_confirmed(cli: Cli):
    wish = {"kind": "turn", "role": "user", "content": "@forget Clerk"}
    done = cli("ingest", cli.write(CLERK, wish))
    assert "nothing is erased yet; " in done.out
    assert "would be erased by: memorist forget Clerk" in done.out
    ones_own = cli("ingest", cli.write(CLERK, wish), "--user", "mira o", "--group", "shop")
    assert "would be erased by: memorist forget Clerk --user 'mira o' --group shop" in ones_own.out
