"""An agent of ``create_agent`` with a memory: a scripted chat model, everything else real."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any
from uuid import UUID

import pytest
from langchain.agents import create_agent
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command, interrupt
from pydantic import Field

from memorist.api.memory import AsyncMemory
from memorist.api.opening import open_memory
from memorist.api.sync import open_memory_sync
from memorist.app.agents import MemoryMiddleware, memory_tools
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.stores import START, test_settings


class Scripted(BaseChatModel):
    """Says what it is told to, in order, and keeps what it was sent."""

    answers: list[AIMessage]
    sent: list[list[BaseMessage]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> "Scripted":
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self.sent.append(list(messages))
        answer = self.answers[min(len(self.sent), len(self.answers)) - 1]
        return ChatResult(generations=[ChatGeneration(message=answer.model_copy(update={"id": f"a{len(self.sent)}"}))])

    def system(self, call: int = -1) -> str:
        return "\n".join(m.text for m in self.sent[call] if isinstance(m, SystemMessage))

    def recalled(self, call: int = -1) -> list[str]:
        return [m.text for m in self.sent[call] if m.name == "memory"]

    def told(self, call: int = -1) -> str:
        return "\n".join(self.recalled(call))


THREAD: Any = {"configurable": {"thread_id": "t1"}}
CLERK = {"kind": "manual", "content": "We use Clerk for mobile auth", "at": START.isoformat()}


def remembering(
    memory: Any,
    *answers: AIMessage | str,
    tools: Sequence[Any] = (),
    threads: bool = False,
    agent: Mapping[str, Any] = MappingProxyType({}),
    **given: Any,
) -> tuple[Any, Scripted]:
    """An agent with a memory that says the answers, and its model; ``given`` to the middleware, ``agent`` to it."""
    model = Scripted(answers=[AIMessage(one) if isinstance(one, str) else one for one in answers])
    middleware, saver = [MemoryMiddleware(memory, **given)], InMemorySaver() if threads else None
    return create_agent(model, tools=[*tools], middleware=middleware, checkpointer=saver, **agent), model


def calling(name: str, id_: str = "c1", **arguments: Any) -> AIMessage:
    """A call of a tool."""
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": id_}])


def answered(done: Any) -> list[ToolMessage]:
    """The results of tools in a run."""
    return [m for m in done["messages"] if isinstance(m, ToolMessage)]


def a_terminal() -> tuple[list[str], Any]:
    """A tool that runs commands, and the commands that it ran."""
    ran: list[str] = []

    @tool
    def terminal(command: str) -> str:
        """Run a command."""
        ran.append(command)
        return "done"

    return ran, terminal


@pytest.fixture
async def memory(store_url: str, clock: VirtualClock, group: str) -> AsyncGenerator[AsyncMemory]:
    store = await Store.open(store_url, settings=test_settings(), clock=clock)
    yield AsyncMemory(store, Scope(group_id=group, agent_id="helper", user_id="mira"))
    await store.close()


def said(text: str, id_: str = "h1") -> Any:
    return {"messages": [HumanMessage(text, id=id_)]}


def rule(content: str) -> dict[str, Any]:
    return {"kind": "manual", "content": content, "reason": "sync issues", "at": START.isoformat()}


async def test_what_is_known_stands_before_the_question_and_not_in_the_history(memory: AsyncMemory) -> None:
    await memory.ingest([rule("Never use Realm"), CLERK])
    agent, model = remembering(memory, "I will use Clerk.", agent={"system_prompt": "Be brief."})
    done = await agent.ainvoke(said("Add auth to the mobile app"))
    assert model.system() == "Be brief."
    assert [m.text for m in model.sent[-1][1:]] == [model.told(), "Add auth to the mobile app"]
    assert "Never use Realm" in model.told()
    assert "Clerk for mobile auth" in model.told()
    assert [type(m) for m in done["messages"]] == [HumanMessage, AIMessage]
    assert "recalled" not in done
    assert "Add auth to the mobile app" not in model.told()


async def test_nothing_is_told_twice_and_what_was_told_stays_where_it_stood(memory: AsyncMemory) -> None:
    await memory.ingest([rule("Never use Realm"), CLERK])
    agent, model = remembering(memory, "Clerk.", "Still Clerk.", threads=True, ingest=False)
    await agent.ainvoke(said("Add auth to the mobile app", "h1"), THREAD)
    await agent.ainvoke(said("Which auth is it for the mobile app?", "h2"), THREAD)
    first, second = model.sent
    assert [m.text for m in second[: len(first)]] == [m.text for m in first], "a provider's prompt cache holds"
    assert model.told(1).count("Never use Realm") == 1
    assert model.told(1).count("Clerk for mobile auth") == 1


async def test_a_session_begins_with_a_brief_and_the_rest_is_asked_for(memory: AsyncMemory) -> None:
    await memory.ingest([rule("Never use Realm"), CLERK])
    call = calling("recall_memory", task="Which auth do we use?")
    agent, model = remembering(memory, "Hello.", call, "Clerk.", threads=True, mode="session_start", ingest=False)
    await agent.ainvoke(said("Hello", "h1"), THREAD)
    done = await agent.ainvoke(said("Which auth do we use?", "h2"), THREAD)
    assert [len(model.recalled(n)) for n in range(3)] == [1, 1, 1]
    assert "Never use Realm" in model.told(0)
    assert model.told(0) == model.told(2)
    assert "Clerk" in answered(done)[0].text


async def test_on_request_nothing_is_told_unasked(memory: AsyncMemory) -> None:
    await memory.ingest(rule("Never use Realm"))
    agent, model = remembering(memory, "Hello.", mode="on_request", ingest=False)
    await agent.ainvoke(said("Add auth"))
    assert model.told() == ""
    assert [each.name for each in MemoryMiddleware(memory, mode="on_request").tools] == ["recall_memory"]


async def test_every_message_of_a_run_is_learned(memory: AsyncMemory) -> None:
    agent, _ = remembering(memory, "Good.")
    messages = [HumanMessage("We use Go for the CLI", id="h1"), HumanMessage("We use pnpm for packages", id="h2")]
    run: Any = {"messages": messages}
    await agent.ainvoke(run)
    kept = await memory.store.memories.all(memory.scope, types=["semantic:fact"])
    assert {m.claim.object for m in kept if m.claim} == {"Go", "pnpm"}


@pytest.mark.parametrize("given", [7, UUID(int=7), "7"])
@pytest.mark.parametrize("where", ["context", "configurable"])
async def test_ids_of_any_simple_type_say_who_speaks(memory: AsyncMemory, given: Any, where: str) -> None:
    await memory.as_user(str(given)).ingest({"kind": "turn", "role": "user", "content": "I prefer dark mode"})
    tools = memory_tools(memory)
    of_any_form: dict[str, Any] = {"context_schema": dict[str, Any]}
    agent, model = remembering(memory, "Good.", tools=tools, agent=of_any_form, ingest=False)
    asked: Any = said("Which mode do I prefer?")
    for user, known in ((given, True), ("another", False)):
        run: Any = (
            {"context": {"user_id": user}} if where == "context" else {"config": {"configurable": {"user_id": user}}}
        )
        await agent.ainvoke(asked, **run)
        assert ("dark mode" in model.told()) is known
        scripted = Scripted(answers=[calling("recall_memory", task="Which mode?"), AIMessage("Good.")])
        by_tool: Any = create_agent(scripted, tools=tools, **of_any_form)
        done = await by_tool.ainvoke(asked, **run)
        assert ("dark mode" in answered(done)[0].text) is known


@pytest.mark.parametrize("given", [1.5, True, "", ["mira"]])
async def test_an_id_that_is_none_is_refused_by_name(memory: AsyncMemory, given: Any) -> None:
    agent, _ = remembering(memory, "Good.", agent={"context_schema": dict[str, Any]})
    with pytest.raises(InvalidInput, match="run context: field user_id"):
        await agent.ainvoke(said("Hello"), context={"user_id": given})


async def test_no_graph_is_compiled_for_a_user(memory: AsyncMemory) -> None:
    mira, tom = memory.as_user("mira"), memory.as_user("tom")
    assert mira.graphs is tom.graphs is memory.graphs
    assert mira.graphs.retrieval is memory.graphs.retrieval
    assert tom.scope.user_id == "tom"


def test_an_agent_called_without_an_event_loop_remembers(tmp_path: Path) -> None:
    with open_memory_sync(f"embedded:{tmp_path / 'store'}", group="g", settings=test_settings()) as memory:
        agent, _ = remembering(memory, "Good.")
        agent.invoke(said("We use pnpm for packages"))
        tools = memory_tools(memory)
        agent, model = remembering(memory, "pnpm.", tools=tools, guard=True)
        agent.invoke(said("Which package manager?", "h2"))
        assert "pnpm" in model.told()
        assert "pnpm" in tools[0].invoke({"task": "Which package manager?"})


PICTURE: Any = [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}]
SPOKEN = [HumanMessage("Add auth to the mobile app"), AIMessage("How should it look?")]


@pytest.mark.parametrize("store_url", ["embedded"], indirect=True)
@pytest.mark.parametrize(
    ("messages", "known"),
    [
        ([HumanMessage("")], False),
        ([HumanMessage(" \n")], False),
        ([HumanMessage(PICTURE)], False),
        ([*SPOKEN, HumanMessage(PICTURE)], True),
        ([*SPOKEN, HumanMessage("")], True),
        ([HumanMessage("half \ud800", id="h1")], True),
        ([AIMessage("Hello, I am the helper.")], False),
    ],
    ids=["no words", "white space", "a picture", "a picture behind words", "nothing behind words", "half a character",
         "the agent begins"],
)  # fmt: skip
async def test_the_hard_rules_stand_in_every_turn_whatever_the_person_sent(
    memory: AsyncMemory, messages: list[Any], known: bool
) -> None:
    await memory.ingest([rule("Never use Realm"), CLERK])
    agent, model = remembering(memory, "Done.", agent={"system_prompt": "Be brief."})
    await agent.ainvoke({"messages": messages})
    assert model.told().startswith("## Constraints (MUST FOLLOW)\n- [block] Never use Realm")
    assert ("Clerk for mobile auth" in model.told()) == known
    assert "<task>" not in model.told()


@pytest.mark.parametrize("store_url", ["embedded"], indirect=True)
async def test_a_tool_call_is_held_against_the_rules_also_where_nobody_said_a_word(memory: AsyncMemory) -> None:
    ran, terminal = a_terminal()
    call = calling("terminal", command="rm -rf tests")
    agent, _ = remembering(memory, call, "Done.", tools=[terminal], guard=True)
    done = await agent.ainvoke({"messages": [HumanMessage(PICTURE, id="h1")]})
    assert [m.status for m in done["messages"] if isinstance(m, ToolMessage)] == ["error"]
    assert ran == []
    learned = (await memory.search("terminal: refused, not run")).said
    assert "Done." in [one.content for one in learned]
    assert not any("Refused" in one.content for one in learned), "words of the memory itself are not learned"


@pytest.mark.parametrize("store_url", ["embedded"], indirect=True)
async def test_a_call_without_an_event_loop_is_refused_before_a_model_is_asked(memory: AsyncMemory) -> None:
    agent, model = remembering(memory, "Done.")
    with pytest.raises(RuntimeError, match="ainvoke"):
        agent.invoke(said("Add auth to the app"))
    assert model.sent == []


@pytest.mark.parametrize("store_url", ["embedded"], indirect=True)
async def test_a_budget_that_is_none_is_refused_before_the_first_turn(memory: AsyncMemory) -> None:
    with pytest.raises(InvalidInput, match="MemoryMiddleware: field budget: "):
        MemoryMiddleware(memory, budget=0)


async def test_a_turn_is_learned_from_once(memory: AsyncMemory, group: str) -> None:
    agent, _ = remembering(memory, "Noted. Auth0 is the best choice, though.", threads=True)
    await agent.ainvoke(said("I prefer Clerk for mobile auth going forward"), THREAD)
    kept = await memory.store.memories.all(memory.scope)
    assert any(m.type == "semantic:preference" and "Clerk" in m.content for m in kept)
    assert not any("Auth0" in m.content for m in kept if not m.is_entity)

    async def numbers() -> dict[str, int]:
        counted = await memory.store.admin.numbers(group)
        return {what: number for what, number in counted.items() if what.startswith(("memories", "episodes"))}

    before = await numbers()
    again, _ = remembering(memory, "Noted. Auth0 is the best choice, though.", threads=True)
    await again.ainvoke(said("I prefer Clerk for mobile auth going forward"), THREAD)
    assert await numbers() == before


async def test_a_message_that_was_edited_is_learned_from_too(memory: AsyncMemory) -> None:
    agent, _ = remembering(memory, "Good.")
    for text in ("We use Go for the CLI", "We use pnpm for packages"):
        await agent.ainvoke(said(text, "h1"))
    kept = await memory.store.memories.all(memory.scope, types=["semantic:fact"])
    assert {m.claim.object for m in kept if m.claim} == {"Go", "pnpm"}


async def test_what_one_conversation_taught_the_next_one_knows(memory: AsyncMemory) -> None:
    agent, _ = remembering(memory, "Good.")
    await agent.ainvoke(said("We use pnpm for packages"))
    agent, model = remembering(memory, "pnpm.")
    await agent.ainvoke(said("Which package manager?", "h2"))
    assert "pnpm" in model.told()


async def test_recall_happens_once_a_turn_however_often_the_model_is_called(memory: AsyncMemory) -> None:
    await memory.ingest(CLERK)

    @tool
    async def clock() -> str:
        """The time."""
        return "noon"

    agent, model = remembering(memory, calling("clock"), "Done.", tools=[clock], ingest=False)
    before = memory.store.database.statements_sent
    await agent.ainvoke(said("Add auth to the mobile app"))
    assert len(model.sent) == 2
    assert model.told(0) == model.told(1)
    assert memory.store.database.statements_sent - before <= 8


async def test_a_denied_tool_call_is_not_run_and_the_model_is_told_why(memory: AsyncMemory) -> None:
    ran, terminal = a_terminal()
    denied, allowed = (
        calling("terminal", command="rm -rf tests"),
        calling("terminal", "c2", command="rm tests/test_a.py"),
    )
    agent, _ = remembering(memory, denied, allowed, "Done.", tools=[terminal], guard=True, ingest=False)
    done = await agent.ainvoke(said("Clean up the tests"))
    refused, passed = answered(done)
    assert refused.status == "error"
    assert "Instead:" in refused.text
    assert passed.text == "done"
    assert ran == ["rm tests/test_a.py"]


@pytest.mark.parametrize(("guard", "runs"), [(True, True), ("closed", False), (False, True)])
async def test_while_the_rules_cannot_be_read_a_closed_guard_refuses(guard: Any, runs: bool) -> None:
    ran, terminal = a_terminal()
    nowhere, hasty = "falkor://127.0.0.1:9", test_settings(connect_timeout=0.5)
    call = calling("terminal", command="ls")
    async with open_memory(nowhere, group="g", settings=hasty, degraded=True) as memory:
        agent, _ = remembering(memory, call, "Done.", tools=[terminal], guard=guard, ingest=False)
        done = await agent.ainvoke(said("List the files"))
    assert ran == (["ls"] if runs else [])
    [told] = answered(done)
    assert ("could not be reached" in told.text) is not runs


@pytest.mark.parametrize(("guard", "ran"), [(True, 1), ("closed", 0)])
async def test_a_check_that_fails_never_stops_the_agent(
    memory: AsyncMemory, guard: Any, ran: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Faults in the guard: a call runs, or with a closed guard it is refused with the reason."""
    calls: list[str] = []

    @tool
    def anything(value: str) -> str:
        """Do something."""
        calls.append(value)
        return "done"

    def broken(*_: Any, **__: Any) -> Any:
        raise RecursionError("too deep")

    call = calling("anything", value="\ud800 (")
    agent, _ = remembering(memory, call, "Done.", tools=[anything], guard=guard, ingest=False)
    monkeypatch.setattr("memorist.nodes.homeostasis.acts.consult.parse_act", broken)
    done = await agent.ainvoke(said("Go"))
    assert len(calls) == ran
    assert done["messages"][-1].text == "Done."
    for given in ("open", "no", 1):
        with pytest.raises(InvalidInput, match="guard"):
            MemoryMiddleware(memory, guard=given)  # pyright: ignore[reportArgumentType]


