"""LangGraph's ``BaseStore`` over the same database: items beside the memories, in a group of their own.

``MemoristStore`` is imported when it is first used: it brings LangGraph with it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memorist.app.base_store.ingesting import as_agent_notes
    from memorist.app.base_store.store import MemoristStore

__all__ = ["MemoristStore", "as_agent_notes"]

_WHERE = {"MemoristStore": "store", "as_agent_notes": "ingesting"}


def __getattr__(name: str) -> Any:
    """Import what is asked for."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"memorist.app.base_store.{_WHERE[name]}"), name)
