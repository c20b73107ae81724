"""Words by which somebody announces that a text of somebody else follows: "he wrote:", "here's the mail:".

Each judgement looks at the words of one clause; the word lists are data (``passed_on.yaml``).
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from memorist.nodes.language.shipped import shipped

type Reach = Literal["paragraph", "message"]


class Announced(NamedTuple):
    """Text after an announcement, and its extent."""

    kind: Literal["wrapper", "quote", "letter"]
    reach: Reach


MAX_CLAUSE_CHARS = 240
"""Characters of a line, or of a clause before a colon, that are looked at."""
MAX_TITLE_WORDS = 6
"""A longer line that ends with a kind of text is a sentence."""
LISTS = {name: frozenset(words.split()) for name, words in shipped(__name__, "passed_on.yaml").items()}
TEXTS = LISTS["published"] | LISTS["texts"]
WORD = re.compile(r"[^\s\"“”„«»,;:!?()\[\]<>=*#|{}]+")


def words_of_line(text: str) -> list[str]:
    """The words of a line in small letters, without marks."""
    found = (word.strip(".'-–—/\\") for word in WORD.findall(text.replace("’", "'").lower()))
    return [word for word in found if word]


def clauses_announcing(line: str) -> Iterator[tuple[int, int, bool]]:
    """The clauses of a line behind which a text may follow: where each begins and ends, and if a colon, a
    dash or an arrow closes it.

    The time is linear: a clause is looked at from so many characters on.
    """
    begun = 0
    for mark in _MARKS.finditer(line):
        yield max(begun, mark.start() - MAX_CLAUSE_CHARS), mark.end(), mark[0] not in _ENDS
        begun = begun if mark[0][0].isspace() else mark.end()  # a sentence goes on behind a dash
    if line[begun:].strip():
        yield max(begun, len(line) - MAX_CLAUSE_CHARS), len(line), False


_MARKS = re.compile(r"[:.?!](?=\s|$|[\"“„«「])|\s(?:[-–—]{1,2}|[-=]>|→)(?=\s)")
_ENDS = frozenset(".?!")


def announced_by(clause: str, *, closed: bool, at_end: bool, behind: str = "") -> Announced | None:
    """The text that a clause announces; null if it announces none.

    Args:
        clause: the words, with the mark that ends them.
        closed: a colon, a dash or an arrow ends it.
        at_end: a line ends with it.
        behind: what stands behind it on its line.
    """
    words = words_of_line(clause) if closed or at_end or clause.endswith("?") else []
    if words and clause.endswith("?") and not at_end and _asks_about_it(words):
        return Announced("quote", "paragraph")
    if not words or {*words} & LISTS["demands"]:
        return None
    if closed and _of_somebody(words):
        return Announced("letter", "paragraph")
    if _names_a_topic(words, behind if closed and not at_end else None):
        return None
    closed = closed or clause.lstrip().startswith("#")
    if _asks_for_work(words, asks=clause.endswith("?"), closed=closed):
        return Announced("quote", "paragraph")
    if clause.endswith("?") or not (closed or at_end):
        return None
    if (closed and _says(words, clause)) or _shows(words, closed=closed) or _heads(words, closed=closed, at_end=at_end):
        published = bool({*words} & LISTS["published"])
        kind = "wrapper" if published or {*words} & LISTS["programs"] else "letter"
        return Announced(kind, "message" if published else "paragraph")
    return None


def _names_a_topic(words: Sequence[str], behind: str | None) -> bool:
    """Return true if a clause names a topic, and no text: "Our policy", "Mails from customers".

    ``behind``: what stands behind it on its line and, without a subject of its own, says something of it: "Commit
    message: never in German"; null if nothing does.
    """
    text_from = words[0] in TEXTS and words[1:2] == ["from"]
    if {*words[text_from:]} & LISTS["topics"]:
        return True
    if behind is None:
        return False
    plural = words[0] in TEXTS and _is_plural(words[0])
    rest = WORD.match(behind.lstrip())
    leans = rest is not None and rest[0] in LISTS["demands"] | LISTS["prepositions"]
    return not LISTS["marked"] & {*words} and (plural or (leans and TEXTS.issuperset(words)))


def _of_somebody(words: Sequence[str]) -> bool:
    """Return true for a text and whose it is: "Zed's mail", "my boss's slack message"."""
    owners = [word.removesuffix("'s") for word in words[-3:-1] if word.endswith("'s")]
    named = words[-1] in TEXTS and not _is_plural(words[-1]) and len(words) <= MAX_TITLE_WORDS
    return named and bool(owners) and owners[0] not in _NO_OWNER


def _is_plural(word: str) -> bool:
    return word.endswith("s") and word.removesuffix("s") in TEXTS


def _asks_about_it(words: Sequence[str]) -> bool:
    """Return true for "is this a good rule?", put before a text that it asks about and that is not the speaker's."""
    about = LISTS["judged"] | TEXTS
    return (
        words[0] in LISTS["asks"] | LISTS["copulas"] | LISTS["polite"]
        and bool(LISTS["objects"] & {*words})
        and bool(about & {*words})
        and not LISTS["mine"] & {*words}
    )


