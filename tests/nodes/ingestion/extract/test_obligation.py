"""What somebody still has to do once, and what only sounds like it."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.ingestion.extract.obligation import Obligation, is_reminder, obligation
from memorist.nodes.ingestion.extract.statement import draft_statement
from memorist.nodes.ingestion.gatekeep import judge, split_statements

WEDNESDAY = datetime(2026, 11, 25, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "we have to run the tests before every merge",
        "everybody must use 2FA",
        "We must submit timesheets by Friday",
        "We have to call the lead before merging",
        "We have to paint the fence every spring",
        "I always have to call the landlord",
        "we must use pnpm",
        "We still have to support IE11",
        "We still have to restart the server by hand",
        "The app has to work offline",
        "Every intern has to sign the NDA",
        "If the roof leaks we have to call the landlord",
        "I had to call the landlord",
        "I don't have to call the landlord",
        "I have to say I love the fence",
        "You need to fix the import",
        "You have to call the landlord by Friday",
        "I need a new laptop",
        "I need to eat gluten-free",
        "Lena has to approve the pull requests",
        "remind me what a monad is",
        "remind me how to undo a commit",
        "remind me every Friday to send the report",
        "whenever we release, remind me to update the docs",
        "remind me in 10 minutes to take the pizza out",
        "can you remind me to call Ana every Friday?",
        "can you remind me how to call Ana?",
        "can you remind me tomorrow that the certificates expire?",
        "add a filter to my to-do list",
        "add it to my list",
        "put the filter on the list",
        "my to-do app is slow",
        "Note to self: Docker needs more memory",
        "Note to self: never deploy on Fridays",
    ],
)
def test_a_rule_a_state_a_story_and_a_question_are_nothing_to_do(text: str):
    assert obligation(text, WEDNESDAY) is None


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("we have to paint the fence", Obligation("we", "paint the fence", None)),
        ("We have to paint the fence before Saturday.", Obligation("We", "paint the fence", "2026-11-28")),
        ("User and family have to paint the fence", Obligation("User and family", "paint the fence", None)),
        ("Remind me to renew the insurance on Friday", Obligation("i", "renew the insurance", "2026-11-27")),
        ("remind me on Friday to renew the insurance", Obligation("i", "renew the insurance", "2026-11-27")),
        ("I still need to call the landlord", Obligation("I", "call the landlord", None)),
        ("I need to call mom by tomorrow", Obligation("I", "call mom", "2026-11-26")),
        ("I gotta pick up the parcel today", Obligation("I", "pick up the parcel", "2026-11-25")),
        ("Don't let me forget to water the plants", Obligation("i", "water the plants", None)),
        ("I must not forget to pay the rent", Obligation("i", "pay the rent", None)),
        ("TODO: write the release notes by 2026-12-01", Obligation("i", "write the release notes", "2026-12-01")),
        ("on my list: buy stamps", Obligation("i", "buy stamps", None)),
        ("ugh, remind me to descale the kettle plz", Obligation("i", "descale the kettle", None)),
        ("my todo for tomorrow: water the orchids", Obligation("i", "water the orchids", "2026-11-26")),
        ("Note to self: call the dentist", Obligation("i", "call the dentist", None)),
        ("we need to get the roof fixed", Obligation("we", "get the roof fixed", None)),
        ("can you remind me to call Ana on Friday?", Obligation("i", "call Ana", "2026-11-27")),
        ("could you please remind me to renew the passport?", Obligation("i", "renew the passport", None)),
        ("add to my list: new wiper blades", Obligation("i", "see to new wiper blades", None)),
        ("add to my to-do list: call Ana", Obligation("i", "call Ana", None)),
        ("add milk and eggs to my shopping list", Obligation("i", "buy milk and eggs", None)),
        ("put oat milk on the shopping list please", Obligation("i", "buy oat milk", None)),
        ("add water the plants to our list", Obligation("i", "water the plants", None)),
        ("todo: dentist appointment on Friday", Obligation("i", "see to dentist appointment", "2026-11-27")),
        ("todo: write report", Obligation("i", "write report", None)),
        ("my todo list: call Ana", Obligation("i", "call Ana", None)),
        ("to do today: call Ana", Obligation("i", "call Ana", "2026-11-25")),
        ("remind me to renew the passport before March", Obligation("i", "renew the passport", "2027-02-28")),
        ("remind me to renew the passport by March", Obligation("i", "renew the passport", "2027-03-31")),
        ("[ ] call Ana", Obligation("i", "call Ana", None)),
        ("Lena still has to review the migration", Obligation("Lena", "review the migration", None)),
        (
            "Lena must send the contract to the client by Monday",
            Obligation("Lena", "send the contract to the client", "2026-11-30"),
        ),
    ],
)
def test_what_is_done_once_is_read_with_its_day(text: str, read: Obligation):
    assert obligation(text, WEDNESDAY) == read


@pytest.mark.parametrize(
    ("when", "due"),
    [
        ("wed the 2nd", "2026-12-02"),
        ("by tue 15 dec", "2026-12-15"),
        ("on fri", "2026-11-27"),
        ("by the 19th", "2026-12-19"),
        ("by EOD", "2026-11-25"),
        ("this afternoon", "2026-11-25"),
        ("first thing tomorrow", "2026-11-26"),
        ("the day after tomorrow", "2026-11-27"),
        ("a week from Monday", "2026-12-07"),
        ("a week before the 24th", "2026-12-17"),
        ("next week Wednesday", "2026-12-02"),
        ("this wk", "2026-11-29"),
        ("in a fortnight", "2026-12-09"),
        ("end of aug", "2027-08-31"),
        ("by the end of next month", "2026-12-31"),
        ("before the weekend", "2026-11-27"),
    ],
)
def test_the_day_it_is_due_is_no_part_of_what_is_to_be_done(when: str, due: str):
    assert obligation(f"remind me to book the van {when}", WEDNESDAY) == Obligation("i", "book the van", due)


@pytest.mark.parametrize("act", ["call June", "pay invoice 2041", "check the 2nd invoice", "call Ana at half seven"])
def test_names_numbers_and_hours_are_no_day_it_is_due(act: str):
    assert obligation(f"remind me to {act}", WEDNESDAY) == Obligation("i", act, None)


@pytest.mark.parametrize(
    "text",
    [
        "Remind me to buy stamps",
        "can you remind me to buy stamps?",
        "add stamps to my shopping list",
        "todo: update the changelog",
        "Todo:\n- update the changelog\n- buy stamps",
        "[x] send the invoice",
    ],
)
def test_a_reminder_is_no_request_of_the_moment(text: str):
    assert is_reminder(text)
    assert judge(text).category == "to_do"


@pytest.mark.parametrize(
    "text", ["remind me what a monad is", "you need to fix the import", "I need to fix the import"]
)
def test_what_the_assistant_is_to_do_now_is_not_kept(text: str):
    assert judge(text).action == "skip"


def test_each_box_of_a_list_is_judged_by_itself():
    assert judge("- [ ] send the invoice\n- [ ] call Ana").category == "to_do"


@pytest.mark.parametrize("when", ["", "tomorrow "])
def test_to_be_reminded_of_how_something_is_tells_how_it_is(when: str):
    said = f"remind me {when}that the build certificates expire on Friday"
    [statement] = split_statements(said, at=WEDNESDAY)
    [draft] = draft_statement(statement)
    assert draft.content == "The build certificates expire on Friday"
