"""Long-term memory for LLM agents: LangGraph workflows over a Graphiti store.

``open`` and ``open_sync`` are the Python API; the graphs are in :mod:`memorist.graphs`.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

# Graphiti reports usage unless told otherwise before it is imported.
os.environ.setdefault("GRAPHITI_TELEMETRY_ENABLED", "false")

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory as Memory
    from memorist.api.opening import open_memory as open  # noqa: A004 - memorist.open reads as it should
    from memorist.api.sync import SyncMemory
    from memorist.api.sync import open_memory_sync as open_sync

__all__ = ["Memory", "SyncMemory", "open", "open_sync"]

_WHERE = {
    "Memory": ("memory", "AsyncMemory"),
    "SyncMemory": ("sync", "SyncMemory"),
    "open": ("opening", "open_memory"),
    "open_sync": ("sync", "open_memory_sync"),
}


def __getattr__(name: str) -> Any:
    """Import the API when it is first used: it brings LangGraph and a database driver with it."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _WHERE[name]
    return getattr(import_module(f"memorist.api.{module}"), attribute)