async def test_who_speaks_comes_from_the_runs_context_and_the_group_never(memory: AsyncMemory, group: str) -> None:
    agent, _ = remembering(memory, "Good.", agent={"context_schema": dict[str, Any]})
    await agent.ainvoke(said("I prefer dark mode"), context={"user_id": "jonas", "group_id": "another"})
    (kept,) = await memory.store.memories.all(Scope(group_id=group), types=["semantic:preference"])
    assert kept.scope.user_id == "jonas"
    assert not await memory.store.admin.known("another")


async def test_without_its_memory_the_agent_still_answers() -> None:
    nowhere, hasty = "falkor://127.0.0.1:9", test_settings(connect_timeout=0.5)
    async with open_memory(nowhere, group="g", settings=hasty, degraded=True) as memory:
        done = await remembering(memory, "Hello.")[0].ainvoke(said("Add auth to the app"))
    assert done["messages"][-1].text == "Hello."


async def test_rules_are_told_also_where_nothing_else_answers_in_time(
    memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    await memory.ingest([rule("Never use Realm")])
    agent, model = remembering(memory, "Good.", threads=True)
    await agent.ainvoke(said("Please forget my address", "h1"), THREAD)
    memory.store.connection.settings = memory.store.settings.model_copy(update={"call_timeout": 4.0})
    hung: list[str] = []

    async def never(*given: Any, **more: Any) -> None:
        hung.append("")
        await asyncio.sleep(60)

    monkeypatch.setattr(memory.store.memories, "get", never)  # earlier texts are checked by it
    monkeypatch.setattr("memorist.app.agents.middleware.wish_to_forget", never)
    memory.store.connection.settings = memory.store.settings.model_copy(update={"channel_timeout": 0.5})
    await agent.ainvoke(said("Store the cart, and forget my phone number", "h2"), THREAD)
    assert len(hung) >= 2
    assert ["Never use Realm" in text for text in model.recalled()] == [True, True]


async def test_tools_recall_remember_tell_the_history_and_check(memory: AsyncMemory) -> None:
    tools = {each.name: each for each in memory_tools(memory)}
    assert set(tools) == {"recall_memory", "remember", "memory_history", "check_command"}
    assert all(each.description and each.args for each in tools.values())
    assert "pnpm" in await tools["remember"].ainvoke({"text": "We use pnpm for packages"})
    assert "pnpm" in await tools["recall_memory"].ainvoke({"task": "Which package manager?"})
    assert "pnpm" in await tools["memory_history"].ainvoke({"topic": "pnpm"})
    assert (await tools["check_command"].ainvoke({"command": "rm -rf tests"})).startswith("deny.")


@pytest.mark.parametrize("given", [{}, {"txt": "x"}, {"text": ""}, {"text": None}, {"text": 5}, {"text": "x" * 16_001}])
async def test_a_tool_never_raises_whatever_a_model_calls_it_with(memory: AsyncMemory, given: dict[str, Any]) -> None:
    scripted = Scripted(answers=[calling("remember", **given), AIMessage("Done.")])
    agent = create_agent(scripted, tools=memory_tools(memory))
    done = await agent.ainvoke(said("Go"))
    (answer,) = answered(done)
    assert "field text: " in answer.text
    assert len(answer.text) < 200
    assert await memory.store.memories.all(memory.scope) == []


async def test_a_guard_does_not_keep_an_agent_from_asking_whether_it_may(memory: AsyncMemory) -> None:
    await memory.ingest(rule("Never push to main"))
    call = calling("check_command", command="git push origin main")
    agent, _ = remembering(memory, call, "Done.", tools=memory_tools(memory), guard="closed", ingest=False)
    done = await agent.ainvoke(said("Go"))
    (answer,) = answered(done)
    assert answer.text.startswith("deny.")


@pytest.mark.parametrize("guard", [True, "closed"])
async def test_a_tool_that_waits_for_a_person_is_checked_again_when_it_goes_on(memory: AsyncMemory, guard: Any) -> None:
    ran: list[str] = []

    @tool
    def approved(command: str) -> str:
        """Run a command that a person approves."""
        interrupt("Run it?")
        ran.append(command)
        return "done"

    calls = (calling("approved", id_, command=f"pnpm add {id_}") for id_ in ("zod", "vite"))
    agent, _ = remembering(memory, *calls, "Done.", tools=[approved], guard=guard, threads=True)
    await agent.ainvoke(said("Go"), THREAD)
    await agent.ainvoke(Command(resume="yes"), THREAD)
    assert ran == ["pnpm add zod"]
    await memory.ingest(rule("Never use pnpm"))
    done = await agent.ainvoke(Command(resume="yes"), THREAD)
    assert ran == ["pnpm add zod"]
    assert "Never use pnpm" in answered(done)[-1].text


def test_what_is_no_open_memory_is_refused_before_the_first_run() -> None:
    for make in (MemoryMiddleware, memory_tools):
        with pytest.raises(InvalidInput, match=r"field memory: expected an open memory.*embedded:"):
            make("embedded:./memory")  # pyright: ignore[reportArgumentType]


async def test_who_asks_an_agent_to_forget_is_told_what_would_go_and_how(memory: AsyncMemory) -> None:
    await memory.ingest({"kind": "turn", "role": "user", "content": "I live in Graz", "at": START.isoformat()})
    agent, model = remembering(memory, "Ok.")
    await agent.ainvoke(said("@forget where I live"))
    assert "nothing has been erased yet" in model.told()
    whose = f" --user {memory.scope.user_id}" if memory.scope.user_id else ""
    assert f"memorist forget 'where I live'{whose}" in model.told()
    await agent.ainvoke(said("@forget my shoe size", "h2"))
    assert "Nothing in the memory says this" in model.told()
    live = [m for m in await memory.store.memories.all(memory.scope) if m.type == "semantic:fact"]
    assert live == [], "hidden until a person confirms or takes it back"
