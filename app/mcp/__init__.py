"""memorist as a server of the Model Context Protocol: tools and resources over stdio and streamable HTTP.

Needs the extra ``mcp``. What is here imports the SDK when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memorist.app.mcp.http import McpOverHttp
    from memorist.app.mcp.server import build_server

__all__ = ["McpOverHttp", "build_server"]

_WHERE = {"McpOverHttp": "http", "build_server": "server"}


def __getattr__(name: str) -> Any:
    """Import what is asked for."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"memorist.app.mcp.{_WHERE[name]}"), name)
