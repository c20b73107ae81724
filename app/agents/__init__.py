"""Memory for agents built with LangChain's ``create_agent``: middleware, and tools. Needs ``hypomnema[models]``."""

from hypomnema.app.agents.middleware import MemoryMiddleware
from hypomnema.app.agents.tools import memory_tools

__all__ = ["MemoryMiddleware", "memory_tools"]
