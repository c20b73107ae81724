"""Memories that something said later may have changed, though no reader decided so: both are in the prompt, and the
memory's line points to the later one."""

from calendar import month_name
from collections.abc import Sequence
from functools import lru_cache

from memorist.nodes.language.calendar_words import MONTHS_IN_SHORT
from memorist.nodes.language.lexical import stem, words_of
from memorist.nodes.language.stops import sentences_in
from memorist.nodes.retrieval.features import ASSISTANT
from memorist.nodes.retrieval.scoring import Scored

SAME_SUBJECT = 0.5
"""Share of a memory's words, without numbers and months, that a later sentence has if it speaks of the same thing."""
_SAYS_LITTLE = frozenset(
    map(stem, ("now", "today", "still", "user", "team", *MONTHS_IN_SHORT, *map(str.lower, month_name[1:])))
)


def with_later(ranked: Sequence[Scored]) -> list[Scored]:
    """Append "(later: see …)" to each fact in the prompt of which a person's later passage in it speaks again."""
    said = [
        (s.memory["valid_from"], s.text.text, s.passage.when)
        for s in ranked
        if s.out is None and s.section == "turns" and s.passage and s.text and s.text.speaker != ASSISTANT
    ]

    def marked(scored: Scored) -> Scored:
        if scored.out is not None or scored.section != "facts":
            return scored
        about = _subject(scored.memory["content"])
        later = [(at, when) for at, text, when in said if at > scored.memory["valid_from"] and _speaks_of(about, text)]
        if not about or not later:
            return scored
        _, when = max(later)
        return scored._replace(line=f"{scored.line} (later: see {when})", note=f"{scored.note}; spoken of again later")

    return [marked(scored) for scored in ranked]


def _speaks_of(about: frozenset[str], text: str) -> bool:
    return any(
        len(about & said) >= SAME_SUBJECT * len(about)
        for sentence in sentences_in(text)
        if not sentence.endswith("?") and (said := _subject(sentence))
    )


@lru_cache(maxsize=8_192)
def _subject(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words_of(text) if not any(map(str.isdigit, word))) - _SAYS_LITTLE
