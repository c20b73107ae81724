"""Times in a reason, or in a clause that tells of something else: they are not when the statement began."""

from datetime import datetime

import pytest

from memorist.nodes.dates import bounds_of
from memorist.nodes.dates.tense import has_verb
from tests.growth import assert_linear

WEDNESDAY = datetime.fromisoformat("2026-03-11T09:00+00:00")


@pytest.mark.parametrize(
    "said",
    [
        "we use Biome because ESLint blew up in January",
        "emails to clinics always go through Postmark, not SES, SES got us blacklisted in november",
        "we use open-props because Tailwind broke the build last Friday",
        "We're on Hetzner now since AWS raised its prices last year",
        "We use pnpm, npm corrupted the lockfile in February",
        "We use pnpm, last month npm broke the lockfile",
        "I drink decaf because the doctor told me to in 2024",
        "Never push to main: Tobias broke prod last week",
        "We switched off Renovate as it flooded us with PRs last month",
        "Use Postgres for queues – Redis lost our jobs in January",
        "I take the train, my car was stolen last summer",
        "All images must be WebP, page speed dropped in January",
        "Because the audit failed in January, all PRs need two reviews",
        "Since we lost data in January, we back up hourly",
        "we use uv (pip took four minutes in January)",
        "The clinics use Postmark, SES blacklisted us in November",
        "We use Postmark because SES has blacklisted us since November",
        "We stay on Vue because React will change its API next month",
    ],
)
def test_a_time_of_the_reason_begins_nothing(said: str) -> None:
    bounds = bounds_of(said, WEDNESDAY)
    assert (bounds.valid_from, bounds.valid_until, bounds.core) == (None, None, said)
    assert bounds.dates or "202" in said or "summer" in said


@pytest.mark.parametrize(
    ("said", "begin"),
    [
        ("we use Biome since January", "2026-01-01"),
        ("We use Linear since March, Jira was too slow", "2026-03-01"),
        ("we hired Sandra last month because Tom left", "2026-02-01"),
        ("We moved to Biome in January because ESLint blew up", "2026-01-01"),
        ("we dropped Redux in January, it was too slow", "2026-01-01"),
        ("we dropped Redux, switched to Zustand in January", "2026-01-01"),
        ("in 2024 we moved to Hetzner, AWS was too dear", "2024-01-01"),
        ("Because AWS raised its prices, we moved to Hetzner in 2024", "2024-01-01"),
        ("After AWS raised its prices, we moved to Hetzner in 2024", "2024-01-01"),
        ("AWS raised its prices, so we moved to Hetzner in 2024", "2024-01-01"),
        ("Yesterday, after the outage, we moved to Fly", "2026-03-10"),
        ("I started as the lead designer in 2021", "2021-01-01"),
        ("By the way, we hired Sandra last month", "2026-02-01"),
        ("Hey, quick update: we dropped Redux in January", "2026-01-01"),
        ("Ana, our designer, joined in January", "2026-01-01"),
        ("My sister, who moved to Oslo, started a job in 2019", "2019-01-01"),
        ("we moved to Oslo, that was in 2019", "2019-01-01"),
        ("I work at Acme (joined in 2021)", "2021-01-01"),
    ],
)
def test_a_time_of_the_statement_begins_it(said: str, begin: str) -> None:
    assert bounds_of(said, WEDNESDAY).valid_from == datetime.fromisoformat(f"{begin}T00:00+00:00")


@pytest.mark.parametrize("unit", ["alpha ", "our ", "'s "])
def test_verbs_of_a_long_clause_are_found_in_linear_time(unit: str) -> None:
    assert_linear(lambda length: has_verb(unit * (length // len(unit))), 5_000)
