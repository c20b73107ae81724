"""The text of a content file, for search and extraction: bounded before work, and in time."""

import io
import re
from email.message import Message
from time import monotonic

from memorist.memory_store.domain.errors import InvalidInput

UNWANTED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Control characters, which documents hold by accident and databases refuse."""
TEXT_LIKE = re.compile(r"text/.+|application/(?:json|xml|yaml|x-yaml|toml|javascript|x-ndjson)|.+\+(?:json|xml|yaml)")
LARGEST = 32 * 1024 * 1024
"""Bytes of a file, and characters that it may unfold to."""
MAX_TAGS = 200_000
"""Of one page of HTML."""
MAX_RESCANNED = 50_000_000
"""Characters that a parser of HTML would look at again and again, for tags and comments that never end."""
MAX_PAGES = 5_000
"""Of one PDF."""
PDF_SECONDS = 30.0
"""So long at most a PDF is read."""


class TooMuch(InvalidInput):
    """A document that would take more work than one document may; the message says what there is too much of."""


def text_of(data: bytes, media_type: str) -> str | None:
    """Return what can be read in ``data``; null for what is no text, such as a picture.

    Text keeps its line breaks, HTML loses its tags, scripts and styles, a PDF gives its pages with an empty line
    between. Blocking and busy for large files: call it in a thread.

    Raises:
        InvalidInput: the bytes are not what ``media_type`` says, a PDF is locked, or there is too much of it.
    """
    said = Message()
    said["content-type"] = media_type
    kind = said.get_content_type()
    try:
        if kind == "application/pdf":
            return _clean("\n\n".join(pdf_pages(data)))
        if kind in {"text/html", "application/xhtml+xml"}:
            return _clean(_of_html(data, said.get_content_charset()))
    except TooMuch as error:
        raise InvalidInput(f"content: it has {error}: split it", field="content") from error
    except InvalidInput as error:
        raise InvalidInput(f"content: {error}", field="content") from error
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


def check_html(html: str) -> None:
    """Raise :class:`TooMuch` for a page that a parser would not get through in time proportional to its length."""
    if html.count("<") > MAX_TAGS:
        raise TooMuch(f"more than {MAX_TAGS:,} tags")
    again = sum(opened * len(part) for part in html.split(">") if (opened := part.count("<")) > 1)
    for opens, closes in (("<!--", "-->"), ("<![", "]>")):
        tail = html[html.rfind(closes) + 1 :]
        again += tail.count(opens) * len(tail)
    if again > MAX_RESCANNED:
        raise TooMuch("too many tags or comments that never end")


def pdf_pages(data: bytes) -> list[str]:
    """The text of each page of a PDF.

    Raises:
        TooMuch: it has too many pages, too much text, or takes too long.
        InvalidInput: it is locked, or damaged.
    """
    from pypdf import PdfReader  # only who reads documents pays for their readers
    from pypdf.errors import PyPdfError

    found, chars, until = list[str](), 0, monotonic() + PDF_SECONDS
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise InvalidInput("the PDF is locked with a password: unlock it first")
        for page in reader.pages:
            if len(found) == MAX_PAGES:
                raise TooMuch(f"more than {MAX_PAGES:,} pages")
            found.append(page.extract_text().strip())
            chars += len(found[-1])
            if chars > LARGEST:  # a small file may unfold to any size
                raise TooMuch(f"more than {LARGEST:,} characters of text")
            if monotonic() > until:
                raise TooMuch(f"more pages than can be read in {PDF_SECONDS:.0f} s")
    except (PyPdfError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        # Damaged files make the reader stumble in many ways.
        raise InvalidInput(f"this PDF cannot be read ({error})") from error
    except InvalidInput:
        raise
    except ValueError as error:
        raise InvalidInput(f"this PDF cannot be read ({error})") from error
    return found


def _of_html(data: bytes, charset: str | None) -> str:
    from bs4 import BeautifulSoup

    check_html(data.decode("latin-1"))
    try:
        page = BeautifulSoup(data, "html.parser", from_encoding=charset)
    except (AssertionError, RecursionError) as error:
        raise InvalidInput("this HTML cannot be read") from error
    for unread in page(["script", "style", "template", "noscript"]):
        unread.decompose()
    lines = (" ".join(line.split()) for line in page.get_text("\n").splitlines())
    return "\n".join(line for line in lines if line)
