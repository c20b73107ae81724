"""Cold storage: the whole texts of archived memories, in files of their group, read when somebody asks for them."""

from collections.abc import Sequence

from memorist.memory_store.domain.errors import ContentLost
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.stub import cold_file, cold_ref, stub_of
from memorist.memory_store.filing import Filing


class ColdStorage(Filing):
    """Reads that find no stub send nothing."""

    async def put_away(self, group_id: str, memories: Sequence[Memory]) -> None:
        """Write the files that the stubs of these memories will refer to; before the change set that archives them.

        Raises:
            StoreNotWritable: the place of content files cannot be written.
            StoreUnavailable: it cannot be reached.
        """
        long = [memory for memory in memories if stub_of(memory) is not None]
        content = await self.content(group_id) if long else None
        for memory in long:
            assert content is not None
            ref, data = cold_file(memory)
            await content.put(data, ref.media_type)

    async def whole(self, group_id: str, memories: Sequence[Memory]) -> list[Memory]:
        """The same memories with their whole texts; one whose file is lost stays a stub, and ``check`` says so."""
        stubs = [memory for memory in memories if cold_ref(memory) is not None]
        content = await self.existing_content(group_id) if stubs else None
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
