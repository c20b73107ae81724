"""A supervisor with two agents that share a memory: what one of them notes, the other is told.

They share it because they act under one agent id, here none: what an agent notes under an id of its own is told to that
agent alone. What the supervisor asks them was written by a model and not by the person, so they learn nothing from it.
"""

import asyncio
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.tools import BaseTool, StructuredTool
from langgraph.checkpoint.memory import InMemorySaver

import memorist
from memorist.api.memory import AsyncMemory
from memorist.app.agents import MemoryMiddleware, memory_tools

ROLES = {
    "researcher": "Find out facts, and keep each with the tool remember.",
    "writer": "Write what is asked for, from what the memory tells you.",
}


def build_team(memory: AsyncMemory, supervisor: BaseChatModel, members: dict[str, BaseChatModel]) -> Any:
    """A supervisor whose tools are the agents of :data:`ROLES`."""
    tools = [as_tool(memory, name, members[name]) for name in ROLES]
    return create_agent(
        supervisor,
        tools=tools,
        system_prompt="Delegate: first to the researcher, then to the writer.",
        middleware=[MemoryMiddleware(memory, guard=True)],
        checkpointer=InMemorySaver(),
    )


def as_tool(memory: AsyncMemory, name: str, model: BaseChatModel) -> BaseTool:
    """An agent as a tool that takes a task; it acts for the user of the run."""
    middleware = [MemoryMiddleware(memory)]
    agent = create_agent(model, tools=memory_tools(memory), system_prompt=ROLES[name], middleware=middleware)

    async def run(task: str) -> str:
        done = await agent.ainvoke({"messages": [{"role": "user", "content": task}]})
        return done["messages"][-1].text

    return StructuredTool.from_function(coroutine=run, name=f"ask_{name}", description=ROLES[name])


async def main() -> None:
    """A conversation on the command line."""
    from langchain.chat_models import init_chat_model

    model = init_chat_model("ollama:qwen3:4b")
    async with memorist.open("embedded:./memory", group="team", user="mira") as memory:
        team = build_team(memory, model, dict.fromkeys(ROLES, model))
        config = {"configurable": {"thread_id": "mondays-release", "user_id": "mira"}}
        while message := await asyncio.to_thread(input, "> "):
            done = await team.ainvoke({"messages": [{"role": "user", "content": message}]}, config)
            print(done["messages"][-1].text)


if __name__ == "__main__":
    asyncio.run(main())
