"""The data files that stand beside the modules which read them."""

from functools import cache
from importlib.resources import files
from typing import Any

import yaml


def shipped(module: str, name: str) -> Any:
    """Load the file ``name``, of YAML or JSON, beside ``module`` (its ``__name__``), once; nobody may change it."""
    return _loaded(module.rpartition(".")[0], name)


@cache
def _loaded(package: str, name: str) -> Any:
    return yaml.load((files(package) / name).read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
