"""Manual entries are believed as they stand."""

from typing import Any

import pytest

from memorist.memory_store.domain.memory import Source
from memorist.memory_store.domain.types import MODEL_OF_TYPE
from memorist.nodes.draft import Draft
from memorist.nodes.reading.reader import Proposal
from tests.nodes.kinds.reading import claim, contents, drafts_of, proposal

RULE = "semantic:hard_rule"


def read(content: str, *proposals: Proposal, **fields: Any) -> list[Draft]:
    return drafts_of({"kind": "manual", "content": content, **fields}, *proposals)


def test_a_rule_is_kept_as_said_with_the_claim_that_was_read() -> None:
    never = claim("team", "uses", "Realm", polarity=False)
    said = proposal(
        "Never use Realm", RULE, passage="entry", claim=never, content="Do not use Realm", details={"severity": "warn"}
    )
    reason, alternatives = "sync issues, painful migrations", ("SQLite + Drizzle", "WatermelonDB")
    (rule,) = read("Never use Realm.", said, reason=reason, alternatives=alternatives)
    assert (rule.type, rule.content, rule.claim) == (RULE, "Do not use Realm", never), "no type was given: as read"
    (rule,) = read("Never use Realm.", said, type=RULE, reason=reason, alternatives=alternatives)
    assert (rule.type, rule.content, rule.confidence, rule.claim) == (RULE, "Never use Realm", 1.0, never)
    assert (rule.source, rule.forced, rule.by_user) == (Source.MANUAL, True, True)
    assert rule.details == {"reason": reason, "alternatives": alternatives}, "nobody gave a severity"


def test_the_claim_of_another_type_will_do_for_a_rule_that_was_meant() -> None:
    fact = proposal("Deploys are slow on Mondays", passage="entry", claim=claim("deploys", "are", "slow on Mondays"))
    (rule,) = read("Deploys are slow on Mondays", fact, severity="warn")
    assert (rule.type, rule.claim, rule.details) == (RULE, fact.claim, {"severity": "warn"})


def test_two_prohibitions_in_one_entry_are_two_rules() -> None:
    both = [
        proposal("Never use Realm or MongoDB", RULE, passage="entry", content=f"Never use {x}")
        for x in ("Realm", "MongoDB")
    ]
    assert contents(read("Never use Realm or MongoDB", *both, type=RULE)) == ["Never use Realm", "Never use MongoDB"]


@pytest.mark.parametrize(
    ("content", "fields", "kind"),
    [
        ("Never push to main", {"severity": "warn"}, RULE),
        ("The office has a cat", {"type": "semantic:reference"}, "semantic:reference"),
        ("Rotate the keys", {"type": "procedural"}, "procedural"),
        ("Met the client", {"type": "episodic"}, "episodic"),
        ("Uns gehört der Laden", {}, "semantic:fact"),
    ],
)
def test_what_no_reader_reads_is_kept_all_the_same(content: str, fields: dict[str, Any], kind: str) -> None:
    (draft,) = read(content, **fields)
    assert (draft.type, draft.content, draft.confidence, draft.forced) == (kind, content, 1.0, True)
    assert set(draft.details) <= set(MODEL_OF_TYPE[kind].model_fields)


def test_numbered_steps_are_a_procedure_with_its_trigger() -> None:
    (how_to,) = read("When you open a pull request: 1. Check the types 2. Run the tests.", type="procedural")
    assert how_to.content == "When you open a pull request: 1. Check the types; 2. Run the tests"
    assert how_to.details["name"] == how_to.details["trigger"]["pattern"] == "open a pull request"
    assert [step["instruction"] for step in how_to.details["steps"]] == ["Check the types", "Run the tests"]


def test_a_reason_is_the_reasoning_of_a_decision() -> None:
    (decision,) = read("We go with Drizzle", type="semantic:decision", reason="it is smaller")
    assert decision.details == {"reasoning": "it is smaller"}
