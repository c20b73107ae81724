"""The paths and folders that a sentence names."""

import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple

from memorist.nodes.language.file_verbs import is_verb
from memorist.nodes.language.gazetteer import find_entities
from memorist.nodes.language.shipped import shipped


class Named(NamedTuple):
    """A path in a sentence, where it stands, and whether it is called a folder there."""

    path: str
    start: int
    end: int
    folder: bool = False


_WORD = re.compile(
    r"(?<![\w:/@])(?:~?/|\.{1,2}/)?(?:[\w.@*+-]+/)+[\w.@*+-]*"
    r"|(?<![\w:/@.~*-])~?/[\w.@+-]+"
    r"|(?<![\w/.@-])\.[A-Za-z_*][\w.*-]*"
    r"|(?<![\w./@-])[\w*][\w*.-]*"
)
_FOLDER = r"(?:folders?|director(?:y|ies)|dirs?|subtree)"
_NAME = r"[`\"'“]?(?P<name>[\w@*][\w.@*+-]*)[`\"'”]?"
_CALLED = (
    (re.compile(rf"\b{_FOLDER}\s(?:called\s|named\s)?(?!(?:is|are|in|of|must|and|or)\b){_NAME}", re.IGNORECASE), True),
    (re.compile(rf"(?:\b(?:the|our|any)\s|\b){_NAME}\s{_FOLDER}\b", re.IGNORECASE), True),
    (
        re.compile(
            r"\b(?:files?|anything|everything|something|code)\s(?:in|under|inside|within|below|from)\s(?:the\s|our\s)?"
            rf"{_NAME}(?!\s{_FOLDER})",
            re.IGNORECASE,
        ),
        False,
    ),
    (
        re.compile(rf"\b(?:the\sfiles?|file)\s(?:called\s|named\s)?(?!(?:in|is|under|of)\b){_NAME}", re.IGNORECASE),
        False,
    ),
)
_BESIDE = re.compile(rf"\s{_FOLDER}\b", re.IGNORECASE)
_NO_NAMES = frozenset("the our my your any all these those this that some other a an and or".split())
_NO_PATHS = frozenset({"and/or", "he/she", "w/o", "n/a", "yes/no", "on/off"})


def normal(path: str) -> str:
    """A path as it is compared: slashes, no dots in it, nothing at its end."""
    return posixpath.normpath(path.strip().replace("\\", "/"))


def named_in(text: str) -> Iterator[Named]:
    """The paths that a text names, and what it calls a folder or a file: "the folder legacy"."""
    seen: list[str] = []
    for match in _WORD.finditer(text):
        token = match[0].rstrip(".,")
        if _is_path(token, text):
            seen += normal(token).split("/")
            folder = bool(_BESIDE.match(text, match.end()))
            yield Named(normal(token), match.start(), match.end(), folder)
    for shape, folder in _CALLED:
        for match in shape.finditer(text):
            name = match["name"].rstrip(".").casefold()
            if name not in _NO_NAMES and name not in names_no_file() and not is_verb(name) and normal(name) not in seen:
                seen.append(normal(name))
                yield Named(normal(match["name"].rstrip(".")), *match.span("name"), folder)


def names_no_file() -> frozenset[str]:
    """Objects that may stand behind "edit" or "delete" and name no file by themselves."""
    return frozenset(shipped(__name__, "files.yaml")["no files"])


def ends_like_a_file(token: str) -> bool:
    """Return true if what stands behind the last dot of a word is an ending of names of files."""
    return token.rpartition(".")[2].casefold() in shipped(__name__, "files.yaml")["endings"]


def _is_path(token: str, text: str) -> bool:
    """Return true if a word is a path: it has a slash, begins with a dot, ends as files do, or is a file's name."""
    if "//" in token or not re.search(r"\w", token):
        return False
    if "/" in token:
        return token.casefold() not in _NO_PATHS and bool(re.search(r"(?:^|/)[^/]*[a-z*][^/]*", token.strip("./~")))
    if token.startswith(".") or "*" in token:
        return len(token) > 2
    if token.casefold() in shipped(__name__, "files.yaml")["plain files"] and token[:1].isupper():
        return True
    known = "." in token.strip(".") and ends_like_a_file(token)
    return known and not any(m.kind == "entity:technology" and m.canonical == token for m in find_entities(text))
