"""Texts as evidence: where a quote stands in a passage, which sentence it is part of, and which words a text holds."""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from memorist.memory_store.domain.gist import gist
from memorist.nodes.reading.laid_down import laid_down_in
from memorist.nodes.reading.markers import GLUE, NUMBER_WORDS, RENDERING

MIN_QUOTE_OVERLAP = 0.8
"""Share of a misquoted quote's words that a sentence must hold to be taken as what was meant."""
MAX_SENTENCES = 50
"""Of a quote: a longer one rests on its first sentences."""
MIN_PREFIX = 4
MIN_SHARED_PREFIX = 0.6
"""Two inflections of one word share their beginning: at least this share of the longer one."""

_CJK = "\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(rf"[{_CJK}]|(?:(?![{_CJK}])[^\W_])+(?:['’](?:s|t|ll|re|ve|d|m)\b)?")
_CONTRACTION = re.compile(r"['’](?:s|ll|re|ve|d|m)$")
_NUMBER = re.compile(r"\d+(?:[.,:/'’\-]\d+)*")
_GROUPING = re.compile(r"(?<=\d)[,.'’](?=\d{3}(?:\D|$))")
_END = re.compile(r"(?:(?<![.!?…؟।])[.!?…؟।]++[\"'”’)\]]{0,4}(?=\s)|[。！？]++[」』”]?|\n)\s*+")
_BREAK = re.compile(
    r"[,;:()，；：、]|\s[-–—]\s|\b(?:instead of|rather than|statt|anstatt|au lieu de|en vez de|but|and|or|so|because"
    r"|since|while|although|though|aber|und|oder|weil|mais|et|ou|pero|porque|ma|e|y)\b"
    r"|(?=\b(?:without|ohne|sans|senza|zonder)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class EvidenceToken:
    """A word of a text in its comparable form, with its place in the text."""

    word: str
    start: int
    end: int


@lru_cache(maxsize=64)
def tokens_of(text: str) -> tuple[EvidenceToken, ...]:
    """The words of a text; each character of a script without spaces is one.

    They are kept, because each proposal of a reading asks for those of the same passage.
    """
    return tuple(EvidenceToken(_comparable(m.group()), m.start(), m.end()) for m in _TOKEN.finditer(text))


@lru_cache(maxsize=512)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in their comparable form, in order."""
    return tuple(_comparable(word) for word in _TOKEN.findall(text))


def content_words(text: str) -> list[str]:
    """The words that say something: without articles, pronouns, auxiliaries, numbers and single letters."""
    return [
        word
        for word in words_of(text)
        if word not in GLUE and not word.isdigit() and (len(word) > 1 or not word.isascii())
    ]


@lru_cache(maxsize=8192)
def _comparable(word: str) -> str:
    return _CONTRACTION.sub("", unicodedata.normalize("NFKC", word).casefold()).replace("’", "'")


@lru_cache(maxsize=512)
def numbers_of(text: str) -> frozenset[str]:
    """The numbers of a text, in Latin digits, without marks between thousands; small English number words too."""
    return frozenset(figures_of(text) | {NUMBER_WORDS[word] for word in words_of(text) if word in NUMBER_WORDS})


def figures_of(text: str) -> set[str]:
    """The numbers that a text writes in digits."""
    return {_canonical(number) for number in _NUMBER.findall(text)}


@lru_cache(maxsize=4096)
def _canonical(number: str) -> str:
    digits = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in number)
    return _GROUPING.sub("", digits)


def names_of(text: str) -> list[str]:
    """The words that are written as names: a capital that does not begin a sentence, or capitals and digits inside."""
    spans = iter(sentence_spans(text))
    span = next(spans, None)
    names: list[str] = []
    for token in tokens_of(text):
        begins = False
        while span is not None and token.start >= span[0]:
            begins, span = True, next(spans, None)
        if token.word not in GLUE and _is_name(text[token.start : token.end], begins=begins):
            names.append(token.word)
    return names


def _is_name(written: str, *, begins: bool) -> bool:
    if written.isdigit():
        return False
    inner = any(c.isupper() for c in written[1:]) or (any(c.isdigit() for c in written) and written[0].isalpha())
    return inner or (written[0].isupper() and not begins)


@lru_cache(maxsize=64)
def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return the spans of the sentences of a text; lines are sentences of their own."""
    cuts = [0, *(m.end() for m in _END.finditer(text) if not _is_abbreviation(text, m.start())), len(text)]
    return tuple((start, end) for start, end in pairwise(cuts) if text[start:end].strip())


def _is_abbreviation(text: str, dot: int) -> bool:
    """Return true if a dot ends a single letter ("e.g.", "J. Smith") or a number that begins a line ("1. First")."""
    if text[dot] != ".":
        return False
    before = text[max(0, dot - 12) : dot].rsplit(None, 1)[-1:] or [""]
    starts_a_list = before[0].isdigit() and len(before[0]) < 3 and dot < 4
    return starts_a_list or all(len(letter) <= 1 for letter in before[0].split("."))


@dataclass(frozen=True)
class Located:
    """A quote as it stands in the text of a passage, from ``start`` to ``end``."""

    text: str
    start: int
    end: int

    @cached_property
    def quote(self) -> str:
        """The quoted words, verbatim."""
        return self.text[self.start : self.end]

    @cached_property
    def span(self) -> tuple[int, int]:
        """Span of the sentences that the quote reaches into; of a request that lays down a rule, the span of the
        rule."""
        start, end = self._of_sentences
        rule = laid_down_in(self.text[start:end].strip())
        at = -1 if rule is None else self.text.find(rule, start, end)
        return (at, at + len(rule)) if rule and 0 <= at <= self.start and self.end <= at + len(rule) else (start, end)

    @property
    def _of_sentences(self) -> tuple[int, int]:
        spans = sentence_spans(self.text)
        first = bisect_right(spans, self.start, key=lambda span: span[1])
        last = bisect_left(spans, self.end, key=lambda span: span[0]) - 1
        return (spans[first][0], spans[last][1]) if first <= last else (self.start, self.end)

    @cached_property
    def sentence(self) -> str:
        """The words at the span, verbatim."""
        start, end = self.span
        return self.text[start:end].strip()

    @property
    def is_whole(self) -> bool:
        """True if the quote is most of its sentence."""
        return 2 * len(words_of(self.quote)) >= len(words_of(self.sentence))


def narrowed(located: Located, content: str) -> Located:
    """The part of a quote over several sentences that a content is from; the quote itself for one sentence."""
    start, end = located.span
    every = sentence_spans(located.text)
    spans = every[
        bisect_left(every, start, key=lambda span: span[0]) : bisect_right(every, end, key=lambda span: span[1])
    ]
    if len(spans) < 2:
        return located
    texts = [located.text[s:e] for s, e in spans[:MAX_SENTENCES]]
    chosen = {texts.index(source) for source in sources_of(content, texts)}
    if not chosen:
        return located
    first, last = spans[min(chosen)], spans[max(chosen)]
    reached = located.text[: min(located.end, last[1])].rstrip()
    return Located(located.text, max(located.start, first[0]), len(reached))


def locate(quote: str, text: str) -> Located | None:
    """Find a quote in a text, whatever its case and punctuation; a misquoted one by the sentences it is from."""
    tokens = tokens_of(text)
    wanted = words_of(quote)
    if not wanted or not tokens:
        return None
    place = _find([token.word for token in tokens], wanted)
    if place is not None:
        return Located(text, tokens[place].start, tokens[place + len(wanted) - 1].end)
    return _covering(wanted, text)


def _find(words: Sequence[str], wanted: Sequence[str]) -> int | None:
    whole, part = f"\x1f{'\x1f'.join(words)}\x1f", f"\x1f{'\x1f'.join(wanted)}\x1f"
    at = whole.find(part)
    return None if at < 0 else whole.count("\x1f", 0, at + 1) - 1


def _covering(wanted: Sequence[str], text: str) -> Located | None:
    """The one to three neighbouring sentences that hold most of the wanted words."""
    spans = sentence_spans(text)
    bags = [frozenset(words_of(text[start:end])) for start, end in spans]
    needed = set(wanted)
    found: list[tuple[float, int, int]] = []
    for first in range(len(spans)):
        held: set[str] = set()
        for last in range(first, min(first + 3, len(spans))):
            held |= needed & bags[last]
            found.append((len(held) / len(needed), first - last, first))
    share, shorter, first = max(found, default=(0.0, 0, 0), key=lambda one: (one[0], one[1], -one[2]))
    if share < MIN_QUOTE_OVERLAP:
        return None
    start, end = spans[first][0], spans[first - shorter][1]
    return Located(text, start, start + len(text[start:end].rstrip()))


class Vocabulary:
    """The words of several texts, to be asked whether they cover another word."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.words = frozenset(word for text in texts for word in words_of(text))
        self._stems = frozenset(gist(word) for word in self.words)
        self._by_start: dict[str, list[str]] = {}
        for word in self.words:
            if len(word) >= MIN_PREFIX:
                self._by_start.setdefault(word[:MIN_PREFIX], []).append(word)

    def covers(self, word: str) -> bool:
        """Return true if the word, or another inflection of it, is there."""
        if word in self.words or gist(word) in self._stems:
            return True
        return any(
            _shared(word, other) >= MIN_SHARED_PREFIX * max(len(word), len(other))
            for other in self._by_start.get(word[:MIN_PREFIX], ())[:64]
        )

    def covers_name(self, word: str) -> bool:
        """Return true if the name is there, or a longer or shorter form of it (Postgres, PostgreSQL)."""
        return bool({word, word.removesuffix("s"), f"{word}s"} & self.words) or any(
            word.startswith(other) or other.startswith(word) for other in self._by_start.get(word[:MIN_PREFIX], ())[:64]
        )

    def missing(self, text: str) -> list[str]:
        """The content words of a text that are not there."""
        return [word for word in content_words(text) if word not in RENDERING and not self.covers(word)]


@lru_cache(maxsize=128)
def vocabulary(*texts: str) -> Vocabulary:
    """The vocabulary of several texts; kept, since each proposal of a reading is held against the same ones."""
    return Vocabulary(texts)


def _shared(one: str, other: str) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def fragments_of(sentence: str) -> list[str]:
    """The parts of a sentence between commas, brackets and conjunctions; at most fifty."""
    return [part for part in _BREAK.split(sentence, maxsplit=50) if part.strip()]


def sources_of(text: str, clauses: Sequence[str]) -> list[str]:
    """The fewest clauses that hold the words and numbers of a text, those with the most of them first."""
    left = {gist(word) for word in (*content_words(text), *filter(str.isdigit, words_of(text)))}
    stems = [(clause, {gist(word) for word in words_of(clause)}) for clause in clauses]
    sources: list[str] = []
    while left and stems:
        clause, held = max(stems, key=lambda one: len(one[1] & left))
        if not held & left:
            break
        sources.append(clause)
        left -= held
    return sources
