"""A contradiction that nothing decides: the ingestion graph stops, a person answers, and the graph goes on.

A person's own statement replaces what is stored without a question. What a tool reports does not: here the rule is
"Never use Realm", and the log of an agent's work says that it installed Realm.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

import memorist
from memorist.graphs.ingestion import build_ingestion
from memorist.memory_store.store import Store

type Ask = Callable[[dict[str, Any]], Awaitable[str]]


def tool_log(package: str) -> dict[str, Any]:
    """The log of an agent that installed a package, as an input of the memory."""
    at = datetime.now(UTC).isoformat()
    event = {
        "time": at,
        "name": "package.install",
        "body": f"installed {package}",
        "attributes": {"package.name": package},
    }
    return {"kind": "observation", "at": at, "events": [event]}


async def ingest_and_ask(graph: Any, given: dict[str, Any], group: str, thread: str, ask: Ask) -> dict[str, Any]:
    """Ingest an input; whenever the graph is interrupted, resume it with a person's answer. Return the result."""
    config = {"configurable": {"thread_id": thread}}
    context = {"group_id": group, "on_conflict": "ask"}
    done = await graph.ainvoke({"input": given}, config, context=context)
    while asked := done.get("__interrupt__"):
        choice = await ask(asked[0].value)  # {"question", "stored", "new", "choices", …}
        answer = {"choice": choice, "reason": "answered by a person"}
        done = await graph.ainvoke(Command(resume=answer), config, context=context)
    return done["result"]


def build(store: Store) -> Any:
    """The ingestion graph; a checkpointer lets it wait for an answer, for days if it is one on disk."""
    return build_ingestion(store, checkpointer=InMemorySaver())


async def main() -> None:
    """Lay down the rule, report the installation, and ask on the command line."""

    async def ask(question: dict[str, Any]) -> str:
        print(question["question"])
        print("stored:", question["stored"]["content"])
        return await asyncio.to_thread(input, f"{' / '.join(question['choices'])}: ")

    async with memorist.open("embedded:./memory", group="team") as memory:
        await memory.ingest({"kind": "manual", "content": "Never use Realm", "reason": "it lost data"})
        result = await ingest_and_ask(build(memory.store), tool_log("realm"), "team", "install-1", ask)
        for one in result["memories"]:
            print(one["effect"], one["content"])


if __name__ == "__main__":
    asyncio.run(main())
