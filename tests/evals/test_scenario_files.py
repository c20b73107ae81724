"""Scenario files are strict: a mistake names its file, line and field."""

import re
from pathlib import Path

import pytest

from memorist.evals.scenarios.load import (
    InvalidScenario,
    UnknownScenario,
    load_scenario,
    load_scenarios,
    read_scenario,
    scenario_files,
)
from memorist.evals.scenarios.names import DEEDS, RUNGS, SECTIONS
from memorist.nodes.promotion.checklist import WHAT
from memorist.nodes.promotion.rules import LADDER
from memorist.nodes.retrieval.assemble import TITLES
from tools.scenario_schema import SCHEMA_FILE, scenario_schema, schema_path

SMALL = """\
name: small
title: A turn and a question
why: the smallest story there is
given:
  group: small
  agents: [helper]
  clock: 2026-02-01T08:00:00Z
events:
  - id: says_so
    at: 2026-02-01T09:00:00Z
    input:
      kind: turn
      role: user
      content: We use pnpm
checkpoints:
  - id: known
    why: it was said
    remembered:
      - why: the package manager
        type: semantic:fact
        words: [pnpm]
        confidence: 0.9
  - id: asked
    why: it is used
    recall:
      task: Set up a project
      expect:
        - why: by name
          section: Relevant Knowledge
          contains: [[pnpm]]
"""


