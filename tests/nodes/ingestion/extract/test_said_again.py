"""What is said twice in one message is read once; a very long message takes no more than its length."""

import pytest

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.statement import draft_all
from memorist.nodes.ingestion.gatekeep import split_statements
from memorist.nodes.language.learned_names import may_be_names
from memorist.nodes.language.names import find_names
from tests.stores import START

LONG = 100_000


def told(message: str, before: tuple[Utterance, ...] = ()) -> list[str]:
    statements = split_statements(message, at=START, before=before)
    return [draft.content for draft in draft_all(statements, Context(before=before))]


@pytest.mark.parametrize(
    ("message", "once"),
    [
        ("We use Rust. We use Go. We use Rust. We use Go.", ["Team uses Rust", "Team uses Go"]),
        ("We use Rust, we use Rust, and we use Rust", ["Team uses Rust"]),
        ("- We use Go\n- We use Rust\n- We use Go", ["Team uses Go", "Team uses Rust"]),
        (
            "We require:\n- tests\n- docs\n- tests",
            ["Team requires tests", "Team requires docs", "Team requires tests and docs"],
        ),
        ("It is slow. It is slow. It is ugly. It is slow.", ["It is slow; it is ugly"]),
        ("We use npm. See #12. See #12.", ["Team uses npm (ticket #12)"]),
        ("Don't use pandas. Use Polars instead. Don't use pandas. Use Polars instead.", ["Don't use pandas"]),
    ],
)
def test_what_is_said_again_is_read_once_in_the_order_it_was_said(message: str, once: list[str]) -> None:
    assert told(message) == once


def test_the_same_words_about_another_thing_are_another_statement() -> None:
    apart = "We use Sentry. It drops source maps. We use Datadog. It drops source maps."
    assert told(apart) == ["Team uses Sentry; it drops source maps", "Team uses Datadog; it drops source maps"]
    cheaper = "We use Rust. Way cheaper too. We use Go. Way cheaper too."
    assert told(cheaper) == ["Team uses Rust; way cheaper too", "Team uses Go; way cheaper too"]


def test_what_only_adds_to_a_statement_adds_so_much_and_no_more() -> None:
    parts = told("It is slow. " + " ".join(f"It takes {minutes} minutes." for minutes in range(2_000)))
    assert all(len(part) < 5_000 for part in parts)
    assert "it takes 1999 minutes" in parts[-1].lower()


@pytest.mark.parametrize(
    "piece",
    ["We use Rust. ", "We use Go and ", "We use Rust, ", "- We use Rust\n", "It is slow. ", "fix it. ", "thanks. ",
     "No exceptions. ", "his name is Bob. ", "She likes it, ", "Ask Ada. ", "mqtt instead of coap ", "Zyxx Qwop ",
     "our ci is mirror. ", "Ada Lovelace owns billing. ", "blue. ", "日本語", "use Go instead. "],
)  # fmt: skip
def test_a_turn_of_one_clause_again_and_again_takes_no_more_than_its_length(piece: str) -> None:
    # What looks at all that was said before, or at all names of a message, would take hours here.
    text = f"We use pnpm for packages. {piece * (LONG // len(piece))}"
    first, *others = told(text)
    assert "pnpm" in first
    assert len(others) < 10
    assert find_names(text)
    may_be_names(text)
    before = Utterance(role="user", content=text)
    for reply in ("It is fast, ask her about them there.", "yes, use it", "she owns the second one"):
        assert told(reply, (before,)) is not None


def test_of_a_long_turn_its_beginning_and_its_end_are_looked_back_at() -> None:
    long = Utterance(role="user", content=f"We use Sentry. {'blah ' * 20_000} Bob owns it.")
    assert len(long.content) == 16_000
    assert (long.content.startswith("We use Sentry."), long.content.endswith("Bob owns it.")) == (True, True)
    assert Utterance.model_validate(long.model_dump()) == long
