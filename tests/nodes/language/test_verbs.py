"""Past forms and participles."""

import pytest

from memorist.nodes.language.verbs import is_past, is_past_of


@pytest.mark.parametrize(
    ("past", "verb"),
    [("wrote", "write"), ("written", "write"), ("booked", "book"), ("merged", "merge"), ("shipped", "ship"),
     ("copied", "copy"), ("sent", "send")],
)  # fmt: skip
def test_of_which_verb_a_past_form_is(past: str, verb: str):
    assert is_past(past)
    assert is_past_of(past, verb)


@pytest.mark.parametrize(("past", "verb"), [("wrote", "book"), ("write", "write"), ("seed", "see"), ("paid", "play")])
def test_and_of_which_it_is_none(past: str, verb: str):
    assert not is_past_of(past, verb)
