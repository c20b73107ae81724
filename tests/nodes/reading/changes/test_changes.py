"""Later statements that end an older one, and those that leave it as it is."""

import pytest

from memorist.nodes.reading.changes.changes import content_of, ends, probability, stretches, under_topic


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The payment timeout is 8 seconds", "The payment timeout is now 12 seconds."),
        ("My savings are 11,400 euros", "My savings are now 9,050 euros."),
        ("The launch of express checkout is on 18 January", "The launch of express checkout is moved to 2 February."),
        ("I work at Siemens as a data engineer", "I quit at Siemens, I start at Bosch in February."),
        ("No deploys until the audit is done", "The audit is done."),
        ("We host the shop on Heroku", "We moved the shop off Heroku. It runs on Fly now."),
        ("My partner is called Bram", "Bram and I broke up last month, we're no longer together."),
        ("My boss is called Rolf", "Rolf quit, my new boss is called Anke."),
        ("Our neighbour is called Marlene, she's 80", "Marlene moved out, the new neighbour is called Frits."),
        ("Our neighbour is called Marlene, she's in hospital", "Marlene is out of hospital, she's walking again."),
        pytest.param(
            "Our dog is called Pemba",
            "We had to let Pemba go on Tuesday.",
            marks=pytest.mark.xfail(strict=True, reason="the network is less sure of it, at .74 of .87"),
        ),
        ("Priyanka is our product manager", "Priyanka switched to the growth team, our squad has no PM at the moment."),
        ("Payments run through Stripe", "Payments: we went with Przelewy24 instead of Stripe."),
        ("We use PostgreSQL for orders", "Orders: we went with MySQL instead of Postgres."),
        ("The retry limit of the payment call is 3", "The retry limit of the payment call is now 5."),
        ("The retry limit of the payment call is 3", "We got rid of the payment call."),
        ("I take care of insurance", "Insurance: Ben takes care of it now."),
        ("Nadia takes care of the catering", "Catering: Ben took over from Nadia."),
        ("I look after the website", "I gave up the website, Tim does it now."),
        pytest.param(
            "Always use yarn",
            "From now on always use pnpm instead of yarn.",
            marks=pytest.mark.xfail(strict=True, reason="the network leaves both, at .33 of .72"),
        ),
    ],
)
def test_plain_words_of_change_end_a_statement(old: str, new: str) -> None:
    assert ends(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The payment timeout is 8 seconds", "Should the payment timeout be 12 seconds?"),
        ("The payment timeout is 8 seconds", "The export took 12 seconds."),
        ("I live in Graz", "My sister moved to Linz last week."),
        ("I work at Siemens", "Siemens has a new canteen."),
        ("Retro is on Thursdays at 15:00", "We had cake at the retro."),
        ("The audit is pending", "Lunch was late."),
        ("My savings are now 9,050 euros", "I quit at Siemens, I start at Bosch in February."),
        ("Always run pnpm test before committing", "From now on always run tflint before terraform plan."),
        ("Always use tabs", "From now on always use English names."),
        ("Always run the smoke tests after a deploy", "From now on always check the logs after a deploy."),
        ("Our standup is at 9:30", "Standup moved to 10:00 on Mondays only."),
        ("Invoices are approved by Petra", "From now on invoices are paid on Fridays."),
        ("My savings are in an ETF", "I quit at Siemens, four years were enough."),
        ("No need more any comments.", "No need more any comments!"),
        ("Team uses Jenkins for CI", "We use Jenkins for CI."),
        ("", "Everything moved."),
        ("My partner is called Bram, we've got two kids", "Bram won half of it: we're flying, because of his knee."),
        ("Our neighbour is called Marlene, she's 80", "Marlene is out of hospital, she's walking with a frame."),
        ("My brother is called Sven, he's a baker", "Sven got the flat, they're moving in June."),
        ("Our daughter is called Noor, she's 9", "Noor changed schools, she's at Sint-Jan now."),
        ("My neighbour's name is Marlene", "Marlene sold her car, she's taking the tram from now on."),
        ("The lady upstairs is called Marlene", "Marlene's son is back, he's doing her shopping now."),
        ("My landlord is called Mr. Osei", "Mr. Osei raised the rent, it's 940 now."),
        ("The retry limit of the payment call is 3", "Payments: we went with Przelewy24 instead of Stripe."),
        ("The retry limit of the payment call is 3", "Payments: the provider is Adyen now."),
        ("Search results are cached for 10 minutes", "Search: we went with Meilisearch instead of Elastic."),
        ("The log retention is 30 days", "Logs: we moved from Loki to Quickwit, Loki was slow."),
        ("The retention of the audit log is 90 days", "The audit is over, we passed!"),
        ("I take care of loans, insurance and couriers", "Insurance: I asked Helvetia and Uniqa."),
        ("I take care of loans, insurance and couriers", "Couriers: I booked DHL."),
        ("I'm responsible for the flyers", "Flyers: I sent them to the printer."),
        ("Nadia takes care of the catering", "Catering: Nadia ordered the sandwiches."),
    ],
)
def test_others_leave_it_as_it_is(old: str, new: str) -> None:
    assert not ends(old, new)


