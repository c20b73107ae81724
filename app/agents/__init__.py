"""Memory for agents built with LangChain's ``create_agent``: middleware, and tools. Needs ``memorist[models]``."""

from memorist.app.agents.middleware import MemoryMiddleware
from memorist.app.agents.tools import memory_tools

__all__ = ["MemoryMiddleware", "memory_tools"]
