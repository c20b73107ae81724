"""An agent with a state of its own: it learns from each message, recalls, answers, and asks before it forgets."""

import asyncio
from typing import Any, TypedDict

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command

import memorist
from memorist.graphs.ingestion import build_ingestion
from memorist.graphs.retrieval import build_retrieval
from memorist.memory_store.store import Store


class TeamState(TypedDict, total=False):
    """``input``, ``result``, ``task`` and ``recall`` are the memory's; the rest is the agent's own."""

    message: str
    input: dict[str, Any]
    result: dict[str, Any]
    task: str
    recall: dict[str, Any]
    answer: str


class TeamContext(TypedDict, total=False):
    """The asking user, for the memory; ``tone`` is the agent's own and no concern of the memory."""

    group_id: str
    user_id: str
    on_conflict: str
    tone: str


def build_agent(store: Store, model: BaseChatModel) -> Any:
    """``prepare → learn → remember → answer``; ``learn`` and ``remember`` are graphs of memorist."""

    async def prepare(state: TeamState) -> TeamState:
        return {"input": {"kind": "turn", "role": "user", "content": state["message"]}, "task": state["message"]}

    async def answer(state: TeamState) -> TeamState:
        asked = [SystemMessage(state["recall"]["prompt"]), HumanMessage(state["message"])]
        return {"answer": (await model.ainvoke(asked)).text}

    builder = StateGraph(TeamState, context_schema=TeamContext)
    builder.add_node("prepare", prepare)
    builder.add_node("learn", build_ingestion(store))
    builder.add_node("remember", build_retrieval(store))
    builder.add_node("answer", answer)
    builder.add_edge(START, "prepare")
    builder.add_edge("prepare", "learn")
    builder.add_edge("learn", "remember")
    builder.add_edge("remember", "answer")
    builder.add_edge("answer", END)
    return builder.compile(checkpointer=InMemorySaver())


async def main() -> None:
    """A conversation on the command line; what is asked back is answered with yes or no."""
    from langchain.chat_models import init_chat_model

    async with memorist.open("embedded:./memory", group="team") as memory:
        agent = build_agent(memory.store, init_chat_model("ollama:qwen3:4b"))
        thread = {"configurable": {"thread_id": "1"}}
        context = {"group_id": "team", "user_id": "mira", "on_conflict": "ask", "tone": "friendly"}
        while message := await asyncio.to_thread(input, "> "):
            done = await agent.ainvoke({"message": message}, thread, context=context)
            while asked := done.get("__interrupt__"):
                said = await asyncio.to_thread(input, f"{asked[0].value} (yes/no) ")
                done = await agent.ainvoke(Command(resume={"forget": said == "yes"}), thread, context=context)
            print(done["answer"])


if __name__ == "__main__":
    asyncio.run(main())
