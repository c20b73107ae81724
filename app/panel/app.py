"""The panel as an ASGI application: its routes, and what they share."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from zoneinfo import ZoneInfo

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from memorist.api.memory import AsyncMemory
from memorist.api.recent import Recent
from memorist.app.auth.caller import Caller, NotAllowed, Role
from memorist.app.auth.gate import AuthRefused, Gate
from memorist.app.panel import pages, pages_of_one
from memorist.app.panel.guard import BadForm, BrowserSessions, Guard, cookie, form_of
from memorist.app.panel.reads import Reads
from memorist.app.panel.render import STATIC, environment, page
from memorist.app.panel.views import NotThere
from memorist.memory_store.domain.actor import acting_in
from memorist.memory_store.domain.errors import Conflict, InvalidInput, MemoristError
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store

_log = logging.getLogger(__name__)

GROUP_COOKIE = "memorist_group"
MAX_MEMORIES = 32
"""Number of :class:`Reads`, one a scope, that are cached; making one compiles graphs."""

ERRORS: tuple[tuple[type[Exception], int, str, str], ...] = (
    (NotAllowed, 403, "Not allowed", ""),
    (BadForm, 400, "Not sent", ""),
    (NotThere, 404, "Not found", ""),
    (Conflict, 409, "Changed meanwhile", "Somebody else changed this meanwhile; nothing was written. "),
    (InvalidInput, 400, "That cannot be done", ""),
    (MemoristError, 503, "The memory is not available", ""),
)
"""Status and title of the page for an error, and what it says before the error; the first class that fits counts. A
form has a status of its own."""

type OpenStore = Callable[[], Awaitable[Store]]
type Page = Callable[[Request, Reads], Awaitable[Response]]
type Change = Callable[[Request, Reads, Mapping[str, str]], Awaitable[Response]]
type Again = Callable[[Request, Reads, Mapping[str, str], str, int], Awaitable[Response]]


class Panel:
    """State shared by the pages: the store, the callers' rights, and the sessions of browsers."""

    def __init__(self, store: OpenStore, gate: Gate) -> None:
        self._store = store
        self.gate = gate
        self.sessions = BrowserSessions()
        self._reads = Recent[tuple[int, Scope], Reads](MAX_MEMORIES)

    async def reads(self, request: Request) -> Reads:
        """The reads of the group that the caller looks at. Raises :class:`NotAllowed`."""
        store = await self._store()
        caller: Caller = request.state.caller
        groups = sorted(await store.database.groups()) if caller.any_group else list(caller.groups)
        chosen = request.query_params.get("group") or request.cookies.get(GROUP_COOKIE)
        if chosen not in groups:
            chosen = None  # the group is gone, or the cookie is from another caller in the same browser
        default = store.settings.group
        if chosen is None and caller.any_group and groups and default not in groups:
            chosen = groups[0]  # the group of the settings is empty
        group = caller.group(chosen, default)
        agent = caller.agent or (store.settings.agent if caller.operator else None)
        scope = Scope(group_id=group, agent_id=agent, user_id=caller.user)
        state = request.state
        state.group, state.groups = group, tuple(sorted({group, *groups}))
        state.zone = ZoneInfo(store.settings.timezone)
        state.may_write = caller.may(Role.WRITE)
        return self._reads.use((id(store), scope), lambda: Reads(AsyncMemory(store, scope)))

    def shown(self, show: Page) -> Callable[[Request], Awaitable[Response]]:
        """The endpoint of a page: ``show`` with the reads of the caller; errors of the memory become error pages."""

        async def endpoint(request: Request) -> Response:
            state = request.state
            state.sessions, state.csrf = self.sessions, self.sessions.token(state.session)
            state.signed_in = self.sessions.key_of(state.session) is not None
            try:
                return await show(request, await self.reads(request))
            except (NotAllowed, BadForm, NotThere, MemoristError) as error:
                _, status, title, said = next(row for row in ERRORS if isinstance(error, row[0]))
                if status == 503:
                    _log.warning("a page of the panel failed: %s", error)
                status = error.status if isinstance(error, BadForm) else status
                return page(request, "error.html", status=status, title=title, message=f"{said}{error}")

        return endpoint

    def changed(self, change: Change, again: Again | None = None) -> Page:
        """A form that changes something: sent from the panel itself, by somebody who may write.

        Where only its token is out of date, ``again`` shows it once more, with what was typed.
        """

        async def take(request: Request, reads: Reads) -> Response:
            request.state.caller.need(Role.WRITE)
            try:
                fields = await form_of(request, self.sessions)
            except BadForm as error:
                if again is None or error.typed is None:
                    raise
                return await again(request, reads, error.typed, str(error), error.status)
            with acting_in(str(request.state.caller.role)):
                return await change(request, reads, fields)

        return take

    async def sign_in(self, request: Request) -> Response:
        """Ask for a key, or take one."""
        state = request.state
        state.csrf = self.sessions.token(state.session)
        if request.method == "GET":
            return page(request, "login.html", problem="")
        try:
            fields = await form_of(request, self.sessions)
            key = fields.get("key", "").strip()
            await self.gate.caller_of(key)
        except (BadForm, AuthRefused) as error:
            return page(request, "login.html", status=error.status, problem=str(error))
        answer = RedirectResponse(f"{request.scope.get('root_path', '')}/", status_code=303)
        answer.headers["set-cookie"] = cookie(self.sessions.begin(key), request.scope)
        return answer

    async def sign_out(self, request: Request, reads: Reads) -> Response:
        """End the session."""
        await form_of(request, self.sessions)
        self.sessions.end(request.state.session)
        answer = RedirectResponse(f"{request.scope.get('root_path', '')}/login", status_code=303)
        answer.headers["set-cookie"] = cookie("", request.scope, ended=True)
        return answer

    async def choose_group(self, request: Request, reads: Reads) -> Response:
        """Look at another group from now on."""
        fields = await form_of(request, self.sessions)
        group = request.state.caller.group(fields.get("group"))
        root = request.scope.get("root_path", "")
        answer = RedirectResponse(f"{root}/", status_code=303)
        answer.set_cookie(GROUP_COOKIE, group, path=root or "/", httponly=True, samesite="strict")
        return answer


