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
    with pytest.raises(UnknownScenario, match="no folder with some called .*master_week"):
        load_scenarios([str(tmp_path / "elsewhere")])
    other = tmp_path / "small.yml"
    other.write_text(SMALL.replace("We use pnpm", "We use Yarn"))
    with pytest.raises(InvalidScenario, match=r"small\.yml: another scenario is called small, too: .*small\.yaml"):
        load_scenarios([str(tmp_path)])
    other.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidScenario, match=r"small\.yml: cannot be read: 'utf-8'"):
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


MORE = {
    "out": "{id: out, at: 2026-02-02T09:00:00Z, export_persona: {name: Dev}}",
    "taken_in": "{id: taken_in, at: 2026-02-03T09:00:00Z, import_persona: {of: out}}",
    "undone": "{id: undone, at: 2026-02-04T09:00:00Z, undo_persona: {name: Dev}}",
    "passed": "{id: passed, at: 2026-02-05T08:00:00Z, maintain: {}}",
    "skills": "{id: skills, at: 2026-02-05T09:00:00Z, export_skills: true}",
    "idle": "{id: idle, at: 2026-02-06T09:00:00Z, assess: {state: {}}}",
}
LONG = SMALL.replace("checkpoints:\n", "".join(f"  - {event}\n" for event in MORE.values()) + "checkpoints:\n")


def asked(after: str, question: str) -> tuple[str, str]:
    """One more checkpoint, after one of the events."""
    return "checkpoints:\n", f"checkpoints:\n  - {{id: c, after: {after}, why: w, {question}}}\n"


def happens(event: str) -> tuple[str, str]:
    """One more event, the last."""
    return "checkpoints:\n", f"  - {{id: more, at: 2026-02-07T09:00:00Z, {event}}}\ncheckpoints:\n"


KING, NOBODYS = "role: king", "role: user"
TURNS = (
    "together: {{inputs: [{{kind: turn, content: x, {}}}, {{kind: turn, agent_id: helper, role: user, content: y}}]}}"
)
OWL = "    history: {topic: a, entries: [{words: [a]}]}\n    recall:"
NO_OTHER_TIME = "      without_store: true\n      as_of: 2026-02-01T09:00:00Z\n      task:"