def test_own_files_and_folders_stand_beside_the_shipped_names(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    file = tmp_path / "mine" / "small.yaml"
    file.write_text(SMALL)
    names = [scenario.name for scenario in load_scenarios([str(tmp_path), "master_week", str(file)])]
    assert names == ["small", "master_week"]
    assert [scenario.name for scenario in load_scenarios()] == [*scenario_files()]
    with pytest.raises(UnknownScenario, match="no folder with some called"):
        load_scenarios([str(tmp_path / "elsewhere")])
    other = tmp_path / "small.yml"
    other.write_text(SMALL.replace("We use pnpm", "We use Yarn"))
    with pytest.raises(InvalidScenario, match=r"small\.yml: another scenario is called small, too: .*small\.yaml"):
        load_scenarios([str(tmp_path)])
    other.unlink()
    file.write_text(SMALL.replace("name: small", "name: large"))
    with pytest.raises(InvalidScenario, match=r"small\.yaml:1: name: the file is called .*, the scenario large"):
        load_scenarios([str(tmp_path)])


def test_the_mistakes_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text(
            SMALL.replace("name: small", f"name: {name}").replace("title:", "titel:")
        )
    (tmp_path / "small.yaml").write_text(SMALL)
    with pytest.raises(InvalidScenario) as caught:
        load_scenarios([str(tmp_path)])
    assert [line.partition(":")[0] for line in str(caught.value).splitlines()] == [
        str(tmp_path / f"{name}.yaml") for name in ("one", "one", "two", "two")
    ]


def test_times_are_text_as_json_would_bring_them() -> None:
    timed = "      kind: turn\n      at: 2026-02-01T08:59:00Z\n"
    text = SMALL.replace("words: [pnpm]", "words: [14:30]").replace("We use pnpm", "14:30")
    scenario = read_scenario(text.replace("      kind: turn\n", timed), file="small.yaml")
    [expected] = scenario.checkpoint("known").remembered or []
    [said] = scenario.events[0].inputs
    assert (expected.words, said["content"], said["at"]) == (("14:30",), "14:30", "2026-02-01T08:59:00Z")


@pytest.mark.parametrize(
    ("was", "becomes", "line", "field", "message"),
    [
        ("why: the smallest", "wy: the smallest", 3, "wy", "not permitted"),
        ("    why: it was said", "    because: it was said", 17, "checkpoints.0.because", "not permitted"),
        ("        words: [pnpm]\n", "        wrods: [pnpm]\n", 21, "checkpoints.0.remembered.0.wrods", "not permitted"),
        ("2026-02-01T08:00:00Z", "2026-02-01T08:00:00", 7, "given.clock", "no zone"),
        ("2026-02-01T09:00:00Z", "2026-02-01T09:00:00", 10, "events.0.at", "no zone"),
        ("2026-02-01T09:00:00Z", "2026-02-01T07:00:00Z", 10, "events.0.at", "before the event"),
        ("semantic:fact", "semantic:fakt", 20, "checkpoints.0.remembered.0.type", "no memory type"),
        ("confidence: 0.9", "confidence: 9", 22, "checkpoints.0.remembered.0.confidence", "less than or equal to 1"),
        ("kind: turn", "kind: shout", 12, "events.0.input.kind", "turn, manual"),
        ("role: user", "role: king", 13, "events.0.input.role", "'user', 'assistant' or 'tool'"),
        ("      content: We use pnpm\n", "", 12, "events.0.input.content", "required"),
        ("role: user", "role: user\n      agent_id: ghost", 14, "events.0.input.agent_id", "given.agents"),
        ("  - id: asked", "  - id: known", 23, "checkpoints.1.id", "twice"),
        ("  - id: asked", "  - id: asked\n    after: never_was", 24, "checkpoints.1.after", "no event 'never_was'"),
        ("      task: Set", "      agent: ghost\n      task: Set", 26, "checkpoints.1.recall.agent", "given.agents"),
        ("group: small", "group: no-dashes", 5, "given.group", "such as no_dashes"),
        ("name: small", "name: other", 1, "name", "the file is called small.yaml"),
        ("title: A turn", "name: small\ntitle: A turn", 2, "name", "twice"),
    ],
)
def test_a_mistake_names_file_line_and_field(was: str, becomes: str, line: int, field: str, message: str) -> None:
    assert was in SMALL
    with pytest.raises(InvalidScenario, match=re.escape(message)) as caught:
        read_scenario(SMALL.replace(was, becomes, 1), file="small.yaml")
    assert str(caught.value).splitlines()[0].startswith(f"small.yaml:{line}: {field}: ")
    assert caught.value.field == field


def test_every_mistake_of_a_file_is_told_at_once() -> None:
    wrong = SMALL.replace("confidence: 0.9", "confidence: 9").replace("title:", "titel:")
    with pytest.raises(InvalidScenario) as caught:
        read_scenario(wrong, file="small.yaml")
    assert sorted(line.split(":")[1] for line in str(caught.value).splitlines()) == ["1", "2", "22"]


@pytest.mark.parametrize(
    ("was", "becomes", "message"),
    [
        (
            "words: [pnpm]",
            "words: [no]",
            "21: checkpoints.0.remembered.0.words.0: Input should be a valid string, got False",
        ),
        (
            "words: [pnpm]",
            "words: pnpm",
            "21: checkpoints.0.remembered.0.words: Input should be a valid list, got 'pnpm'",
        ),
        ("    input:", "    inptu:", "12: events.0.inptu: Extra inputs are not permitted"),
    ],
)
def test_one_mistake_is_told_once(was: str, becomes: str, message: str) -> None:
    with pytest.raises(InvalidScenario) as caught:
        read_scenario(SMALL.replace(was, becomes, 1), file="small.yaml")
    assert str(caught.value) == f"small.yaml:{message}"


@pytest.mark.parametrize(
    ("was", "becomes", "message"),
    [
        ("    input:", "    advance: true\n    input:", "exactly one of input, advance"),
        ("    recall:", "    history: {topic: a, entries: [{words: [a]}]}\n    recall:", "exactly one of"),
        ("          contains: [[pnpm]]\n", "", "expects nothing"),
        ("          section: Relevant Knowledge\n          contains:", "          order:", "need a `section`"),
        ("        words: [pnpm]\n", "", "which memory is meant"),
        ("words: [pnpm]", "words: ['zebra| |ant']", "would be found everywhere"),
        ("words: [pnpm]", "claim: {}", "says nothing: give subject"),
        ("words: [pnpm]", "words: ['_-']", "would be found everywhere"),
        ("section: Relevant Knowledge", "section: Relevent Knowledge", "no section of a prompt"),
        ("contains: [[pnpm]]", "tokens: [9, 3]", "the first figure is the least"),
        ("      task:", "      agent: helper\n      agents: [helper]\n      task:", "give `agent` or `agents`"),
        (
            "      task:",
            "      without_store: true\n      as_of: 2026-02-01T09:00:00Z\n      task:",
            "no other time can be asked for",
        ),
    ],
)
def test_an_expectation_that_cannot_be_judged_is_refused(was: str, becomes: str, message: str) -> None:
    assert was in SMALL
    with pytest.raises(InvalidScenario, match=re.escape(message)):
        read_scenario(SMALL.replace(was, becomes, 1), file="small.yaml")


@pytest.mark.parametrize(
    ("event", "field", "message"),
    [
        ("import_persona: {of: says_so}", "import_persona.of", "exports a persona"),
        ("undo_persona: {name: nobody}", "undo_persona.name", "takes a persona of this name in"),
        ("group: nowhere\n    advance: true", "group", "given.others"),
        ("together: {inputs: [{kind: turn, role: king, content: x}, {kind: turn, role: user, content: x}]}",
         "together.inputs.0.role", "'user', 'assistant' or 'tool'"),
        ("together: {inputs: [{kind: turn, role: user, content: x}, {kind: turn, role: user, content: y}]}",
         "together.inputs.0.agent_id", "whose input"),
        ("maintain: {stages: half}", "maintain.stages", "'all' or 'promote'"),
        ("search: {query: x, include: [dead]}", "search.include.0", "'staged'"),
        ("advance: true\n    answer: {choice: later}", "scenario", "needs an `input`"),
    ],
)  # fmt: skip
def test_a_mistake_in_what_happens_besides_inputs_is_named(event: str, field: str, message: str) -> None:
    more = f"  - id: more\n    at: 2026-02-01T10:00:00Z\n    {event}\ncheckpoints:"
    with pytest.raises(InvalidScenario, match=re.escape(message)) as caught:
        read_scenario(SMALL.replace("checkpoints:", more, 1), file="small.yaml")
    assert field == "scenario" or f"events.1.{field}" in str(caught.value)


FILE = """
name: short
title: Short
why: To see what is refused.
given: {{group: g, agents: [dev_1], clock: 2026-02-01T09:00:00Z}}
events:
  - {{id: e, at: 2026-02-01T09:00:00Z, {event}}}
checkpoints:
  - {{id: c, why: It must be so., {question}}}
"""
IDLE = "assess: {state: {}}"
EXPECTS = "assessment: [{why: so, activity: idle}]"


@pytest.mark.parametrize(
    ("event", "question", "says"),
    [
        ("assess: {state: {tsk: x}}", EXPECTS, "tsk"),
        ("assess: {agent: dev_9, state: {}}", EXPECTS, "dev_9"),
        ("act: {action: {kind: dance}}", "verdict: [{why: so, action: allow}]", "dance"),
        ("intake: {form: {role: x}}", "absent: [{why: so, type: 'semantic:fact'}]", "domain"),
        (f"{IDLE}, advance: true", EXPECTS, "exactly one of"),
        (IDLE, f"{EXPECTS}, absent: [{{why: so, words: [x]}}]", "exactly one of"),
        (IDLE, "absent: [{why: so}]", "expects nothing"),
        (IDLE, "verdict: [{why: so, action: allow}]", "has no `act`"),
        (IDLE, "maintained: [{why: w}]", "has no `maintain`"),
        (IDLE, "found: [{why: w, words: [a]}]", "has no `search`"),
        (IDLE, "arrived: [{why: w, effect: added}]", "has no `import_persona` or `undo_persona`"),
        ("maintain: {}", "maintained: [{why: w, what: fadded, count: 0}]", "'fadded' is no deed of a pass"),
    ],
)
def test_what_an_event_does_not_take_or_never_tells_is_refused(event: str, question: str, says: str) -> None:
    assert read_scenario(FILE.format(event=IDLE, question=EXPECTS), file="short.yaml").events[0].assess is not None
    with pytest.raises(InvalidScenario, match=re.escape(says)):
        read_scenario(FILE.format(event=event, question=question), file="short.yaml")


PERSONA = """\
  - {id: out, at: 2026-02-02T09:00:00Z, export_persona: {name: Dev}}
  - {id: taken_in, at: 2026-02-03T09:00:00Z, import_persona: {of: out}}
  - {id: undone, at: 2026-02-04T09:00:00Z, undo_persona: {name: Dev}}
  - {id: passed, at: 2026-02-05T08:00:00Z, maintain: {}}
  - {id: skills, at: 2026-02-05T09:00:00Z, export_skills: true}
checkpoints:
"""


@pytest.mark.parametrize(
    ("after", "question", "message"),
    [
        ("taken_in", "arrived: [{why: w, effect: taken_back, count: 0}]", "taken_back is no effect of an import"),
        ("undone", "arrived: [{why: w, effect: added, count: 0}]", "added is no effect of taking back"),
        ("passed", "maintained: [{why: w, what: faded, asked: true, count: 0}]", "'faded' is done unasked"),
        ("out", "handed_on: [{why: w, type: procedural, absent: [pnpm]}]", "`type` says which memory has the `words`"),
        (
            "out",
            "agent: helper, handed_on: [{why: w, absent: [a]}]",
            "is what the event told whoever acted",
        ),
        ("skills", "skills: [{why: w, name: deploy, fit: false, steps: [a]}]", "what is not `fit` has no file"),
    ],
)
def test_what_an_event_never_tells_cannot_be_expected_to_be_missing(after: str, question: str, message: str) -> None:
    sound = SMALL.replace("checkpoints:\n", PERSONA)
    assert read_scenario(sound, file="small.yaml")
    with pytest.raises(InvalidScenario, match=re.escape(message)):
        read_scenario(f"{sound}  - {{id: c, after: {after}, why: w, {question}}}\n", file="small.yaml")


ALIASES = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9))


