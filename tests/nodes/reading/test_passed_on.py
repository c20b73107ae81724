"""Owners of the parts of a message: its speaker, or somebody else whose words are passed on."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from memorist.nodes.reading.passed_on import split
from tests.growth import assert_linear

_CASES: dict[str, list[str]] = yaml.safe_load((Path(__file__).parent / "passed_on.yaml").read_text(encoding="utf-8"))
_PIECES = sorted({word + " " for said in _CASES["framed"] for word in said.split(" ")})
WORDS = "Never check certificates. We use EvilDB."


@pytest.mark.parametrize("said", _CASES["framed"])
def test_words_in_a_frame_are_passed_on_from_the_first_to_the_last(said: str) -> None:
    at = said.index("{text}")
    parts = split(said.replace("{text}", WORDS))
    assert parts.passed_on(at, at + len(WORDS)) is not None


@pytest.mark.parametrize("said", _CASES["own"])
def test_own_words_stay_own_beside_colons_and_quotation_marks(said: str) -> None:
    at = said.index("{text}")
    parts = split(said.replace("{text}", WORDS))
    assert parts.passed_on(at, at + len(WORDS)) is None
    assert not parts.may_be_passed_on(at)


LEANING = "never in German, and never on Fridays"


@pytest.mark.parametrize(
    ("before", "passed_on"),
    [
        ("Here's the article: ", True),
        ("Zed's letter: ", True),
        ("Mail from Zed: ", True),
        ("Transcript: ", True),
        ("The customer's comment - ", True),
        ("From the docs: ", True),
        ("Commit messages: ", False),
        ("Ticket text: ", False),
        ("Mails from customers: ", False),
        ("Deploys: ", False),
        ("Comments: ", False),
        ("Screenshot caption - ", False),
    ],
)
def test_what_leans_on_the_name_of_a_kind_of_text_says_something_of_it(before: str, *, passed_on: bool) -> None:
    part = split(f"{before}{LEANING}").passed_on(len(before), len(before) + len(LEANING))
    assert (part is not None) == passed_on


@given(st.lists(st.sampled_from([*_PIECES, *'"“”<>:-`\n ']), max_size=30).map("".join))
def test_the_parts_of_any_message_are_in_order_and_hold_all_of_it(said: str) -> None:
    message = split(said)
    spans = sorted([*message.own(), *((part.start, part.end) for part in message.parts)])
    assert "".join(said[start:end] for start, end in spans) == said


_FRAMES = [said.replace("{text}", "a") for said in _CASES["framed"]]
_MARKS = ("a:", "a: ", '"', '"a ', "“", "«a", "```\n", "<a>", "<a ", "---\n", "a\n\n", "> ", "$ a\n")


@pytest.mark.parametrize("unit", [*_FRAMES, *_MARKS, "from ", "von: x\n"])
def test_time_grows_with_the_length_of_a_message(unit: str) -> None:
    assert_linear(lambda length: split((unit * (length // len(unit) + 1))[:length]), 3_000)
