"""Guards routes that LangGraph's development server serves without authentication."""

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from memorist.app.auth.gate import AuthRefused, Gate

BLOCKED_ROUTES = ("/internal", "/deploy")
"""Routes that are never served: they delete or show any thread, or deploy with the server's own credentials
(langgraph-api 0.16.7)."""
AUTHENTICATED_ROUTES = ("/metrics",)
"""Routes that are served only to callers whom the gate lets in."""


class Closed:
    """Middleware around the whole server: 404 for :data:`BLOCKED_ROUTES`.

    :data:`AUTHENTICATED_ROUTES` are only for callers whom the gate lets in. A path with control characters is
    refused, too: the server writes paths to its log.
    """

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or hand on."""
        answer = await self._answer(scope) if scope["type"] == "http" else None
        await (answer or self._app)(scope, receive, send)

    async def _answer(self, scope: Scope) -> PlainTextResponse | None:
        path = str(scope["path"])
        if not path.isprintable():
            return PlainTextResponse("the path holds control characters", status_code=400)
        if _below(path, BLOCKED_ROUTES):
            return PlainTextResponse("Not Found", status_code=404)
        if _below(path, AUTHENTICATED_ROUTES):
            try:
                await self._gate.caller_in(scope)
            except AuthRefused as refused:
                return PlainTextResponse(str(refused), status_code=refused.status)
        return None


def _below(path: str, routes: tuple[str, ...]) -> bool:
    return any(path == route or path.startswith(f"{route}/") for route in routes)
