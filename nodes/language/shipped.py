"""The data files that stand beside the modules which read them."""

from functools import cache
from importlib.resources import files
from typing import Any

import yaml


@cache
def shipped(module: str, name: str) -> Any:
    """Load the file ``name``, of YAML or JSON, beside ``module`` (its ``__name__``), once; nobody may change it."""
    source = files(module.rpartition(".")[0]) / name
    return yaml.load(source.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
