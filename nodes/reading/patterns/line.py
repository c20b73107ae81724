"""A sentence as the templates see it: one spelling of each word, and the way back to the words as said."""

import re
from bisect import bisect_left
from dataclasses import dataclass

from memorist.nodes.language.shipped import shipped

LONGEST = 1_200
"""In characters: a sentence that is longer is not read."""
_WORD = re.compile(r"\S+")
_EDGE = re.compile(r"[,;:]+$")
_END = re.compile(r"[.!…]+$")
_DASH = {"–": "-", "—": "-", "--": "-"}


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it is matched, with its place in the sentence as said."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PatternLine:
    """A sentence, or what is left of it: ``norm`` is its words, each followed by one space."""

    source: str
    words: tuple[Word, ...]
    norm: str
    offsets: tuple[int, ...]
    vocabulary: frozenset[str]

    def said(self, start: int, end: int) -> str:
        """The words as said that stand at a span of ``norm``; of a contraction that it cuts, the part inside."""
        first, last = bisect_left(self.offsets, start), bisect_left(self.offsets, end)
        if first >= last:
            return ""
        begin, final = self.words[first].start, self.words[last - 1]
        cut = last < len(self.words) and self.words[last].start == final.start
        if not cut:
            return self.source[begin : final.end].strip(" ,;:")
        front = self.source[begin : self.words[last - 2].end] + " " if last - first > 1 else ""
        return front + final.text

    def between(self, start: int, end: int) -> "PatternLine":
        """The part at a span of ``norm``, without the commas and dashes at its edges."""
        first, last = bisect_left(self.offsets, start), bisect_left(self.offsets, end)
        while first < last and self.words[first].text in _JOINTS:
            first += 1
        while last > first and self.words[last - 1].text in _JOINTS:
            last -= 1
        return _of(self.source, self.words[first:last])

    def whole(self) -> str:
        """All its words as said."""
        return self.said(0, len(self.norm))


_JOINTS = frozenset(",;:-")


def line_of(sentence: str) -> PatternLine:
    """A sentence as its words; the stop at end of the log: none of them."""
    source = sentence.strip()
    found = [w for one in _WORD.finditer(source) for w in _parts(one.group(), one.start())]
    while found and _END.fullmatch(found[-1].text):
        found.pop()
    if found and (end := _END.search(found[-1].text)) and end.start() > 0:
        last = found.pop()
        found.extend(_parts(last.text[: end.start()], last.start))
    return _of(source, tuple(found))


def _parts(said: str, start: int) -> list[Word]:
    """A word and the comma behind it, a contraction as its two words."""
    edge = _EDGE.search(said)
    bare = said[: edge.start()] if edge else said
    words: list[Word] = []
    if bare:
        plain = bare.replace("’", "'")
        spelled = shipped(__name__, "words.yaml")["contractions"].get(plain.lower())
        texts = spelled.split() if spelled else _possessive(_DASH.get(plain, plain))
        words = [Word(text, start, start + len(bare)) for text in texts]
    if edge:
        words.append(Word(edge.group()[0], start + edge.start(), start + len(said)))
    return words


def _possessive(word: str) -> list[str]:
    """A word and the "'s" at its end."""
    return [word[:-2], "'s"] if word[-2:].casefold() == "'s" and len(word) > 2 else [word]


def _of(source: str, words: tuple[Word, ...]) -> PatternLine:
    offsets: list[int] = []
    at = 0
    for word in words:
        offsets.append(at)
        at += len(word.text) + 1
    norm = "".join(f"{word.text} " for word in words)
    return PatternLine(source, words, norm, tuple(offsets), frozenset(norm.casefold().split()))
