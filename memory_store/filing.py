"""Content files of the groups of a store: where they are, which nothing refers to, which are lost."""

from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from memorist.memory_store.connection import Connection
from memorist.memory_store.content import ContentStore, StoredFile
from memorist.memory_store.domain.clock import SystemClock
from memorist.memory_store.reading import Finding
from memorist.memory_store.settings import data_folder
from memorist.memory_store.statements import dialects
from memorist.memory_store.statements.content import ContentStatements

PAGE = 1_000
ORPHAN, LOST = "orphan_content", "lost_content"
ORPHAN_MESSAGE = "a content file that nothing refers to, left by a writer that did not come to its end"


class Filing(Connection):
    """Each group has a folder of its own, whose name the group keeps: two stores never share one by accident."""

    async def content(self, group_id: str) -> ContentStore:
        """The content store of a group, to put files into; the group is made ready by it.

        Put a file before the change set that refers to it is applied.
        """
        await self.ready(group_id)
        if group_id not in self._homes:
            fresh = f"{group_id}-{uuid4().hex[:12]}"
            statement, given = self._filing.make_home, {"group": group_id, "home": fresh}
            self._homes[group_id] = (await self.database.write(group_id, statement, given))[0]["home"]
        return self._content_at(self._homes[group_id])

    async def existing_content(self, group_id: str) -> ContentStore | None:
        """The content store of a group to read from; null when it never had a file."""
        if group_id not in self._homes:
            rows = await self._read(group_id, self._filing.home)
            if not rows or rows[0]["home"] is None:
                return None
            self._homes[group_id] = rows[0]["home"]
        return self._content_at(self._homes[group_id])

    async def orphan_files(self, group_id: str) -> list[StoredFile]:
        """Files of a group that nothing refers to, and unfinished ones.

        Those younger than the settings' ``content_grace`` are left out: a change set that refers to them may be on
        its way. :meth:`sweep_content` removes these.
        """
        return (await self._disagreements(group_id))[0]

    async def sweep_content(self, group_id: str) -> list[StoredFile]:
        """Remove the orphan files of a group; return what was removed."""
        orphans = await self.orphan_files(group_id)
        content = await self.existing_content(group_id)
        for file in orphans:
            assert content is not None
            await content.remove(file)
        return orphans

    async def content_findings(self, group_id: str) -> list[Finding]:
        """Where graph and files disagree: ``orphan_content`` (a warning: sweep it) and ``lost_content`` (an error)."""
        orphans, lost = await self._disagreements(group_id)
        return [
            *(Finding(ORPHAN, ORPHAN_MESSAGE, (file.digest or file.name,), "warning") for file in orphans),
            *(Finding(LOST, f"the content file {digest} is not there", tuple(ids)) for digest, ids in lost),
        ]

    async def _disagreements(self, group_id: str) -> tuple[list[StoredFile], list[tuple[str, list[str]]]]:
        """Files without a reference, and digests without a file with who refers to them."""
        content = await self.existing_content(group_id)
        if content is None:
            return [], []
        # Listed before the graph is read: what is put and referred to meanwhile is not in the list.
        files = await content.list()
        referenced = await self._referenced(group_id)
        there = {file.digest for file in files}
        missing = [(digest, ids) for digest, ids in sorted(referenced.items()) if digest not in there]
        if missing:
            # A file that was put after the list was made is not lost.
            there |= {file.digest for file in await content.list()}
            missing = [(digest, ids) for digest, ids in missing if digest not in there]
        # The age of a file is by the clock of the machine that wrote it, not by the store's.
        before = SystemClock().now() - timedelta(seconds=self.settings.content_grace)
        return [f for f in files if f.modified < before and f.digest not in referenced], missing

    async def _referenced(self, group_id: str) -> dict[str, list[str]]:
        """Every digest that the graph refers to, with who does."""
        found: dict[str, list[str]] = {}
        after: Any = self._filing.page_start
        while True:
            rows = await self._read(group_id, self._filing.referenced, after=after, limit=PAGE)
            for row in rows:
                for digest in row["digests"]:
                    found.setdefault(digest, []).append(row["id"])
            if len(rows) < PAGE:
                return found
            after = rows[-1]["cursor"]

    @property
    def _filing(self) -> ContentStatements:
        return dialects.CONTENT[self.database.dialect]

    def _content_at(self, home: str) -> ContentStore:
        root = self.settings.content or default_content(self.database.url)
        return ContentStore(f"{root.rstrip('/')}/{home}", timeout=self.settings.content_timeout)


def default_content(store_url: str) -> str:
    """Where the files of a store are when nothing else is set: beside it, or in the user's data folder."""
    if store_url.startswith("embedded:"):
        return str(Path(store_url.removeprefix("embedded:")) / "content")
    parts = urlsplit(store_url)
    return str(data_folder() / "content" / f"{parts.hostname}-{parts.port or 'default'}")