@pytest.mark.parametrize(
    ("old", "before", "new"),
    [
        ("The move is on 25 April, Jo and Emil help", "Move is postponed, the floor isn't dry.", "New date: 2 May."),
        ("The opening is on Thursday 14 May", "The opening has to move.", "Final now: Wednesday 20 May."),
        ("The audit is on Monday 4 May, Petra leads it", "The audit slips.", "We now have Monday 11 May."),
        ("The kickoff with Nordwind is on 20 April", "Nordwind can't make it.", "We do the kickoff on 22 April."),
        ("Rent for the studio is 640 euros", "The studio got more expensive.", "It's 690 now."),
        ("Our standup is at 9:30", "The standup moved.", "New time: 10:00."),
    ],
)
def test_a_value_is_of_what_the_sentence_before_speaks_of(old: str, before: str, new: str) -> None:
    assert ends(old, under_topic(old, before, new) or "")


@pytest.mark.parametrize(
    ("old", "before", "new"),
    [
        ("The concert is on Sunday 10 May", "The rehearsal is postponed.", "New date: Saturday 2 May."),
        ("The move is on 25 April", "The move costs 900 euros.", "New date for the cinema: Friday 1 May."),
        ("The move is on 25 April", "If it rains, the move is postponed.", "New date: 2 May."),
        ("The kickoff with Nordwind is on 20 April", "Nordwind sent the contract.", "We sign on 22 April."),
        ("The board meeting is on 5 May", "I prepared the board meeting.", "Dinner is on Monday 4 May."),
        ("Rent for the studio is 640 euros", "The studio gets repainted.", "New date: 5 May."),
        ("The workshop is on Wednesday 13 May", "The workshop is full.", "Waiting list: 12 people now."),
        ("The launch is on 18 January", "The launch budget was cut.", "It's 4,000 euros now."),
        ("The audit is on Monday 4 May", "The audit needs a room.", "It's booked."),
    ],
)
def test_a_value_of_something_else_leaves_it_as_it_is(old: str, before: str, new: str) -> None:
    assert not ends(old, under_topic(old, before, new) or "")


def test_the_date_that_is_noted_beside_a_day_changes_no_judgement() -> None:
    old, new = "The opening is on Thursday 14 May", "We open on Thursday 21 May instead."
    assert probability(f"{old} (2026-05-14)", new) == probability(old, f"{new[:-1]} (2026-05-21).") > 0


def test_who_says_it_makes_no_change_and_the_tense_may() -> None:
    assert probability("Team uses Jenkins for CI", "We use Jenkins for CI.") == 0
    assert probability("User is vegetarian", "I was vegetarian.") > 0


def test_a_question_changes_nothing_and_neighbours_are_read_together() -> None:
    assert stretches("Legal insisted on 90. I bumped it. Fine?") == (
        "Legal insisted on 90.", "I bumped it.", "Legal insisted on 90. I bumped it.",
    )  # fmt: skip


def test_a_statement_is_compared_by_its_content() -> None:
    assert content_of("The call with Anna is on 3 June at 10:30") == {"call", "anna"}
