"""The HTML report of scenarios: what came in, what became of it, what was expected and not found."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from memorist.evals.scenario_commands import app, scenario_page
from memorist.evals.scenarios.load import read_scenario
from memorist.evals.scenarios.marks import Aim, marks
from memorist.evals.scenarios.replay import replay
from memorist.evals.scenarios.report import table
from memorist.evals.scenarios.suite import Played
from memorist.evals.scenarios.trace import Trace
from memorist.evals.scenarios.variation.vary import Variant
from tests.evals.test_page import Reader, read

STORY = """\
name: told
title: A story <b>with marks</b>
why: what a report shows
given:
  group: told
  agents: [helper, other]
  users: [mira]
  clock: 2026-02-01T08:00:00Z
events:
  - id: rule
    at: 2026-02-01T08:30:00Z
    input: {kind: manual, type: "semantic:hard_rule", content: Never use Realm, reason: sync issues}
  - id: said
    at: 2026-02-01T09:00:00Z
    why: it is said in passing
    input: {kind: turn, role: user, content: "I prefer pnpm for packages"}
  - id: greeting
    at: 2026-02-02T09:00:00Z
    input: {kind: turn, role: user, content: "good morning"}
  - id: doing
    at: 2026-02-02T10:00:00Z
    assess: {state: {online_since: 2026-02-02T09:55:00Z}}
checkpoints:
  - id: known
    after: said
    why: it was said
    remembered:
      - {why: the preference, type: "semantic:preference", words: [pnpm]}
      - {why: <i>nobody said so</i>, type: "semantic:preference", words: [bun]}
  - id: the_other_one
    after: said
    why: what is shared is known to all
    recall:
      task: Install the packages
      agent: other
      expect:
        - {why: in its section, section: Constraints (MUST FOLLOW), contains: [[Realm]]}
        - {why: anywhere, contains: [[pnpm]]}
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Trace:
    """The story as it was played."""
    folder = tmp_path_factory.mktemp("told")
    return asyncio.run(replay(read_scenario(STORY, file="told.yaml"), f"embedded:{folder}/store"))


def read_page(trace: Trace) -> tuple[Reader, str]:
    return read(scenario_page([Played(Variant(trace.scenario), trace)]))


def test_each_event_is_told_with_its_verdict_and_its_memories(told: Trace) -> None:
    _, text = read_page(told)
    for said in (
        *("mira says “I prefer pnpm for packages”", "it is said in passing", "new preference 0.90 User prefers pnpm"),
        *("skipped · greeting", "asks how it is doing", "productive_engagement: LOW"),
    ):
        assert said in text


DONE = """\
name: done
title: Everything that is done besides inputs
why: it is told in words
given:
  group: done
  others: [branch]
  agents: [first, second]
  users: [mira]
  clock: 2026-02-01T08:00:00Z
events:
  - id: at_once
    at: 2026-02-01T09:00:00Z
    together:
      inputs:
        - {kind: turn, role: user, agent_id: first, content: We use pnpm for packages}
        - {kind: turn, role: user, agent_id: second, content: We use Expo for the app}
  - id: read
    at: 2026-02-02T08:00:00Z
    input: {kind: document, title: One, content: "For validation, Yup is recommended."}
  - id: asked
    at: 2026-02-02T09:00:00Z
    input: {kind: document, title: Two, content: "For validation, Zod is recommended. Owls fly at night."}
    answer: {choice: take_new}
  - {id: looked, at: 2026-02-03T08:00:00Z, search: {query: packages, include: [archived]}}
  - {id: out, at: 2026-02-03T09:00:00Z, export_persona: {name: Dev}}
  - {id: taken_in, at: 2026-02-03T10:00:00Z, group: branch, import_persona: {of: out}}
  - {id: undone, at: 2026-02-03T11:00:00Z, group: branch, undo_persona: {name: Dev}}
  - {id: passes, at: 2026-06-03T09:00:00Z, maintain: {every_days: 30}}
checkpoints:
  - {id: known, why: it was said, remembered: [{why: w, type: semantic, words: [pnpm]}]}
"""


