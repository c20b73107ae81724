"""Replies that name the items of a list by number, told with the items."""

import pytest

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.by_number import told_of_items
from memorist.nodes.ingestion.extract.listed import items_of, meant, offers_choice
from memorist.nodes.ingestion.extract.praised import is_praise_of_items

OPEN = "Still open:\n1. Fia's poster\n2. Call the bank\n3. Terraform state lock\n4. Evaluate Airflow (Monday)"
OPTIONS = "I see three options:\n1. Encrypt the memo\n2. Leave it out\n3. A view"
QUESTIONS = "1. Which port?\n2. Which host?"


def said_to(listing: str, reply: str) -> str | None:
    return told_of_items(reply, [Utterance(role="assistant", content=listing)])


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ("4 is Tom's", 'About "evaluate Airflow (Monday)": it is Tom\'s.'),
        ("#3 is done", 'About "Terraform state lock": it is done.'),
        ("number 2 is for Ana", 'About "call the bank": it is for Ana.'),
        ("2 has to wait until the vendor answers", 'About "call the bank": it has to wait until the vendor answers.'),
        ("4 -> friday", 'About "evaluate Airflow (Monday)": friday.'),
        ("2: olek wants to wait", 'About "call the bank": olek wants to wait.'),
        ("the last one is Ana's", 'About "evaluate Airflow (Monday)": it is Ana\'s.'),
        ("the first two are done", 'About "Fia\'s poster" and "call the bank": they are done.'),
        ("1-3 are done", 'About "Fia\'s poster", "call the bank" and "Terraform state lock": they are done.'),
        ("drop 2 and 4", 'About "call the bank" and "evaluate Airflow (Monday)": drop them.'),
        ("cross off 3", 'About "Terraform state lock": cross it off.'),
        ("move 3 to next week", 'About "Terraform state lock": move it to next week.'),
        ("i finished 3", 'About "Terraform state lock": i finished it.'),
        ("for 2 we need olek", 'About "call the bank": we need olek.'),
        ("4 is priyankas", 'About "evaluate Airflow (Monday)": it is Priyanka\'s.'),
        ("4 no!! that was a what if.", 'About "evaluate Airflow (Monday)": no, that was a what if.'),
        ("2 no, it is not ready, we stick to cash", 'About "call the bank": no, it is not ready.\nwe stick to cash.'),
        (
            "1. yes 2. no, only on staging 3. mira",
            'About "Fia\'s poster": yes.\nAbout "call the bank": no, only on staging.\n'
            'About "Terraform state lock": mira.',
        ),
        (
            "1 ines is on it already\n2 lol no. we keep that\n4 yes",
            'About "Fia\'s poster": ines is on it already.\nAbout "call the bank": no. we keep that.\n'
            'About "evaluate Airflow (Monday)": yes.',
        ),
    ],
)
def test_an_item_is_told_in_its_own_words(reply: str, told: str | None) -> None:
    assert said_to(OPEN, reply) == told


def test_a_reply_may_speak_of_several_items_and_of_something_else() -> None:
    told = said_to(OPEN, "good. 1, 2 and 3 are done, 4 not yet, rest fine. lunch is at noon")
    assert told is not None
    assert told.split("\n") == [
        "good.",
        'About "Fia\'s poster", "call the bank" and "Terraform state lock": they are done.',
        'About "evaluate Airflow (Monday)": not yet.',
        "rest fine. lunch is at noon",
    ]
    told = said_to(OPEN, "2 is Ana's. they need it on friday. my train is late")
    assert (
        told == 'About "call the bank": it is Ana\'s.\nAbout "call the bank": they need it on friday.\nmy train is late'
    )


@pytest.mark.parametrize(
    "reply",
    [
        "2000 from July",
        "4 cores",
        "3 of them are done",
        "2 weeks",
        "1.50",
        "41 users",
        "7 is Tom's",
        "3 are ill today",
        "2 is enough",
        "drop 2 replicas",
        "keep 3 servers for now",
        "the first is that we have no licence",
        "first: no deploys on friday",
        "it takes 3 to 4 days",
    ],
)
def test_a_number_that_is_no_item_is_left_alone(reply: str) -> None:
    assert said_to(OPEN, reply) is None


@pytest.mark.parametrize(
    ("listing", "reply"),
    [
        (OPTIONS, "2 is done"),
        (OPTIONS, "the second is too risky"),
        (QUESTIONS, "1. 8080 2. no idea"),
        (f"{OPEN}\nHow many seats do you need?", "3 is fine"),
        ("1. one\n2. two\n\n1. other\n2. another", "2 is done"),
        ("Nothing is open.", "2 is done"),
    ],
)
def test_choices_and_questions_are_told_elsewhere(listing: str, reply: str) -> None:
    assert said_to(listing, reply) is None


@pytest.mark.parametrize(
    ("listing", "reply", "praises"),
    [
        (OPEN, "3 and 4 are great", True),
        (OPEN, "first two are fine", True),
        (OPEN, "2 is perfect thx", True),
        (OPEN, "good list", True),
        (OPEN, "otherwise good", True),
        (OPEN, "rest right.", True),
        ("- one thing\n- another", "rest ok", True),
        ("Added it to the letter.", "otherwise good", True),
        ("How was your trip?", "otherwise good", False),
        ("He is allergic to all nuts.", "all the others are fine", False),
        (OPTIONS, "2 is great", False),
        (OPEN, "7 is great", False),
        (OPEN, "2 is great for the demo on friday", False),
        (OPEN, "the rest is for Ana", False),
    ],
)
def test_praise_of_what_was_listed(listing: str, reply: str, *, praises: bool) -> None:
    assert is_praise_of_items(reply, [Utterance(role="assistant", content=listing)]) is praises
    assert not is_praise_of_items(reply, [Utterance(role="user", content=listing)])


def test_items_are_quoted_by_their_title_or_first_sentence() -> None:
    listing = '1. **Cleanup**: remove the lock\n2. Set `max_wal_size`. Then restart.\n3. Say "hello"\n4. Who pays?'
    assert items_of(listing) == {"1": "Cleanup", "2": "set max_wal_size", "3": "say 'hello'", "4": "who pays?"}
    assert items_of("- Fix it\n- Ship it") == {"-1": "fix it", "-2": "ship it"}
    assert meant("last two", items_of(listing)) == ["say 'hello'", "who pays?"]
    assert meant("5", items_of(listing)) == []
    assert offers_choice(OPTIONS)
    assert not offers_choice(OPEN)
