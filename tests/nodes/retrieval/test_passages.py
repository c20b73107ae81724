"""Cutting inputs into passages, as a pure function."""

import pytest

from memorist.nodes.retrieval.passages import PART_BYTES, WHOLE_BYTES, passages_of, passed_on_in

SENTENCE = "We planted twelve apple trees behind the old barn. "
"""51 bytes."""


@pytest.mark.parametrize(
    ("text", "by_person", "parts"),
    [
        ("I sold the car. By the way, I moved to Graz.", True, 1),
        ("I sold the car. By the way, I moved to Graz.", False, 1),
        (SENTENCE * 20, True, 1),
        (SENTENCE * 20, False, 3),
        (SENTENCE * 30, True, 4),
        ("", True, 0),
        ("?! …", True, 0),
        ("?! …", False, 0),
    ],
)
def test_a_turn_stays_whole_up_to_a_length_and_the_rest_is_cut(text: str, by_person: bool, parts: int) -> None:
    assert len(passages_of(text, by_person=by_person)) == parts


def test_parts_end_where_sentences_end_and_hold_every_word_in_order() -> None:
    text = SENTENCE * 40
    parts = passages_of(text, by_person=False)
    assert all(part.endswith("barn.") for part in parts)
    assert " ".join(parts).split() == text.split()


@pytest.mark.parametrize(
    "text",
    ["word " * 2_000, "x" * 5_000, "日本語のテキスト" * 400, "🙂a" * 2_000, "line\n" * 1_000, "- item one\n" * 300],
    ids=["no stop", "no space", "no spaces in the script", "emoji", "lines", "a list"],
)
def test_no_part_is_longer_than_its_size_and_no_letter_is_lost(text: str) -> None:
    parts = passages_of(text, by_person=True)
    assert all(len(part.encode()) <= PART_BYTES for part in parts)
    assert "".join("".join(parts).split()) == "".join(text.split())


def test_the_limit_of_a_whole_turn_is_counted_in_bytes_and_a_lone_surrogate_breaks_nothing() -> None:
    assert passages_of("a\ud800b", by_person=True) == ("a\ud800b",)
    assert len(passages_of("ä" * (WHOLE_BYTES // 2), by_person=True)) == 1
    assert len(passages_of("ä" * (WHOLE_BYTES // 2 + 1), by_person=True)) > 1


def test_passages_of_a_text_that_was_passed_on_say_so_and_own_words_beside_it_do_not() -> None:
    article = f"Here's the article:\n{SENTENCE * 30}"
    text = f"I planted twelve trees. {SENTENCE * 10}\n\n{article}\n\nIs that how you would do it?"
    parts = passages_of(text, by_person=True)
    passed_on = passed_on_in(text, parts)
    assert (passed_on[0], passed_on[-1]) == (False, False)
    assert sum(passed_on) >= len(passed_on) - 4
    assert passed_on_in(SENTENCE * 30, passages_of(SENTENCE * 30, by_person=True)) == (False,) * 4
