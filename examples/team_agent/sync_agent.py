"""The same without an event loop: an agent of ``create_agent`` whose middleware recalls, learns and guards."""

from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel

import memorist
from memorist.api.sync import SyncMemory
from memorist.app.agents import MemoryMiddleware, memory_tools


def build_agent(memory: SyncMemory, model: BaseChatModel | str) -> Any:
    """An agent that is called with ``invoke``; each call says who speaks in ``configurable``."""
    return create_agent(model, tools=memory_tools(memory), middleware=[MemoryMiddleware(memory, guard=True)])


def ask(agent: Any, user: str, question: str) -> str:
    """One question of one user."""
    config = {"configurable": {"thread_id": user, "user_id": user}}
    return agent.invoke({"messages": [{"role": "user", "content": question}]}, config)["messages"][-1].text


if __name__ == "__main__":
    with memorist.open_sync("embedded:./memory", group="team") as opened:
        print(ask(build_agent(opened, "ollama:qwen3:4b"), "mira", "Add auth to the new mobile app"))
