"""An expression is only spared where it could not have fitted."""

import re
from importlib import import_module
from pkgutil import walk_packages

import pytest

from memorist import nodes
from memorist.nodes.ingestion.extract.patterns import CATALOGUE
from memorist.nodes.ingestion.shapes import finder, looks_like
from memorist.nodes.language.needed import needed_by, threes_of
from memorist.nodes.language.seeking import Shape

TEXTS = (
    "we use Bun",
    "We don’t use Bun, and I'd say never",
    "bugs\nin the API",
    "Ask me",
    "",
    " i ",
    "İt ıs ſure",
    "Kelvin",
    "naïve café",
    "a_b",
    "1. we  use\tit",
)


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        (r"\bwe\b", {" we"}),
        (r"\b(?:bugs?|issues?)\b", {"bug", "ssu"}),
        (r"^(?:so\s|and\s)*let['’]?s\s", {"let"}),
        (r"\b(?:i|our)\b", {" i ", "our"}),
        (r"\bi\s(?:want|do\snot)\b", {"wan", "i d"}),
        (r"don['’]t", {"don"}),
        (r"(?:foo)?bar", {"bar"}),
        (r"(?!foo)\w+", set[str]()),
        (r"(?:foo)?", set[str]()),
        (r"foo|\d+", set[str]()),
    ],
)
def test_what_is_needed_is_read_from_the_source(pattern: str, needed: set[str]) -> None:
    assert needed_by(re.compile(pattern, re.IGNORECASE)) == needed


def _expressions() -> list[re.Pattern[str]]:
    modules = [import_module(m.name) for m in walk_packages(nodes.__path__, "memorist.nodes.")]
    compiled = {
        v
        for module in modules
        for v in vars(module).values()
        if isinstance(v, re.Pattern) and isinstance(v.pattern, str)
    }
    spared = {v.compiled for m in modules for v in vars(m).values() if isinstance(v, Shape)}
    return [*compiled, *spared, *(pattern.regex for pattern in CATALOGUE)]


def test_no_expression_of_the_project_fits_where_nothing_is_that_it_needs() -> None:
    texts = [*TEXTS, *(example.text for pattern in CATALOGUE for example in pattern.examples[::3])]
    there = {text: threes_of(text) for text in texts}
    wanted = [(shape, needed) for shape in _expressions() if (needed := needed_by(shape))]
    spared = [(shape, text) for shape, needed in wanted for text in texts if needed.isdisjoint(there[text])]
    assert len(spared) > len(wanted) * len(texts) / 2
    assert [(shape.pattern, text) for shape, text in spared if shape.search(text)] == []


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    "pattern",
    [r"^a.*|use\b|\bus|[A-Z]", r"\bit|bun|^we\b", r"^we|^i", r"(?P<who>we|i)\b", r"\bis\b|sure|kelvin", r"\w*|x"],
)
def test_alternatives_one_by_one_find_what_they_find_together(pattern: str, text: str) -> None:
    together = re.compile(pattern, re.IGNORECASE | re.VERBOSE)
    expected = together.search(text)
    found = [looks_like(pattern)(text), finder(together)(text)]
    assert [m and m.span() for m in found] == [expected and expected.span()] * 2


@pytest.mark.parametrize("text", [*TEXTS, "we and us"])
@pytest.mark.parametrize("pattern", [r"\b(?:we|us)\b", r"\w"])
def test_a_shape_answers_as_a_compiled_expression_does(pattern: str, text: str) -> None:
    shape, compiled = Shape(pattern, re.IGNORECASE), re.compile(pattern, re.IGNORECASE)
    for name in ("search", "match", "fullmatch"):
        mine, theirs = getattr(shape, name)(text), getattr(compiled, name)(text)
        assert (mine and mine.span()) == (theirs and theirs.span())
    assert [m.span() for m in shape.finditer(text)] == [m.span() for m in compiled.finditer(text)]
    assert shape.split(text) == compiled.split(text)
    assert shape.sub("-", text, count=1) == compiled.sub("-", text, count=1)
