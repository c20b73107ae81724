"""``copy``, ``dump`` and ``load`` on the command line."""

import asyncio
import json
from pathlib import Path

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding

from memorist.memory_store.backends.opening import open_database
from memorist.memory_store.embedders.langchain import LangChainEmbedder
from tests.app.command_line import CLERK, FIREBASE, Cli
from tests.memory_store.vanilla_graph import VanillaGraph, fill
from tests.stores import test_settings

GROUPS = ("--group", "team")
FAKES = {"langchain:fake:12": LangChainEmbedder(DeterministicFakeEmbedding(size=12), name="langchain:fake:12")}


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    monkeypatch.chdir(tmp_path)
    filled = Cli(tmp_path)
    assert filled("ingest", filled.write(CLERK, FIREBASE), *GROUPS).code == 0
    return filled


def other(cli: Cli, name: str = "other") -> str:
    return f"embedded:{cli.home / name}"


def test_a_copy_says_what_was_moved_and_answers_like_the_original(cli: Cli):
    copied = cli("copy", "--from", cli.env["MEMORIST_STORE"], "--to", other(cli), *GROUPS, "--json")
    assert copied.code == 0
    [moved] = copied.json
    assert moved["group"] == "team"
    assert moved["nodes"] > 0
    assert len(moved["digest"]) == 64
    for command in (("history", "auth"), ("changes", "--since", "2026-01-01T00:00Z"), ("check",)):
        ours, theirs = (
            cli(*command, *GROUPS, "--json", "--store", url) for url in (cli.env["MEMORIST_STORE"], other(cli))
        )
        assert (theirs.code, theirs.out) == (0, ours.out)
    again = cli("copy", "--from", cli.env["MEMORIST_STORE"], "--to", other(cli), *GROUPS)
    assert again.code == 0
    assert "is there already" in again.out


def test_a_store_that_is_not_there_is_not_made_by_reading_it(cli: Cli):
    missing = other(cli, "missing")
    for command in (("copy", "--from", missing, "--to", other(cli)), ("dump", "new.jsonl", "--store", missing)):
        refused = cli(*command, *GROUPS)
        assert refused.code == 2
        assert f"no store at {missing}" in refused.err
    assert not {"missing", "other", "new.jsonl"} & {path.name for path in cli.home.iterdir()}


def test_every_group_is_copied_when_asked_for(cli: Cli):
    assert cli("remember", "We use pnpm for packages", "--group", "second").code == 0
    copied = cli("copy", "--from", cli.env["MEMORIST_STORE"], "--to", other(cli), "--all-groups", "--json")
    assert {moved["group"] for moved in copied.json} == {"team", "second"}


def test_a_dump_is_loaded_elsewhere(cli: Cli):
    file = cli.home / "team.jsonl"
    dumped = cli("dump", str(file), *GROUPS, "--json").json[0]
    loaded = cli("load", str(file), "--store", other(cli), "--json").json[0]
    assert loaded["digest"] == dumped["digest"]
    recalled = cli("recall", "auth", *GROUPS, "--store", other(cli))
    assert "Firebase" in recalled.out


def test_wrong_use_is_told_in_one_line_with_exit_code_2(cli: Cli):
    file = cli.home / "broken.jsonl"
    file.write_text(json.dumps({"memorist_dump": 1}) + "\n")
    for arguments, word in (
        (("load", str(file)), "broken.jsonl:1: group"),
        (("load", str(cli.home / "none.jsonl")), "cannot be read"),
        (("dump", str(file), *GROUPS), "exists already"),
        (("dump", str(cli.home / "new.jsonl"), "--group", "nobody"), "holds no group nobody"),
        (("copy", "--from", "nonsense://x", "--to", other(cli)), "is not a kind of store"),
        (("copy", "--from", "embeded:x", "--to", other(cli)), "did you mean 'embedded'?"),
    ):
        done = cli(*arguments)
        assert (done.code, word in done.err, len(done.err.splitlines())) == (2, True, 1), done


def test_a_group_that_holds_something_else_is_exit_code_3(cli: Cli):
    assert cli("remember", "We use npm", *GROUPS, "--store", other(cli)).code == 0
    refused = cli("copy", "--from", cli.env["MEMORIST_STORE"], "--to", other(cli), *GROUPS)
    assert refused.code == 3
    assert "holds memories already" in refused.err


def test_another_embedder_is_refused_until_the_group_is_re_embedded(cli: Cli, monkeypatch: pytest.MonkeyPatch):
    named = ("--embedder", "langchain:fake:12")
    monkeypatch.setattr("memorist.memory_store.embedders.named.open_embedder", lambda name, settings: FAKES[name])
    refused = cli("recall", "auth", *GROUPS, *named)
    assert (refused.code, "memorist re-embed --embedder langchain:fake:12" in refused.err) == (3, True)
    done = cli("re-embed", *GROUPS, *named, "--json")
    assert (done.code, done.json[0]["embedder"], done.json[0]["nodes"] > 0) == (0, "langchain:fake:12", True)
    assert "Firebase" in cli("recall", "auth", *GROUPS, *named).out
    again = cli("re-embed", *GROUPS, *named)
    assert (again.code, "already" in again.err) == (0, True)


