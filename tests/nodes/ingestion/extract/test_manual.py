"""What is added by hand is believed as it stands."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memorist.memory_store.domain.memory import Source
from memorist.memory_store.domain.types import MODEL_OF_TYPE
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.manual import draft_manual
from memorist.nodes.ingestion.inputs import Manual

AT = datetime(2026, 2, 1, 12, 0, tzinfo=UTC)


def read(content: str, **more: Any) -> list[Draft]:
    return draft_manual(Manual(content=content, **more), AT)


def test_a_rule_with_its_reason_and_alternatives() -> None:
    (rule,) = read(
        "Never use Realm", reason="sync issues, painful migrations", alternatives=("SQLite + Drizzle", "WatermelonDB")
    )
    assert rule.type == "semantic:hard_rule"
    assert rule.content == "Never use Realm"
    assert rule.confidence == 1.0
    assert rule.source is Source.MANUAL
    assert rule.forced
    assert rule.by_user
    assert rule.details == {
        "reason": "sync issues, painful migrations",
        "alternatives": ("SQLite + Drizzle", "WatermelonDB"),
    }
    assert rule.claim is not None
    assert (rule.claim.subject, rule.claim.predicate, rule.claim.object) == ("team", "uses", "Realm")
    assert not rule.claim.polarity


@pytest.mark.parametrize(
    ("content", "more", "kind"),
    [
        ("Never push to main", {}, "semantic:hard_rule"),
        ("Never push to main", {"severity": "warn"}, "semantic:hard_rule"),
        ("We always squash", {}, "semantic:policy"),
        ("The port is 8080", {}, "semantic:fact"),
        ("I prefer tabs", {}, "semantic:preference"),
        ("Deploys are slow on Mondays", {"type": "semantic:hard_rule"}, "semantic:hard_rule"),
        ("The office has a cat", {"type": "semantic:reference"}, "semantic:reference"),
        ("Rotate the keys", {"type": "procedural"}, "procedural"),
        ("Met the client", {"type": "episodic"}, "episodic"),
        ("good morning", {}, "semantic:fact"),
        ("maybe we would use Kafka", {}, "semantic:fact"),
    ],
)
def test_the_type_is_given_or_routed(content: str, more: dict[str, Any], kind: str) -> None:
    drafts = read(content, **more)
    assert drafts
    assert drafts[0].type == kind
    assert all(d.confidence == 1.0 and d.forced for d in drafts)
    assert all(set(d.details) <= set(MODEL_OF_TYPE[d.type].model_fields) for d in drafts)
    if kind == "semantic:hard_rule":
        assert drafts[0].details.get("severity") == more.get("severity"), "what was not said is left to the model"


def test_a_reason_in_the_text_counts() -> None:
    (rule,) = read("Never use MongoDB because of licensing, use Postgres instead")
    assert "licensing" in (rule.details["reason"] or "")