def _asks_for_work(words: Sequence[str], *, asks: bool, closed: bool) -> bool:
    """Return true for "can you proofread this": a verb of work on texts, and what stands for the text."""
    first = next((n for n, word in enumerate(words) if word not in LISTS["polite"]), len(words))
    if first == len(words):
        return False
    rest = words[first + 1 :]
    if words[first] in LISTS["makes"]:
        return closed and not LISTS["bears"].isdisjoint(rest)
    if words[first] not in LISTS["works"]:
        return False
    if not rest:
        return asks or (closed and words[first] in LISTS["rewrites"])
    if rest[:1] in (["to"], ["into"]) or not (TEXTS | (LISTS["aspects"] if closed else set())).isdisjoint(rest):
        return True
    goes_on = LISTS["prepositions"] | LISTS["polite"] | LISTS["fillers"]
    return any(one in LISTS["objects"] and goes_on.issuperset(rest[n + 1 : n + 2]) for n, one in enumerate(rest))


def reports(sentence: str) -> bool:
    """Return true if a sentence reports what somebody else says: "Tom told me that we may", "it can wait, says Tom"."""
    words = words_of_line(sentence)
    return any(word in LISTS["says"] and n and not _speaks(words[:n]) for n, word in enumerate(words))


def _speaks(before: Sequence[str]) -> bool:
    """Return true if the subject of a verb, by the words before it, is the speaker."""
    return not LISTS["speaking"].isdisjoint([word for word in before if word not in LISTS["auxiliaries"]][-2:])


def _says(words: Sequence[str], clause: str) -> bool:
    """Return true if somebody else says what follows: "Bob wrote to me:", "auf der Seite steht:"."""
    at = max((n for n, word in enumerate(words) if word in LISTS["says"]), default=None)
    if at is None or len(words) == 1 or _speaks(words[:at]):
        return False
    names = {word.casefold() for word in _CAPITAL.findall(clause)} | LISTS["others"]
    for n, word in enumerate(words[at + 1 :], at + 1):
        if word in LISTS["prepositions"]:
            return clause.rstrip().endswith(":") and not LISTS["own"] & {*words[n + 1 :]} - LISTS["fillers"]
        if word not in LISTS["fillers"] | names:
            return word in TEXTS
    return True


def _shows(words: Sequence[str], *, closed: bool) -> bool:
    """Return true for "here's the mail": a word that shows, and a kind of text, of which nothing is said."""
    nouns = [n for n, word in enumerate(words) if word.removesuffix("'s") in TEXTS]
    if not nouns or {*words[nouns[-1] + 1 :]} & (LISTS["own"] | LISTS["copulas"]):
        return False
    here = LISTS["here"] | LISTS["received"]
    this = any(one in LISTS["objects"] and then in LISTS["copulas"] | TEXTS for one, then in pairwise(words))
    return bool({*words} & (LISTS["marked"] | LISTS["shows"])) or (closed and (this or bool({*words} & here)))


def _heads(words: Sequence[str], *, closed: bool, at_end: bool) -> bool:
    """Return true for a heading of a text that comes from somewhere: "Email from the vendor:", "Page content:"."""
    named = words[1:] if words[0] in LISTS["articles"] else words
    of = next((n for n, word in enumerate(named) if word not in _TITLE), len(named))
    marked = bool({*named[:of]} & LISTS["marked"])
    if of < len(named) and named[of] in LISTS["from"]:
        where = named[of + 1 :]
        own = LISTS["own"] & {*(where if not of else where[:1])} - LISTS["ours"]
        own = own and not (len(where) > 1 and where[-1] in LISTS["persons"])
        return bool(where) and (closed or (marked and at_end)) and not own and where[0] not in LISTS["now"]
    if of and of == len(named):
        plural = len(words) == 1 and words[0].endswith("s")
        return (at_end and (marked or (closed and not plural))) or (closed and (marked or _made_by_others(named)))
    if closed and _made_by_others(named):
        return True
    titled = closed and at_end and named and named[-1] in TEXTS and len(words) <= MAX_TITLE_WORDS
    whose = named is not words or any(word.endswith("'s") for word in words)
    return bool(titled) and whose and not LISTS["own"] & {*words}


def _made_by_others(named: Sequence[str]) -> bool:
    """Return true for the name of a text that one person wrote: "PR comment by Tom", "Stack Overflow answer"."""
    if len(named) > MAX_TITLE_WORDS or (LISTS["own"] | LISTS["articles"]) & {*named}:
        return False
    by = next((n for n, word in enumerate(named) if word in LISTS["from"]), len(named))
    return by > 1 and named[by - 1] in LISTS["written"]


_CAPITAL = re.compile(r"\b[^\W\d_a-z]\w*")
_NO_OWNER = LISTS["own"] | LISTS["objects"] | LISTS["here"] | frozenset({"let", "what", "today", "team"})
_TITLE = TEXTS | LISTS["marked"] | LISTS["title"]
