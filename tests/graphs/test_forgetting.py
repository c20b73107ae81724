"""Forgetting through the graphs and the command line: asked, shown, confirmed, and not learned again."""

import json
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from typer.testing import CliRunner

from hypomnema.app.cli.program import app
from hypomnema.graphs.ingestion import build_ingestion
from hypomnema.graphs.memory import Memory, open_memory
from hypomnema.memory_store.forgetting.redact import WITHHELD
from hypomnema.nodes.ingestion.state import IngestionContext
from tests.stores import test_settings

PREFERS = "I prefer Clerk for mobile auth"


def turn(content: str, **fields: Any) -> dict[str, Any]:
    return {"kind": "turn", "role": "user", "content": content, **fields}


@pytest.fixture
async def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Memory]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    async with open_memory(f"embedded:{tmp_path / 'store'}", group="g", settings=test_settings()) as opened:
        yield opened


async def contents(memory: Memory) -> list[str]:
    return [m.content for m in await memory.store.memories(memory.scope) if not m.is_entity and "model" not in m.type]


async def test_what_was_forgotten_is_not_learned_again_and_the_result_says_why(memory: Memory):
    await memory.ingest([turn(PREFERS), turn("We use Postgres for storage")])
    plan = await memory.preview_forget("I prefer Clerk for mobile authentication")
    assert [g.content for g in plan.going if g.kind == "memory"] == ["User prefers Clerk for mobile auth"]
    assert (await memory.forget(PREFERS, confirmed=plan.fingerprint)).erased
    for again in (PREFERS, "I prefer Clerk for mobile sign-in", "I still prefer Clerk for our mobile auth"):
        [result] = await memory.ingest(turn(again))
        assert result.error is None
        assert result.memories == ()
        assert result.verdict is not None
        assert (result.verdict.action, result.verdict.category) == ("skip", "forgotten")
        assert "forgotten on request" in result.verdict.reason
    assert await contents(memory) == ["Team uses PostgreSQL for storage"]
    assert await memory.store.check("g") == []


async def test_the_rest_of_an_input_is_learned_without_its_words(memory: Memory):
    await memory.ingest(turn(PREFERS))
    await memory.forget(PREFERS)
    [result] = await memory.ingest(turn(f"We use Expo for the app. {PREFERS}."))
    assert [m.content for m in result.memories] == ["Team uses Expo for the app"]
    assert any("forgotten on request" in notice for notice in result.notices)
    [said] = await memory.store.episodes(memory.scope, [str(result.id)])
    assert said["content"] == WITHHELD
    log = await memory.store.changes(memory.scope, datetime(2000, 1, 1, tzinfo=UTC))
    assert not any("clerk" in json.dumps(entry.payload).lower() for entry in log)


async def test_a_turn_that_asks_to_forget_is_a_proposal_and_erases_nothing_unasked(memory: Memory):
    await memory.ingest(turn(PREFERS))
    [result] = await memory.ingest(turn(f"@forget that {PREFERS}"))
    assert result.forget is not None
    assert result.forget.plan is not None
    assert not result.forget.erased
    assert len(await contents(memory)) == 1
    await memory.forget(PREFERS, confirmed=result.forget.plan.fingerprint)
    assert await contents(memory) == []


@pytest.mark.parametrize("forget", [True, False])
async def test_with_a_person_there_the_graph_asks_and_does_what_he_says(memory: Memory, forget: bool):
    await memory.ingest(turn(PREFERS))
    graph = build_ingestion(memory.store, checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t"}}
    context = IngestionContext(group_id="g", on_conflict="ask")
    asked = await graph.ainvoke({"input": turn(f"@forget {PREFERS}")}, config, context=context)
    [question] = asked["__interrupt__"]
    assert "User prefers Clerk for mobile auth" in [g["content"] for g in question.value["going"]]
    assert len(await contents(memory)) == 1
    answer = {"forget": forget, "fingerprint": question.value["fingerprint"]}
    done = await graph.ainvoke(Command(resume=answer), config, context=context)
    assert done["result"]["forget"]["erased"] is forget
    assert len(await contents(memory)) == (0 if forget else 1)


async def test_a_request_that_names_nothing_known_says_so(memory: Memory):
    [result] = await memory.ingest(turn("@forget the colour of the moon"))
    assert result.error is None
    assert result.forget is not None
    assert result.forget.plan is not None
    assert result.forget.plan.empty


# ------------------------------------------------------------------ the command line


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    env = {
        "HYPOMNEMA_STORE": f"embedded:{tmp_path / 'store'}",
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "COLUMNS": "200",
    }

    def run(*arguments: str, stdin: str = "") -> Any:
        return CliRunner().invoke(app, list(arguments), input=stdin, env=env)

    return run


def test_the_command_shows_asks_and_erases(cli: Any):
    cli("remember", "We use GitLab for code hosting")
    shown = cli("forget", "GitLab", stdin="n\n")
    assert shown.exit_code == 1
    assert "GitLab" in shown.stdout
    assert "nothing was erased" in shown.stderr
    assert "GitLab" in cli("recall", "code hosting").stdout
    erased = cli("forget", "GitLab", stdin="y\n")
    assert erased.exit_code == 0
    assert "forgotten" in erased.stdout
    assert "GitLab" not in cli("recall", "code hosting").stdout
    assert cli("check").exit_code == 0
    assert cli("forget", "GitLab", "--yes").exit_code == 1


def test_the_command_in_json(cli: Any):
    cli("remember", "We use GitLab for code hosting")
    kept = cli("forget", "GitLab", "--json", stdin="")
    assert kept.exit_code == 1
    assert json.loads(kept.stdout)["erased"] is False
    done = json.loads(cli("forget", "GitLab", "--json", "--yes").stdout)
    assert done["erased"] is True
    assert done["plan"]["going"]
    assert cli("forget", "--yes").exit_code == 2
    assert cli("forget", "6afddc37-6302-5cb1-9864-1703feb6c51e", "--yes").exit_code == 2


def test_a_whole_group_wants_its_name_typed(cli: Any):
    cli("remember", "We use GitLab for code hosting")
    assert cli("forget", "--group-whole", stdin="y\n").exit_code == 1
    assert "GitLab" in cli("recall", "code hosting").stdout
    assert cli("forget", "--group-whole", stdin="default\n").exit_code == 0
    again = cli("remember", "We use GitLab")
    assert again.exit_code != 0
    assert "erased on request" in again.stderr


async def test_a_rule_that_was_forgotten_is_not_in_the_snapshot_either(tmp_path: Path):
    settings = test_settings(store=f"embedded:{tmp_path / 'store'}", rule_snapshots=str(tmp_path / "rules"))
    async with open_memory(settings.store, group="g", settings=settings) as memory:
        for rule in ("Never use Realm", "Never commit keys"):
            await memory.ingest({"kind": "manual", "type": "semantic:hard_rule", "content": rule})
        await memory.store.settled()
        await memory.forget("Never use Realm")
        await memory.store.settled()
        last = memory.store.snapshots.read("g")
        assert [rule.content for rule in last.rules] == ["Never commit keys"] if last else False
    assert "Realm" not in "".join(file.read_text() for file in (tmp_path / "rules").iterdir())
