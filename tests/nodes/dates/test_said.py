"""Time of an utterance, and its words with the dates they meant then."""

from datetime import date, datetime, timedelta

import pytest

from memorist.nodes.dates import bounds_of, said_at_of, with_dates

WEDNESDAY = datetime.fromisoformat("2026-03-11T08:30+09:00")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The dentist appointment is tomorrow", "The dentist appointment is tomorrow (2026-03-12)"),
        ("yesterday's call and next month", "yesterday's (2026-03-10) call and next month (2026-04)"),
        ("We shipped last year", "We shipped last year (2025)"),
        ("I'm away next week", "I'm away next week (2026-03-16 to 2026-03-22)"),
        ("The launch is on May 3", "The launch is on May 3 (2026-05-03)"),
        ("The launch is on 3 May.", "The launch is on 3 May (2026-05-03)."),
        ("The launch is on 3 Oct. at noon", "The launch is on 3 Oct. (2026-10-03) at noon"),
        ("The launch was on 3 May 2025, in 2025-05", "The launch was on 3 May 2025, in 2025-05"),
        ("We meet tomorrow (2026-03-12)", "We meet tomorrow (2026-03-12)"),
        ("The weekly rehearsal is on Thursday", "The weekly rehearsal is on Thursday"),
        ("We meet on Tuesday and Friday", "We meet on Tuesday and Friday"),
        ("She works Tuesday to Thursday", "She works Tuesday to Thursday"),
        ("Leave it, he wiped it that way in January", "Leave it, he wiped it that way in January (2026-01)"),
        ("That cost us 900 euros in January", "That cost us 900 euros in January"),
        ("Audit in January", "Audit in January"),
        ("Audit in June", "Audit in June (2026-06)"),
        ("They marry in summer", "They marry in summer"),
        ("The fair in January needs a booth", "The fair in January (2027-01) needs a booth"),
        ("The demo moves from Thursday to Friday", "The demo moves from Thursday to Friday (2026-03-13)"),
        ("The fair is on Good Friday", "The fair is on Good Friday (2026-04-03)"),
        ("We meet on Easter Monday", "We meet on Easter Monday (2026-04-06)"),
        ("We meet on Whit Monday 2027", "We meet on Whit Monday 2027"),
        ("We use Black Friday as the name", "We use Black Friday as the name"),
        ("We plan for Black Friday week", "We plan for Black Friday week"),
        ("We dress down on Lazy Friday", "We dress down on Lazy Friday"),
        ("I meet Ines on Friday", "I meet Ines on Friday (2026-03-13)"),
        ("Il y a deux jours, gestern", "Il y a deux jours, gestern (2026-03-10)"),
    ],
)
def test_a_relative_time_is_told_with_its_date(text: str, told: str) -> None:
    assert with_dates(text, bounds_of(text, WEDNESDAY).dates) == told


@pytest.mark.parametrize(
    ("at", "moment"),
    [
        ("2026-03-11T08:30+09:00", "2026-03-11T08:30+09:00"),
        ("2026-03-11T08:30", "2026-03-11T08:30+01:00"),
        ("2026-02-01", "2026-02-01T00:00+01:00"),
        ("2026-07-01", "2026-07-01T00:00+02:00"),
        ("2026-03-11T08:30Z", "2026-03-11T08:30+00:00"),
    ],
)
def test_a_time_without_an_offset_is_local_to_the_setting(at: str, moment: str) -> None:
    said_at = said_at_of(at, "Europe/Berlin")
    assert said_at.isoformat() == datetime.fromisoformat(moment).isoformat()


def test_an_offset_of_the_settings_zone_stands_for_that_zone() -> None:
    said_at = said_at_of("2026-03-10T09:00+01:00", "Europe/Berlin")
    (holiday,) = bounds_of("Selma is away on 30 March", said_at).dates
    assert holiday.start == date(2026, 3, 30)
    assert (said_at + timedelta(days=20)).utcoffset() == timedelta(hours=2), "after the clocks have changed"


def test_what_is_no_time_is_refused() -> None:
    with pytest.raises(ValueError, match="soon"):
        said_at_of("soon", "UTC")


