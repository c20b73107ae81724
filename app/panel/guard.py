"""Access to the panel, and limits on browsers: sessions, CSRF tokens, headers, sizes."""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memorist.api.recent import Recent
from memorist.app.auth.caller import Caller
from memorist.app.auth.gate import AuthRefused, Gate, presented, sender_of
from memorist.app.panel.render import page

COOKIE = "memorist_panel"
SESSION_SECONDS = 12 * 3600
MAX_SESSIONS = 1_000
MAX_BODY_BYTES = 256 * 1024
"""Bytes of a form: a memory is a statement, not a document."""
MAX_FIELDS = 50
READING_SECONDS = 30.0
"""Seconds within which the body of a form has to arrive."""
SIGNED_OUT = "your sign-in is over, and nothing was changed: sign in in another tab, go back, and send it once more"
LOGIN, ASSETS = "/login", "/static/"
"""Paths that are served without a key: one path, and the prefix of all others."""

CYTOSCAPE_STYLE = "'sha256-pgvDUBa4IjFA2yuSJ2cqcyxmNYJMborsd0ORcRv9vw8='"
"""The one style element that the drawing of the graph adds to the page."""
HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": (
        f"default-src 'none'; script-src 'self'; style-src 'self' {CYTOSCAPE_STYLE}; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # with no-referrer a browser says of its own forms that they come from nowhere
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
ASSET_CACHE = "public, max-age=3600"


class BadForm(Exception):
    """A form that is not taken, with the status of the answer; ``typed``: its fields, where only its token is wrong."""

    def __init__(self, status: int, message: str, typed: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.typed = typed


class BrowserSessions:
    """Sessions of signed-in browsers, with their keys; held in this process alone."""

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)
        self._signed_in = Recent[str, tuple[str, float]](MAX_SESSIONS)

    def begin(self, key: str) -> str:
        """Sign in with a key that was found to be good; return the session's id."""
        id_ = secrets.token_urlsafe(32)
        self._signed_in.use(id_, lambda: (key, time.monotonic() + SESSION_SECONDS))
        return id_

    def key_of(self, id_: str) -> str | None:
        """The key that a session was begun with; null when there is none, or it is over."""
        key, until = self._signed_in.get(id_, ("", 0.0))
        if time.monotonic() >= until:
            self._signed_in.pop(id_, None)
            return None
        return key

    def end(self, id_: str) -> None:
        """Sign out."""
        self._signed_in.pop(id_, None)

    def token(self, id_: str) -> str:
        """Return the token that the forms of a session carry, so that no other page can send them."""
        return hmac.new(self._secret, id_.encode(), hashlib.sha256).hexdigest()

    def seal(self, id_: str, text: str) -> str:
        """Return a proof that the panel itself said something to a session, so that no link can say it in its place."""
        return self.token(f"{id_} {text}")

    def said(self, id_: str, text: str, seal: str) -> bool:
        """Return true if the panel said it."""
        return self.right(f"{id_} {text}", seal)

    def right(self, id_: str, token: str) -> bool:
        """Return true if a form carries the token of its session."""
        return bool(id_) and hmac.compare_digest(self.token(id_).encode(), token.encode("utf-8", "replace"))


class Guard:
    """ASGI middleware: finds the caller before any page runs, and adds the headers that every answer has."""

    def __init__(self, app: ASGIApp, *, gate: Gate, sessions: BrowserSessions) -> None:
        self.app = app
        self.gate = gate
        self.sessions = sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through with ``state.caller`` and ``state.session``, or answer it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        headers = Headers(scope=scope)
        session = Request(scope).cookies.get(COOKIE, "")
        fresh = not session
        session = session or secrets.token_urlsafe(32)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answer.setdefault(name, value)
                if path.startswith(ASSETS):
                    answer["cache-control"] = ASSET_CACHE
                elif fresh and "set-cookie" not in answer:
                    answer["set-cookie"] = cookie(session, scope)
            await send(message)

        state: dict[str, Any] = scope.setdefault("state", {})
        state["session"] = session
        try:
            state["caller"] = await self._caller(scope, session)
        except AuthRefused as refused:
            if refused.status == 403 or not (path == LOGIN or path.startswith(ASSETS)):
                await self._refuse(refused, headers, scope)(scope, receive, sending)
                return
        await self.app(scope, receive, sending)

    async def _caller(self, scope: Scope, session: str) -> Caller:
        headers, address = sender_of(scope)
        key = self.sessions.key_of(session)
        if key is not None and presented(headers) is None:
            self.gate.check_place(headers, address, on=await self.gate.is_on())
            return await self.gate.caller_of(key)
        return await self.gate.caller(headers, address)

    def _refuse(self, refused: AuthRefused, headers: Headers, scope: Scope) -> ASGIApp:
        if "text/html" not in headers.get("accept", "") and "hx-request" not in headers:
            return PlainTextResponse(str(refused), status_code=refused.status)
        if refused.status == 401 and presented(dict(headers)) is None:
            if scope["method"] != "GET" or ("hx-request" in headers and "hx-boosted" not in headers):
                # The page that the browser shows stays, with what was typed there.
                return page(Request(scope), "error.html", status=401, title="Signed out", message=SIGNED_OUT)
            return RedirectResponse(f"{scope.get('root_path', '')}/login", status_code=303)
        return page(Request(scope), "error.html", status=refused.status, title="Not let in", message=str(refused))


def cookie(session: str, scope: Scope, *, ended: bool = False) -> str:
    """The header that sets the session's cookie, for this panel alone."""
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    path = scope.get("root_path", "") or "/"
    age = 0 if ended else SESSION_SECONDS
    return f"{COOKIE}={session}; Path={path}; Max-Age={age}; HttpOnly; SameSite=Strict{secure}"


async def form_of(request: Request, sessions: BrowserSessions) -> dict[str, str]:
    """The fields of a form that was sent from the panel itself.

    Raises :class:`BadForm`: from another page, without the session's token, too large, or no form.
    """
    origin, host = request.headers.get("origin"), request.headers.get("host", "")
    if origin is not None and urlsplit(origin).netloc.casefold() != host.casefold():
        raise BadForm(403, "the form was sent from another page")
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise BadForm(403, "the form was sent from another page")
    if not request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        raise BadForm(415, "expected a form (application/x-www-form-urlencoded)")
    body = b""
    try:
        async with asyncio.timeout(READING_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > MAX_BODY_BYTES:
                    raise BadForm(413, f"the form is larger than {MAX_BODY_BYTES // 1024} KB")
    except TimeoutError as error:
        raise BadForm(408, f"the form did not come within {READING_SECONDS:.0f} s: send it again") from error
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError as error:
        raise BadForm(400, "the form cannot be read") from error
    plain = {name: values[-1] for name, values in fields.items()}
    if not sessions.right(request.state.session, plain.pop("csrf", "")):
        raise BadForm(403, "the page was out of date, nothing was changed: look at it, and send it once more", plain)
    return plain
