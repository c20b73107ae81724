"""Effects of programs and tools on the files among their words; see ``programs.yaml``."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from memorist.nodes.language.shipped import shipped


@cache
def programs() -> Mapping[str, Any]:
    """The word lists, by their headings."""
    return shipped(__name__, "programs.yaml")
