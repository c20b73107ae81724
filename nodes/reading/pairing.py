"""Checks that a text attaches no amount to another party, product or day than the evidence does."""

import re
from collections.abc import Iterable
from functools import lru_cache

from memorist.nodes.reading.context import CHANGES, ProposalContext
from memorist.nodes.reading.evidence import (
    clauses_of,
    content_words,
    figures_of,
    names_of,
    numbers_of,
    sentence_spans,
    vocabulary,
    words_of,
)
from memorist.nodes.reading.markers import RENDERING

MIN_CONSUMED = 0.6
"""Share of the words around an amount that a text must use if it takes its subject from another sentence."""
MAX_HOLDING = 32
"""So many sentences with one amount are looked at."""
MAX_ASIDE = 3
"""Content words up to which a sentence gives nothing but an amount: "sorry, I meant 500"."""
_YEAR = re.compile(r"\b\d{4}\b")
ISO_DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?\b")


def mispaired(text: str, evidence: ProposalContext) -> str | None:
    """Why a text attaches an amount to something else than the evidence does; null if it does not.

    An amount belongs to the sentence it stands in. What else the text tells must be in that sentence; or the text tells
    what the sentence says, and takes only what a pronoun or an ellipsis stands for from the sentences around it, which
    then have no amount of their own.
    """
    figures = _figures_of(text) - _years(text, evidence)
    said = [word for word in content_words(text) if word not in RENDERING and not any(c.isdecimal() for c in word)]
    if not figures or not said:
        return None
    sentences = [one for source in evidence.texts for one in _numbered(source)]
    for figure in sorted(figures):
        holding = [sentence for sentence, numbers in sentences if figure in numbers][:MAX_HOLDING]
        if _takes_the_place(figures, said, evidence):
            continue
        if holding and not any(_may_be_from(text, said, sentence, sentences, evidence) for sentence in holding):
            return f"the amount {figure} is said of something else"
    return None


@lru_cache(maxsize=64)
def _numbered(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The sentences of a text with their numbers; many proposals are read from one text."""
    return tuple((sentence := text[start:end], numbers_of(sentence)) for start, end in sentence_spans(text))


def _takes_the_place(figures: set[str], said: list[str], evidence: ProposalContext) -> bool:
    """Return true if a text is the target memory with its amounts replaced by those of the sentence: "oops, 7:48".

    Nothing else may be in it, all amounts of the sentence are, and whatever the sentence names, one of them names.
    """
    target = evidence.target if evidence.proposal.operation in CHANGES else None
    if target is None or numbers_of(target.content) <= figures or not numbers_of(evidence.sentence) <= figures:
        return False
    told = vocabulary(evidence.proposal.content, target.content)
    names = [name for name in names_of(evidence.sentence) if not any(c.isdecimal() for c in name)]
    return all(map(vocabulary(evidence.sentence, target.content).covers, said)) and all(map(told.covers_name, names))


def _figures_of(text: str) -> set[str]:
    """The figures of a text but for those of its whole dates."""
    return figures_of(text) - {figure for date_text in ISO_DATE.findall(text) for figure in figures_of(date_text)}


def _years(text: str, evidence: ProposalContext) -> set[str]:
    """The years of dates that were named, maybe without a year: they are no amounts."""
    if not _YEAR.search(text):  # most texts: then nobody need look which days were named
        return set()
    return {year for place in evidence.named_days(text) for year in _YEAR.findall(place.words) if year != place.words}


def _may_be_from(
    text: str,
    said: list[str],
    sentence: str,
    sentences: Iterable[tuple[str, frozenset[str]]],
    evidence: ProposalContext,
) -> bool:
    """Return true if a text may have been read from a sentence that holds its amount; see :func:`mispaired`."""
    near = vocabulary(sentence)
    left = [word for word in said if not near.covers(word)]
    parties = _parties(evidence) & set(left)
    if not left or (not parties and len(left) <= (1 - MIN_CONSUMED) * len(said)):
        return True
    told, figures = vocabulary(text), _figures_of(text)
    holding = [clause for clause in clauses_of(sentence) if numbers_of(clause) & figures] or [sentence]
    around = [word for word in content_words(" ".join(holding)) if not any(c.isdecimal() for c in word)]
    unused = len(around) - sum(map(told.covers, around))
    if len(content_words(sentence)) > MAX_ASIDE and unused > max(1, (1 - MIN_CONSUMED) * len(around)):
        return False
    if any(not told.covers_name(name) for name in names_of(sentence) if not any(c.isdecimal() for c in name)):
        return False
    replaced = evidence.target if evidence.proposal.operation in CHANGES else None
    old = numbers_of(replaced.content) if replaced is not None else frozenset[str]()
    return not parties or not any(
        numbers and figures_of(other) - figures - old and parties & set(words_of(other)) for other, numbers in sentences
    )


def _parties(evidence: ProposalContext) -> set[str]:
    claim = evidence.proposal.claim
    subject = content_words(claim.subject) if claim else []
    return {*subject, *names_of(evidence.proposal.content)}


__all__ = ["ISO_DATE", "mispaired"]
