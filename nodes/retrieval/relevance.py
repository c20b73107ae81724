"""Share of a task that a text speaks of, word by word.

The embedding of a sentence blurs what it names; words compared one by one, rare ones counting more, do not.
"""

from collections.abc import Sequence

from memorist.memory_store.embedders.words import WordVectors
from memorist.nodes.language.lexical import stem, words_of
from memorist.nodes.retrieval.bm25 import counted, counts_of, rarity_of
from memorist.nodes.retrieval.coverage import coverage

MAX_WORDS = 40
_TIMES = frozenset(
    "today tonight tomorrow yesterday now soon morning evening afternoon night week weekend month year day days weeks "
    "next last time still new".split()
)
"""They say when, not about what; a date is read from them elsewhere."""
_ACTS = frozenset(
    "suggest find make plan prepare write tell give show add set design schedule arrange help want need book order "
    "pick translate explain list create build implement recommend choose get let know think say".split()
)
"""Verbs for the assistant at the beginning of a task."""


def asked_words(task: str) -> list[str]:
    """The words that say what a task is about; all that carry meaning where nothing else is left."""
    words = list(dict.fromkeys(words_of(task)))[:MAX_WORDS]
    about = [word for place, word in enumerate(words) if word not in _TIMES and not (place < 2 and word in _ACTS)]
    return about or words


def spoken_of(task: str, texts: Sequence[str], vectors: WordVectors) -> list[float]:
    """Return the share of a task that each text speaks of, 0 to 1."""
    words = asked_words(task)
    if not words or not texts:
        return [0.0] * len(texts)
    read = [counted(text) for text in texts]
    rarity = rarity_of(counts_of([stem(word) for word in words], [stems for _, stems in read]))
    return coverage(words, rarity, [said for said, _ in read], vectors).tolist()
