"""The content files that go with a group: carried before the group is whole, into a folder of its own."""

from memorist.memory_store.content import ContentStore

HOME = "content_home"
"""Under this name the group's note says which folder is its own."""
UNKNOWN = "application/octet-stream"
"""Media type of the copied files: their real one is stored in the graph, not with the file."""


def home_for(group_id: str, load: str) -> str:
    """The folder of a group that is loaded: never the one it comes from, which two groups must not share."""
    return f"{group_id}-{load[:12]}"


async def copy_files(source: ContentStore, target: ContentStore) -> int:
    """Copy what is not there yet; return how many files the source has.

    Raises :class:`ContentLost` for a damaged one.
    """
    there = {file.digest for file in await target.list()}
    digests = sorted({file.digest for file in await source.list() if file.digest})
    for digest in digests:
        if digest not in there:
            await target.put(await source.get(digest), UNKNOWN)
    return len(digests)
