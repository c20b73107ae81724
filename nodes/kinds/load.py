"""From a file to its text: markdown and plain text as they are, HTML as markdown, PDF page by page."""

from asyncio import wait_for
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from memorist.memory_store.content_text import LARGEST, TooMuch, check_html, pdf_pages
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.threads import in_thread
from memorist.nodes.kinds.limits import check_limits

TEXT = frozenset(
    {"", ".md", ".mdc", ".markdown", ".txt", ".text", ".rst", ".adoc", ".org", ".cursorrules", ".windsurfrules"}
)
HTML = frozenset({".html", ".htm", ".xhtml"})
FORMS = "markdown, text (.md, .txt …), HTML or PDF"


async def loaded(data: Mapping[str, Any], seconds: float, *, below: Path | None = None) -> dict[str, Any]:
    """Return the result of :func:`load_document`, read in a thread. Raises :class:`InvalidInput` also when it takes too
    long, or its text is beyond the bounds."""
    try:
        whole = await wait_for(in_thread(load_document, data, below=below), seconds)
    except TimeoutError as error:
        raise _wrong(str(data.get("path")), f"takes more than {seconds:g} s to be read: split it") from error
    check_limits(whole)
    return whole


def names_a_file(data: Mapping[str, Any]) -> bool:
    """Return true if an input names a file, and does not hold its text yet."""
    lacks_text = data.get("kind") == "document" and data.get("content") is None
    return lacks_text and isinstance(data.get("path"), str) and bool(data["path"].strip())


def load_document(data: Mapping[str, Any], *, below: Path | None = None) -> dict[str, Any]:
    """Put the text of the file that ``path`` names into ``content``; anything else stays as it is.

    ``below`` is the folder that files may be read from; null for callers who read their own files. Raises
    :class:`InvalidInput` naming the field for a file that is not there, lies elsewhere or cannot be read as text.
    """
    if not names_a_file(data):
        return dict(data)
    path = str(data["path"])
    file = Path(path).expanduser()
    if below is not None:
        file = (below / file).resolve()
        if not file.is_relative_to(below.resolve()):
            raise _wrong(path, f"lies outside {below}, the folder that documents are read from")
    try:
        if not file.is_file():  # neither a folder nor a device or pipe, which may never end
            raise _wrong(
                path, "is not a regular file" if file.exists() else "cannot be read: No such file or directory"
            )
        with file.open("rb") as opened:
            raw = opened.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise _wrong(path, f"is larger than {LARGEST // 1024 // 1024} MB: split it")
    except OSError as error:
        raise _wrong(path, f"cannot be read: {error.strerror or error}") from error
    return {**data, "content": text_of(raw, file.suffix.lower(), path)}


def text_of(raw: bytes, suffix: str, path: str) -> str:
    """The text of a file. Raises :class:`InvalidInput` for a form that is not read, or holds no text."""
    if raw.startswith(b"%PDF-"):
        text = _unfolded(lambda: "\n\n".join(pdf_pages(raw)), path)
    elif suffix in HTML or raw.lstrip()[:15].lower().startswith((b"<!doctype html", b"<html")):
        html = _decoded(raw, path)
        text = _unfolded(lambda: _html_text(html), path)
    elif suffix in TEXT or Path(path).name.startswith("."):
        text = _decoded(raw, path)
    else:
        raise _wrong(path, f"is of a form that is not read: expected {FORMS}")
    if not text.strip():
        raise _wrong(path, "holds no text (a scan has to be recognised first)")
    return text


def _unfolded(read: Callable[[], str], path: str) -> str:
    try:
        return read()
    except TooMuch as error:
        raise _wrong(path, f"has {error}: split it") from error
    except InvalidInput as error:
        raise _wrong(path, f"cannot be read: {error}") from error


def _decoded(raw: bytes, path: str) -> str:
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise _wrong(path, f"is not UTF-8 text (byte {error.start + 1})") from error


def _html_text(html: str) -> str:
    from bs4 import BeautifulSoup
    from markdownify import MarkdownConverter

    check_html(html)
    try:
        soup = BeautifulSoup(html, "html.parser")
        for tag in soup(["script", "style", "nav", "header", "footer", "aside", "form", "noscript", "svg", "template"]):
            tag.decompose()
        converter = MarkdownConverter(heading_style="ATX", bullets="-", strip=["img"])
        return str(converter.convert_soup(soup.find("article") or soup.find("main") or soup.body or soup))
    except RecursionError as error:
        raise InvalidInput("its HTML is nested too deep") from error
    except AssertionError as error:  # the parser of HTML, of a declaration that is none
        raise InvalidInput("its HTML is broken") from error


def _wrong(path: str, what: str) -> InvalidInput:
    return InvalidInput(f"document input: field path: {path} {what}", field="path")
