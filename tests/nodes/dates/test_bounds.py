"""Validity of a sentence, as seen from when it was said."""

from datetime import UTC, date, datetime, timedelta

import pytest

from memorist.nodes.dates import bounds_of
from memorist.nodes.dates.bounds import LONGEST_SENTENCE
from tests.growth import FACTOR, assert_linear

SUNDAY = datetime(2026, 2, 1, 17, 0, tzinfo=UTC)
TUESDAY = datetime(2026, 5, 12, 9, 0, tzinfo=UTC)


def day(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None


def after(text: str) -> datetime:
    """The end, exclusive, of what holds through a day."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC) + timedelta(days=1)


@pytest.mark.parametrize(
    ("text", "begin", "core"),
    [
        ("we use Linear since March", "2025-03-01", "we use Linear"),
        ("from Monday we use Linear", "2026-02-02", "we use Linear"),
        ("since 2024 we deploy weekly", "2024-01-01", "we deploy weekly"),
        ("as of 2026-03-01 we use uv", "2026-03-01", "we use uv"),
        ("effective March 15 the limit is 50", "2026-03-15", "the limit is 50"),
        ("we use it since two weeks ago", "2026-01-18", "we use it"),
        ("since the 20th we use it", "2026-01-20", "we use it"),
        ("from 25 january we use it", "2026-01-25", "we use it"),
        ("I've lived here for two years now", "2024-02-01", "I've lived here"),
        ("we hired Sandra last month", "2026-01-01", "we hired Sandra"),
        ("in 2024 we moved to Hetzner", "2024-01-01", "we moved to Hetzner"),
        ("we moved in December", "2025-12-01", "we moved"),
        ("three days ago we dropped it", "2026-01-29", "we dropped it"),
        ("we switch to Bun in two weeks", "2026-02-15", "we switch to Bun"),
        ("I'll be in Lisbon next month", "2026-03-01", "I'll be in Lisbon"),
    ],
)
def test_a_beginning_is_read(text: str, begin: str, core: str) -> None:
    bounds = bounds_of(text, SUNDAY)
    assert (bounds.valid_from, bounds.core, bounds.valid_until) == (day(begin), core, None)


@pytest.mark.parametrize(
    ("text", "last_day"),
    [
        ("no deploys until Friday", "2026-02-06"),
        ("we freeze until the end of the month", "2026-02-28"),
        ("valid until March 15", "2026-03-15"),
        ("through february we stay open late", "2026-02-28"),
        ("frozen till wed the 18th", "2026-02-18"),
        ("the old one stays until next month", "2026-02-28"),
        ("we used Heroku until december", "2025-12-31"),
        ("for the next two weeks I'm on call", "2026-02-15"),
        ("I'm in Berlin this week", "2026-02-01"),
        ("I'm working from home today", "2026-02-01"),
        ("Dana is out next week", "2026-02-08"),
        ("don't touch the prod db today", "2026-02-01"),
        ("for the rest of the month nobody may merge", "2026-02-28"),
        ("I lived in Oslo in 2019", "2019-12-31"),
    ],
)
def test_an_end_lasts_through_its_day(text: str, last_day: str) -> None:
    assert bounds_of(text, SUNDAY).valid_until == after(last_day)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("No deploys before Thursday", "2026-05-14"),
        ("Never merge to main before 6 June", "2026-06-06"),
        ("Don't touch the billing tables before next week", "2026-05-18"),
        ("Nobody deploys before the 20th", "2026-05-20"),
        ("We must not announce it before July", "2026-07-01"),
        ("Before Friday, no schema changes", "2026-05-15"),
        ("no prod deploys before tomorrow please", "2026-05-13"),
        ("Please don't email the clinics before Monday, the contract starts then", "2026-05-18"),
        ("Don't deploy before Friday evening", "2026-05-16"),
        ("No spending before the end of the month", "2026-06-01"),
        ("Nothing gets released before 2027", "2027-01-01"),
        ("The office isn't open before Monday", "2026-05-18"),
        ("Keine Deploys vor Donnerstag", "2026-05-14"),
        ("No deploys before Thursday and no merges before Friday", "2026-05-15"),
    ],
)
def test_what_is_denied_before_a_day_ends_with_it(text: str, ends: str) -> None:
    assert bounds_of(text, TUESDAY).valid_until == day(ends)


@pytest.mark.parametrize(
    "text",
    [
        "Finish the report before Friday",
        "Always run the load test before Thursday",
        "The audit must be done before Thursday",
        "Don't forget to send the invoice before Friday",
        "No, send it before Thursday",
        "Ask Tobias before Thursday, not Ana",
        "Don't use packages released before May 2025",
        "Nobody worked here before 2024",
        "We didn't deploy before Thursday",
        "No meetings before Wednesday, every week",
        "Don't merge unless it was tested before Thursday",
        "Never cancel a booking that starts before Friday",
        "If it is not ready before Friday, tell me",
        "There are no invoices from before May",
        "No deploys before Thursday or after Friday",
        "No deploys after Thursday",
        "Never deploy before 9 am",
        "Never restart the database before a backup",
    ],
)
def test_a_deadline_and_a_day_of_something_else_end_nothing(text: str) -> None:
    assert bounds_of(text, TUESDAY).valid_until is None


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("on leave from the 1st of June until the 14th", "2026-06-01", "2026-06-14"),
        ("the fair ran from the 4th to the 8th", "2026-05-04", "2026-05-08"),
        ("school is out from 29 june to 7 aug", "2026-06-29", "2026-08-07"),
        ("on parental leave from april till september", "2026-04-01", "2026-09-30"),
        ("on leave from the 10th till the 20th", "2026-05-10", "2026-05-20"),
        ("the lease runs from 2024 to 2027", "2024-01-01", "2027-12-31"),
    ],
)
def test_a_span_ends_behind_its_beginning(text: str, first: str, last: str) -> None:
    bounds = bounds_of(text, TUESDAY)
    assert (bounds.valid_from, bounds.valid_until) == (day(first), after(last))


@pytest.mark.parametrize(
    ("text", "condition", "core"),
    [
        ("keep it inline until NativeWind 4.1", "NativeWind 4.1", "keep it inline"),
        ("we stay on Node 20 until Prisma 7 is released", "Prisma 7", "we stay on Node 20"),
        ("use the fork (until Hermes 0.14 ships)", "Hermes 0.14", "use the fork"),
        ("pin it until the Hermes 0.14 release", "the Hermes 0.14", "pin it"),
        ("Don't touch migrations/ until the release", "the release", "Don't touch migrations/"),
        ("Don't drill until the asbestos is removed", "the asbestos is removed", "Don't drill"),
        ("it is paused until the Q3 budget has been approved", "the Q3 budget has been approved", "it is paused"),
        ("until the audit is over on the 12th, no deploys", "the audit is over on the 12th", "no deploys"),
        ("the nanny stays until 6", None, "the nanny stays until 6"),
        ("wait until the build is green", None, "wait until the build is green"),
        ("don't merge until the tests pass", None, "don't merge until the tests pass"),
    ],
)
def test_an_end_that_waits_for_an_event_is_a_condition_unless_the_event_recurs(
    text: str, condition: str | None, core: str
) -> None:
    bounds = bounds_of(text, SUNDAY)
    assert (bounds.condition, bounds.core, bounds.valid_until) == (condition, core, None)


@pytest.mark.parametrize(
    "text",
    [
        "the invoice from March is unpaid",
        "their number from 2019 is dead",
        "we scaled from 2000 to 4000 requests",
        "the shop is open from monday to friday",
        "the deadline moved from june 3 to june 10",
        "we moved from Berlin to Rome",
        "the office is closed on fridays",
        "Nora left, farewell is thursday",
        "the vendor confirmed the slot for the 28th",
        "Rita said she comes on thursday",
        "mum was born june 3",
        "we changed the july holiday",
        "yesterday's deploy failed",
        "today is my birthday",
        "I need to finish the report this week",
        "the report is due this week",
        "I have a meeting with Dr. Weiss today",
        "Our retro is the last Friday of the month",
        "The audit starts on june 3rd",
        "may I push to main, she sat on 2013 requests",
    ],
)
def test_a_time_that_belongs_to_something_else_is_no_bound(text: str) -> None:
    bounds = bounds_of(text, TUESDAY)
    assert (bounds.valid_from, bounds.valid_until, bounds.condition) == (None, None, None)


def test_what_was_done_or_happened_in_a_passing_time_has_no_end() -> None:
    for text in (
        "We shipped the beta today",
        "I turned 35 this week",
        "my sister had her baby on sunday",
        "it was shut off in 2022",
    ):
        assert bounds_of(text, TUESDAY).valid_until is None


@pytest.mark.parametrize(
    ("text", "core"),
    [
        ("From now on we use pnpm", "we use pnpm"),
        ("I prefer Clerk for mobile auth going forward", "I prefer Clerk for mobile auth"),
        ("Effective immediately, all PRs need two reviews", "all PRs need two reviews"),
    ],
)
def test_the_words_that_say_from_now_on_are_cut(text: str, core: str) -> None:
    assert bounds_of(text, TUESDAY).core == core


def test_a_day_is_a_day_where_the_speaker_is() -> None:
    early_in_seoul = datetime.fromisoformat("2026-03-11T08:30+09:00")  # still 10 March in UTC
    (visa,) = bounds_of("renew the visa tomorrow", early_in_seoul).dates
    assert (visa.words, visa.start) == ("tomorrow", date(2026, 3, 12))
    this_week = bounds_of("I'm in Berlin this week", early_in_seoul)
    assert this_week.valid_until == datetime(2026, 3, 15, 15, tzinfo=UTC)


@pytest.mark.parametrize("unit", [" ", "tomorrow ", "from monday to ", "in 2 days ", "until ", "2026-", "1st ", "\n"])
def test_a_hostile_text_is_read_in_linear_time(unit: str) -> None:
    for length in (LONGEST_SENTENCE // FACTOR, 25_000):
        assert_linear(lambda n: bounds_of((unit * n)[:n], TUESDAY), length)