async def test_what_is_done_is_told_in_words(tmp_path: Path) -> None:
    trace = await replay(read_scenario(DONE, file="done.yaml"), f"embedded:{tmp_path}/store")
    _, text = read_page(trace)
    for said in (
        "at the same time: mira says “We use pnpm for packages” mira says “We use Expo for the app” kept",
        "new fact 0.90 Team uses Expo for app",
        "unread kept in its words Owls fly at night.",
        "asked: {",
        "mira searches “packages”, also among archived found semantic:fact",
        "holds semantic:fact: Team uses pnpm for packages",
        "added: Team uses pnpm for packages",
        "taken back: Team uses pnpm for packages",
        "maintenance every 30 days ",
        "faded: Team uses pnpm for packages (faded from",
    ):
        assert said in text
    assert "result=" not in text.lower()


def test_what_fails_is_told_with_why_expected_and_found(told: Trace) -> None:
    reader, text = read_page(told)
    assert "A story <b>with marks</b> · told · 1 of" in text
    assert "remembers <i>nobody said so</i> why no such memory" in text
    assert "expected type semantic:preference, words bun" in text
    assert "i" not in reader.names


def test_marks_count_what_is_asked(told: Trace) -> None:
    found = {mark.name: (mark.held, mark.asked) for mark in marks([told])}
    prompts_with_a_rule = len(told.probes) + 1
    assert found == {
        "preferences_recalled": (1, 2),
        "procedures_applied": (0, 0),
        "hard_rules_respected": (prompts_with_a_rule + 1, prompts_with_a_rule + 1),
        "patterns_found": (0, 0),
        "updates_visible": (1, 1),
    }
    assert [mark.reached for mark in marks([told])] == [False, None, True, None, True]


MORE = """\
  - {id: said_so, after: said, why: it says to which mark it counts, mark: patterns_found,
     remembered: [{why: w, type: "semantic:preference", words: [pnpm]}, {why: w, type: semantic, words: [Realm]}]}
  - {id: first_agent, after: said, why: whoever took part asks,
     recall: {task: Install the packages, expect: [{why: w, contains: [[pnpm]]}]}}
  - {id: only_missing, after: said, why: what must be missing recalls nothing,
     recall: {task: Install, agent: other, expect: [{why: w, contains: [[pnpm]]}, {why: w, absent: [[zebra]]}]}}
  - {id: each_agent, after: said, why: each one that asks is a question,
     recall: {task: Install the packages, agents: [helper, other], expect: [
       {why: in its section, section: Constraints (MUST FOLLOW), contains: [[Realm]]},
       {why: anywhere, contains: [[pnpm]]}
     ]}}
"""


async def test_what_counts_to_a_mark(tmp_path: Path, told: Trace) -> None:
    trace = await replay(read_scenario(STORY + MORE, file="told.yaml"), f"embedded:{tmp_path}/store")
    assert [score.question for score in trace.checkpoint("each_agent").scores] == [
        f"{question} ({agent})"
        for agent in ("helper", "other")
        for question in ("Constraints (MUST FOLLOW): in its section", "prompt: anywhere")
    ]
    before, after = ({mark.name: mark.asked for mark in marks([one])} for one in (told, trace))
    assert {name: after[name] - before[name] for name in before} == {
        "preferences_recalled": 0,
        "procedures_applied": 0,
        "hard_rules_respected": 4 + 2,  # each of four prompts has a live rule, two are asked for its section
        "patterns_found": 2,
        "updates_visible": 2,  # of `only_missing` and `each_agent`, by the agent that took no part
    }


def test_figures_are_whole_also_beside_long_names(told: Trace) -> None:
    name = "a_scenario_with_a_name_of_sixty_characters_which_is_a_lot_to_say"[:60]
    longer = replace(told, scenario=told.scenario.model_copy(update={"name": name}))
    console = Console(width=80)
    with console.capture() as printed:
        console.print(table([Played(Variant(longer.scenario), longer)]))
    assert "11/11" in printed.get()
    assert "FAILED" in printed.get()


