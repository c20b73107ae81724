"""memorist as a server of the Model Context Protocol: tools and resources over stdio and streamable HTTP.

Needs the extra ``mcp``. What is here imports the SDK when it is first used.
"""

from typing import TYPE_CHECKING

from memorist.app.packages import late_names

if TYPE_CHECKING:
    from memorist.app.mcp.http import McpOverHttp
    from memorist.app.mcp.server import build_server

__all__ = ["McpOverHttp", "build_server"]

__getattr__ = late_names(__name__, {"McpOverHttp": "http", "build_server": "server"})
