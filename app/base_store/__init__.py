"""LangGraph's ``BaseStore`` over the same database: items beside the memories, in a group of their own.

``MemoristStore`` is imported when it is first used: it brings LangGraph with it.
"""

from typing import TYPE_CHECKING

from memorist.app.packages import late_names

if TYPE_CHECKING:
    from memorist.app.base_store.ingesting import as_agent_notes
    from memorist.app.base_store.store import MemoristStore

__all__ = ["MemoristStore", "as_agent_notes"]

__getattr__ = late_names(__name__, {"MemoristStore": "store", "as_agent_notes": "ingesting"})
