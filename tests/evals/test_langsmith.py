"""Scenarios in LangSmith: nothing leaves the machine unasked, and asked everything arrives."""

import json
import os
import socket
from collections.abc import Iterator
from uuid import UUID

import pytest
from langsmith.utils import get_env_var, tracing_is_enabled
from langsmith.utils import test_tracking_is_disabled as tracking_is_disabled
from typer.testing import CliRunner, Result

from memorist.evals.langsmith.evaluators import checkpoints, marks_of_all
from memorist.evals.langsmith.experiment import evaluate
from memorist.evals.scenario_commands import app
from memorist.evals.scenarios.load import load_scenario
from memorist.evals.scenarios.model import Scenario
from memorist.evals.scenarios.trace import Trace
from memorist.evals.scenarios.variation.vary import Variant
from tests.network import LeftTheMachine, only_this_machine
from tests.recording import is_recorded
from tests.servers.langsmith_wire import KEY, Kept, langsmith_server

NAME = "scenario_11_pattern_miss"


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Nothing that LangSmith or LangChain reads is set, nor remembered: it keeps what it read."""
    for name in [*os.environ]:
        if name.startswith(("LANGSMITH_", "LANGCHAIN_")):
            monkeypatch.delenv(name)
    get_env_var.cache_clear()  # pyright: ignore[reportFunctionMemberAccess]
    yield monkeypatch
    get_env_var.cache_clear()  # pyright: ignore[reportFunctionMemberAccess]


@pytest.fixture
def server(environment: pytest.MonkeyPatch) -> Iterator[Kept]:
    """A server that the environment names, with its key."""
    with langsmith_server() as (url, kept):
        environment.setenv("LANGSMITH_ENDPOINT", url)
        environment.setenv("LANGSMITH_API_KEY", KEY)
        yield kept


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["run", NAME, "--json", *arguments])


def test_nothing_leaves_unasked(server: Kept, environment: pytest.MonkeyPatch) -> None:
    with only_this_machine() as tried:
        for leaving in (
            lambda: socket.create_connection(("192.0.2.1", 443), timeout=1),
            lambda: socket.getaddrinfo("api.smith.langchain.com", 443),
            lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"", ("192.0.2.1", 53)),
        ):
            with pytest.raises(LeftTheMachine):
                leaving()
    assert len(tried) == 3, "the guard sees what leaves"

    environment.setenv("LANGSMITH_TRACING", "true")  # for other reasons
    assert run().exit_code == 0
    assert server.requests == []

    environment.delenv("LANGSMITH_API_KEY")
    get_env_var.cache_clear()  # pyright: ignore[reportFunctionMemberAccess]
    with only_this_machine() as tried:
        done = run("--langsmith")
    assert (done.exit_code, json.loads(done.stdout)["passed"]) == (0, True), done.output
    assert "scenarios_passed: 1.000" in done.stderr  # LangSmith's runner scores on this machine
    assert (tried, server.requests) == ([], [])


def test_asked_for_everything_arrives(server: Kept, environment: pytest.MonkeyPatch) -> None:
    done = run("--langsmith", "--dataset", "mine", "--variants", "1")
    assert done.exit_code == 0, done.output
    assert "experiment mine-" in done.stderr
    [dataset], [session] = server.datasets.values(), server.sessions.values()
    assert (dataset["name"], session["reference_dataset_id"]) == ("mine", dataset["id"])
    [example, variant] = sorted(server.examples.values(), key=lambda one: one["inputs"]["variant"])
    assert Scenario.model_validate(example["inputs"]["scenario"]) == load_scenario(NAME)
    assert example["outputs"] == {"checkpoints": {c.id: c.why for c in load_scenario(NAME).checkpoints}}
    roots = [r for r in server.runs.values() if r.get("reference_example_id")]
    assert {UUID(r["reference_example_id"]) for r in roots} == {UUID(id_) for id_ in server.examples}
    assert {"reconcile", "answer"} <= {r.get("name") for r in server.runs.values()}, "the nodes of the graphs"
    for key in ("passed", "expectations", "checkpoints", "invariants"):
        assert server.by_key(key) == [1, 1], key
    assert server.by_key("scenarios_passed") == [1]

    example["inputs"]["scenario"]["title"] = "another one"  # the files win over what was changed there
    variant_before, requests = dict(variant), len(server.requests)
    assert run("--langsmith", "--dataset", "mine").exit_code == 0
    assert Scenario.model_validate(server.examples[example["id"]]["inputs"]["scenario"]) == load_scenario(NAME)
    assert (len(server.examples), server.examples[variant["id"]]) == (2, variant_before)
    assert sum("examples" in one and "GET" not in one for one in server.requests[requests:]) == 1

    environment.setenv("LANGSMITH_API_KEY", "wrong")
    get_env_var.cache_clear()  # pyright: ignore[reportFunctionMemberAccess]
    refused = run("--langsmith")
    assert (refused.exit_code, refused.stdout, "LangSmith" in refused.stderr) == (3, "", True)


async def test_an_error_of_a_replay_is_told(environment: pytest.MonkeyPatch) -> None:
    async def broken(_: Variant) -> Trace:
        raise RuntimeError("the store burnt down")

    with pytest.raises(RuntimeError, match="burnt down"):
        await evaluate([Variant(load_scenario(NAME))], broken)


def test_a_checkpoint_that_was_not_looked_at_does_not_hold_and_marks_are_weighed_by_their_questions() -> None:
    outputs = {"checkpoints": [{"id": "a", "scores": [{"passed": True}]}]}
    feedback = checkpoints(outputs, {"checkpoints": {"a": "it was said", "b": "it was asked"}})
    assert (feedback["score"], feedback["comment"]) == (0.5, "b: it was asked")
    weighed = marks_of_all([{"marks": {"procedures_applied": [held, asked]}} for held, asked in ((1, 1), (0, 3))])
    assert weighed == {"results": [{"key": "procedures_applied", "score": 0.25, "comment": "1 of 4"}]}


@pytest.mark.skipif(is_recorded(os.environ), reason="this run is recorded in LangSmith, as was asked for")
def test_tests_are_recorded_only_when_asked_for_and_with_a_key() -> None:
    asked, key = {"LANGSMITH_TEST_TRACKING": "true"}, {"LANGSMITH_API_KEY": KEY}
    assert is_recorded({**asked, **key})
    assert not any(map(is_recorded, ({}, asked, key, {**key, "LANGSMITH_TRACING": "true"})))
    assert tracking_is_disabled()
    assert not tracing_is_enabled()
