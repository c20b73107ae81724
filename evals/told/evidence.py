"""Share of the turns that answer a question that a prompt holds word for word."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memorist.evals.retrieval.data import RetrievalTurn
from memorist.memory_store.domain.visibility import ASSISTANT

TOLD_SHARE = 0.8
"""A person's turn is told when so much of its sentences is."""
PASSAGE_WORDS = 40
"""An assistant's turn is told when so many of its words in a row are, or all of a shorter one."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
_DATED = re.compile(r"\((?:week of |since |until |from )?\d{4}(?:-\d\d)*(?:(?: to | until )[\d-]+)?\)")
"""Dates that a prompt adds to a word such as "yesterday"."""
_WORDS = re.compile(r"\w+")


@dataclass(frozen=True)
class EvidenceTold:
    """Of the turns that answer a question: how many there are, and how many of them a prompt tells."""

    gold: int
    told: int

    @property
    def whole(self) -> bool:
        """Tell whether the prompt holds all of them."""
        return self.told == self.gold

    @property
    def share(self) -> float:
        """Return the share that is told."""
        return self.told / self.gold if self.gold else 0.0


def evidence_in(prompt: str, gold: Sequence[RetrievalTurn]) -> EvidenceTold:
    """Count the turns of ``gold`` that ``prompt`` tells, whatever their case, spacing and punctuation became."""
    words = _words(prompt)
    text, passages = _joined(words), frozenset(_passages(words))
    told = (_passage_told(t, text, passages) if t.speaker == ASSISTANT else _mostly_told(t, text) for t in gold)
    return EvidenceTold(gold=len(gold), told=sum(told))


def _mostly_told(turn: RetrievalTurn, text: str) -> bool:
    sentences = [words for sentence in _SENTENCE_END.split(turn.text) if (words := _words(sentence))]
    there = sum(_joined(words) in text for words in sentences)
    return bool(sentences) and there >= TOLD_SHARE * len(sentences)


def _passage_told(turn: RetrievalTurn, text: str, passages: frozenset[tuple[str, ...]]) -> bool:
    words = _words(turn.text)
    if len(words) <= PASSAGE_WORDS:
        return bool(words) and _joined(words) in text
    return any(passage in passages for passage in _passages(words))


def _words(text: str) -> list[str]:
    return _WORDS.findall(_DATED.sub(" ", text).casefold())


def _joined(words: Sequence[str]) -> str:
    return f" {' '.join(words)} "


def _passages(words: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(words[first : first + PASSAGE_WORDS]) for first in range(len(words) - PASSAGE_WORDS + 1)]
