"""Authentication of the LangGraph server: ``auth.path`` in ``langgraph.json`` names :data:`auth`.

What no handler here lets through is refused.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from httpx import HTTPStatusError
from langgraph_sdk import Auth, get_client

from memorist.app.auth.caller import Caller, NotAllowed, Role
from memorist.app.auth.gate import AuthRefused, shared_gate
from memorist.app.auth.pinning import GRAPHS, check_command, check_context, graph_of, pin_namespace, pin_run
from memorist.memory_store.domain.errors import InvalidInput

OWNER = "memorist_owner"
"""Metadata of threads and crons: who made them."""
MADE_AS = "memorist_role"
"""Metadata of threads and crons: the role of their maker."""
CALLER = "memorist_caller"
"""Key under which the user of a request carries the caller."""

auth = Auth()
_gate = shared_gate()
type Context = Auth.types.AuthContext
type Filter = dict[str, Any] | bool


@auth.authenticate
async def authenticate(scope: dict[str, Any]) -> dict[str, Any]:
    """Return the caller. Raises the SDK's ``HTTPException``: 401 or 403, with what to do about it."""
    try:
        caller = await _gate.caller_in(scope)
    except AuthRefused as refused:
        raise Auth.exceptions.HTTPException(status_code=refused.status, detail=str(refused)) from refused
    return {
        "identity": caller.owner if not caller.operator else caller.name,
        "display_name": caller.name,
        "is_authenticated": True,
        "permissions": [str(caller.role)],
        CALLER: caller.model_dump(mode="json"),
    }


def caller_of(ctx: Context) -> Caller | None:
    """Return the caller; null for a run that a cron starts, whose payload was pinned when the cron was made."""
    user: Any = ctx.user
    given: Any = user.get(CALLER)
    return Caller.model_validate(given) if given is not None else None


class AuthRequest(NamedTuple):
    """A request of somebody who is not the operator; ``caller`` is null for a run that a cron starts."""

    caller: Caller | None
    identity: str
    action: str

    def own(self, role: Role) -> dict[str, Any]:
        """The filter for what the caller made. Raises :class:`NotAllowed`."""
        if self.caller is not None:
            self.caller.need(role)
        return {OWNER: self.identity}

    def changeable(self) -> dict[str, Any]:
        """The filter for what a caller may change or delete: what they made; of readers, what they made as readers."""
        reads_only = self.caller is not None and not self.caller.role.includes(Role.WRITE)
        return self.own(Role.READ) | ({MADE_AS: str(Role.READ)} if reads_only else {})

    def owned(self, value: dict[str, Any], role: Role) -> dict[str, Any]:
        """Mark a new resource with its creator, overriding any mark in the request; return the filter for it."""
        mine = self.own(role)
        if not isinstance(value.get("metadata"), dict):
            value["metadata"] = {}
        value["metadata"].update(mine)
        if self.caller is not None:
            value["metadata"][MADE_AS] = str(self.caller.role)
        return mine


def change_thread(asked: AuthRequest, value: dict[str, Any]) -> Filter:
    """Callers may change metadata and cancel runs of their threads, but not edit the state of a thread.

    The state says whose memory a run writes to. A request to edit it has neither ``metadata`` nor ``action``.
    """
    if asked.caller is not None:
        if "metadata" not in value and "action" not in value:
            raise NotAllowed("the state of a thread is changed by its runs alone")
        metadata = value.get("metadata")
        if isinstance(metadata, dict):
            for forged in (OWNER, MADE_AS):
                cast("dict[str, Any]", metadata).pop(forged, None)
    return asked.changeable()


def run_graph(asked: AuthRequest, value: dict[str, Any]) -> Filter:
    """A run is pinned to who starts it."""
    if asked.caller is not None:
        pin_run(value.setdefault("kwargs", {}), graph_of(value.get("assistant_id")), asked.caller)
    asked.owned(value, Role.READ)
    return asked.changeable()  # a run changes the state of its thread


def make_cron(asked: AuthRequest, value: dict[str, Any]) -> Filter:
    """Administrators make crons. They are pinned like runs, since the runs that they start are not checked again."""
    if asked.caller is not None:
        asked.caller.need(Role.ADMIN)
        payload: dict[str, Any] = value.setdefault("payload", {})
        check_command(payload.get("command"), asked.caller)
        configurable: dict[str, Any] = payload.get("config", {}).get("configurable", {})
        for forged in [name for name in configurable if str(name).startswith("langgraph_auth")]:
            del configurable[forged]
        pin_run(payload, graph_of(payload.get("assistant_id")), asked.caller)
        # Beside a context the server takes no ids in the configuration.
        for name in ("group_id", "user_id", "agent_id"):
            configurable.pop(name, None)
    return asked.owned(value, Role.ADMIN)


