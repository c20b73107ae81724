"""Every field and list of every kind of input has a bound, checked before any work, with the field and the fix told."""

from time import process_time
from typing import Any

import pytest

from memorist.memory_store.content_text import MAX_PAGES, MAX_TAGS, pdf_pages
from memorist.memory_store.domain.errors import ContentTooLong, InvalidInput
from memorist.nodes.kinds.documents.blocks import MAX_BRACKETS, blocks_of
from memorist.nodes.kinds.inputs import checked_input
from memorist.nodes.kinds.limits import ANY_LIST, ANY_TEXT, LISTS, MAX_VALUES, TEXTS, check_limits
from memorist.nodes.kinds.load import text_of

AT = "2026-02-01T10:00:00Z"
WHOLE: dict[str, dict[str, Any]] = {
    "turn": {"role": "user", "content": "x", "speaker": "Ida"},
    "manual": {"content": "x", "type": "semantic:hard_rule", "reason": "y", "alternatives": ["z"], "replaces": "i"},
    "observation": {"title": "x", "events": [{"time": AT, "name": "n", "body": "b", "attributes": {"k": {"l": "v"}}}]},
    "dialogue": {"question": "x", "answer": "y", "about": "z"},
    "document": {"title": "x", "path": "p", "content": "y", "annotations": [{"text": "t", "quote": "q"}]},
    "ritual": {"ritual": "morning", "turns": [{"role": "user", "content": "x"}]},
    "procedure_outcome": {"procedure": "x", "succeeded": False, "failed_step": 1, "note": "n", "replacement": "r"},
    "feedback": {"content": "x", "about_agent": "a", "reference": "r"},
}
"""One input of each kind with all of its fields."""


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all texts and lists of an input."""
    match value:
        case str():
            return [path]
        case dict():
            return [at for key, each in value.items() for at in places_in(each, (*path, key))]  # pyright: ignore[reportUnknownVariableType]
        case list():
            return [path, *(at for n, each in enumerate(value) for at in places_in(each, (*path, n)))]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case _:
            return []


def with_more(value: Any, path: tuple[Any, ...]) -> Any:
    """The input with far more at a path than is taken."""
    if not path:
        return value * 3_000_000 if isinstance(value, str) else value * 20_000
    if isinstance(value, dict):
        return {**value, path[0]: with_more(value[path[0]], path[1:])}
    return [with_more(each, path[1:]) if n == path[0] else each for n, each in enumerate(value)]


@pytest.mark.parametrize("kind", list(WHOLE))
def test_every_field_has_a_bound_that_names_it_and_the_fix(kind: str) -> None:
    given = {"kind": kind, **WHOLE[kind]}
    check_limits(given)
    for path in places_in(WHOLE[kind]):
        too_much = with_more(given, path)
        began = process_time()
        with pytest.raises(ContentTooLong, match=r"at most [\d,]+ are taken at once; \w+") as refused:
            checked_input(too_much)
        assert refused.value.field is not None
        assert refused.value.field.split(".")[0] == path[0]
        assert process_time() - began < 5


def test_what_is_just_within_the_bounds_is_taken() -> None:
    for name, bound in LISTS.items():
        check_limits({"kind": "manual", name: ["x"] * bound.most})
    for name, bound in TEXTS.items():
        check_limits({"kind": "document", name.removeprefix("document."): "x" * bound.most})
    check_limits({"kind": "turn", "speaker": "x" * ANY_TEXT.most, "tags": ["x"] * ANY_LIST.most})


def test_values_are_counted_however_deep_they_are() -> None:
    deep: Any = "x"
    for _ in range(MAX_VALUES + 1):
        deep = {"k": deep}
    with pytest.raises(ContentTooLong, match="values"):
        check_limits({"kind": "observation", "events": [{"attributes": deep}]})


def test_markdown_of_nothing_but_brackets_is_read_as_plain_paragraphs() -> None:
    began = process_time()
    blocks = blocks_of("[a](" * 400_000 + "\n\nWe use Expo.")
    assert blocks[-1].text == "We use Expo."
    assert process_time() - began < 10
    assert blocks_of("# x\n\n[a](https://a.example)")[0].headings == ("x",)
    assert MAX_BRACKETS < 400_000


@pytest.mark.parametrize("unit", ["<![CDATA[", "<!--", "<a ", "<a href='", "<![", "<!-- x>", "</p", "<?x"])
def test_html_that_never_ends_is_refused_before_it_is_parsed(unit: str) -> None:
    began = process_time()
    with pytest.raises(InvalidInput, match="field path"):
        text_of(f"<html>{unit * (MAX_TAGS - 10)}".encode(), ".html", "x.html")
    assert process_time() - began < 20


def test_an_ordinary_page_is_read() -> None:
    page = "<html><!-- a comment --><body>" + "<p>a &lt; b, <a href='x'>c</a></p>" * 2_000 + "</body></html>"
    assert "a < b" in text_of(page.encode(), ".html", "x.html")


def test_a_pdf_of_too_many_pages_is_refused() -> None:
    from io import BytesIO

    from pypdf import PdfWriter

    writer = PdfWriter()
    for _ in range(3):
        writer.add_blank_page(100, 100)
    written = BytesIO()
    writer.write(written)
    assert pdf_pages(written.getvalue()) == ["", "", ""]
    for _ in range(MAX_PAGES):
        writer.add_blank_page(100, 100)
    writer.write(many := BytesIO())
    with pytest.raises(InvalidInput, match="pages"):
        pdf_pages(many.getvalue())
