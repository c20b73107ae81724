"""Puts the gate in front of other ASGI apps, and gives them the memory of the authenticated caller."""

import asyncio
from contextvars import ContextVar

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memorist.api.memory import AsyncMemory
from memorist.app.auth.caller import OPERATOR, Caller, NotAllowed, Role
from memorist.app.auth.gate import AuthRefused, Gate
from memorist.app.open_memory import memory_over
from memorist.memory_store.domain.actor import acting_in
from memorist.nodes.resources import StoreFromSettings

READING_SECONDS = 30.0
"""Seconds within which the body of a request has to arrive."""
_CALLER: ContextVar[Caller] = ContextVar("memorist_caller", default=OPERATOR)


class Guarded:
    """An ASGI app that is reached by callers with a role alone; others get 401 or 403 with the reason.

    Args:
        app: what is guarded.
        gate: tells who calls.
        role: what the caller needs at least.
        writing: the app for callers who may write; default: ``app``.
    """

    def __init__(self, app: ASGIApp, gate: Gate, role: Role, *, writing: ASGIApp | None = None) -> None:
        self._app = app
        self._gate = gate
        self._role = role
        self._writing = writing or app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        try:
            caller = await self._gate.caller_in(scope)
            caller.need(self._role)
        except (AuthRefused, NotAllowed) as error:
            status = error.status if isinstance(error, AuthRefused) else 403
            return await JSONResponse({"error": str(error)}, status_code=status)(scope, receive, send)
        body = InTime(receive, send)
        token = _CALLER.set(caller)
        try:
            with acting_in(str(caller.role)):
                await (self._writing if caller.may(Role.WRITE) else self._app)(scope, body.receive, body.send)
        except Exception:  # what an app raises when its client is gone has no class in common
            if not body.late:
                raise
        finally:
            _CALLER.reset(token)
        if body.late:
            said = {"error": f"the body did not come within {READING_SECONDS:.0f} s"}
            await JSONResponse(said, status_code=408)(scope, receive, send)


class InTime:
    """``receive`` and ``send`` with a deadline for the request body; when it passes, the app sees a disconnect."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._until: float | None = asyncio.get_running_loop().time() + READING_SECONDS
        self.late = False

    async def receive(self) -> Message:
        """The next part of the body; once it is there, whatever comes, without a limit."""
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            self.late = True
            return {"type": "http.disconnect"}
        if not message.get("more_body", False):
            self._until = None
        return message

    async def send(self, message: Message) -> None:
        """Pass on the app's answer, unless the client was late."""
        if not self.late:
            await self._send(message)


class OfTheCaller:
    """The memory of a caller, over the store that the server shares: the caller's first group, agent and user.

    Whoever sits at the machine gets the group, the agent and the user of the settings.
    """

    def __init__(self, resources: StoreFromSettings) -> None:
        self._resources = resources

    async def __call__(self) -> AsyncMemory:
        """The open memory. Raises what opening the store does."""
        store = await self._resources.store()
        settings = await self._resources.settings()
        caller = _CALLER.get()
        if caller.operator:
            return memory_over(store, settings)
        return AsyncMemory(store, caller.scope(default=settings.group))
