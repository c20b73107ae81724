"""The text of a content file, for search and extraction."""

import io
import re
from email.message import Message

from memorist.memory_store.domain.errors import InvalidInput

UNWANTED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Control characters, which documents hold by accident and databases refuse."""
TEXT_LIKE = re.compile(r"text/.+|application/(?:json|xml|yaml|x-yaml|toml|javascript|x-ndjson)|.+\+(?:json|xml|yaml)")


def text_of(data: bytes, media_type: str) -> str | None:
    """Return what can be read in ``data``; null for what is no text, such as a picture.

    Text keeps its line breaks, HTML loses its tags, scripts and styles, a PDF gives its pages with an empty line
    between. Blocking and busy for large files: call it in a thread.

    Raises:
        InvalidInput: the bytes are not what ``media_type`` says, or a PDF is locked.
    """
    said = Message()
    said["content-type"] = media_type
    kind = said.get_content_type()
    if kind == "application/pdf":
        return _clean(_of_pdf(data))
    if kind in {"text/html", "application/xhtml+xml"}:
        return _clean(_of_html(data, said.get_content_charset()))
    if TEXT_LIKE.fullmatch(kind):
        return _clean(_decoded(data, said.get_content_charset()))
    return None


def _clean(text: str) -> str:
    return UNWANTED.sub("", text.replace("\r\n", "\n")).strip()


def _decoded(data: bytes, charset: str | None) -> str:
    """In the charset it claims; else as UTF-8 or, with its mark, UTF-16; what does not fit is replaced."""
    if charset is None:
        charset = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(charset, errors="replace")
    except LookupError:
        raise InvalidInput(
            f"content: there is no charset {charset!r}; name another, or none for UTF-8", field="media_type"
        ) from None


def _of_html(data: bytes, charset: str | None) -> str:
    from bs4 import BeautifulSoup  # here and below: only who reads documents pays for their readers

    page = BeautifulSoup(data, "html.parser", from_encoding=charset)
    for unread in page(["script", "style", "template", "noscript"]):
        unread.decompose()
    lines = (" ".join(line.split()) for line in page.get_text("\n").splitlines())
    return "\n".join(line for line in lines if line)


def _of_pdf(data: bytes) -> str:
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise InvalidInput("content: the PDF is locked with a password: unlock it first", field="content")
        return "\n\n".join(page.extract_text().strip() for page in reader.pages)
    except InvalidInput:
        raise
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        # Damaged files make the reader stumble in many ways.
        raise InvalidInput(f"content: this is no PDF that can be read ({error})", field="content") from error
