"""``store.files``: content files of groups, and the texts of archived memories, which are such files."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import uuid4

from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.content import ContentStore, StoredFile
from memorist.memory_store.content_place import content_at
from memorist.memory_store.database import Row, paged
from memorist.memory_store.domain.clock import SystemClock
from memorist.memory_store.domain.errors import ContentLost
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.stub import cold_file, cold_ref, stub_of
from memorist.memory_store.reading import Finding
from memorist.memory_store.statements import dialects
from memorist.memory_store.statements.content import ContentStatements

PAGE = 1_000
ORPHAN, LOST = "orphan_content", "lost_content"
ORPHAN_MESSAGE = "a content file that nothing refers to, left by a writer that did not come to its end"


class Files:
    """Each group has a folder of its own, whose name the group keeps: two stores never share one by accident."""

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection
        self._statements: ContentStatements = dialects.CONTENT[connection.database.dialect]
        self._homes: dict[str, str] = {}

    async def of(self, group_id: str) -> ContentStore:
        """The content store of a group, to put files into; the group is made ready by it.

        Put a file before the change set that refers to it is applied.
        """
        await self._connection.ready(group_id)
        if group_id not in self._homes:
            fresh = f"{group_id}-{uuid4().hex[:12]}"
            statement, given = self._statements.make_home, {"group": group_id, "home": fresh}
            self._homes[group_id] = (await self._connection.database.write(group_id, statement, given))[0]["home"]
        return self.content_at(self._homes[group_id])

    async def existing(self, group_id: str) -> ContentStore | None:
        """The content store of a group to read from; null when it never had a file."""
        if group_id not in self._homes:
            rows = await self._connection.read(group_id, self._statements.home)
            if not rows or rows[0]["home"] is None:
                return None
            self._homes[group_id] = rows[0]["home"]
        return self.content_at(self._homes[group_id])

    async def orphans(self, group_id: str) -> list[StoredFile]:
        """Files of a group that nothing refers to, and unfinished ones.

        Those younger than the settings' ``content_grace`` are left out: a change set that refers to them may be on
        its way. :meth:`sweep` removes these.
        """
        return (await self._disagreements(group_id))[0]

    async def sweep(self, group_id: str) -> list[StoredFile]:
        """Remove the orphan files of a group; return what was removed."""
        found = await self.orphans(group_id)
        content = await self.existing(group_id)
        for file in found:
            assert content is not None
            await content.remove(file)
        return found

    async def findings(self, group_id: str) -> list[Finding]:
        """Return the differences of graph and files: ``orphan_content`` (a warning: sweep it) and ``lost_content`` (an
        error)."""
        orphans, lost = await self._disagreements(group_id)
        return [
            *(Finding(ORPHAN, ORPHAN_MESSAGE, (file.digest or file.name,), "warning") for file in orphans),
            *(Finding(LOST, f"the content file {digest} is not there", tuple(ids)) for digest, ids in lost),
        ]

    async def _disagreements(self, group_id: str) -> tuple[list[StoredFile], list[tuple[str, list[str]]]]:
        """Files without a reference, and digests without a file with who refers to them."""
        content = await self.existing(group_id)
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
        before = SystemClock().now() - timedelta(seconds=self._connection.settings.content_grace)
        return [f for f in files if f.modified < before and f.digest not in referenced], missing

    async def _referenced(self, group_id: str) -> dict[str, list[str]]:
        """Every digest that the graph refers to, with who does."""
        found: dict[str, list[str]] = {}

        async def read(after: Any, limit: int) -> list[Row]:
            return await self._connection.read(group_id, self._statements.referenced, after=after, limit=limit)

        async for rows in paged(read, self._statements.page_start, PAGE):
            for row in rows:
                for digest in row["digests"]:
                    found.setdefault(digest, []).append(row["id"])
        return found

    async def put_away(self, group_id: str, memories: Sequence[Memory]) -> None:
        """Write the texts of memories that are to be archived; before the change set that archives them.

        Raises:
            StoreNotWritable: the place of content files cannot be written.
            StoreUnavailable: it cannot be reached.
        """
        long = [memory for memory in memories if stub_of(memory) is not None]
        content = await self.of(group_id) if long else None
        for memory in long:
            assert content is not None
            ref, data = cold_file(memory)
            await content.put(data, ref.media_type)

    async def whole(self, group_id: str, memories: Sequence[Memory]) -> list[Memory]:
        """The same memories with their whole texts; one whose file is lost stays a stub, and ``check`` says so.

        Where none is archived, nothing is read.
        """
        stubs = [memory for memory in memories if cold_ref(memory) is not None]
        content = await self.existing(group_id) if stubs else None
        texts: dict[str, str] = {}
        for memory in stubs:
            ref = cold_ref(memory)
            if content is None or ref is None:
                continue
            try:
                texts[memory.id] = (await content.get(ref.digest)).decode()
            except ContentLost:
                continue
        return [m.model_copy(update={"content": texts[m.id]}) if m.id in texts else m for m in memories]

    def home_of(self, group_id: str) -> str | None:
        """The name of a group's folder, if this process has read it."""
        return self._homes.get(group_id)

    def content_at(self, home: str) -> ContentStore:
        """The content store of a folder."""
        return content_at(self._connection.database.url, home, self._connection.settings)