@pytest.mark.parametrize(
    "said",
    [
        "sunday is closed",
        "The shop is open Tuesday to Sunday, monday is closed",
        "Opening hours: Monday 9-17, Saturday 10-14",
        "Friday deploys are forbidden",
        "The rule about friday deploys stands",
        "Thursday afternoons work for the club, not Saturday mornings",
        "Invoices are payable in 14 days",
        "I ran the whole trail in two days",
        "Rent is due on the 31st of June",
        "Rent is due on the 1st of every month",
        "Choir is on Monday at eight, all year",
        "Yoga is on Tuesday evening in term time",
        "As a rule, the bins go out on Thursday",
        "Therapy is on Wednesday at 18:00, twice a month",
        "I volunteer at the food bank on Saturday until Easter",
        "From next term on Noor has violin on Monday",
        "The 7th, since the train is cheaper",
        "On the 7th, so we have a Sunday left",
        "Not before the 20th",
        "We talked all day",
        "the bin day is Tuesday",
        "retro day is Friday",
        "Our release day is Wednesday",
        "bin day: Tuesday",
        "Tuesday is bin day",
        "Friday is our no-deploy day",
        "market day is Saturday in Porto",
        "Cleaning day is on Saturday",
        "No-meeting day is Wednesday",
        "My day off is Wednesday",
        "our on-call handover day is Monday",
        "My birthday is May 3",
        "Lena's birthday is on 12 April",
        "We celebrate every year on 3 May",
        "Clothes in the last three days before the move",
        "In the last week before the exam I only do mock tests",
        "No sports in the next three days after the surgery",
        "The first draft is due in two weeks from the kickoff",
        "If you start tomorrow (2026-03-12), you are done in three months",
        "In a year you'd own it if you began to pay",
        "Once you sign, you get the keys in five days",
        "You get the keys in five days once you sign",
    ],
)
def test_no_date_stands_beside_what_is_no_single_day(said: str) -> None:
    assert with_dates(said, bounds_of(said, WEDNESDAY).dates) == said


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("The audit is in exactly two weeks", "2026-03-25"),
        ("We meet this coming monday", "2026-03-16"),
        ("The demo is a week from today", "2026-03-18"),
        ("Friday works for me", "2026-03-13"),
        ("The office is closed on Friday", "2026-03-13"),
        ("My birthday party is on Friday", "2026-03-13"),
        ("The invoice is due in 14 days", "2026-03-25"),
        ("The freeze starts on the 26th", "2026-03-26"),
        ("The choir concert is on Monday at eight", "2026-03-16"),
        ("My first swimming lesson is on Wednesday", "2026-03-18"),
        ("On Friday we celebrate: a year of choir", "2026-03-13"),
        ("The rent rose in January, the landlord visits on Friday", "2026-03-13"),
        ("The exam is on Monday at eight, all students must come", "2026-03-16"),
        ("The workshop is on Friday from 14:00", "2026-03-13"),
        ("By the 20th, we need the report", "2026-03-20"),
        ("I'm in Berlin all week", "2026-03-09 to 2026-03-15"),
        ("The wedding day is Saturday", "2026-03-14"),
        ("My last day is Friday", "2026-03-13"),
        ("Our next retro day is Friday", "2026-03-13"),
        ("This week's retro day is Friday", "2026-03-13"),
        ("Bin day is next Tuesday", "2026-03-17"),
        ("Tomorrow is bin day", "2026-03-12"),
        ("Friday is the day", "2026-03-13"),
        ("Friday is our first release day", "2026-03-13"),
        ("The day of the launch is Thursday", "2026-03-12"),
        ("The due date is Tuesday", "2026-03-17"),
        ("The demo is Friday", "2026-03-13"),
        ("We move in two weeks from now", "2026-03-25"),
        ("The paint arrives in two weeks if the weather holds", "2026-03-25"),
        ("We leave in two weeks, once the school year is over", "2026-03-25"),
        ("In the last three days I slept badly", "2026-03-08 to 2026-03-11"),
        ("In ten months you'd have 6,000 if you start in May", "2026-05"),
    ],
)
def test_a_date_stands_beside_one_single_day(said: str, day: str) -> None:
    assert f"({day})" in with_dates(said, bounds_of(said, WEDNESDAY).dates)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Swimming is on Wednesday 14:00 from January", "Swimming is on Wednesday 14:00 from January (2027-01)"),
        ("Until May the library is closed on Friday", "Until May (2026-05) the library is closed on Friday"),
        ("Judo: Friday, 10 o'clock, until June", "Judo: Friday, 10 o'clock, until June (2026-06)"),
        ("A walk tomorrow with rain all day", "A walk tomorrow (2026-03-12) with rain all day"),
        ("All week at the sea in July", "All week at the sea in July (2026-07)"),
        (
            "The course starts in May; call me on Friday",
            "The course starts in May (2026-05); call me on Friday (2026-03-13)",
        ),
    ],
)
def test_a_weekday_recurs_through_a_longer_time_beside_it(said: str, told: str) -> None:
    assert with_dates(said, bounds_of(said, WEDNESDAY).dates) == told