def test_check_tells_the_versions_and_repairs_when_asked(cli: Cli):
    checked = cli("check", *GROUPS, "--json").json[0]
    assert checked["ok"]
    assert checked["group"]["embedder"].startswith("wordllama")
    asyncio.run(spoil(cli.env["MEMORIST_STORE"]))
    assert cli("check", *GROUPS).code == 1
    repaired = cli("check", *GROUPS, "--repair", "--json")
    assert repaired.code == 0
    assert repaired.json[0]["repaired"][0]["kind"] == "missing_embedding"
    assert cli("check", *GROUPS).code == 0


NO_VECTORS = "MATCH (n:Memory) SET n.name_embedding = null"


async def spoil(url: str, statement: str = NO_VECTORS) -> None:
    database = await open_database(url, test_settings())
    await database.write("team", statement, {})
    await database.close()


def test_a_check_of_everything_finds_what_was_written_by_hand(cli: Cli):
    assert cli("check", *GROUPS, "--whole").code == 0
    asyncio.run(spoil(cli.env["MEMORIST_STORE"], "MATCH (e:Episodic) SET e.content = 'something else'"))
    assert cli("check", *GROUPS).code == 0
    checked = cli("check", *GROUPS, "--whole", "--json")
    assert (checked.code, [found["kind"] for found in checked.json[0]["findings"]]) == (1, ["changed_episode"])


def test_a_group_that_is_not_there_is_not_said_to_be_sound(cli: Cli):
    mistyped = ("--group", "taem")
    assert "no such group" in cli("check", *mistyped).out
    assert "no log" in cli("log", "verify", *mistyped).out


def test_checking_a_group_that_is_not_loaded_to_the_end_is_a_warning(cli: Cli):
    asyncio.run(leave_unfinished(other(cli)))
    checked = cli("check", *GROUPS, "--store", other(cli), "--json")
    assert (checked.code, checked.json[0]["findings"][0]["kind"]) == (0, "unfinished")
    assert cli("recall", "auth", *GROUPS, "--store", other(cli)).code == 3


async def leave_unfinished(url: str) -> None:
    database = await open_database(url, test_settings())
    await database.prepare("team", embedder="wordllama:l2_supercat_256", dimension=256, schema=0)
    await database.close()


async def fill_vanilla(url: str, group: str) -> None:
    database = await open_database(url, test_settings())
    await fill(database, group)
    driver = await database.graphiti_driver(group)
    await VanillaGraph(driver, group).episode("leak", "the key is sk-ant-api03-" + "Xy7" * 30)
    await driver.close()
    await database.close()


def test_a_graph_that_graphiti_filled_is_adopted(cli: Cli):
    asyncio.run(fill_vanilla(other(cli), "default_db"))
    adopt = ("copy", "--adopt", "--from", other(cli), "--to", other(cli), "--as", "mine")
    dry = cli(*adopt, "--dry-run")
    assert (dry.code, "3 episodes, 5 entities, 8 facts" in dry.out, "would be adopted" in dry.out) == (0, True, True)
    assert cli("check", "--group", "mine", "--store", other(cli), "--json").json[0]["group"] == {}
    done = cli(*adopt, "--json").json[0]
    assert (done["group"], done["graphiti_group"], done["facts"]) == ("mine", "default_db", 8)
    assert {"kind", "uuid", "reason"} == set(done["left"][0])
    recalled = cli("recall", "Where does Zoë live?", "--group", "mine", "--store", other(cli))
    assert "Zoë lives in Kraków" in recalled.out
    assert "Zoë lives in Łódź" not in recalled.out
    again = cli(*adopt)
    assert "19 there already" in again.out
    assert "no zone" in again.out
    dumped = cli.home / "mine.jsonl"
    assert cli("dump", str(dumped), "--group", "mine", "--store", other(cli)).code == 0
    assert "sk-ant-api03" not in dumped.read_text(encoding="utf-8")


def test_a_foreign_graph_names_the_command_that_adopts_it(cli: Cli):
    asyncio.run(fill_vanilla(other(cli), "team"))
    here = cli.env["MEMORIST_STORE"]
    for arguments, code in (
        (("copy", "--from", here, "--to", other(cli)), 3),
        (("copy", "--from", other(cli), "--to", here), 2),
    ):
        refused = cli(*arguments, *GROUPS)
        assert (refused.code, f"memorist copy --adopt --from {other(cli)}" in refused.err) == (code, True)
    for wrong in (("--as", "x"), ("--dry-run",), ("--adopt", "--restart"), ("--adopt", "--all-groups")):
        refused = cli("copy", "--from", here, "--to", other(cli), *GROUPS, *wrong)
        assert (refused.code, "--adopt" in refused.err) == (2, True)
