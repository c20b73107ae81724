"""Broken invariants of a replay are reported."""

from memorist.evals.scenarios import invariants
from memorist.evals.scenarios.model import ScenarioEvent
from memorist.evals.scenarios.model_doing import MaintainEvent
from memorist.evals.scenarios.trace import AskedRecall, EventTrace, Interrupted, Snapshot
from memorist.memory_store.reading import Finding
from memorist.nodes.homeostasis.result import Assessment
from memorist.nodes.ingestion.result import IngestError, IngestResult
from memorist.nodes.retrieval.result import FailedChannel
from tests.evals.examples import NOON, claim, memory, recall

RULE = memory("Never use Realm", "semantic:hard_rule")
RULES = "Constraints (MUST FOLLOW)"


def asked(*, rules: tuple[str, ...] = (RULE.content,), tokens: int = 10, prompt: str = "") -> AskedRecall:
    return AskedRecall("a task", recall(tokens=tokens, prompt=prompt, **{RULES: [*rules]}), (RULE,))


def test_a_prompt_without_a_live_hard_rule_breaks_the_first_promise() -> None:
    assert invariants.rules_in_every_prompt([asked()]).passed
    assert not invariants.rules_in_every_prompt([asked(), asked(rules=())]).passed


def test_a_rule_that_is_cited_but_not_written_out_does_not_count() -> None:
    assert not invariants.rules_in_every_prompt([asked(prompt="## Task")]).passed


def test_a_channel_that_failed_is_told() -> None:
    assert invariants.channels_answered([asked()]).passed
    failed = asked().recall.model_copy(update={"failed_channels": (FailedChannel(channel="graph", error="timed out"),)})
    assert "timed out" in invariants.channels_answered([AskedRecall("a task", failed, ())]).found
    assert invariants.channels_answered([AskedRecall("a task", failed, (), without_store=True)]).passed


def test_a_prompt_over_the_budget_is_found() -> None:
    assert invariants.budget_kept([asked(tokens=8_000)], 8_000).passed
    assert not invariants.budget_kept([asked(tokens=8_001)], 8_000).passed


def test_a_claim_without_a_stored_episode_is_found() -> None:
    traced = memory("traced", claim=claim("Clerk"), source_episode_ids=("episode",))
    untraced = memory("untraced", claim=claim("Clerk"))
    assert invariants.claims_traced([traced, memory("without a claim")], ["episode"]).passed
    assert not invariants.claims_traced([traced], []).passed
    assert "untraced" in invariants.claims_traced([traced, untraced], ["episode"]).found


def test_a_finding_of_the_store_breaks_an_invariant() -> None:
    assert invariants.store_clean([]).passed
    assert "twice" in invariants.store_clean([Finding("slot", "held twice", ("a", "b"))]).found


def test_an_input_that_could_not_be_ingested_is_told() -> None:
    failed = IngestResult(id="x", error=IngestError(message="the disk is full"))
    assert "the disk is full" in invariants.nothing_failed([IngestResult(), failed]).found


def test_an_answer_that_nobody_asked_for_is_told() -> None:
    said = {"id": "said", "at": NOON, "input": {"kind": "turn", "role": "user", "content": "x"}}
    event = ScenarioEvent.model_validate({**said, "answer": {"choice": "later"}})
    unasked = ScenarioEvent.model_validate({"id": "idle", "at": NOON, "assess": {"state": {}, "answer": 0}})
    idle = Assessment(agent_id="a", at=NOON, activity="idle", dimensions=())
    snapshot = Snapshot("said", NOON, {})
    asked_for = EventTrace(event, None, snapshot, Interrupted(IngestResult(), ({"question": "What holds?"},)))
    assert invariants.answers_asked([asked_for, EventTrace(ScenarioEvent.model_validate(said), None, snapshot)]).passed
    for wrong in (
        EventTrace(event, None, snapshot, Interrupted(IngestResult(), ())),
        EventTrace(unasked, None, snapshot, idle),
    ):
        assert f"{wrong.event.id}: nothing was asked" in invariants.answers_asked([asked_for, wrong]).found


def test_a_replay_that_changes_a_field_adds_or_removes_is_found() -> None:
    before = {"a": "1", "b": "1"}
    assert invariants.replay_changes_nothing(before, {"b": "1", "a": "1"}).passed
    for after in ({"a": "1"}, {"a": "1", "b": "2"}, {**before, "c": "1"}):
        assert not invariants.replay_changes_nothing(before, after).passed


def test_what_a_second_pass_changes_is_found() -> None:
    event = ScenarioEvent(id="night", at=NOON, maintain=MaintainEvent())
    snapshot = Snapshot("night", NOON, {})
    assert invariants.twice_is_once([EventTrace(event, None, snapshot, again=())]).passed
    again = EventTrace(event, None, snapshot, again=("a: 1 -> 2",))
    assert "night: a: 1 -> 2" in invariants.twice_is_once([again]).found


def test_a_past_that_reads_otherwise_than_it_was_is_found() -> None:
    then = Snapshot("event", NOON, {"a": "confirmed"})
    assert invariants.past_unchanged([then], [Snapshot("event", NOON, {"a": "confirmed"})]).passed
    for statuses in ({}, {"a": "superseded"}, {"a": "confirmed", "b": "confirmed"}):
        assert not invariants.past_unchanged([then], [Snapshot("event", NOON, statuses)]).passed


def test_text_or_a_citation_of_another_group_is_found() -> None:
    empty = AskedRecall("a task", recall(prompt="## Task\na task"), ())
    assert invariants.groups_apart([empty], [RULE]).passed
    assert not invariants.groups_apart([asked(rules=("x",))], [RULE]).passed
    told = AskedRecall("a task", recall(prompt="never use realm"), ())
    assert not invariants.groups_apart([told], [RULE]).passed


def test_a_long_list_of_faults_is_cut() -> None:
    found = invariants.store_clean([Finding("slot", str(number), ()) for number in range(9)]).found
    assert found.splitlines()[-1] == "and 4 more"