def test_an_aim_may_have_to_be_exceeded() -> None:
    assert Aim("at least", 0.9).reached(0.9)
    assert not Aim("more than", 0.9, above=True).reached(0.9)


@pytest.mark.parametrize(
    ("was", "report", "said"),
    [
        ("title:", "report", ("told.yaml:2: titel: ", "told.yaml:1: title: ")),
        ("no such text", "told.yaml", ("'--report': dir",)),
    ],
    ids=["each mistake of a file has a line", "a report that can be written nowhere"],
)
def test_what_is_wrong_is_told_before_anything_is_played(
    tmp_path: Path, was: str, report: str, said: tuple[str, ...]
) -> None:
    (tmp_path / "told.yaml").write_text(STORY.replace(was, "titel:"))
    done = CliRunner().invoke(app, ["run", str(tmp_path), "--report", str(tmp_path / report)])
    assert (done.exit_code, done.stdout) == (2, "")
    assert [one for one in said if one not in done.stderr] == []


def test_an_event_that_cannot_happen_fails_its_scenario_and_no_other(tmp_path: Path) -> None:
    nobody = STORY.replace("assess: {", "assess: {agent: other, answer: 9, ").replace(
        "state: {",
        "state: {at_break: true, learning: {about: a, confidence: 0.1, interpretations: "
        "[{meaning: b, likelihood: 0.6}, {meaning: c, likelihood: 0.4}]}, ",
    )
    (tmp_path / "told.yaml").write_text(nobody)
    (tmp_path / "whole.yaml").write_text(STORY.replace("name: told", "name: whole"))
    done = CliRunner().invoke(app, ["run", "--json", str(tmp_path)])
    stopped, whole = (json.loads(line) for line in done.stdout.splitlines())
    assert (done.exit_code, stopped["passed"], whole["scenario"], len(whole["checkpoints"])) == (1, False, "whole", 3)
    assert [c["id"] for c in stopped["checkpoints"]] == ["known", "the_other_one", "invariants"]
    [score] = stopped["checkpoints"][-1]["scores"]
    assert score["question"] == "every event can happen"
    assert "doing: answer: field choice: 9 is none of" in score["found"]


def test_variants_are_told_with_both_rates_and_written_beside_the_page(tmp_path: Path) -> None:
    arguments = [*"run scenario_11_pattern_miss --variants 1 --seed 3 --json --report".split(), str(tmp_path)]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    original, variant, last = [json.loads(line) for line in done.stdout.splitlines()]
    assert "variant" not in original
    assert (variant["scenario"], variant["variant"]) == ("scenario_11_pattern_miss", 1)
    assert any("weeks" in change for change in variant["changes"])
    found = last["summary"]
    assert (found["seed"], found["originals"]["scenario_rate"], found["variants"]["scenario_rate"]) == (3, 1.0, 1.0)
    assert json.loads((tmp_path / "summary.json").read_text(encoding="utf-8")) == found
    single = {f"scenario_11_pattern_miss{number}.json" for number in ("", "-variant-1")}
    assert {path.name for path in tmp_path.iterdir()} == single | {"scenarios.html", "summary.json"}
    page = (tmp_path / "scenarios.html").read_text(encoding="utf-8")
    assert "EU hosting" in page
    assert "scenario_11_pattern_miss, variant 1" in page


def test_a_variant_that_fails_is_told_as_it_happened_with_what_is_different(told: Trace) -> None:
    made = Variant(told.scenario, 2, 3, {"pnpm": "Yarn"}, {})
    _, text = read(scenario_page([Played(Variant(told.scenario), told), Played(made, told)]))
    for said in ("told, variant 2 · 1 of", "pnpm → Yarn", "3 weeks later", "0 of 1 variants"):
        assert said in text
