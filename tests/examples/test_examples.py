"""The examples run as they stand, with a scripted chat model; they import nothing of ours but the package."""

from collections.abc import AsyncGenerator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.language_models.fake_chat_models import FakeListChatModel, GenericFakeChatModel
from langchain_core.messages import AIMessage
from langgraph.types import Command
from starlette.testclient import TestClient

import memorist
from memorist.api.memory import AsyncMemory
from tests.stores import test_settings

EXAMPLES = Path(__file__).parents[2] / "examples"


class TakesTools(BaseChatModel):
    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Any:
        return self


class Scripted(TakesTools, FakeListChatModel):
    """Answers from a list."""


class Turns(TakesTools, GenericFakeChatModel):
    """Answers with given messages."""


@pytest.fixture(autouse=True)
def examples_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)


@pytest.fixture
async def memory(embedded_url: str, group: str) -> AsyncGenerator[AsyncMemory]:
    async with memorist.open(embedded_url, group=group, settings=test_settings()) as opened:
        yield opened


async def test_an_agent_with_a_state_of_its_own_asks_before_it_forgets(memory: AsyncMemory) -> None:
    build_agent = import_module("team_agent.graph_agent").build_agent
    agent = build_agent(memory.store, Scripted(responses=["Noted.", "Forgotten.", "With pnpm."]))
    thread: Any = {"configurable": {"thread_id": "1"}}
    context = {"group_id": memory.scope.group_id, "user_id": "mira", "on_conflict": "ask", "tone": "dry"}

    done = await agent.ainvoke({"message": "We use pnpm for packages"}, thread, context=context)
    assert [one["content"] for one in done["result"]["memories"]] == ["Team uses pnpm for packages"]
    assert done["answer"] == "Noted."

    await agent.ainvoke({"message": "I prefer Vim for editing"}, thread, context=context)
    asked = await agent.ainvoke({"message": "@forget I prefer Vim"}, thread, context=context)
    assert "Vim" in str(asked["__interrupt__"][0].value)
    gone = await agent.ainvoke(Command(resume={"forget": True}), thread, context=context)
    assert gone["result"]["forget"]["erased"]

    asked = await agent.ainvoke({"message": "Which package manager do we use?"}, thread, context=context)
    assert "pnpm" in asked["recall"]["prompt"]
    assert "Vim" not in asked["recall"]["prompt"]


@pytest.mark.parametrize(
    ("choice", "effect", "told"), [("keep_stored", "rejected", True), ("take_new", "superseded", False)]
)
async def test_a_contradiction_waits_for_a_person_and_goes_on_with_the_answer(
    memory: AsyncMemory, choice: str, effect: str, told: bool
) -> None:
    example = import_module("team_agent.contradiction")
    await memory.ingest({"kind": "manual", "content": "Never use Realm", "reason": "it lost data"})
    questions: list[dict[str, Any]] = []

    async def ask(question: dict[str, Any]) -> str:
        questions.append(question)
        return choice

    graph, group = example.build(memory.store), memory.scope.group_id
    result = await example.ingest_and_ask(graph, example.tool_log("realm"), group, "install-1", ask)
    assert [one["stored"]["content"] for one in questions] == ["Never use Realm"]
    assert effect in {one["effect"] for one in result["memories"]}
    assert ("[block] Never use Realm" in (await memory.recall("Choose a database")).prompt) == told


async def test_agents_of_a_supervisor_share_what_they_note(memory: AsyncMemory) -> None:
    example = import_module("team_agent.supervisor")
    seen: list[str] = []

    class Watched(Scripted):
        def _call(self, messages: Any, *args: Any, **kwargs: Any) -> str:
            seen.append("\n".join(str(one.content) for one in messages))
            return super()._call(messages, *args, **kwargs)

    def calls(name: str, **arguments: str) -> AIMessage:
        return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": name}])

    note = "The staging database is Postgres 16"
    asked = calls("ask_researcher", task="Which database runs on staging? I never eat fish")
    written = calls("ask_writer", task="Describe the staging database")
    supervisor = Turns(messages=iter([asked, written, AIMessage("Done.")]))
    researcher = Turns(messages=iter([calls("remember", text=note), AIMessage("It is Postgres 16.")]))
    members = {"researcher": researcher, "writer": Watched(responses=["Staging runs on Postgres 16."])}
    team = example.build_team(memory.as_user("mira"), supervisor, members)
    config: Any = {"configurable": {"thread_id": "release of monday", "user_id": "mira"}}
    said = {"messages": [{"role": "user", "content": "Describe staging. We use pnpm for packages."}]}
    done = await team.ainvoke(said, config)
    assert done["messages"][-1].text == "Done."
    assert note.lower() in seen[0].lower(), "the writer is told what the researcher noted"
    held = [one.content for one in await memory.list()]
    assert any("pnpm" in one for one in held), held
    assert not any("fish" in one for one in held), "what the supervisor wrote is no word of the person"


def test_a_synchronous_agent_learns_and_recalls_for_its_user(embedded_url: str, group: str) -> None:
    example = import_module("team_agent.sync_agent")
    with memorist.open_sync(embedded_url, group=group, settings=test_settings()) as memory:
        agent = example.build_agent(memory, Scripted(responses=["Noted."]))
        assert example.ask(agent, "mira", "I prefer Clerk for mobile auth") == "Noted."
        assert "Clerk" in memory.as_user("mira").recall("Add auth to the mobile app").prompt


def test_a_server_keeps_two_users_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEAM_MEMORY", f"embedded:{tmp_path}/store")
    with TestClient(import_module("team_agent.server").app) as client:
        for user, content in (("mira", "I prefer Vim for editing"), ("jonas", "We use pnpm for packages")):
            told = client.post("/say", json={"content": content}, headers={"x-user": user}).json()
            assert told["memories"], told
        task = {"task": "Which editor and which package manager?"}
        prompts = {user: client.get("/prompt", params=task, headers={"x-user": user}).json()["prompt"]
                   for user in ("mira", "jonas")}  # fmt: skip
    assert "Vim" in prompts["mira"]
    assert "Vim" not in prompts["jonas"]
    assert all("pnpm" in prompt for prompt in prompts.values())
