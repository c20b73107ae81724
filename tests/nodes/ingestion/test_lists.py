"""Lists: one line or several, steps to take in turn or statements that only happen to be counted."""

import pytest

from memorist.nodes.ingestion.extract.obligation import is_reminder
from memorist.nodes.ingestion.lists import inline_list, list_of, title_in, with_verbs
from memorist.nodes.ingestion.sentences import segments_of


@pytest.mark.parametrize(
    ("line", "heading", "items"),
    [
        (
            "house rules for the practice: a) phones are silent b) doors stay closed c) never any food at reception",
            "house rules for the practice:",
            ("phones are silent", "doors stay closed", "never any food at reception"),
        ),
        (
            "for our newsletter: always one photo, never more than 300 words, always sent on thursdays",
            "for our newsletter:",
            ("always one photo", "never more than 300 words", "always sent on thursdays"),
        ),
        (
            "how it's done at the club: 1) each player pays his own cards 2) a captain is elected every august",
            "how it's done at the club:",
            ("each player pays his own cards", "a captain is elected every august"),
        ),
        (
            "Long day. Rules for the lab: (a) no open flames (b) always wear glasses. Thanks!",
            "Rules for the lab:",
            ("no open flames", "always wear glasses"),
        ),
    ],
)
def test_a_list_in_one_line_is_a_list(line: str, heading: str, items: tuple[str, ...]) -> None:
    found = inline_list(line)
    assert found is not None
    assert (found.heading, found.items) == (heading, items)


@pytest.mark.parametrize(
    "line",
    [
        "should we: a) keep redis as it is or b) move to kafka?",
        "two options: a) redis b) kafka",  # names to choose from
        "how we release: 1) bump the version 2) tag it 3) push to npm",  # steps, told in turn
        "for our newsletter: the next one is about bread, and the photo is from lena",
        "for the invoice: always net 30",
        "for the demo: no blockers, only two tests left",
        "part b) of the contract: the rent is due on the first",
        "our port: 8080, never 8081 in staging",
    ],
)
def test_what_only_looks_like_a_list(line: str) -> None:
    assert inline_list(line) is None


@pytest.mark.parametrize(
    ("heading", "items", "kind"),
    [
        ("to deploy:", ["run the build", "push the image"], "steps"),
        ("how its handled at the club:", ["a captain is elected every august", "each pays his own cards"], "list"),
        ("how we handle it:", ["everyone is asked", "then the oldest decides"], "steps"),
        ("steps for the release:", ["everyone is told", "then the tag is set"], "steps"),
        ("team:", ["Nadia - backend", "Piotr - data"], "list"),
        ("things to know about our shop:", ["we open at 7", "the oven is from Wiesheu"], "list"),
        ("rules for reviews:", ["two approvals", "no self merge"], "list"),
        ("rules for the release:", ["run the tests", "then tag it"], "steps"),
        ("how we onboard:", ["the newcomer gets a laptop", "then a buddy shows the repo"], "steps"),
    ],
)
def test_numbers_tell_an_order_only_where_there_is_one(heading: str, items: list[str], kind: str) -> None:
    assert list_of(heading, items, numbered=True).kind == kind


def test_things_to_do_are_counted_and_no_procedure() -> None:
    told = list_of("To do today:", ["update the changelog", "buy stamps"], numbered=True)
    assert (told.kind, is_reminder(told.text)) == ("list", True)


def test_who_does_what_is_a_heading_and_makes_sentences_of_pairs() -> None:
    assert title_in("hey, who does what, as promised") == "who does what"
    assert title_in("does anybody know who does what?") == ""
    assert title_in("Yesterday I lost, as always, my keys") == ""
    assert with_verbs("who does what:", ["ana - design", "bo - android"]) == ["Ana does design", "Bo does android"]
    assert with_verbs("who does what:", ["ana - design", "nobody else"]) == ["ana - design", "nobody else"]
    assert with_verbs("team:", ["ana - design"]) == ["ana - design"]


def test_what_stands_around_a_list_is_kept_apart() -> None:
    told = segments_of(
        "I was late. Rules for the lab: a) no open flames b) always wear glasses. See you tomorrow then."
    )
    assert [s.text for s in told] == [
        "I was late.",
        "Rules for the lab:\n- no open flames\n- always wear glasses",
        "See you tomorrow then.",
    ]
