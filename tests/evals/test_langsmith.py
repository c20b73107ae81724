"""Scenarios in LangSmith: nothing leaves the machine unasked, and asked everything arrives."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest
from langsmith import Client
from langsmith.run_helpers import get_current_run_tree
from langsmith.utils import get_env_var, tracing_is_enabled
from langsmith.utils import test_tracking_is_disabled as tracking_is_disabled
from typer.testing import CliRunner

from memorist.evals.langsmith.dataset import local_examples, scenario_of, synchronised
from memorist.evals.langsmith.evaluators import checkpoints, marks_of_all
from memorist.evals.langsmith.experiment import evaluate
from memorist.evals.scenario_commands import app
from memorist.evals.scenarios.load import load_scenario
from memorist.evals.scenarios.replay import replay
from memorist.evals.scenarios.suite import Telling, tellings
from memorist.evals.scenarios.trace import Trace
from tests.network import LeftTheMachine, only_this_machine
from tests.recording import is_recorded
from tests.servers.langsmith_wire import KEY, Kept, langsmith_server

TOLD = [Telling(load_scenario(name)) for name in ("scenario_11_pattern_miss", "knowledge_gap")]


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
def server() -> Iterator[tuple[str, Kept]]:
    with langsmith_server() as running:
        yield running


@pytest.fixture
def client(server: tuple[str, Kept]) -> Client:
    return Client(api_url=server[0], api_key=KEY)


def on(folder: Path):
    """Plays each telling on a store in the folder."""

    async def played(telling: Telling) -> Trace:
        return await replay(telling.scenario, f"embedded:{folder}/{telling.scenario.name}")

    return played


def run(*arguments: str):
    return CliRunner().invoke(app, ["run", "scenario_11_pattern_miss", "--json", *arguments])


# ---------------------------------------------------------------- nothing leaves


def test_the_guard_lets_nothing_out() -> None:
    with only_this_machine() as tried:
        with pytest.raises(LeftTheMachine):
            socket.create_connection(("192.0.2.1", 443), timeout=1)
        with pytest.raises(LeftTheMachine):
            socket.getaddrinfo("api.smith.langchain.com", 443)
        with pytest.raises(LeftTheMachine), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagram:
            datagram.sendto(b"", ("192.0.2.1", 53))
    assert len(tried) == 3


@pytest.mark.parametrize("arguments", [[], ["--langsmith"]], ids=["run", "langsmith without a key"])
def test_the_command_sends_nothing_by_default(environment: pytest.MonkeyPatch, arguments: list[str]) -> None:
    with only_this_machine() as tried:
        done = run(*arguments)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["passed"] is True
    assert tried == []


def test_tracing_that_is_on_for_other_reasons_is_off_for_scenarios(
    environment: pytest.MonkeyPatch, server: tuple[str, Kept]
) -> None:
    url, kept = server
    environment.setenv("LANGSMITH_TRACING", "true")
    environment.setenv("LANGSMITH_API_KEY", KEY)
    environment.setenv("LANGSMITH_ENDPOINT", url)
    assert run().exit_code == 0
    assert kept.requests == []


async def test_without_a_client_the_runner_scores_on_this_machine(
    environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with only_this_machine() as tried:
        experiment = await evaluate(TOLD, on(tmp_path))
    assert tried == []
    assert experiment.url is None
    assert [one.trace.passed for one in experiment.played] == [True, True]
    assert experiment.feedback["knowledge_gap"] == {
        "passed": True,
        "expectations": 1.0,
        "checkpoints": 1.0,
        "invariants": True,
        "hard_rules_respected": 1.0,
    }
    assert experiment.summary["scenarios_passed"] == 1.0


async def test_an_error_of_a_replay_is_told(environment: pytest.MonkeyPatch) -> None:
    async def broken(_: Telling) -> Trace:
        raise RuntimeError("the store burnt down")

    with pytest.raises(RuntimeError, match="burnt down"):
        await evaluate(TOLD[:1], broken)


# ---------------------------------------------------------------- asked for, everything arrives


def test_the_dataset_holds_the_files_whatever_was_changed_in_it(environment, client: Client, server) -> None:
    kept = server[1]
    made = synchronised(client, "memories", TOLD)
    [dataset] = kept.datasets.values()
    assert dataset["name"] == "memories"
    assert [scenario_of(example.inputs or {}) for example in made] == [telling.scenario for telling in TOLD]
    assert made[0].outputs == {"checkpoints": {c.id: c.why for c in TOLD[0].scenario.checkpoints}}
    requests = len(kept.requests)
    again = synchronised(client, "memories", TOLD)
    assert [example.id for example in again] == [example.id for example in made]
    assert not [r for r in kept.requests[requests:] if not r.startswith("GET")]
    kept.examples[str(made[0].id)]["inputs"]["scenario"]["title"] = "another one"
    [changed] = synchronised(client, "memories", TOLD[:1])
    assert scenario_of(changed.inputs or {}).title == TOLD[0].scenario.title
    assert len(kept.examples) == len(TOLD)


def test_a_variant_is_an_example_of_its_own() -> None:
    told = tellings([TOLD[0].scenario], 2, 1)
    examples = local_examples("memories", told)
    assert len({example.id for example in examples}) == 3
    assert [(example.inputs or {})["variant"] for example in examples] == [0, 1, 2]


async def test_an_experiment_arrives_with_runs_and_feedback(
    environment: pytest.MonkeyPatch, client: Client, server: tuple[str, Kept], tmp_path: Path
) -> None:
    kept = server[1]
    experiment = await evaluate(TOLD, on(tmp_path), client=client, dataset="memories")
    assert experiment.url
    session = next(s for s in kept.sessions.values() if s["name"] == experiment.name)
    [dataset] = kept.datasets
    assert session["reference_dataset_id"] == dataset
    roots = [r for r in kept.runs.values() if r.get("reference_example_id")]
    assert {UUID(r["reference_example_id"]) for r in roots} == {UUID(id_) for id_ in kept.examples}
    assert all(r["outputs"]["passed"] is True for r in roots)
    names = {r.get("name") for r in kept.runs.values()}
    assert {"reconcile", "answer"} <= names, "the nodes of the graphs are traced below"
    for key in ("passed", "expectations", "checkpoints", "invariants"):
        assert kept.by_key(key) == [1, 1], key
    assert kept.by_key("scenarios_passed") == [1]


def test_the_command_with_a_key_sends_an_experiment(
    environment: pytest.MonkeyPatch, server: tuple[str, Kept], tmp_path: Path
) -> None:
    url, kept = server
    environment.setenv("LANGSMITH_API_KEY", KEY)
    environment.setenv("LANGSMITH_ENDPOINT", url)
    done = run("--langsmith", "--dataset", "mine", "--report", str(tmp_path / "report"))
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["passed"] is True
    assert "experiment mine-" in done.stderr
    assert [d["name"] for d in kept.datasets.values()] == ["mine"]
    assert kept.by_key("passed") == [1]
    assert (tmp_path / "report" / "scenarios.html").exists()


def test_a_key_that_is_refused_is_exit_code_three(environment: pytest.MonkeyPatch, server: tuple[str, Kept]) -> None:
    environment.setenv("LANGSMITH_API_KEY", "wrong")
    environment.setenv("LANGSMITH_ENDPOINT", server[0])
    done = run("--langsmith")
    assert done.exit_code == 3
    assert "LangSmith" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("given", "recorded"),
    [
        ({}, False),
        ({"LANGSMITH_API_KEY": KEY}, False),
        ({"LANGSMITH_API_KEY": KEY, "LANGSMITH_TRACING": "true"}, False),
        ({"LANGSMITH_TEST_TRACKING": "true"}, False),
        ({"LANGSMITH_TEST_TRACKING": "true", "LANGSMITH_API_KEY": KEY}, True),
    ],
)
def test_tests_are_recorded_only_when_asked_for_and_with_a_key(given: dict[str, str], recorded: bool) -> None:
    assert is_recorded(given) is recorded


@pytest.mark.langsmith
@pytest.mark.skipif(is_recorded(os.environ), reason="this run is recorded in LangSmith, as was asked for")
def test_a_marked_test_of_this_run_is_not_recorded() -> None:
    assert tracking_is_disabled()
    assert not tracing_is_enabled()
    assert get_current_run_tree() is None


@pytest.mark.slow
@pytest.mark.parametrize("tracking", ["true", None], ids=["asked for", "by default"])
def test_a_scenario_test_is_recorded_only_when_asked_for(server: tuple[str, Kept], tracking: str | None) -> None:
    url, kept = server
    environment = {**os.environ, "LANGSMITH_API_KEY": KEY, "LANGSMITH_ENDPOINT": url, "LANGSMITH_TEST_SUITE": "suite"}
    environment.pop("LANGSMITH_TEST_TRACKING", None)
    if tracking:
        environment["LANGSMITH_TEST_TRACKING"] = tracking
    chosen = [*"-q -p no:cacheprovider -m langsmith -k".split(), "not_kept and embedded"]
    command = [sys.executable, "-m", "pytest", "tests/evals/test_scenarios.py", *chosen]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout
    if tracking:
        assert [d["name"] for d in kept.datasets.values()] == ["suite"]
        assert kept.by_key("expectations") == [1.0]
        assert kept.by_key("pass") == [1]
    else:
        assert kept.requests == []


# ---------------------------------------------------------------- the evaluators


def test_a_checkpoint_that_was_not_looked_at_does_not_hold() -> None:
    outputs = {"checkpoints": [{"id": "a", "scores": [{"passed": True}]}]}
    feedback = checkpoints(outputs, {"checkpoints": {"a": "it was said", "b": "it was asked"}})
    assert feedback["score"] == 0.5
    assert feedback["comment"] == "b: it was asked"


def test_marks_are_weighed_by_their_questions() -> None:
    outputs = [{"marks": {"procedures_applied": [1, 1]}}, {"marks": {"procedures_applied": [0, 3]}}]
    assert marks_of_all(outputs) == {"results": [{"key": "procedures_applied", "score": 0.25, "comment": "1 of 4"}]}
