"""A markdown text as blocks: paragraphs, items and steps, each with the headings above it and its line.

An item is the whole rule that it makes with what stands above its list: "Push to main" under "Never" is "Never push to
main". So is a cell of a table under "Don't", and a question with its answer is one block.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

from memorist.nodes.kinds.documents.answers import is_answer
from memorist.nodes.kinds.documents.bound import is_rule_itself
from memorist.nodes.kinds.documents.leads import Bidding, Lead, forbids_at_once, is_act, lead_of, takes_back, under
from memorist.nodes.language.clauses import is_own_clause

BlockKind = Literal["paragraph", "item", "steps", "code"]


@dataclass(frozen=True, slots=True)
class DocumentBlock:
    """A piece of a document.

    Args:
        text: its words; of an item together with what governs its list.
        line: counted from 1.
        headings: above it, from the outermost in, without those that forbid or demand.
        bids: what stands above an item and is in its text forbids or demands it.
        act: of such an item, what is forbidden or demanded.
    """

    text: str
    kind: BlockKind
    line: int
    headings: tuple[str, ...] = ()
    bids: Bidding | None = None
    act: str = ""

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
    """Cut a document into blocks; front matter, HTML comments and tables of data are left out."""
    matter = _FRONT_MATTER.match(text)
    skipped = matter.group().count("\n") if matter else 0
    if text.count("[") > MAX_BRACKETS:
        return tuple(_paragraphs(text))
    tokens = _parser().parse(text[matter.end() :] if matter else text)
    return tuple(_answered(_walk(tokens, skipped)))


def _paragraphs(text: str) -> Iterator[DocumentBlock]:
    """The paragraphs of a text, whatever marks they hold."""
    line = 1
    for part in text.split("\n\n"):
        if part.strip():
            yield DocumentBlock(" ".join(part.split()), "paragraph", line)
        line += part.count("\n") + 2


@dataclass(slots=True)
class _List:
    """A list that is open.

    Args:
        lead: what governs its items.
        of: the rule whose objects they name.
        by_far: the lead stands above the heading of a topic, below which there may be descriptions too.
        by_line: it is a line, which governs no further than its list: one without empty lines ends at the first.
        item: the words of the item that is open; null before they come.
        rule: what that item forbids.
    """

    lead: Lead | None
    of: str = ""
    by_far: bool = False
    by_line: bool = False
    item: str | None = None
    rule: str = ""
    last_line: int = 0
    is_loose: bool | None = None


def _walk(tokens: Sequence[Token], skipped: int) -> Iterator[DocumentBlock]:
    headings: list[tuple[int, str]] = []
    lists: list[_List] = []
    before = ""
    at = 0
    while at < len(tokens):
        token = tokens[at]
        above = tuple(text for _, text in headings if lead_of(text) is None)
        line = (token.map[0] if token.map else 0) + 1 + skipped
        match token.type:
            case "heading_open":
                level = int(token.tag[1])
                headings = [(n, text) for n, text in headings if n < level]
                headings.append((level, _plain(tokens[at + 1])))
                before = ""
                at += 2
            case "bullet_list_open" | "ordered_list_open":
                opened = _opened(lists, before, [text for _, text in headings])
                if token.type == "bullet_list_open" or opened.of or (opened.lead and opened.lead.bids == "forbid"):
                    lists.append(opened)
                else:
                    end = _end_of(tokens, at)
                    items = _items(tokens[at + 1 : end])
                    yield DocumentBlock(
                        "\n".join(f"{n}. {item}" for n, item in enumerate(items, start=1)), "steps", line, above
                    )
                    at = end
                before = ""
            case "bullet_list_close" | "ordered_list_close":
                lists.pop()
            case "list_item_open":
                _next_item(lists[-1], line)
            case "table_open":
                end = _end_of(tokens, at)
                yield from _cells(tokens[at:end], skipped, above)
                before, at = "", end
            case "fence" | "code_block":
                yield DocumentBlock(token.content.strip(), "code", line, above)
                before = ""
            case "inline":
                text = before = _plain(token)
                _reach(lists, (token.map[1] if token.map else 0) + skipped)
                if text:
                    block = DocumentBlock(text, "item" if lists else "paragraph", line, (*above, *_intros(lists)))
                    yield _in_list(block, lists[-1]) if lists else block
            case _:
                pass
        at += 1


def _opened(lists: Sequence[_List], before: str, headings: Sequence[str]) -> _List:
    """The list that begins: governed by the line before it, the item that it is nested in, or the headings."""
    if lists and lists[-1].item is not None:
        return _List(lead_of(lists[-1].item), lists[-1].rule)
    if lead := lead_of(before):
        return _List(lead, by_line=True)
    if before.endswith(":") and forbids_at_once(before):
        return _List(None, before, by_line=True)
    for depth, heading in enumerate(reversed(headings)):
        if lead := lead_of(heading):
            return _List(lead, by_far=depth > 0)
        if takes_back(heading):
            break
    return _List(None)


def _reach(lists: Sequence[_List], line: int) -> None:
    """Note the last line of the items that are open."""
    for one in lists:
        one.last_line = line


def _next_item(inside: _List, line: int) -> None:
    """Begin an item. To markdown, items behind an empty line are of the same list, but its lead may not mean them."""
    if inside.item is not None:
        gap = line > inside.last_line + 1
        if inside.is_loose is None:
            inside.is_loose = gap
        elif gap and inside.by_line and not inside.is_loose:
            inside.lead, inside.of = None, ""
    inside.item, inside.rule = None, ""


def _in_list(block: DocumentBlock, inside: _List) -> DocumentBlock:
    """A paragraph of an item; the first is governed by what stands above the list."""
    item, first = block.text, inside.item is None
    if not first:
        return block
    inside.item = item
    if (
        lead_of(item) is not None
        or is_rule_itself(item)
        or (inside.by_far and not is_act(item) and is_own_clause(item))
    ):
        return block
    if inside.lead is not None:
        block = replace(block, text=under(inside.lead, item), bids=inside.lead.bids, act=item)
        inside.rule = block.text if block.bids == "forbid" else ""
    elif inside.of:
        text = f"{inside.of.rstrip(':. ')}: {item}"
        block = replace(block, text=text, bids="forbid", act=text)
    return block


def _intros(lists: Sequence[_List]) -> tuple[str, ...]:
    """The items around the innermost list that announce a topic."""
    items = (one.item.rstrip() for one in lists[:-1] if one.item and not one.rule)
    return tuple(item.rstrip(": ") for item in items if item.endswith(":") and lead_of(item) is None)


def _cells(tokens: Sequence[Token], skipped: int, above: tuple[str, ...]) -> Iterator[DocumentBlock]:
    """The cells of a table's first columns whose headings forbid or demand ("Do", "Don't"); other cells are data."""
    leads: list[Lead] = []
    column, line = 0, skipped + 1
    for at, token in enumerate(tokens):
        if token.type == "tr_open":
            column, line = 0, (token.map[0] if token.map else 0) + 1 + skipped
        elif token.type in {"th_open", "td_open"}:
            text = _plain(tokens[at + 1])
            if token.type == "th_open" and len(leads) == column and (lead := lead_of(text)):
                leads.append(lead)
            elif token.type == "td_open" and text and column < len(leads):
                yield _in_list(DocumentBlock(text, "item", line, above), _List(leads[column]))
            column += 1


def _answered(blocks: Iterable[DocumentBlock]) -> Iterator[DocumentBlock]:
    """The blocks, a question of a paragraph, an item or a heading together with the answer below it."""
    asked: DocumentBlock | None = None
    for block in blocks:
        answers = block.is_prose and is_answer(block.text)
        if asked is not None and answers:
            yield replace(asked, text=f"{asked.text} {block.text}")
            asked = None
            continue
        if asked is not None:
            yield asked
        asked = block if block.is_prose and block.text.endswith("?") else None
        if answers and block.section.endswith("?"):
            yield replace(block, text=f"{block.section} {block.text}")
        elif asked is None:
            yield block
    if asked is not None:
        yield asked


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
