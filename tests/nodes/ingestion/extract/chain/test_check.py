"""A model's words against the text: what is made up, turned round or overstated is not believed."""

from datetime import UTC, datetime
from typing import Any, Literal

import pytest

from memorist.memory_store.ontology.loading import load_ontology
from memorist.nodes.ingestion.draft import Draft, Statement, Verdict
from memorist.nodes.ingestion.extract.chain.check import Refused, checked
from memorist.nodes.ingestion.extract.chain.extractor import Said
from memorist.nodes.ingestion.extract.clause import clause_of
from memorist.nodes.ingestion.extract.context import Context

AT = datetime(2026, 2, 1, tzinfo=UTC)


def read(text: str, action: Literal["keep", "skip", "unsure"] = "keep", **said: Any) -> Draft | Refused:
    verdict = Verdict(action=action, category="fact", reason="a test")
    statement = Statement(text=text, resolved=text, verdict=verdict, speaker="user", at=AT)
    return checked(Said(**said), statement, clause_of(statement, Context()), text, load_ontology("galatea"))


MANDATE = "The client mandates EU hosting for all patient data, 90 days retention"

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    (MANDATE, {"content": "The client mandates hosting in the EU for 30 days"}, "number 30"),
    (MANDATE, {"content": "The client mandates EU hosting on AWS"}, "name AWS"),
    (MANDATE, {"content": "The client mandates EU hosting according to Miller"}, "name Miller"),
    (MANDATE, {"content": "The client mandates EU hosting", "object": "Hetzner"}, "name Hetzner"),
    (MANDATE, {"content": "Backups should be encrypted and tested regularly by somebody"}, "words"),
    (MANDATE, {"content": "The client does not mandate EU hosting"}, "negation"),
    (
        "The client will not accept hosting outside Europe",
        {"content": "The client will accept hosting outside Europe"},
        "negation",
    ),
    (
        "Legal vetoed the chat widget, they cannot have it on the site",
        {"content": "The chat widget is on the site", "object": "site"},
        "negation",
    ),
    (MANDATE, {"content": "..."}, "nothing"),
]


@pytest.mark.parametrize(("text", "said", "why"), REFUSED, ids=[str(n) for n, _ in enumerate(REFUSED)])
def test_what_the_text_does_not_say_is_refused(text: str, said: dict[str, Any], why: str) -> None:
    found = read(text, **said)
    assert isinstance(found, Refused)
    assert why in found.reason


def test_what_the_text_says_is_taken_with_its_claim() -> None:
    found = read(
        MANDATE,
        content="The client mandates EU hosting for all patient data",
        subject="client",
        predicate="requires",
        object="EU hosting",
        purpose="patient data",
        entities=["client", "Hetzner"],
    )
    assert isinstance(found, Draft)
    assert found.claim is not None
    assert (found.claim.subject, found.claim.predicate, found.claim.object) == ("client", "requires", "EU hosting")
    assert found.claim.polarity
    assert "Hetzner" not in found.entities
    assert found.confidence == pytest.approx(0.75)
    assert not found.by_user, "a reading may be wrong: it ends nothing by itself"


def test_a_negation_that_is_kept_is_taken() -> None:
    found = read(
        "The client will not accept hosting outside Europe",
        content="The client will not accept hosting outside Europe",
        subject="client", predicate="expects", object="hosting outside Europe", negated=True,
    )  # fmt: skip
    assert isinstance(found, Draft)
    assert found.claim is not None
    assert not found.claim.polarity


def test_a_claim_that_turns_its_own_sentence_round_is_left_out() -> None:
    found = read(
        MANDATE, content="The client mandates EU hosting", subject="client", predicate="requires", object="EU hosting",
        negated=True,
    )  # fmt: skip
    assert isinstance(found, Draft)
    assert found.claim is None


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("i dont like oat milk, it curdles", "User does not like oat milk"),
        ("neither Ann nor Bob drives", "Neither Ann nor Bob drives"),
        ("the old boat stays, the new boat is not insured", "The old boat stays"),
        ("the old boat stays, the new boat is not insured", "The old boat stays, the new boat is not insured"),
    ],
)
def test_a_negation_stays_with_what_it_denies(text: str, content: str) -> None:
    assert isinstance(read(text, content=content), Draft)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("the old boat stays, the new boat is not insured", "The new boat is insured"),
        ("the old boat stays, the new boat is not insured", "The old boat does not stay"),
        ("i dont like oat milk, it curdles", "User likes oat milk"),
    ],
)
def test_a_negation_that_changes_places_is_refused(text: str, content: str) -> None:
    assert isinstance(read(text, content=content), Refused)


def test_a_negation_elsewhere_in_the_sentence_does_not_matter() -> None:
    found = read("Deploys go out daily, not on Fridays", content="Deploys go out daily", object="daily")
    assert isinstance(found, Draft)


def test_what_might_be_stays_doubtful_whatever_the_model_says() -> None:
    found = read(
        "We might move the reports to ClickHouse", type="decision", content="The team moves the reports to ClickHouse"
    )
    assert isinstance(found, Draft)
    assert found.confidence <= 0.5
    assert found.type == "semantic:fact"
    assert "hypothetical" in found.tags


def test_a_model_makes_no_rule_that_the_person_did_not_make() -> None:
    found = read(
        "Realm gave us grief with the sync", type="prohibition", content="Realm gave the team grief with the sync"
    )
    assert isinstance(found, Draft)
    assert found.type == "semantic:policy"
    rule = read("Under no circumstances ship Realm", type="prohibition", content="Under no circumstances ship Realm")
    assert isinstance(rule, Draft)
    assert rule.type == "semantic:hard_rule"
    assert rule.details["severity"] == "warn"


def test_an_undeclared_predicate_costs_the_claim_not_the_memory() -> None:
    found = read(
        MANDATE, content="The client mandates EU hosting", subject="client", predicate="wants", object="EU hosting"
    )
    assert isinstance(found, Draft)
    assert found.claim is None


def test_times_come_from_the_rules() -> None:
    found = read("The client wants weekly demos until March 2026", content="The client wants weekly demos")
    assert isinstance(found, Draft)
    assert found.valid_until is not None


def test_what_the_gate_was_unsure_of_is_believed_less() -> None:
    found = read(MANDATE, action="unsure", content="The client mandates EU hosting")
    assert isinstance(found, Draft)
    assert found.confidence < 0.75
