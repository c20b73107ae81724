"""From files of several forms to text; what cannot be read is named with what to do."""

from pathlib import Path

import pytest
from pypdf import PdfWriter

from memorist.memory_store.domain.errors import InvalidInput
from memorist.nodes.kinds.load import load_document, text_of

HTML = b"""<!doctype html><html><head><title>x</title><script>alert(1)</script></head><body>
<nav>Home About</nav><article><h1>Liquid Glass</h1><p>Liquid Glass is the design of <b>iOS 26</b>.</p>
<ul><li>Use it sparingly</li></ul></article><footer>Subscribe!</footer></body></html>"""

PAGE = b"BT /F1 12 Tf 20 100 Td (The API limit is 500 requests) Tj ET"
OBJECTS = (
    b"<</Type/Catalog/Pages 2 0 R>>",
    b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    b"<</Length %d>>stream\n%s\nendstream" % (len(PAGE), PAGE),
    b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
)


def small_pdf() -> bytes:
    """A PDF of one page, put together by hand."""
    made, places = b"%PDF-1.4\n", list[int]()
    for number, body in enumerate(OBJECTS, start=1):
        places.append(len(made))
        made += b"%d 0 obj%s endobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(OBJECTS) + 1)
    tail = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(OBJECTS) + 1, len(made))
    return made + head + table + tail


def test_html_becomes_markdown_without_what_is_not_the_article() -> None:
    text = text_of(HTML, ".html", "a.html")
    assert "# Liquid Glass" in text
    assert "- Use it sparingly" in text
    assert all(gone not in text for gone in ("alert", "Subscribe", "Home About"))


def test_a_pdf_becomes_text() -> None:
    assert "The API limit is 500 requests" in text_of(small_pdf(), ".pdf", "a.pdf")


def test_text_is_taken_as_it_is_without_its_mark() -> None:
    assert text_of("\ufeffHello\r\nthere".encode(), ".md", "a.md") == "Hello\nthere"


def empty_pdf(tmp_path: Path) -> bytes:
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.write(tmp_path / "blank.pdf")
    return (tmp_path / "blank.pdf").read_bytes()


def test_what_holds_no_text_is_refused(tmp_path: Path) -> None:
    for raw, suffix in (
        (empty_pdf(tmp_path), ".pdf"),
        (b"   \n", ".md"),
        (b"<html><script>1</script></html>", ".html"),
    ):
        with pytest.raises(InvalidInput, match="holds no text"):
            text_of(raw, suffix, f"a{suffix}")


@pytest.mark.parametrize(
    ("name", "raw", "says"),
    [
        ("a.png", b"\x89PNG", "form that is not read"),
        ("a.md", b"\xff\xfe\x00x", "not UTF-8"),
        ("a.pdf", b"%PDF-1.4 broken", "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_its_field(tmp_path: Path, name: str, raw: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(raw)
    with pytest.raises(InvalidInput, match=says) as refused:
        load_document({"kind": "document", "path": str(tmp_path / name)})
    assert refused.value.field == "path"
    assert name in str(refused.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="No such file"):
        load_document({"kind": "document", "path": str(tmp_path / "nothing.md")})


@pytest.mark.parametrize("path", ["../secret.md", "/etc/passwd", "link.md"])
def test_only_files_below_the_folder_are_read_for_strangers(tmp_path: Path, path: str) -> None:
    (tmp_path / "secret.md").write_text("secret")
    below = tmp_path / "docs"
    below.mkdir()
    (below / "link.md").symlink_to(tmp_path / "secret.md")
    (below / "open.md").write_text("open")
    assert load_document({"kind": "document", "path": "open.md"}, below=below)["content"] == "open"
    with pytest.raises(InvalidInput, match="lies outside"):
        load_document({"kind": "document", "path": path}, below=below)


def test_what_has_content_is_not_read_again() -> None:
    given = {"kind": "document", "path": "/nowhere/a.md", "content": "text"}
    assert load_document(given) == given
