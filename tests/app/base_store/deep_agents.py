"""Run by a test, with the packages of Deep Agents: its files on our store."""

import asyncio
import sys

from deepagents.backends import StoreBackend  # pyright: ignore[reportMissingImports]

from memorist.app.base_store.store import MemoristStore


async def main(url: str) -> None:
    with MemoristStore(url, group="team") as items:
        files = StoreBackend(namespace=lambda _: ("filesystem", "agent-1"), store=items)
        assert (await files.awrite("/notes/plan.md", "# Plan\nship on Friday\n")).error is None
        assert files.write("/notes/todo.md", "buy paint\n").error is None
        assert (await files.aedit("/notes/plan.md", "Friday", "Monday")).error is None
        assert "Monday" in str((await files.aread("/notes/plan.md")).file_data)
        assert [one["path"] for one in files.ls("/notes").entries or ()] == ["/notes/plan.md", "/notes/todo.md"]
        assert [one["path"] for one in (await files.agrep("paint")).matches or ()] == ["/notes/todo.md"]
        assert len((await files.aglob("**/*.md")).matches or ()) == 2


asyncio.run(main(sys.argv[1]))
print("deepagents: all files as they should be")
