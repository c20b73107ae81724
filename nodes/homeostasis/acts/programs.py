"""What programs and tools do to the files among their words; see ``programs.yaml``."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml


@cache
def programs() -> Mapping[str, Any]:
    """The word lists, by their headings."""
    source = files(__package__ or __name__) / "programs.yaml"
    return yaml.safe_load(source.read_text(encoding="utf-8"))
