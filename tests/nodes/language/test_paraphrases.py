"""Paraphrases: what is asked in one word is looked for in those it is told in."""

import pytest

from memorist.nodes.language.paraphrases import told_as


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Where do I live?", "moved"),
        ("where is she based", "office"),
        ("Which city are we in?", "located"),
        ("Who’s my boss?", "manager"),
        ("Do I have children?", "kids"),
        ("What can't I eat?", "allergic"),
        ("When do we go live?", "launch"),
        ("What do I do for a living?", "works"),
        ("How many people are on the team?", "members"),
        ("I forgot, how old is she?", "born"),
    ],
)
def test_a_question_is_looked_for_in_the_words_it_is_told_in(question: str, word: str):
    assert word in " ".join(told_as(question)).split()


@pytest.mark.parametrize(
    "task", ["Set up the home page", "Add a release script", "Rename the owner column", "", "What do we use for CI?"]
)
def test_a_task_or_a_question_about_something_else_is_not(task: str):
    assert told_as(task) == ()
