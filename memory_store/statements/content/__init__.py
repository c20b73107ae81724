"""The names of the statements about content files, the same in every dialect."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ContentStatements:
    """What the graph knows of its files."""

    home: str
    """→ home: the name of the group's folder of files, or null."""
    make_home: str
    """$home → home: the same, noted now if it was not."""
    referenced: str
    """$after, $limit → cursor, id, digests: what refers to files, a page at a time."""
    page_start: int | str
    """The first page's $after."""
