"""Vocabulary of files: verbs, endings and names; see ``files.yaml``."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from memorist.nodes.language.shipped import shipped


@cache
def file_words() -> Mapping[str, Any]:
    """The word lists, by their headings."""
    return shipped(__name__, "files.yaml")
