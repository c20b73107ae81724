"""Reports in HTML: every text is escaped, and nothing is loaded from anywhere."""

import re
from html.parser import HTMLParser

import pytest

from memorist.evals.page.document import document
from memorist.evals.page.element import Html, element, join


class Reader(HTMLParser):
    """Collects elements, links and texts, and whether what was opened was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: list[str] = []
        self.loads: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self._seen(tag, attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._seen(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def _seen(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.loads += [value or "" for name, value in attrs if name in {"src", "href", "action", "data", "srcset"}]


def read(page: str) -> Reader:
    """Parser of the page as a browser reads it; fails when elements are not closed in order."""
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "a < b & c", "\"quoted\" 'text'", "</details>"])
def test_text_is_escaped_wherever_it_stands(text: str) -> None:
    reader = read(element("p", text, element("b", [text, None]), title=text))
    assert reader.names == ["p", "b"]
    assert "".join(reader.texts) == text * 2


def test_markup_is_taken_as_it_is() -> None:
    assert join([Html("<br/>"), "<br/>"]) == "<br/>&lt;br/&gt;"


def test_attributes_without_a_value_are_left_out() -> None:
    assert element("details", open=True, id=None, hidden=False, data_x=1) == '<details open data-x="1"></details>'


def test_a_page_loads_nothing_and_refuses_to() -> None:
    page = document("A <title>", element("p", "text"))
    reader = read(page.removeprefix("<!doctype html>"))
    assert reader.loads == []
    assert "script" not in reader.names
    assert not re.search(r"https?://|url\(|@import", page)
    assert "default-src 'none'" in page
    assert "prefers-color-scheme: dark" in page
