"""What is said to be friendly."""

import pytest

from memorist.nodes.ingestion.gatekeep import judge_clause
from memorist.nodes.ingestion.small_talk import is_praise, is_small_talk


@pytest.mark.parametrize(
    "text",
    ["brb", "one sec", "lol nice one", "wow, that's amazing!", "Hmm, let me think about it", "I have a question",
     "Thanks, Mel!", "that makes sense, thank you so much", "we'll see", "I don't understand the error"],
)  # fmt: skip
def test_words_that_no_knowledge_is_made_of_are_small_talk(text: str) -> None:
    assert is_small_talk(text)
    assert judge_clause(text).action == "skip"


@pytest.mark.parametrize(
    "text",
    ["You're so kind to those kids", "So glad you found that group", "That's an awesome necklace", "Keep it up, John"],
)
def test_praise_and_good_wishes_tell_nothing_of_the_speaker(text: str) -> None:
    assert is_praise(text)


@pytest.mark.parametrize(
    "text",
    ["It is slow on Android", "I moved to Berlin", "My kids love dinosaurs", "That's great news for our launch",
     "You must never commit secrets", "tabs", "Port 8080", "It's amazing that we moved to Postgres"],
)  # fmt: skip
def test_a_word_of_substance_makes_it_a_statement(text: str) -> None:
    assert judge_clause(text).action != "skip"


@pytest.mark.parametrize(
    "text",
    ["A closure is a function that captures variables", "React hooks must be called at the top level of a component",
     "A B-tree index speeds up range queries"],
)  # fmt: skip
def test_what_every_programmer_knows_is_general_knowledge(text: str) -> None:
    assert judge_clause(text).category == "general_knowledge"


@pytest.mark.parametrize("text", ["Our hooks must be called use*", "All classes must have tests"])
def test_a_rule_of_the_house_about_the_same_things_is_kept(text: str) -> None:
    assert judge_clause(text).action != "skip"
