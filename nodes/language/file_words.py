"""How people speak of files: verbs, endings and names; see ``files.yaml``."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml


@cache
def file_words() -> Mapping[str, Any]:
    """The word lists, by their headings."""
    source = files(__package__ or __name__) / "files.yaml"
    return yaml.safe_load(source.read_text(encoding="utf-8"))
