"""Content words of a text, and paraphrases: what is asked in one word is looked for in those it is told in."""

import pytest

from memorist.nodes.language.paraphrases import told_as
from memorist.nodes.language.words import concepts_of, content_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What's my name?", "name"),
        ("What can’t I eat?", "eat"),
        ("We don't deploy and won't ship", "deploy ship"),
        ("Isn't it?", ""),
        ("Where am I?", ""),
        ("the parents' room", "parents room"),
    ],
)
def test_the_rest_of_a_shortened_word_is_no_word(text: str, words: str):
    assert content_words(text) == words


def test_runs_of_words_are_kept_together_the_longest_first():
    assert concepts_of("Add the avatar upload to the user profile screen") == ("user profile screen", "avatar upload")


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
