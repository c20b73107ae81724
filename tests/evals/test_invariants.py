"""Broken invariants of a replay are told; that they hold is what each scenario shows."""

from collections.abc import Sequence
from typing import Any

import pytest

from memorist.evals.scenarios import invariants
from memorist.evals.scenarios.model import ScenarioEvent
from memorist.evals.scenarios.score import Score
from memorist.evals.scenarios.trace import Answer, AskedRecall, EventTrace, Interrupted, Snapshot
from memorist.memory_store.reading import Finding
from memorist.nodes.homeostasis.result import Assessment
from memorist.nodes.ingestion.result import IngestError, IngestResult
from memorist.nodes.retrieval.result import FailedChannel
from tests.evals.examples import NOON, claim, memory, recall

RULE = memory("Never use Realm", "semantic:hard_rule")
TRACED = memory("traced", claim=claim("Clerk"), source_episode_ids=("episode",))
UNTRACED = memory("untraced", claim=claim("Clerk"))
TURN = {"input": {"kind": "turn", "role": "user", "content": "x"}}
FAILED = (FailedChannel(channel="graph", error="timed out"),)


def asked(
    *, rules: Sequence[str] = (RULE.content,), tokens: int = 10, prompt: str = "", failed: Sequence[FailedChannel] = ()
) -> AskedRecall:
    made = recall(tokens=tokens, prompt=prompt, **{"Constraints (MUST FOLLOW)": [*rules]})
    return AskedRecall("a task", made.model_copy(update={"failed_channels": tuple(failed)}), (RULE,))


def happened(id_: str, given: dict[str, Any], answer: Answer = None, *, again: tuple[str, ...] = ()) -> EventTrace:
    event = ScenarioEvent.model_validate({"id": id_, "at": NOON, **given})
    return EventTrace(event, None, Snapshot(id_, NOON, {}), answer, again)


def past(now: dict[str, str]) -> Score:
    then = Snapshot("event", NOON, {"a": "confirmed"})
    return invariants.past_unchanged([then], [Snapshot("event", NOON, now)])


ANSWERED = happened("said", {**TURN, "answer": {"choice": "later"}}, Interrupted(IngestResult(), ({"question": "?"},)))
UNASKED = happened("said", {**TURN, "answer": {"choice": "later"}}, Interrupted(IngestResult(), ()))
IDLE = happened(
    "idle", {"assess": {"state": {}, "answer": 0}}, Assessment(agent_id="a", at=NOON, activity="idle", dimensions=())
)
TOLD = AskedRecall("a task", recall(prompt="never use realm"), ())


@pytest.mark.parametrize(
    ("score", "found"),
    [
        (invariants.rules_in_every_prompt([asked(), asked(rules=())]), "Never use Realm"),
        (invariants.rules_in_every_prompt([asked(prompt="## Task")]), "Never use Realm"),  # cited, and not written out
        (
            invariants.rules_in_every_prompt([asked(rules=("x",), prompt=RULE.content)]),
            "Never use Realm",
        ),  # or the other way
        (invariants.channels_answered([asked(failed=FAILED)]), "timed out"),
        (invariants.budget_kept([asked(tokens=8_001)], 8_000), "8001 tokens"),
        (invariants.claims_traced([TRACED], []), "traced"),
        (invariants.claims_traced([TRACED, UNTRACED], ["episode"]), "untraced"),
        (invariants.store_clean([Finding("slot", "held twice", ("a", "b"))]), "held twice"),
        (invariants.store_clean([Finding("slot", str(number), ()) for number in range(9)]), "and 4 more"),
        (invariants.nothing_failed([IngestResult(id="x", error=IngestError(message="disk full"))]), "disk full"),
        (invariants.answers_asked([ANSWERED, UNASKED]), "said: nothing was asked"),
        (invariants.answers_asked([ANSWERED, IDLE]), "idle: nothing was asked"),
        (invariants.replay_changes_nothing({"a": "1", "b": "1"}, {"a": "1"}), "b: 1 -> is gone"),
        (invariants.replay_changes_nothing({"a": "1"}, {"a": "2"}), "a: 1 -> 2"),
        (invariants.replay_changes_nothing({"a": "1"}, {"a": "1", "b": "1"}), "b: was not there -> 1"),
        (invariants.twice_is_once([happened("night", {"maintain": {}}, again=("a: 1 -> 2",))]), "night: a: 1 -> 2"),
        (past({}), "event: a: confirmed -> is gone"),
        (past({"a": "superseded"}), "event: a: confirmed -> superseded"),
        (past({"a": "confirmed", "b": "confirmed"}), "event: b: was not there -> confirmed"),
        (invariants.groups_apart([asked(rules=("x",))], [RULE]), "cites x"),
        (invariants.groups_apart([TOLD], [RULE]), "tells: Never use Realm"),
    ],
)
def test_a_broken_invariant_is_told(score: Score, found: str) -> None:
    assert (score.passed, found in score.found) == (False, True)
