"""Pinning of run inputs: group, user and agent come from the caller's identity, never from the request."""

from collections.abc import Mapping
from typing import Any, cast
from uuid import UUID, uuid5

from memorist.app.auth.caller import Caller, NotAllowed, Role
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.json_values import as_object, objects_in
from memorist.memory_store.settings import WITHOUT_A_MODEL, listed
from memorist.nodes.contexts import KNOBS, RunContext, unknown_in

GRAPHS: Mapping[str, Role] = {
    "retrieval": Role.READ,
    "check_action": Role.READ,
    "homeostasis": Role.READ,
    "ingestion": Role.WRITE,
    "promotion": Role.WRITE,
    "reread": Role.WRITE,
}
"""Role needed to run each graph. One that is not named here takes the role of an administrator."""

LEAVES_NO_TRACE: Mapping[str, Mapping[str, Any]] = {
    "retrieval": {"record_access": False},
    "check_action": {"audit": False},
    "homeostasis": {"record": False},
}
"""By graph: context values that are forced on callers who may only read, so that their runs write nothing."""

SHOWS_EVERYBODYS = frozenset({"promotion", "reread"})
"""Graphs whose states and results hold statements of all users of the group."""

NESTED = ("turns", "inputs")
"""Fields in which inputs of ingestion hold other inputs."""


def pin_run(run: dict[str, Any], graph: str | None, caller: Caller) -> None:
    """Pin the keyword arguments of a run, in place.

    Args:
        run: ``context``, ``config``, ``input`` and ``command`` as LangGraph keeps them.
        graph: which graph runs; null for an assistant that is not one of the graphs themselves.
        caller: who runs it.

    Raises:
        NotAllowed: the caller lacks a right; nothing is pinned then, and the run must not be started.
    """
    if caller.operator:
        return
    caller.need(GRAPHS.get(graph or "", Role.ADMIN))
    if graph in SHOWS_EVERYBODYS and not caller.sees_everybodys:
        raise NotAllowed(f"{graph} shows everybody's statements, also personal ones: a user needs the role admin")
    config = _part(run, "config")
    configurable = _part(config, "configurable")
    given = {**_named_in(configurable), **_named_in(run.get("context"))}
    pinned: dict[str, Any] = {
        "group_id": caller.group(given.get("group_id")),
        "user_id": caller.as_user(given.get("user_id")),
        "agent_id": caller.as_agent(given.get("agent_id")),
    }
    if not caller.may(Role.WRITE):
        pinned |= LEAVES_NO_TRACE.get(graph or "", {})
    if run.get("webhook"):
        raise NotAllowed("the server calls nobody back for a caller: leave webhook out of the run")
    check_knobs({**configurable, **_part(run, "context")})
    check_input(run.get("input"), caller, graph)
    check_command(run.get("command"), caller)
    _part(run, "context").update(pinned)
    configurable.update(pinned)


def check_context(run: Mapping[str, Any], graph: str | None, *, stored: bool = False) -> None:
    """Refuse a context with fields that no graph has: LangGraph's server would leave them out without a word.

    Args:
        run: ``context`` and ``config`` as LangGraph keeps them.
        graph: which graph runs; null for one that is not ours.
        stored: they are an assistant's or a cron's, for runs to come: the server has added nothing but ``cron_id``, and
            takes what they configure for their context.

    Raises :class:`InvalidInput` that names the field.
    """
    configurable, context = as_object(as_object(run.get("config")).get("configurable")), as_object(run.get("context"))
    if graph is None or (configurable and not stored and not configurable.get("__context_provided__")):
        return  # the server copied the configuration, which holds names of its own
    if others := unknown_in({*context, *(configurable if stored else ())} - {"cron_id"}):
        known = ", ".join(sorted({*RunContext.model_fields, *KNOBS}))
        raise InvalidInput(
            f"context: field {others[0]}: there is none of that name; there are {known}", field=others[0]
        )


def check_knobs(given: Mapping[str, Any]) -> None:
    """Refuse what the operator alone decides: which models are asked, with their credentials, and what time it is.

    Raises :class:`NotAllowed`.
    """
    for name in ("readers", "reader"):
        wanted = str(given.get(name) or "")
        if not WITHOUT_A_MODEL.issuperset(listed(wanted)):
            raise NotAllowed(f"which models read is the operator's to say: leave {name} out")
    if given.get("now") is not None:
        raise NotAllowed("only the operator may set the time: leave out now, or use as_of")


def check_input(given: object, caller: Caller, graph: str | None) -> None:
    """Refuse an input that acts for somebody else, or that only the operator may give.

    Raises :class:`NotAllowed`.
    """
    request = as_object(given)
    if "scope" in request:
        raise NotAllowed("the scope of a run comes from the caller: leave scope out of the input")
    if request.get("reread"):
        raise NotAllowed("only the operator may read inputs again: leave reread out of the input")
    if graph == "reread":
        check_knobs(request)
    if graph == "ingestion":
        _check_one(as_object(request.get("input")), caller)


def check_command(given: object, caller: Caller) -> None:
    """Refuse a command that does more than answer. Raises :class:`NotAllowed`."""
    command = as_object(given)
    if command.get("update") or command.get("goto"):
        raise NotAllowed(f"{caller.name} may answer an interrupt (resume), but not change the state of a run")


def _check_one(one: Mapping[str, Any], caller: Caller) -> None:
    if one.get("path"):
        raise NotAllowed("only the operator may have documents read by path: send the content")
    if one.get("group_id"):
        caller.group(one["group_id"])
    caller.as_user(one.get("user_id"))
    caller.as_agent(one.get("agent_id"))
    caller.as_agent(one.get("about_agent"))
    if one.get("role") == "user" and one.get("kind", "turn") == "turn":
        caller.as_user(one.get("speaker"))
    for name in NESTED:
        for inner in objects_in(one.get(name)):
            _check_one(inner, caller)


def pin_namespace(namespace: object, caller: Caller) -> tuple[str, ...]:
    """The namespace of LangGraph's store that a caller may use: their group first, then their user.

    What is shorter than that is made longer, so that a search over everything is one over their own.

    Raises:
        NotAllowed: it begins with another group or another user.
    """
    names = tuple(str(name) for name in cast("list[Any]", namespace)) if isinstance(namespace, list | tuple) else ()
    group = caller.group(names[0] if names else None)
    if caller.user is None:
        return (group, *names[1:])
    caller.as_user(names[1] if len(names) > 1 else None)
    return (group, caller.user, *names[2:])


_NAMESPACE_GRAPH = UUID("6ba7b821-9dad-11d1-80b4-00c04fd430c8")
"""The namespace in which LangGraph numbers its own assistants, by the name of the graph."""


def graph_of(assistant_id: object) -> str | None:
    """The graph that an assistant of the server's own runs; null for one that somebody made."""
    return _OWN.get(str(assistant_id))


_OWN = {str(uuid5(_NAMESPACE_GRAPH, name)): name for name in GRAPHS} | {name: name for name in GRAPHS}


def _part(whole: dict[str, Any], name: str) -> dict[str, Any]:
    """A dictionary inside another, made where there is none."""
    if not isinstance(whole.get(name), dict):
        whole[name] = {}
    return whole[name]


def _named_in(given: object) -> dict[str, Any]:
    """The ids that a context names."""
    context = as_object(given)
    return {name: context[name] for name in ("group_id", "user_id", "agent_id") if context.get(name) is not None}
