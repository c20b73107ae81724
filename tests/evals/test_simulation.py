"""Months of a team: the same seed tells the same months, what is so is known, and a short one holds what must hold."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer
from typer.testing import CliRunner, Result

from memorist.evals.simulation import command
from memorist.evals.simulation.plot import EVENING, MORNING, Plot
from memorist.evals.simulation.quality import judged
from memorist.evals.simulation.report import simulation_page
from memorist.evals.simulation.run import Simulation, simulate, summary
from memorist.evals.simulation.team import team
from memorist.nodes.kinds.inputs import parse_input
from tests.evals.examples import recall
from tests.evals.test_page import read

SEED = 7


class Told(NamedTuple):
    """The simulation that the command played, its output, and the folder of its report."""

    simulation: Simulation
    printed: Result
    report: Path


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """Three days with sixty events."""
    app, played, report = typer.Typer(), list[Simulation](), tmp_path_factory.mktemp("report")
    app.command()(command.command)

    async def watched(*given: Any, **more: Any) -> Simulation:
        played.append(await simulate(*given, **more))
        return played[-1]

    arguments = ["--days", "3", "--events", "60", "--seed", str(SEED), "--json", "--report", str(report)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "simulate", watched)
        return Told(printed=CliRunner().invoke(app, arguments), simulation=played[0], report=report)


def test_what_must_hold_does_and_what_is_in_use_is_brought_better_than_by_starting_fresh(told: Told) -> None:
    days, found = told.simulation.results, summary(told.simulation)
    assert [score.question for day in days for score in day.broken] == []
    assert [day.number for day in days] == [1, 2, 3]
    assert sum(day.inputs for day in days) >= 57
    assert found["questions"] > 8
    assert min(found["brought"], found["first"]) >= 0.9
    assert found["fresh_brought"] < found["brought"]


def test_small_talk_and_opinions_are_skipped_and_the_memory_grows_more_slowly(told: Told) -> None:
    days = told.simulation.results
    assert all(day.verdicts.get("skip", 0) > 0 for day in days[1:])  # on the first one much is settled
    assert days[-1].sizes.live < sum(day.inputs for day in days)


def test_the_page_tells_the_days_and_names_what_was_missed(told: Told) -> None:
    short = told.simulation
    first = short.results[0]
    missed = replace(first.probes[0], first=False, brought=False, topic="<the topic>")
    _, text = read(simulation_page(replace(short, results=[replace(first, probes=(missed,)), *short.results[1:]])))
    for said in ("starting fresh every day", "<the topic>", *(day.date for day in short.results)):
        assert said in text


def test_the_same_seed_tells_the_same_months_and_another_one_others() -> None:
    first, same, other = ([*Plot(team(), days=10, events=200, seed=seed)] for seed in (SEED, SEED, SEED + 1))
    assert first == same != other


def test_every_input_is_one_that_ingestion_takes_in_working_hours_and_in_order() -> None:
    days = [*Plot(team(), days=30, events=900, seed=SEED)]
    kinds: set[str] = set()
    for day in days:
        moments = [parse_input(given).at for given in day.inputs]
        assert moments == sorted(m for m in moments if m is not None)
        assert all(MORNING <= m.hour < EVENING for m in moments if m is not None)
        kinds |= {given["kind"] for given in day.inputs}
    assert kinds == {"turn", "manual", "observation", "procedure_outcome"}
    assert 850 <= sum(len(day.inputs) for day in days) <= 950


def test_what_is_true_follows_from_what_was_said() -> None:
    days = [*Plot(team(), days=60, events=1_200, seed=SEED)]
    last = days[-1]
    assert last.in_use.keys() == {topic.topic for topic in team().topics}
    said = [given for day in days for given in day.inputs]
    assert any(day.in_use[topic] != now for day in days[6:] for topic, now in last.in_use.items()), "some change hands"
    for now in last.in_use.values():
        assert any(now in given.get("content", "") for given in said)
    assert {rule.content for rule in team().rules} <= {given.get("content") for given in said}


def test_an_answer_is_right_when_what_is_in_use_comes_first() -> None:
    *_, last = Plot(team(), days=10, events=100, seed=SEED)
    topic = team().topics[0]
    now = last.in_use[topic.topic]
    other = next(thing for thing in topic.things if thing != now)

    def probe(*items: str):
        found = judged(topic, topic.task, "dev_1", now, recall(Relevant_Knowledge=[*items]))
        return found.brought, found.first

    assert probe(f"Team uses {now}", f"Team used {other}") == (True, True)
    assert probe(f"Team used {other}", f"Team uses {now}") == (True, False)
    assert probe(f"Team switched from {other} to {now}") == (True, True)
    assert probe(f"Team uses {other}") == (False, False)
    assert probe() == (False, False)


def test_the_command_prints_a_day_a_line_and_all_of_them(told: Told) -> None:
    assert told.printed.exit_code == 0, told.printed.output
    *days, last = [json.loads(line) for line in told.printed.stdout.splitlines()]
    assert [day["number"] for day in days] == [1, 2, 3]
    assert last["summary"] == json.loads(json.dumps(summary(told.simulation)))
    assert last["summary"]["seed"] == SEED
    assert (told.report / "simulation.html").exists()
