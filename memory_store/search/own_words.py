"""Rarity of words in a group itself: where one index holds all groups, its scores tell how rare a word is in the crowd.

What others keep must not move a group's ranking, and a word that a whole crowd has may be the one that counts here.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.search.fuse import SearchHit

SATURATION = 1.2
"""BM25's k₁: how soon more of one word counts no more; Lucene's own value."""
LENGTH = 0.75
"""BM25's b: how much a long text has to have more of it; Lucene's own value."""
_WORD = re.compile(r"\w+")


def scored_by_own_words[M: (Memory, Glance)](
    hits: Sequence[SearchHit[M]], texts: Mapping[str, str], live: int
) -> list[SearchHit[M]]:
    """The hits, those found by their words with BM25 scores from the group's own memories.

    Args:
        hits: what the queries found, all of one group.
        texts: the words of each query, by its role.
        live: about how many live memories the group has; what was found is taken for all that have a word.
    """
    words = {hit.memory.id: _words(hit.memory) for hit in hits}
    having = Counter(word for counted in words.values() for word in counted)
    size = max(live, len(words))
    mean = sum(counted.total() for counted in words.values()) / max(1, len(words))

    def score(hit: SearchHit[M]) -> float:
        counted = words[hit.memory.id]
        longer = 1 - LENGTH + LENGTH * counted.total() / (mean or 1)
        return sum(
            log(1 + (size - having[word] + 0.5) / (having[word] + 0.5))
            * counted[word]
            * (SATURATION + 1)
            / (counted[word] + SATURATION * longer)
            for word in dict.fromkeys(_WORD.findall(texts[hit.role].lower()))
            if counted[word]
        )

    return [hit._replace(score=score(hit)) if hit.how == "text" else hit for hit in hits]


def _words(memory: Memory | Glance) -> Counter[str]:
    return Counter(_WORD.findall(f"{memory.summary} {memory.content}".lower()))