@pytest.mark.parametrize(
    ("said", "before", "told"),
    [
        ("The 7th, since the train is cheaper", "7 or 8 November?", "The 7th (2026-11-07), since the train is cheaper"),
        ("Let's take the 7th", "November 7 or 8?", "Let's take the 7th (2026-11-07)"),
        ("We fly on the 7th", "Should I book 6, 7 or 8 May?", "We fly on the 7th (2026-05-07)"),
        ("Yes, the 12th.", "Your appointment is in May? Which day?", "Yes, the 12th (2026-05-12)."),
        ("The 7th", "7 November or 7 December?", "The 7th"),
        ("The 9th", "In May or June?", "The 9th"),
        ("The 31st", "30 or 31 June?", "The 31st"),
        ("The 2nd option", "2 or 3 December?", "The 2nd option"),
        ("The rent is due on the 27th", "The fair in May is booked.", "The rent is due on the 27th (2026-03-27)"),
        ("The 3rd, and home by the 29th", "Leave on 2 or 3 May?", "The 3rd (2026-05-03), and home by the 29th"),
    ],
)
def test_the_turn_before_names_the_month_of_a_day(said: str, before: str, told: str) -> None:
    assert with_dates(said, bounds_of(said, WEDNESDAY, before=before).dates) == told


@pytest.mark.parametrize(
    ("said", "at", "days"),
    [
        ("Launch moved from 26 October to 9 November", "2026-02-10", ("2026-10-26", "2026-11-09")),
        ("Launch moved from 26 October to 9 November", "2026-11-02", ("2026-10-26", "2026-11-09")),
        ("Launch moved from 26 October to 9 November", "2026-12-01", ()),
        ("The fair is moved from 4 May to 11 May, the hall is flooded", "2026-11-02", ("2027-05-04", "2027-05-11")),
        ("The wedding was moved from 20 December to 10 January", "2026-11-02", ("2026-12-20", "2027-01-10")),
        ("They brought the launch forward from 9 May to 26 April", "2026-03-11", ("2026-05-09", "2026-04-26")),
        ("The trip was rescheduled from March to May", "2026-01-10", ("2026-03-01", "2026-05-01")),
        ("We postponed it to 9 November, it was 26 October", "2026-10-01", ("2026-11-09", "2026-10-26")),
        ("We moved house on 3 September, the party is on 9 May", "2026-10-01", ("2026-09-03", "2027-05-09")),
        ("They were moved from the 5th to the 12th", "2026-11-02", ("2026-11-05", "2026-11-12")),
        ("moved the interview: not Thursday, it's Monday 16 March", "2026-03-10", ("2026-03-12", "2026-03-16")),
        ("The interview moved, Monday 16 March instead of Thursday", "2026-03-10", ("2026-03-16", "2026-03-12")),
        ("The call on Thursday was moved to Monday 16 March", "2026-03-10", ("2026-03-12", "2026-03-16")),
        ("On Thursday we moved the call to Monday 16 March", "2026-03-10", ("2026-03-05", "2026-03-16")),
    ],
)
def test_the_days_of_one_plan_are_in_one_year(said: str, at: str, days: tuple[str, ...]) -> None:
    dates = bounds_of(said, datetime.fromisoformat(f"{at}T09:00+01:00")).dates
    assert tuple(dated.start.isoformat() for dated in dates) == days


LAST, COMING = "2026-04-10", "2026-04-17"


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("Ines agreed on Friday", LAST),
        ("The board approved the plan on Friday", LAST),
        ("Marta said yes on Friday", LAST),
        ("The hotel confirmed on Friday", LAST),
        ("Tom promised on Friday that he'd help", LAST),
        ("Pavel asked me on Friday whether we still need the van", LAST),
        ("They offered me the job on Friday", LAST),
        ("On Friday we booked a table", LAST),
        ("They postponed it on Friday", LAST),
        ("We agreed to the offer on Friday", LAST),
        ("We agreed to meet on Friday", COMING),
        ("She asked us to come on Friday", COMING),
        ("Ruth suggested meeting on Friday", COMING),
        ("He promised it for Friday", COMING),
        ("We booked a table on Friday", COMING),
        ("The call was rescheduled on Friday", COMING),
        ("We planned the launch on Friday", COMING),
        ("She proposed Friday", COMING),
        ("We agreed on Friday for the kickoff", COMING),
        ("We agreed on 20 May", "2026-05-20"),
        ("We agreed on June", "2026-06"),
        ("We agreed on 10 January", None),
    ],
)
def test_a_day_is_that_of_the_verb_unless_something_arranged_stands_between(said: str, day: str | None) -> None:
    told = with_dates(said, bounds_of(said, datetime.fromisoformat("2026-04-13T09:00+02:00")).dates)
    assert (f"({day})" in told) if day else told == said


@pytest.mark.parametrize(
    ("said", "ends"),
    [("I have a cold today", True), ("I feel sick today", True), ("I have a dentist appointment tomorrow", False)],
)
def test_a_state_of_a_named_day_ends_with_that_day(said: str, ends: bool) -> None:
    assert (bounds_of(said, WEDNESDAY).valid_until is not None) is ends
