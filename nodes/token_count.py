"""Token count of a text, made so that a model's own tokenizer does not count more."""

import re
from functools import cache, lru_cache
from math import ceil
from typing import Any

from memorist.memory_store.domain.errors import EmbedderUnavailable
from memorist.memory_store.embedders.wordllama import open_tokenizer
from memorist.memory_store.threads import loaded

MARGIN = 1.05
"""Larger vocabularies split a few names more finely than the one counted with."""
_BY_BYTES = re.compile(r"[^\x00-\x7f]+|[^\w \n]{4,}")
"""Other scripts, and runs of signs: vocabularies differ in which of those they know."""
_LONGEST_CACHED = 2_000


def count_tokens(text: str) -> int:
    """An upper estimate of the tokens of ``text``.

    ASCII is counted by a real byte-pair tokenizer of a small vocabulary (32,000), which splits finer than those of
    today's models, and a twentieth more; everything else, and runs of signs, by their bytes, which no byte-pair
    tokenizer exceeds.
    """
    return _counted(text) if len(text) <= _LONGEST_CACHED else _count(text)


def count_text(text: str) -> int:
    """The same for a long text, line by line: never less, and lines that were counted before cost nothing."""
    return sum(count_tokens(line) + 1 for line in text.splitlines())


@lru_cache(maxsize=16_384)
def count_words(text: str) -> int:
    """Return a number that :func:`count_text` never stays below: no token spans a space."""
    return sum(any(map(str.isalnum, word)) for word in text.split())


async def ready_to_count() -> None:
    """Read the tokenizer in a thread, once a process."""
    await loaded(_tokenizer)


def _count(text: str) -> int:
    if not text:
        return 0
    foreign = sum(len(run.encode("utf-8", "replace")) for run in _BY_BYTES.findall(text))
    plain = _BY_BYTES.sub(" ", text)
    tokenizer = _tokenizer()
    if tokenizer is None:
        return foreign + len(plain)
    return foreign + ceil(len(tokenizer.encode(plain, add_special_tokens=False).ids) * MARGIN) + 1


_counted = lru_cache(maxsize=8_192)(_count)


@cache
def _tokenizer() -> Any:
    """The tokenizer; null where its package is broken: then every byte counts."""
    try:
        return open_tokenizer()
    except EmbedderUnavailable:
        return None
