"""A markdown text as blocks: paragraphs, items and steps, each with the headings above it and its line."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

BlockKind = Literal["paragraph", "item", "steps", "code"]


@dataclass(frozen=True, slots=True)
class DocumentBlock:
    """A piece of a document. ``line`` counts from 1; ``headings`` from the outermost in."""

    text: str
    kind: BlockKind
    line: int
    headings: tuple[str, ...] = ()

    @property
    def section(self) -> str:
        """The nearest heading, or nothing."""
        return self.headings[-1] if self.headings else ""

    @property
    def is_prose(self) -> bool:
        """True if it is text to be read."""
        return self.kind in {"paragraph", "item"}


def block_key(number: int) -> str:
    """The key of a block's passage; ``number`` is its place among all blocks."""
    return f"block:{number}"


MAX_BRACKETS = 20_000
"""A text with more of them is data and no page with links: it is read as plain paragraphs, far sooner."""
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\s*\n", re.DOTALL)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": True}).enable("table")


@lru_cache(maxsize=2)  # a document is cut for its passages and again for its drafts
def blocks_of(text: str) -> tuple[DocumentBlock, ...]:
    """Cut a document into blocks; front matter, HTML comments and tables are left out."""
    matter = _FRONT_MATTER.match(text)
    skipped = matter.group().count("\n") if matter else 0
    if text.count("[") > MAX_BRACKETS:
        return tuple(_paragraphs(text))
    tokens = _parser().parse(text[matter.end() :] if matter else text)
    return tuple(_walk(tokens, skipped))


def _paragraphs(text: str) -> Iterator[DocumentBlock]:
    """The paragraphs of a text, whatever marks they hold."""
    line = 1
    for part in text.split("\n\n"):
        if part.strip():
            yield DocumentBlock(" ".join(part.split()), "paragraph", line)
        line += part.count("\n") + 2


def _walk(tokens: Sequence[Token], skipped: int) -> Iterator[DocumentBlock]:
    headings: list[tuple[int, str]] = []
    lists: list[Any] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        above = tuple(text for _, text in headings)
        line = (token.map[0] if token.map else 0) + 1 + skipped
        match token.type:
            case "heading_open":
                level = int(token.tag[1])
                headings = [(n, text) for n, text in headings if n < level]
                headings.append((level, _plain(tokens[at + 1])))
                at += 2
            case "ordered_list_open":
                end = _end_of(tokens, at)
                items = _items(tokens[at + 1 : end])
                yield DocumentBlock(
                    "\n".join(f"{n}. {item}" for n, item in enumerate(items, start=1)), "steps", line, above
                )
                at = end
            case "bullet_list_open":
                lists.append(None)
            case "bullet_list_close":
                lists.pop()
            case "list_item_open":
                lists[-1] = None
            case "table_open":
                at = _end_of(tokens, at)
            case "fence" | "code_block":
                yield DocumentBlock(token.content.strip(), "code", line, above)
            case "inline":
                text = _plain(token)
                parents = tuple(str(parent).rstrip(": ") for parent in lists[:-1] if parent)
                if text:
                    yield DocumentBlock(text, "item" if lists else "paragraph", line, (*above, *parents))
                    if lists and lists[-1] is None:
                        lists[-1] = text if text.rstrip().endswith(":") else ""
            case _:
                pass
        at += 1


def _end_of(tokens: Sequence[Token], at: int) -> int:
    """The place of the token that closes the one at ``at``."""
    closing = tokens[at].type.replace("_open", "_close")
    return next(
        n for n in range(at + 1, len(tokens)) if tokens[n].type == closing and tokens[n].level == tokens[at].level
    )


def _items(tokens: Sequence[Token]) -> list[str]:
    """The items of a list, each with what is nested in it on one line."""
    items: list[list[str]] = []
    depth = 0
    for token in tokens:
        if token.type == "list_item_open":
            depth += 1
            if depth == 1:
                items.append([])
        elif token.type == "list_item_close":
            depth -= 1
        elif token.type == "inline" and items:
            items[-1].append(_plain(token))
        elif token.type == "fence" and items:
            items[-1].append(token.content.strip().replace("\n", "; "))
    return [": ".join(part.rstrip(":") for part in item if part) for item in items if any(item)]


def _plain(token: Token) -> str:
    """Inline markdown as words: emphasis gone, code as it stands, a link as its text with the address behind it."""
    pieces: list[str] = []
    links: list[str] = []
    for child in token.children or ():
        match child.type:
            case "text" | "code_inline":
                pieces.append(child.content)
            case "softbreak" | "hardbreak":
                pieces.append(" ")
            case "link_open":
                links.append(str(child.attrs.get("href", "")))
            case "link_close":
                address = links.pop() if links else ""
                if address and address not in "".join(pieces):
                    pieces.append(f" ({address})")
            case _:
                pass
    return " ".join("".join(pieces).split())
