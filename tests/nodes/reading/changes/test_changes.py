"""Later statements that end an older one, and those that leave it as it is."""

import pytest

from memorist.nodes.reading.changes.changes import content_of, ends, probability, stretches


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The payment timeout is 8 seconds", "The payment timeout is now 12 seconds."),
        ("My savings are 11,400 euros", "My savings are now 9,050 euros."),
        ("The launch of express checkout is on 18 January", "The launch of express checkout is moved to 2 February."),
        ("I work at Siemens as a data engineer", "I quit at Siemens, I start at Bosch in February."),
        ("No deploys until the audit is done", "The audit is done."),
        ("We host the shop on Heroku", "We moved the shop off Heroku. It runs on Fly now."),
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
    ],
)
def test_others_leave_it_as_it_is(old: str, new: str) -> None:
    assert not ends(old, new)


def test_who_says_it_makes_no_change_and_the_tense_may() -> None:
    assert probability("Team uses Jenkins for CI", "We use Jenkins for CI.") == 0
    assert probability("User is vegetarian", "I was vegetarian.") > 0


def test_a_question_changes_nothing_and_neighbours_are_read_together() -> None:
    assert stretches("Legal insisted on 90. I bumped it. Fine?") == (
        "Legal insisted on 90.", "I bumped it.", "Legal insisted on 90. I bumped it.",
    )  # fmt: skip


def test_a_statement_is_compared_by_its_content() -> None:
    assert content_of("The call with Anna is on 3 June at 10:30") == {"call", "anna"}