def build_panel(store: OpenStore, gate: Gate) -> Starlette:
    """The panel over a store, to be mounted wherever an ASGI application can be.

    Args:
        store: gives the store of the running event loop.
        gate: says who calls.
    """
    environment()
    panel = Panel(store, gate)
    shown, changed = panel.shown, panel.changed
    routes = [
        Route("/", shown(pages.memories)),
        Route("/login", panel.sign_in, methods=["GET", "POST"]),
        Route("/logout", shown(panel.sign_out), methods=["POST"]),
        Route("/group", shown(panel.choose_group), methods=["POST"]),
        Route("/review", shown(pages.review)),
        Route("/review", shown(changed(pages.answer, pages.review_again)), methods=["POST"]),
        Route("/add", shown(pages_of_one.new)),
        Route("/add", shown(changed(pages_of_one.add, pages_of_one.new_again)), methods=["POST"]),
        Route("/about", shown(pages.about)),
        Route("/context", shown(pages.context)),
        Route("/timeline", shown(pages.timeline)),
        Route("/graph", shown(pages.graph)),
        Route("/ladder", shown(pages.ladder)),
        Route("/ladder/next", shown(pages.next_climbs)),
        Route("/uses", shown(pages.uses)),
        Route("/balance", shown(pages.balance)),
        Route("/changes", shown(pages.changes)),
        Route("/changes/{sequence:int}", shown(pages.change)),
        Route("/changes/{sequence:int}/undo", shown(pages.preview_undo)),
        Route("/changes/{sequence:int}/undo", shown(changed(pages.undo)), methods=["POST"]),
        Route("/health", shown(pages.health)),
        Route("/health/check", shown(pages.check)),
        Route("/e/{id}", shown(pages_of_one.episode)),
        Route("/e/{id}/read", shown(changed(pages_of_one.read_by_person)), methods=["POST"]),
        Route("/m/{id}", shown(pages_of_one.show)),
        Route("/m/{id}/edit", shown(pages_of_one.edit)),
        Route("/m/{id}/edit", shown(changed(pages_of_one.save, pages_of_one.edit_again)), methods=["POST"]),
        Route("/m/{id}/forget", shown(pages_of_one.preview)),
        Route("/m/{id}/forget", shown(changed(pages_of_one.forget)), methods=["POST"]),
        Mount("/static", StaticFiles(directory=STATIC)),
        Route("/{rest:path}", shown(pages.nowhere)),
    ]
    guard = Middleware(Guard, gate=gate, sessions=panel.sessions)
    return Starlette(routes=routes, middleware=[guard], exception_handlers={Exception: failed})


async def failed(request: Request, error: Exception) -> Response:
    """The page for an unexpected error; it shows no details, which are in the server's log."""
    said = "This page could not be made; the server's log says why. Nothing was changed."
    return page(request, "error.html", status=500, title="Something went wrong", message=said)