@pytest.mark.parametrize(
    ("change", "place", "message"),
    [
        # names of fields, times, values
        (("why: the smallest", "wy: the smallest"), "3: wy", "not permitted"),
        (("    why: it was said", "    because: it was said"), "23: checkpoints.0.because", "not permitted"),
        (("    input:", "    inptu:"), "12: events.0.inptu", "not permitted"),
        (("        words: [pnpm]\n", "        wrods: [pnpm]\n"), "27: checkpoints.0.remembered.0.wrods", "not"),
        (("2026-02-01T08:00:00Z", "2026-02-01T08:00:00"), "7: given.clock", "no zone"),
        (("2026-02-01T09:00:00Z", "2026-02-01T09:00:00"), "10: events.0.at", "no zone"),
        (("2026-02-01T09:00:00Z", "2026-02-01T07:00:00Z"), "10: events.0.at", "before the event"),
        (("semantic:fact", "semantic:fakt"), "26: checkpoints.0.remembered.0.type", "no memory type"),
        (("confidence: 0.9", "confidence: 9"), "28: checkpoints.0.remembered.0.confidence", "less than or equal to 1"),
        (("words: [pnpm]", "words: [no]"), "27: checkpoints.0.remembered.0.words.0", "a valid string, got False"),
        (("words: [pnpm]", "words: pnpm"), "27: checkpoints.0.remembered.0.words", "a valid list, got 'pnpm'"),
        (("kind: turn", "kind: shout"), "12: events.0.input.kind", "turn, manual"),
        (("role: user", "role: king"), "13: events.0.input.role", "'user', 'assistant' or 'tool'"),
        (("      content: We use pnpm\n", ""), "12: events.0.input.content", "required"),
        (("group: small", "group: no-dashes"), "5: given.group", "such as no_dashes"),
        (("name: small", "name: other"), "1: name", "the file is called small.yaml"),
        (("title: A turn", "name: small\ntitle: A turn"), "2: name", "twice"),
        # what names an agent, an event, a user that is not there
        (("role: user", "role: user\n      agent_id: ghost"), "14: events.0.input.agent_id", "given.agents"),
        (("role: user", "role: user\n      user_id: ghost"), "14: events.0.input.user_id", "given.users"),
        (("      task: Set", "      agent: ghost\n      task: Set"), "32: checkpoints.1.recall.agent", "given.agents"),
        (("    why: it is used", "    user: ghost\n    why: w"), "30: checkpoints.1.user", "given.users"),
        (("    why: it is used", "    agent: ghost\n    why: w"), "30: checkpoints.1.agent", "given.agents"),
        (("  - id: asked", "  - id: known"), "29: checkpoints.1.id", "twice"),
        (("  - {id: taken_in", "  - {id: out"), "16: events.2.id", "twice"),
        (("  - id: asked", "  - id: asked\n    after: never_was"), "30: checkpoints.1.after", "no event 'never_was'"),
        (("  - id: asked", "  - id: asked\n    at: 2026-02-05T09:00:00Z"), "30: checkpoints.1.at", "before the event"),
        # what cannot be judged
        (("    input:", "    advance: true\n    input:"), "9: events.0", "exactly one of input, advance"),
        (("    recall:", OWL), "29: checkpoints.1", "exactly one of"),
        (("          contains: [[pnpm]]\n", ""), "34: checkpoints.1.recall.expect.0", "expects nothing"),
        (("          section: Relevant Knowledge\n          contains:", "          order:"), "34: ", "need a `sec"),
        (("section: Relevant Knowledge", "section: Relevent Knowledge"), "35: ", "no section of a prompt"),
        (("contains: [[pnpm]]", "tokens: [9, 3]"), "34: ", "the first figure is the least"),
        (("        words: [pnpm]\n", ""), "25: checkpoints.0.remembered.0", "which memory is meant"),
        (("words: [pnpm]", "words: ['zebra| |ant']"), "27: ", "would be found everywhere"),
        (("words: [pnpm]", "words: ['_-']"), "27: ", "would be found everywhere"),
        (("words: [pnpm]", "claim: {}"), "27: checkpoints.0.remembered.0.claim", "says nothing: give subject"),
        (("      task:", "      agent: helper\n      agents: [helper]\n      task:"), "32: ", "`agent` or `agents`"),
        (("      task:", NO_OTHER_TIME), "32: ", "no other time can be asked for"),
        (asked("idle", "absent: [{why: so}]"), "22: checkpoints.0.absent.0", "expects nothing"),
        (asked("idle", "assessment: [{why: so}]"), "22: ", "expects nothing: name at least one field"),
        (asked("idle", "assessment: [{why: so, state: LOW}]"), "22: ", "need a `dimension`"),
        (asked("idle", "assessment: [{why: so, dimension: productive_engagement}]"), "22: ", "of the dimension"),
        # what the event never tells
        (asked("idle", "verdict: [{why: so, action: allow}]"), "22: checkpoints.0.verdict", "has no `act`"),
        (asked("idle", "maintained: [{why: w}]"), "22: checkpoints.0.maintained", "has no `maintain`"),
        (asked("idle", "found: [{why: w, words: [a]}]"), "22: checkpoints.0.found", "has no `search`"),
        (asked("idle", "arrived: [{why: w, effect: added}]"), "22: ", "no `import_persona` or `undo_persona`"),
        (asked("taken_in", "arrived: [{why: w, effect: taken_back}]"), "22: ", "taken_back is no effect of an import"),
        (asked("undone", "arrived: [{why: w, effect: added}]"), "22: ", "added is no effect of taking back"),
        (asked("passed", "maintained: [{why: w, what: faded, asked: true}]"), "22: ", "'faded' is done unasked"),
        (asked("passed", "maintained: [{why: w, what: fadded}]"), "22: ", "'fadded' is no deed of a pass"),
        (asked("out", "handed_on: [{why: w, type: procedural, absent: [pnpm]}]"), "22: ", "memory has the `words`"),
        (asked("out", "handed_on: [{why: w}]"), "22: ", "exactly one of words, absent, removed"),
        (asked("out", "agent: helper, handed_on: [{why: w, absent: [a]}]"), "22: checkpoints.0.agent", "whoever acted"),
        (asked("skills", "skills: [{why: w, name: a, fit: false, steps: [a]}]"), "22: ", "not `fit` has no file"),
        # what happens besides inputs
        (happens("import_persona: {of: says_so}"), "21: events.7.import_persona.of", "exports a persona"),
        (happens("undo_persona: {name: nobody}"), "21: events.7.undo_persona.name", "takes a persona of this name in"),
        (happens("group: nowhere, advance: true"), "21: events.7.group", "given.others"),
        (happens(TURNS.format(KING)), "21: events.7.together.inputs.0.role", "'user', 'assis"),
        (happens(TURNS.format(NOBODYS)), "21: events.7.together.inputs.0.agent_id", "whose input"),
        (happens("maintain: {stages: half}"), "21: events.7.maintain.stages", "'all' or 'promote'"),
        (happens("search: {query: x, include: [dead]}"), "21: events.7.search.include.0", "'staged'"),
        (happens("search: {query: x, user: ghost}"), "21: events.7.search.user", "given.users"),
        (happens("advance: true, answer: {choice: later}"), "21: events.7", "needs an `input`"),
        (
            happens("input: {kind: turn, role: user, content: We use Go, answer: {choice: later}}"),
            "21: events.7",
            "`answer` belongs to the event, beside `input`",
        ),
        (happens("assess: {state: {tsk: x}}"), "21: events.7.assess.state.tsk", "not"),
        (happens("assess: {agent: dev_9, state: {}}"), "21: events.7.assess.agent", "given.agents"),
        (happens("act: {action: {kind: dance}}"), "21: events.7.act.action.kind", "dance"),
        (happens("act: {action: {kind: shell, command: ls}, state: {tsk: x}}"), "21: events.7.act.state.tsk", "not"),
        (happens("intake: {form: {role: x}}"), "21: events.7.intake.form.domain", "required"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_once_with_file_line_and_field(change: tuple[str, str], place: str, message: str) -> None:
    was, becomes = change
    assert was in LONG
    with pytest.raises(InvalidScenario, match=re.escape(message)) as caught:
        read_scenario(LONG.replace(was, becomes, 1), file="small.yaml")
    told, *more = str(caught.value).splitlines()
    assert told.startswith(f"small.yaml:{place}")
    assert [line for line in more if not line.endswith("required")] == []  # a misspelt field is missing, too
    assert f": {caught.value.field}: " in told


def test_what_is_asked_of_events_is_sound_otherwise() -> None:
    assert len(read_scenario(LONG, file="small.yaml").events) == 1 + len(MORE)


def test_every_mistake_of_a_file_is_told_at_once() -> None:
    wrong = SMALL.replace("confidence: 0.9", "confidence: 9").replace("title:", "titel:")
    with pytest.raises(InvalidScenario) as caught:
        read_scenario(wrong, file="small.yaml")
    assert sorted(line.split(":")[1] for line in str(caught.value).splitlines()) == ["1", "2", "22"]


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


@pytest.mark.parametrize("name", scenario_files())
def test_every_shipped_scenario_is_sound_and_names_its_schema(name: str) -> None:
    assert load_scenario(name).name == name
    first_line = scenario_files()[name].read_text(encoding="utf-8").splitlines()[0]
    assert first_line == f"# yaml-language-server: $schema=../{SCHEMA_FILE}"


def test_the_names_that_a_file_may_write_are_those_of_the_graphs() -> None:
    assert [*SECTIONS] == [*TITLES.values()]
    assert [*RUNGS] == [rung.name for rung in LADDER]
    assert WHAT in DEEDS


def test_the_schema_beside_the_files_is_current() -> None:
    current = schema_path().read_text(encoding="utf-8")
    assert current == scenario_schema(), "run `python tools/scenario_schema.py`"
