"""Pinning of the inputs of a run to its caller."""

from contextlib import nullcontext
from typing import Any

import pytest

from memorist.app.auth.caller import OPERATOR, Caller, NotAllowed, Role
from memorist.app.auth.pinning import check_context, graph_of, pin_namespace, pin_run
from memorist.memory_store.domain.errors import InvalidInput

ANA = Caller(name="ana", groups=("team", "other"), user="ana", role=Role.WRITE)
READER = Caller(name="reader", groups=("team",), role=Role.READ)


def run(context: dict[str, Any] | None = None, given: Any = None, **more: Any) -> dict[str, Any]:
    return {"context": context or {}, "config": {"configurable": dict(context or {})}, "input": given, **more}


@pytest.mark.parametrize(("named", "group"), [({}, "team"), ({"group_id": "other"}, "other")])
def test_the_user_is_the_caller_and_the_group_one_of_the_callers(named: dict[str, Any], group: str) -> None:
    pinned = run(named)
    pin_run(pinned, "ingestion", ANA)
    for place in (pinned["context"], pinned["config"]["configurable"]):
        assert (place["group_id"], place["user_id"]) == (group, "ana")


@pytest.mark.parametrize(
    ("kwargs", "graph"),
    [
        (run({"group_id": "secret"}), "retrieval"),
        (run({"user_id": "mira"}), "retrieval"),
        ({"config": {"configurable": {"group_id": "secret"}}}, "retrieval"),
        ({"context": {"group_id": "team"}, "config": {"configurable": {"user_id": "mira"}}}, "retrieval"),
        (run(given={"task": "x", "scope": {"group_id": "secret"}}), "retrieval"),
        (run(given={"input": {"kind": "turn", "content": "x", "user_id": "mira"}}), "ingestion"),
        (run(given={"input": {"kind": "ritual", "turns": [{"content": "x", "user_id": "mira"}]}}), "ingestion"),
        (run(given={"input": {"kind": "document", "path": "/etc/passwd"}}), "ingestion"),
        (run(command={"update": {"scope": {"group_id": "secret"}}}), "ingestion"),
        (run(command={"goto": "commit"}), "ingestion"),
        (run(given={"input": {"kind": "turn", "role": "user", "content": "x", "speaker": "mira"}}), "ingestion"),
        (run({"now": "2300-01-01T00:00:00Z"}), "ingestion"),
        (run({"readers": "openai:gpt-4o-mini"}), "ingestion"),
        (run({"readers": "patterns,ollama"}), "retrieval"),
        ({"config": {"configurable": {"readers": "openai:gpt-4o-mini"}}}, "ingestion"),
        (run(webhook="http://10.0.0.5/x"), "retrieval"),
        (run(given={"everything": True}), "reread"),
        (run(), "promotion"),
        (run(), "somebodys_graph"),
        (run(), None),
    ],
)
def test_what_would_act_for_somebody_else_is_refused(kwargs: dict[str, Any], graph: str | None) -> None:
    with pytest.raises(NotAllowed):
        pin_run(kwargs, graph, ANA)


def test_what_costs_nobody_anything_is_the_callers_choice() -> None:
    pinned = run({"readers": "patterns"}, {"input": {"kind": "turn", "role": "user", "content": "x", "speaker": "ana"}})
    pin_run(pinned, "ingestion", ANA)
    assert pinned["context"]["readers"] == "patterns"


@pytest.mark.parametrize("named", [{"reader": "openai:gpt-4o-mini"}, {"reader": "ollama"}])
def test_which_model_reads_again_is_the_operators_to_say(named: dict[str, Any]) -> None:
    admin = ANA.model_copy(update={"role": Role.ADMIN})
    pin_run(run(given={}), "reread", admin)
    with pytest.raises(NotAllowed, match="leave reader out"):
        pin_run(run(given=named), "reread", admin)


@pytest.mark.parametrize(("graph", "allowed"), [("retrieval", True), ("check_action", True), ("ingestion", False)])
def test_who_may_only_read_runs_what_reads(graph: str, allowed: bool) -> None:
    pinned = run()
    with nullcontext() if allowed else pytest.raises(NotAllowed):
        pin_run(pinned, graph, READER)
    assert (False in pinned["context"].values()) == allowed


def test_the_operator_is_not_pinned() -> None:
    given = run({"group_id": "anything"}, {"input": {"kind": "document", "path": "/a"}})
    pin_run(given, "ingestion", OPERATOR)
    assert given["context"] == {"group_id": "anything"}


@pytest.mark.parametrize(
    ("namespace", "pinned"),
    [((), ("team", "ana")), (("team",), ("team", "ana")), (("team", "ana", "notes"), ("team", "ana", "notes"))],
)
def test_a_namespace_begins_with_group_and_user(namespace, pinned) -> None:
    assert pin_namespace(namespace, ANA) == pinned


@pytest.mark.parametrize("namespace", [("secret",), ("team", "mira"), ("memories",)])
def test_a_namespace_of_somebody_else_is_refused(namespace) -> None:
    with pytest.raises(NotAllowed):
        pin_namespace(namespace, ANA)


def test_the_servers_own_assistants_are_known_by_their_ids() -> None:
    pytest.importorskip("langgraph_api")
    assert graph_of("6ba7b821-9dad-11d1-80b4-00c04fd430c8") is None
    assert graph_of("ingestion") == "ingestion"


@pytest.mark.parametrize(
    ("run", "refused"),
    [
        ({"context": {"grup": "y"}}, True),
        ({"context": {"grup": "y"}, "config": {"configurable": {}}}, True),
        ({"context": {"grup": "y"}, "config": {"configurable": {"__context_provided__": True}}}, True),
        ({"context": {"group_id": "y", "budget": 5}}, False),
        # What a run is configured with is copied into its context by the server, with names of its own.
        ({"context": {"thread_id": "1"}, "config": {"configurable": {"thread_id": "1"}}}, False),
        ({}, False),
    ],
)
def test_a_context_with_a_field_that_no_graph_has(run: dict[str, Any], refused: bool) -> None:
    check_context(run, None)  # an assistant of somebody's own may have any
    if not refused:
        check_context(run, "retrieval")
        return
    with pytest.raises(InvalidInput, match="field grup: there is none of that name; there are .*group_id"):
        check_context(run, "retrieval")
