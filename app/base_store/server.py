"""The store of a LangGraph server: ``"store": {"path": "memorist.app.base_store.server.store"}`` in langgraph.json."""

from memorist.app.base_store.store import MemoristStore

store = MemoristStore()
"""Store at the place that the settings name (``MEMORIST_STORE``, ``MEMORIST_GROUP``); the database is opened at first
use."""
