"""Passages: the parts of an input that recall finds and includes on their own.

A person's turn stays whole up to :data:`WHOLE_BYTES`, since its point often stands behind "by the way"; everything else
is cut into parts of at most :data:`PART_BYTES` at line and sentence ends.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from memorist.memory_store.domain.sentences import sentences_in
from memorist.nodes.reading.passed_on import split

WHOLE_BYTES = 1_200
"""Length of a person's turn that is kept whole, in bytes of UTF-8: about 300 tokens, in any script."""
PART_BYTES = 480
"""Length of a part: about 120 tokens."""


@lru_cache(maxsize=8_192)
def passages_of(text: str, *, by_person: bool) -> tuple[str, ...]:
    """Cut an input into passages, in order; none for a text without a letter or digit."""
    if by_person and _size(text) <= WHOLE_BYTES:
        parts: Iterable[str] = (text.strip(),)
    else:
        parts = _joined(piece for sentence in sentences_in(text) for piece in _pieces(sentence))
    return tuple(part for part in parts if any(map(str.isalnum, part)))


@lru_cache(maxsize=8_192)
def passed_on_in(text: str, passages: tuple[str, ...]) -> tuple[bool, ...]:
    """Tell of each of several passages of a person's turn if all of it is somebody else's words, passed on.

    A turn that is one passage shows by itself in which words it passes something on.
    """
    message = split(text) if len(passages) > 1 else None
    told: list[bool] = []
    at = 0
    for passage in passages:
        start = max(at, text.find(passage.partition(" ")[0], at))
        at = min(len(text), start + len(passage))
        told.append(message is not None and message.passed_on(start, at) is not None)
    return tuple(told)


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _pieces(sentence: str) -> Iterator[str]:
    """Return a sentence, or the runs of words of one that is longer than a passage; of a script without spaces, runs of
    characters."""
    if _size(sentence) <= PART_BYTES:
        yield sentence
        return
    words = sentence.split(" ")
    if max(map(_size, words)) > PART_BYTES:
        width = max(1, PART_BYTES * len(sentence) // _size(sentence))
        yield from (sentence[start : start + width] for start in range(0, len(sentence), width))
        return
    yield from _joined(words)


def _joined(pieces: Iterable[str]) -> Iterator[str]:
    held, size = list[str](), 0
    for piece in pieces:
        length = _size(piece) + 1
        if held and size + length > PART_BYTES:
            yield " ".join(held)
            held, size = [], 0
        held.append(piece)
        size += length
    if held:
        yield " ".join(held)
