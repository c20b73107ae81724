"""What stands at the ends of claims: things, without the sentences that go on behind them."""

from datetime import UTC, datetime

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.ingestion.extract.statement import draft_all
from memorist.nodes.ingestion.extract.thing import of_things, thing_alone, without_clause
from memorist.nodes.ingestion.gatekeep import split_statements

AT = datetime(2026, 3, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "thing"),
    [
        ("PracticePal, the evening text is worth more", "PracticePal"),
        ("200 so 20GB", "200"),
        ("in June god help us", "in June"),
        ("on 11 september, gulp", "on 11 september"),
        ("every screen to work offline, it's in the contract", "every screen to work offline"),
        ("prisma 5, prisma 6 broke our enum mapping", "prisma 5"),
        ("helix as editor btw, been like that for two years", "helix as editor"),
        ("140k, and 20k of that is travel", "140k"),
        ("15:30 as the bank closes its window at 16:00", "15:30"),
        ("our own grid, since PhysX gave different results", "our own grid"),
        ("500 units, work out the pallets", "500 units"),
        ("40 min behind again, third time since March", "40 min behind again"),
        ("Tailwind and the designers love it", "Tailwind"),
        ("two approvals, and one of those has", "two approvals"),
        ("the holdout set for tuning, don't even peek", "the holdout set for tuning"),
    ],
)
def test_a_clause_behind_a_thing_is_no_part_of_it(said: str, thing: str) -> None:
    assert without_clause(said) == thing
    assert thing_alone(said) == thing


@pytest.mark.parametrize(
    "said",
    [
        "Postgres, Redis and Kafka",
        "1,000 requests per minute",
        "SharePoint, folder HR-2025",
        "hosting in the EU, ideally Frankfurt",
        "store timestamps in UTC, as long as the zone sits next to them",
        "write dates as day, month, year",
        "so much less flaky than what we had before",
        "our build is so slow",
        "20 or so",
        "the job that is slow",
        "merge on red, even if it is just the flaky one",
        "SSO, audit logs and whatever is required",
        ".NET MAUI",
        'sign with "Cheers, it was a pleasure"',
        "everything but Kafka",
        "Berlin and so on",
    ],
)
def test_lists_figures_and_what_narrows_stay(said: str) -> None:
    assert without_clause(said) == said


@pytest.mark.parametrize(
    ("subject", "told"),
    [
        ("test files start with assert_ and", "test files"),
        ("backup job runs nightly and", "backup job"),
        ("app store review took longer than we thought so the release", "release"),
        ("order service at Velorado, a bike shop with 40 employees", "order service at Velorado"),
        ("job that is slow", "job that is slow"),
        ("workaround we had for the bug", "workaround we had for the bug"),
        ("research and development", "research and development"),
        ("finance doesn't use the memo", None),
        ("yesterday the deploy failed because the migration locked the table", None),
    ],
)
def test_the_subject_of_a_claim_is_a_thing(subject: str, told: str | None) -> None:
    claim = of_things(Claim(subject=subject, predicate="located_in", object="tests/"))
    assert (claim.subject if claim else None) == told


def test_a_rule_that_is_taken_back_may_be_a_sentence() -> None:
    claim = Claim(subject="rule that code has two owners was", predicate="is", object="in force", polarity=False)
    assert of_things(claim) == claim


def test_what_a_value_is_not_is_no_part_of_it() -> None:
    value = Claim(subject="limit", predicate="has_value", object="300 a minute, not 100")
    assert getattr(of_things(value), "object", None) == "300 a minute"
    act = Claim(subject="team", predicate="practices", object="push to main, not even for typos", polarity=False)
    assert of_things(act) == act


def test_a_sentence_about_itself_is_no_claim() -> None:
    said = "just drop the column, finance doesn't use it"
    assert of_things(Claim(subject=said, predicate="has_issue", object=said)) is None


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            "we stay with PracticePal, the evening text is worth more than 40 quid",
            [("team", "uses", "PracticePal")],
        ),
        ("ya just drop the column, finance doesnt use memo afaik", []),
        ("Junior Cert starts in June god help us", [("Junior Cert", "due_on", "in June")]),
        ("volume is 200 so 20GB", [("volume", "has_value", "200")]),
        ("Test files start with assert_ and live in tests/recon/", [("Test files", "located_in", "tests/recon/")]),
        ("we use Tailwind and the designers love it", [("team", "uses", "Tailwind CSS")]),
    ],
)
def test_the_rest_stays_in_the_memorys_own_words(text: str, claims: list[tuple[str, str, str]]) -> None:
    drafts = draft_all(split_statements(text, at=AT))
    assert [(c.subject, c.predicate, c.object) for d in drafts if (c := d.claim)] == claims
    assert len(drafts) == 1