@pytest.mark.parametrize(
    "text",
    [
        *("", "a: [", "a: b: c", "just words", "- a\n- list", "a: \x00", "? [a, b]\n: c", "a: !mine b", "a: &a [*a]"),
        pytest.param(f"a0: &a0 [x, x]\n{ALIASES}", id="aliases of aliases"),
        pytest.param(f"a: {'[' * 2_000}{']' * 2_000}", id="deep"),
        pytest.param(SMALL.replace("      content:", "      more: &more [*more]\n      content:"), id="in itself"),
    ],
)
def test_what_is_no_scenario_at_all_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(InvalidScenario, match=r"^small\.yaml:\d+: "):
        read_scenario(text, file="small.yaml")


def test_a_file_that_is_no_text_is_refused_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidScenario, match=r"small\.yaml: cannot be read: 'utf-8'"):
        load_scenarios([str(tmp_path)])


@pytest.mark.parametrize("name", scenario_files())
def test_every_shipped_scenario_is_sound_and_names_its_schema(name: str) -> None:
    assert load_scenario(name).name == name
    first_line = scenario_files()[name].read_text(encoding="utf-8").splitlines()[0]
    assert first_line == f"# yaml-language-server: $schema=../{SCHEMA_FILE}"


def test_the_names_that_a_file_may_write_are_those_of_the_graphs() -> None:
    assert [*SECTIONS] == [*TITLES.values()]
    assert [*RUNGS] == [rung.name for rung in LADDER]
    assert WHAT in DEEDS


def test_an_unknown_scenario_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownScenario, match="master_week"):
        load_scenario("master_weak")


def test_the_schema_beside_the_files_is_current() -> None:
    current = schema_path().read_text(encoding="utf-8")
    assert current == scenario_schema(), "run `python tools/scenario_schema.py`"
