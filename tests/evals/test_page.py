"""Reports in HTML: every text is escaped, and nothing is loaded from anywhere."""

import re
from html.parser import HTMLParser

from rich.text import Text

from memorist.evals.page import Fold, page


class Reader(HTMLParser):
    """Collects elements, links and texts, and whether what was opened was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open, self.names, self.loads, self.texts = (list[str]() for _ in range(4))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.names.append(tag)
        self.loads += [value or "" for name, value in attrs if name in {"src", "href", "action", "data", "srcset"}]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(written: str) -> tuple[Reader, str]:
    """Parser of the page as a browser reads it, and its text; fails when elements are not closed in order."""
    reader = Reader()
    reader.feed(written)
    reader.close()
    assert (reader.open, reader.loads) == ([], [])
    return reader, " ".join("".join(reader.texts).split())


def test_every_text_is_escaped_and_a_page_loads_nothing_and_refuses_to() -> None:
    said = '<script>alert(1)</script> a < b & c "quoted" </details> [bold]'
    written = page(said, [said], [Fold(said, [Text(said, style="red")], open=True), Fold("folded", [])])
    reader, text = read(written)
    assert text.count(said) == 5  # the title stands twice
    assert "script" not in reader.names
    assert (written.count("<details open>"), written.count("<details>")) == (1, 1)
    assert not re.search(r"https?://|url\(|@import", written)
    assert "default-src 'none'" in written
    assert "prefers-color-scheme: dark" in written
