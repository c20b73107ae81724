"""What a piece is by what stands around it."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.ingestion.gatekeep import split_statements

AT = datetime(2026, 3, 4, 10, tzinfo=UTC)


def categories(message: str) -> list[str]:
    return [s.verdict.category for s in split_statements(message, at=AT)]


@pytest.mark.parametrize(
    "message", ["Write a tweet about our launch. No emojis please.", "List the risks. Bullet points please."]
)
def test_how_one_text_is_wanted_is_no_wish_for_all(message: str):
    assert categories(message) == ["request", "request"]


@pytest.mark.parametrize(
    "message",
    [
        "List the risks. And from now on always answer in bullet points please.",
        "Can you check my essay? And no emojis in your answers please",
        "Can you check my essay? And call me Ferdi",
    ],
)
def test_unless_it_says_so(message: str):
    assert categories(message)[-1] == "preference"


def test_what_follows_that_is_wrong_alone_is_so():
    assert categories("Earlier I told you the office is in Kiel. That's wrong, it is in Lübeck.")[0] == "correction"


@pytest.mark.parametrize(
    "message",
    [
        "Can you list the common causes? Textbook stuff is fine.",
        "What can one do on a rainy day? general ideas are enough",
        "could you write me a message announcing this? two short paragraphs, no hashtags",
        "regex for iso dates but not times? python flavour",
    ],
)
def test_what_is_enough_for_a_question_goes_with_it(message: str):
    assert categories(message)[1:] == ["request"]


def test_what_is_fine_is_kept_where_nothing_was_asked():
    assert categories("We met the lawyer. Two sources are enough")[1:] != ["request"]


def test_a_statement_above_a_log_brings_nothing_in():
    assert categories("WAL not archived, S3 key expired.\n```\nPANIC: no space left\n```")[0] != "request"
    assert categories("Now the fun one, from Sentry\n```\nPANIC: no space left\n```")[0] == "request"


def test_what_came_of_what_was_pasted_is_no_memory():
    assert categories("```sql\nselect 1 from t;\n```\nreturns 14k dupes.") == ["code", "log"]
    assert categories("We met. Returns 14k dupes.")[-1] != "log"
