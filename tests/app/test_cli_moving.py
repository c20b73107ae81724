"""``copy``, ``dump`` and ``load`` on the command line."""

import asyncio
import json

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
def cli(cli: Cli) -> Cli:
    assert cli("ingest", cli.write(CLERK, FIREBASE), *GROUPS).code == 0
    return cli


def other(cli: Cli, name: str = "other") -> str:
    return f"embedded:{cli.home / name}"


def test_a_copy_says_what_was_moved_and_ends_with_2_where_something_else_is(cli: Cli):
    assert cli("remember", "We use pnpm for packages", "--group", "second").code == 0
    here, there = cli.env["MEMORIST_STORE"], other(cli)
    copied = cli("copy", "--from", here, "--to", there, "--all-groups", "--json").json
    assert {moved["group"] for moved in copied} == {"team", "second"}
    assert all(moved["nodes"] > 0 and len(moved["digest"]) == 64 for moved in copied)
    assert "is there already" in cli("copy", "--from", here, "--to", there, *GROUPS).ended(0).out
    assert cli("remember", "We use npm", *GROUPS, "--store", there).code == 0
    assert "holds memories already" in cli("copy", "--from", here, "--to", there, *GROUPS).ended(2).err


def test_a_store_that_is_not_there_is_not_made_by_reading_it(cli: Cli):
    missing = other(cli, "missing")
    for command in (("copy", "--from", missing, "--to", other(cli)), ("dump", "new.jsonl", "--store", missing)):
        assert f"no store at {missing}" in cli(*command, *GROUPS).ended(2).err
    assert not {"missing", "other", "new.jsonl"} & {path.name for path in cli.home.iterdir()}


def test_a_dump_is_loaded_elsewhere(cli: Cli):
    [dumped] = cli("dump", "team.jsonl", *GROUPS, "--json").json
    [loaded] = cli("load", "team.jsonl", "--store", other(cli), "--json").json
    assert loaded["digest"] == dumped["digest"]


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


def test_another_embedder_is_refused_until_the_group_is_re_embedded(cli: Cli, monkeypatch: pytest.MonkeyPatch):
    named = ("--embedder", "langchain:fake:12")
    monkeypatch.setattr("memorist.memory_store.embedders.named.open_embedder", lambda name, settings: FAKES[name])
    for command in (("recall", "auth"), ("remember", "We use Discord"), ("check",)):
        assert "memorist re-embed --embedder langchain:fake:12" in cli(*command, *GROUPS, *named).ended(3).err
    done = cli("re-embed", *GROUPS, *named, "--json")
    assert (done.code, done.json[0]["embedder"], done.json[0]["nodes"] > 0) == (0, "langchain:fake:12", True)
    assert "already" in cli("re-embed", *GROUPS, *named).err


def test_check_ends_with_1_where_something_is_wrong_and_repairs_when_asked(cli: Cli):
    checked = cli("check", *GROUPS, "--whole", "--json")
    assert (checked.code, checked.json[0]["ok"], checked.json[0]["findings"]) == (0, True, [])
    assert checked.json[0]["group"]["embedder"].startswith("wordllama")
    asyncio.run(spoil(cli.env["MEMORIST_STORE"], "MATCH (n:Memory) SET n.name_embedding = null"))
    assert cli("check", *GROUPS).code == 1
    repaired = cli("check", *GROUPS, "--repair", "--json")
    assert (repaired.code, repaired.json[0]["repaired"][0]["kind"]) == (0, "missing_embedding")
    assert "no problems found" in cli("check", *GROUPS).out
    asyncio.run(spoil(cli.env["MEMORIST_STORE"], "MATCH (e:Episodic) SET e.content = 'something else'"))
    assert cli("check", *GROUPS).code == 0
    checked = cli("check", *GROUPS, "--whole", "--json")
    assert (checked.code, [found["kind"] for found in checked.json[0]["findings"]]) == (1, ["changed_episode"])


async def spoil(url: str, statement: str) -> None:
    database = await open_database(url, test_settings())
    await database.write("team", statement, {})
    await database.close()


def test_a_group_that_is_not_there_or_not_loaded_to_the_end_is_not_said_to_be_sound(cli: Cli):
    mistyped = ("--group", "taem")
    assert "no such group" in cli("check", *mistyped).out
    assert "no log" in cli("log", "verify", *mistyped).out
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
    [done] = cli(*adopt, "--json").json
    assert (done["group"], done["graphiti_group"], done["facts"]) == ("mine", "default_db", 8)
    assert {"kind", "uuid", "reason"} == set(done["left"][0])
    again = cli(*adopt)
    assert ("19 there already" in again.out, "no zone" in again.out) == (True, True)
    assert cli("dump", "mine.jsonl", "--group", "mine", "--store", other(cli)).code == 0
    assert "sk-ant-api03" not in (cli.home / "mine.jsonl").read_text(encoding="utf-8")


def test_a_foreign_graph_names_the_command_that_adopts_it(cli: Cli):
    asyncio.run(fill_vanilla(other(cli), "team"))
    here = cli.env["MEMORIST_STORE"]
    for arguments, code in (
        (("copy", "--from", here, "--to", other(cli)), 2),
        (("copy", "--from", other(cli), "--to", here), 2),
    ):
        refused = cli(*arguments, *GROUPS)
        assert (refused.code, f"memorist copy --adopt --from {other(cli)}" in refused.err) == (code, True)
    for wrong in (("--as", "x"), ("--dry-run",), ("--adopt", "--restart"), ("--adopt", "--all-groups")):
        assert "--adopt" in cli("copy", "--from", here, "--to", other(cli), *GROUPS, *wrong).ended(2).err