def see_cron(asked: AuthRequest, value: dict[str, Any]) -> Filter:
    """Administrators see, change and end their own crons; what they run cannot be changed."""
    if asked.caller is not None and value.get("payload"):
        raise NotAllowed("the run of a cron cannot be changed: create a new cron")
    return asked.own(Role.ADMIN)


def use_store(asked: AuthRequest, value: dict[str, Any]) -> Filter:
    """LangGraph's store: a caller's namespaces begin with their group, and with their user where they have one."""
    caller = asked.caller
    if caller is None:
        return False
    caller.need(Role.WRITE if asked.action in ("put", "delete") else Role.READ)
    value["namespace"] = pin_namespace(value.get("namespace"), caller)
    if not caller.role.includes(Role.WRITE):
        value["refresh_ttl"] = False
    return True


RIGHTS: Mapping[tuple[str, str], Callable[[AuthRequest, dict[str, Any]], Filter]] = {
    ("threads", "create"): lambda asked, value: asked.owned(value, Role.READ),
    ("threads", "read"): lambda asked, value: asked.own(Role.READ),
    ("threads", "search"): lambda asked, value: asked.own(Role.READ),
    ("threads", "update"): change_thread,
    ("threads", "delete"): lambda asked, value: asked.changeable(),  # the server does so after a run
    ("threads", "create_run"): run_graph,
    ("crons", "create"): make_cron,
    ("crons", "read"): see_cron,
    ("crons", "search"): see_cron,
    ("crons", "update"): see_cron,
    ("crons", "delete"): see_cron,
    ("assistants", "read"): lambda asked, value: {"created_by": "system"},
    ("assistants", "search"): lambda asked, value: {"created_by": "system"},
    ("store", "put"): use_store,
    ("store", "get"): use_store,
    ("store", "search"): use_store,
    ("store", "delete"): use_store,
    ("store", "list_namespaces"): use_store,
}
"""The check for each action on each resource. What is not here is the operator's alone."""


async def _check_context(ctx: Context, value: dict[str, Any]) -> None:
    """Check the context of a run, and of the assistant or cron that is to start runs. Raises :class:`InvalidInput`."""
    match ctx.resource, ctx.action:
        case "threads", "create_run":
            run: dict[str, Any] = value.get("kwargs") or {}
            check_context(run, await _graph_run_by(value.get("assistant_id")))
        case "crons", "create" | "update":
            planned: dict[str, Any] = value.get("payload") or {}
            assistant = planned.get("assistant_id") or await _assistant_of(value.get("cron_id"))
            check_context(planned, await _graph_run_by(assistant), stored=True)
        case "assistants", "create" | "update":
            graph = value.get("graph_id")
            known = graph in GRAPHS if graph else await _graph_run_by(value.get("assistant_id"))
            check_context(value, str(graph or known) if known else None, stored=True)
        case _:
            pass


async def _graph_run_by(assistant_id: object) -> str | None:
    """Return which of the graphs an assistant runs, also one that somebody made; null for none of them."""
    if (graph := graph_of(assistant_id)) or not assistant_id:
        return graph
    try:
        made = await get_client().assistants.get(str(assistant_id))  # without an address: of this server itself
    except HTTPStatusError:
        return None  # the server says itself that there is none
    return made["graph_id"] if made["graph_id"] in GRAPHS else None


async def _assistant_of(cron_id: object) -> object:
    """Return the assistant of a cron; null if there is no such cron."""
    try:
        cron: dict[str, Any] = await get_client().http.get(f"/runs/crons/{cron_id}")
    except HTTPStatusError:
        return None
    return cron["assistant_id"]


@auth.on
async def authorize(ctx: Context, value: Any) -> Any:
    """Let an action through, refuse it, or restrict it to what the caller owns; the operator may do everything."""
    caller, handler = caller_of(ctx), RIGHTS.get((ctx.resource, ctx.action))
    try:
        await _check_context(ctx, value)
        if caller is not None and caller.operator:
            return True
        return handler is not None and handler(AuthRequest(caller, ctx.user.identity, ctx.action), value)
    except NotAllowed as error:
        raise Auth.exceptions.HTTPException(status_code=403, detail=str(error)) from error
    except InvalidInput as error:
        raise Auth.exceptions.HTTPException(status_code=422, detail=str(error)) from error
