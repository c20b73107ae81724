"""Several people in one scenario: each input is ingested as its user, whatever way it comes in."""

from pathlib import Path

from memorist.evals.scenarios.load import read_scenario
from memorist.evals.scenarios.places import opened
from memorist.evals.scenarios.replay import replay
from memorist.evals.scenarios.steadiness import other_group_score
from tests.evals.held import check_all_holds

BOTH = """\
name: both
title: Two users of two agents
why: however an input comes in, it is ingested as the user that it names
given:
  group: both
  agents: [first, second]
  others: [stranger]
  users: [anna, ben]
  clock: 2026-02-01T08:00:00Z
events:
  - {id: there, at: 2026-02-01T08:30:00Z, group: stranger, input: {kind: manual, content: We use Vim for code}}
  - id: at_once
    at: 2026-02-01T09:00:00Z
    together:
      inputs:
        - {kind: turn, role: user, agent_id: first, user_id: anna, content: I prefer Vim for code}
        - {kind: turn, role: user, agent_id: first, user_id: ben, content: I prefer Emacs for code}
        - {kind: turn, role: user, agent_id: second, user_id: ben, content: We use pnpm for packages}
  - id: read
    at: 2026-02-02T08:00:00Z
    input: {kind: document, user_id: anna, title: January, content: "For state management, Redux is recommended."}
  - id: asked
    at: 2026-02-02T09:00:00Z
    input: {kind: document, user_id: ben, title: February, content: "For state management, Zustand is recommended."}
    answer: {choice: take_new}
  - id: looked
    at: 2026-02-03T09:00:00Z
    search: {query: code, user: ben}
checkpoints:
  - id: held
    why: what each said is held
    remembered:
      - {why: of anna, type: "semantic:preference", words: [Vim]}
      - {why: of ben, type: "semantic:preference", words: [Emacs]}
      - {why: of all, type: "semantic:fact", words: [pnpm]}
      - {why: of all, type: semantic, words: [Zustand]}
  - id: of_ben
    why: what anna said of herself is hers
    user: ben
    absent: [{why: of anna, words: [Vim]}]
  - id: of_anna
    why: what ben said of himself is his
    user: anna
    absent: [{why: of ben, words: [Emacs]}]
  - id: found
    after: looked
    why: a search is somebody's
    found: [{why: of ben, words: [Emacs]}, {why: of anna, words: [Vim], count: 0}]
  - id: told
    why: what another group is told is found, too
    recall: {task: Set up Vim for code, expect: [{why: w, contains: [[Vim]]}]}
  - id: told_there
    after: there
    why: a group of the scenario is not taken for a stranger
    recall: {task: Set up Vim for code, expect: [{why: it was said, contains: [[Vim]]}]}
"""


async def test_each_input_is_ingested_as_its_user_and_what_leaks_is_found(tmp_path: Path) -> None:
    scenario, url = read_scenario(BOTH, file="both.yaml"), f"embedded:{tmp_path}/store"
    trace = await replay(scenario, url)
    check_all_holds(trace)
    async with opened(scenario, url, group="both") as leaking:  # as if no wall stood between
        assert not (await other_group_score(trace, leaking.main, ())).passed


OWN = """\
name: own
title: What one agent noticed of itself
why: a checkpoint sees with the eyes of the agent that it names, whatever it asks
given:
  group: own
  agents: [first, second]
  clock: 2026-02-01T08:00:00Z
events:
  - id: wanted
    at: 2026-02-01T09:00:00Z
    act: {agent: second, action: {kind: shell, command: rm -rf /}}
  - id: missed
    at: 2026-02-02T09:00:00Z
    input: {kind: feedback, agent_id: second, reference: PR 1, content: You missed loading states}
checkpoints:
  - id: its_own
    why: it knows the history of what it noticed
    agent: second
    history: {topic: second, entries: [{words: [tend to miss, loading states]}]}
  - id: of_the_other
    why: for the first one it is nobody's history
    history: {topic: second, entries: [{words: [tend to miss, loading states]}]}
  - id: from_the_first_day
    why: the log is read from its beginning, also where no memory is as old as that
    logged: [{why: what was denied, reason: [deny]}]
"""


async def test_a_checkpoint_sees_with_the_eyes_of_its_agent(tmp_path: Path) -> None:
    trace = await replay(read_scenario(OWN, file="own.yaml"), f"embedded:{tmp_path}/store")
    assert [c.checkpoint.id for c in trace.checkpoints if not c.passed] == ["of_the_other"]
