"""The text of documents: what people read in them, nothing of how they are made."""

import pytest

from memorist.memory_store.content_text import text_of
from memorist.memory_store.domain.errors import InvalidInput


def pdf(*pages: str) -> bytes:
    """A PDF with one line a page, as small as one can be."""
    count = len(pages)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(b"%d 0 R" % (4 + 2 * i) for i in range(count)), count),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for place, text in enumerate(pages):
        drawn = b"BT /F1 12 Tf 72 700 Td (%s) Tj ET" % text.encode("latin-1")
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % (5 + 2 * place)
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn))
    body, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return body + end % (len(objects) + 1, table, len(objects) + 1, len(body))


PAGE = """<!doctype html><html><head><title>Guide</title><style>p { color: red }</style>
<script>steal("cookies")</script></head><body><h1>Liquid&nbsp;Glass</h1>
<p>Use it <b>sparingly</b>: it costs&#46;</p><ul><li>hero sections</li><li>Grüße</li></ul></body></html>"""


@pytest.mark.parametrize(
    ("data", "kind", "text"),
    [
        ("# Küche ✓\r\n\r\nzwei".encode(), "text/markdown", "# Küche ✓\n\nzwei"),
        ("Grüße".encode("latin-1"), "text/plain; charset=iso-8859-1", "Grüße"),
        ("Grüße".encode("utf-16"), "text/plain", "Grüße"),
        (b"\xef\xbb\xbfwith a mark", "text/plain", "with a mark"),
        (b'{"a": [1, "b"]}', "application/json", '{"a": [1, "b"]}'),
        (b"nul \x00 and bell \x07", "text/plain", "nul  and bell"),
        (b"", "text/plain", ""),
        (pdf("First page", "Second page"), "application/pdf", "First page\n\nSecond page"),
    ],
)
def test_text_is_what_people_read(data: bytes, kind: str, text: str):
    assert text_of(data, kind) == text


def test_html_loses_its_tags_scripts_and_styles():
    text = text_of(PAGE.encode(), "text/html; charset=utf-8")
    assert text is not None
    for read in ("Liquid Glass", "sparingly", "it costs.", "hero sections", "Grüße"):
        assert read in text
    for unread in ("<", "color", "cookies"):
        assert unread not in text


@pytest.mark.parametrize("kind", ["image/png", "application/octet-stream", "video/mp4", "application/zip"])
def test_pictures_have_no_text(kind: str):
    assert text_of(b"\x89PNG\r\n", kind) is None


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"not a pdf", "application/pdf"),
        (b"", "application/pdf"),
        (pdf("a page")[:120], "application/pdf"),
        (b"%PDF-1.4\n" + b"\x00" * 500, "application/pdf"),
        (b"text", "text/plain; charset=klingon"),
    ],
)
def test_what_is_not_what_it_says_is_refused(data: bytes, kind: str):
    with pytest.raises(InvalidInput, match="content"):
        text_of(data, kind)


def test_a_locked_pdf_is_refused_and_one_without_a_password_is_read():
    import io

    from pypdf import PdfReader, PdfWriter

    def locked(password: str) -> bytes:
        writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf("The secret plan"))))
        writer.encrypt(password, "owner", algorithm="RC4-128")
        out = io.BytesIO()
        writer.write(out)
        return out.getvalue()

    assert text_of(locked(""), "application/pdf") == "The secret plan"
    with pytest.raises(InvalidInput, match="locked"):
        text_of(locked("open sesame"), "application/pdf")
