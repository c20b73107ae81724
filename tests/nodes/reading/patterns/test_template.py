"""The template language: what matches, and which templates are refused."""

import pytest

from memorist.nodes.reading.patterns.line import line_of
from memorist.nodes.reading.patterns.template import BadTemplate, compiled


@pytest.mark.parametrize(
    ("template", "said", "slots"),
    [
        (
            "{us} use {thing} (for {purpose})",
            "We use Clerk for mobile auth",
            {"us": "We", "thing": "Clerk", "purpose": "mobile auth"},
        ),
        ("{us} use {thing} (for {purpose})", "we really use Clerk", {"us": "we", "thing": "Clerk", "purpose": None}),
        ("i [<do not> like|hate] {things}", "I don't like tea, milk and rum", {"things": "tea, milk and rum"}),
        ("{us} use {thing}", "they use Clerk", None),
        ("{us} use {thing}", "We use it", None),
        ("{us} use {thing}", "We use Clerk because it works", None),
        ("never {act}", "Never commit it", None),
    ],
)
def test_a_template_matches_a_whole_sentence_or_nothing(
    template: str, said: str, slots: dict[str, str | None] | None
) -> None:
    line = line_of(said)
    found = compiled(template).match(line.norm, line.vocabulary)
    assert (found is not None) == (slots is not None)
    if found and slots:
        assert {name: line.said(*found.span(name)) if found[name] else None for name in slots} == slots


@pytest.mark.parametrize("template", ["{nobody:unheard_of}", "[a|b", "(a", "a ]", "<unheard of>", "a * b <"])
def test_a_template_that_cannot_be_read_is_refused(template: str) -> None:
    with pytest.raises(BadTemplate):
        compiled(template)


def test_words_of_a_contraction_are_given_back_as_said() -> None:
    line = line_of("We don't use Redis, we're done!")
    assert line.norm == "We do not use Redis , we are done "
    assert line.whole() == "We don't use Redis, we're done"
    assert line.said(line.norm.index("we are"), line.norm.index("are")) == "we"
