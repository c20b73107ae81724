"""Every graph of a running server, called over the wire with RemoteGraph: `make dev` or `memorist serve` first."""

import asyncio
import sys
from typing import Any

from langgraph.pregel.remote import RemoteGraph

INPUTS: dict[str, dict[str, Any]] = {
    "ingestion": {"input": {"kind": "turn", "role": "user", "content": "We use pnpm for packages"}},
    "retrieval": {"task": "Set up the new package"},
    "check_action": {"action": {"command": "rm -rf tests"}},
    "homeostasis": {"agent_state": {"task": "Set up the new package", "confidence": 0.3}},
    "reread": {},
    "promotion": {},
}
"""An input for each graph."""
CONTEXTS: dict[str, dict[str, Any]] = {"reread": {"dry_run": True}, "promotion": {"dry_run": True}}
"""Fields of a graph's context besides the caller's ids."""


async def call(url: str, graph: str, group: str) -> dict[str, Any]:
    """Run one graph of the server; return its result."""
    remote = RemoteGraph(graph, url=url)
    return await remote.ainvoke(INPUTS[graph], context={"group_id": group, **CONTEXTS.get(graph, {})})


async def main(url: str) -> None:
    """Call each graph, and print the fields of its result."""
    for graph in INPUTS:
        done = await call(url, graph, "remote")
        print(f"{graph}: {', '.join(done)}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:2024"))
