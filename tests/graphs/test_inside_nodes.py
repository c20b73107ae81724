"""Calls of a memory inside a node of somebody's own graph, which a checkpointer keeps and which runs again."""

from collections.abc import Awaitable, Callable
from typing import Any, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command, interrupt

from memorist.api.memory import AsyncMemory
from tests.inputs import turn


class Asked(TypedDict):
    said: list[Any]


async def resumed(call: Callable[[str], Awaitable[Any]], wait: Callable[[], Awaitable[Any]]) -> list[Any]:
    """Run a node that makes a call, waits for a person, and is run again with another argument after ``wait``."""
    said: list[Any] = []
    arguments = iter(("first", "second"))

    async def node(state: Asked) -> Asked:
        said.append(await call(next(arguments)))
        interrupt("go on?")
        return {"said": []}

    builder: Any = StateGraph(Asked)
    graph = builder.add_node("node", node).add_edge(START, "node").compile(checkpointer=InMemorySaver())
    thread: Any = {"configurable": {"thread_id": "1"}}
    await graph.ainvoke({"said": []}, thread)
    await wait()
    await graph.ainvoke(Command(resume=True), thread)
    return said


async def nothing() -> None:
    return None


async def test_an_act_is_judged_anew_when_its_node_runs_again(memory: AsyncMemory) -> None:
    async def forbid() -> None:
        await memory.ingest(turn("Never use yarn."))

    verdicts = await resumed(lambda _: memory.check_action("yarn add zod"), forbid)
    assert [verdict.action for verdict in verdicts] == ["allow", "deny"]
    acts = {"first": "ls", "second": "yarn add zod"}
    verdicts = await resumed(lambda which: memory.check_action(acts[which]), nothing)
    assert [verdict.action for verdict in verdicts] == ["allow", "deny"]


async def test_an_input_is_stored_when_its_node_runs_again_with_another(memory: AsyncMemory) -> None:
    words = {"first": "Our cat is called Pixel", "second": "We use Odoo for invoices"}
    await resumed(lambda which: memory.ingest(turn(words[which])), nothing)
    assert "Odoo" in (await memory.recall("Which tool do we use for invoices?")).prompt


async def test_a_task_is_recalled_anew_when_its_node_runs_again(memory: AsyncMemory) -> None:
    async def learn() -> None:
        await memory.ingest(turn("We use Odoo for invoices"))

    prompts = await resumed(lambda _: memory.recall("Which tool do we use for invoices?"), learn)
    assert ["Odoo" in recall.prompt for recall in prompts] == [False, True]


async def test_maintenance_runs_again(memory: AsyncMemory) -> None:
    assert len(await resumed(lambda _: memory.promote(), nothing)) == 2


async def test_an_assessment_asks_its_own_question_inside_a_node(memory: AsyncMemory) -> None:
    def assess(which: str) -> Awaitable[Any]:
        meanings = [{"meaning": "JWT fails on mobile", "likelihood": 0.5}, {"meaning": which, "likelihood": 0.4}]
        learning = {"about": f"JWT gave way to Clerk, {which}", "confidence": 0.4, "interpretations": meanings}
        return memory.assess({"at_break": True, "learning": learning}, on_question=lambda asked: 2)

    assessed = await resumed(assess, nothing)
    assert [each.question.answer for each in assessed] == ["first", "second"]
