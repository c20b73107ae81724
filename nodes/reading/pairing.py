"""Checks that a text attaches no amount to another party, product or day than the evidence does."""

import re
from collections.abc import Iterable
from functools import lru_cache

from memorist.nodes.dates.find import places_in
from memorist.nodes.reading.context import ProposalContext
from memorist.nodes.reading.evidence import (
    content_words,
    figures_of,
    fragments_of,
    names_of,
    numbers_of,
    sentence_spans,
    vocabulary,
    words_of,
)
from memorist.nodes.reading.markers import RENDERING, THIRD_PERSON
from memorist.nodes.reading.reader import CHANGES

MAX_HOLDING = 32
"""So many clauses with one amount are looked at."""
MAX_ASIDE = 3
"""Content words up to which a sentence gives nothing but an amount: "sorry, I meant 500"."""
_YEAR = re.compile(r"\b\d{4}\b")
ISO_DATE = re.compile(r"(?<![\d-])\d{4}-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?)?(?![\d-])")


def mispaired(text: str, evidence: ProposalContext) -> str | None:
    """Return why a text attaches an amount to something else than the evidence does; null if it does not.

    An amount belongs to the clause it stands in. What else the text tells may come from around that clause, unless it
    belongs to another amount there while the clause names something that the text leaves out.
    """
    figures = _figures_of(text) - _years(text, evidence)
    said = [word for word in content_words(text) if word not in RENDERING and not any(c.isdecimal() for c in word)]
    if not figures or not said:
        return None
    clauses = [one for source in evidence.texts for one in _numbered(source)]
    for figure in sorted(figures):
        holding = [one for one in clauses if figure in one[2]][:MAX_HOLDING]
        if not holding or _takes_the_place(figures, said, evidence):
            continue
        if not any(_may_be_from(figure, text, said, clause, sentence, evidence) for sentence, clause, _ in holding):
            return f"the amount {figure} is said of something else"
    return None


@lru_cache(maxsize=64)
def _numbered(text: str) -> tuple[tuple[str, str, frozenset[str]], ...]:
    """Return the clauses of a text that have numbers: the sentence, the clause, its numbers.

    A number that a comma splits ("4,950") belongs to the whole sentence.
    """
    found: list[tuple[str, str, frozenset[str]]] = []
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        if whole := numbers_of(sentence):
            parts = [
                (sentence, clause, numbers) for clause in fragments_of(sentence) if (numbers := numbers_of(clause))
            ]
            split = whole - frozenset[str]().union(*(numbers for _, _, numbers in parts))
            found += [(sentence, sentence, whole)] if split else parts
    return tuple(found)


def _rivals(figure: str, text: str, sources: Iterable[str], evidence: ProposalContext) -> set[str]:
    """Return the words of the clauses that hold another amount of the same kind, which nothing takes the place of."""
    replaced = evidence.targets if evidence.proposal.operation in CHANGES else ()
    old = frozenset[str]().union(*(numbers_of(one.content) for one in replaced))
    dated = figure in _days_in(text)
    words = (
        words_of(clause)
        for source in sources
        for _, clause, numbers in _numbered(source)
        if figure not in numbers and numbers - old and (numbers <= _days_in(clause)) == dated
    )
    return {word for each in words for word in each}


@lru_cache(maxsize=512)
def _days_in(text: str) -> frozenset[str]:
    """Return the numbers of a text that name days: a day is no rival of a price."""
    return frozenset(figure for place in places_in(text) for figure in figures_of(place.words))


def _takes_the_place(figures: set[str], said: list[str], evidence: ProposalContext) -> bool:
    """Return true if a text is what is held with its amounts replaced by those of the sentence: "oops, 7:48".

    Nothing else may be in it, all amounts of the sentence are, and whatever the sentence names, one of them names.
    """
    targets = [one.content for one in evidence.targets] if evidence.proposal.operation in CHANGES else []
    if not targets or numbers_of("\n".join(targets)) <= figures or not numbers_of(evidence.sentence) <= figures:
        return False
    told = vocabulary(evidence.proposal.content, *targets)
    names = [name for name in names_of(evidence.sentence) if not any(c.isdecimal() for c in name)]
    return all(map(vocabulary(evidence.sentence, *targets).covers, said)) and all(map(told.covers_name, names))


def _figures_of(text: str) -> set[str]:
    """Return the figures of a text but for those of its whole dates."""
    return figures_of(text) - {figure for date_text in ISO_DATE.findall(text) for figure in figures_of(date_text)}


def _years(text: str, evidence: ProposalContext) -> set[str]:
    """Return the years of dates that were named, maybe without a year: they are no amounts."""
    return {year for year in _YEAR.findall(text) if int(year) in evidence.years}


def _may_be_from(
    figure: str, text: str, said: list[str], clause: str, sentence: str, evidence: ProposalContext
) -> bool:
    """Return true if a text may have been read from a clause that holds its amount; see :func:`mispaired`."""
    told, near, here = vocabulary(text), vocabulary(sentence), vocabulary(clause)
    words = content_words(sentence)
    if len(words) > MAX_ASIDE and not any(map(told.covers, words)):
        return False
    left = {word for word in said if not near.covers(word)}
    untold = [word for word in content_words(clause) if not (told.covers(word) or any(c.isdecimal() for c in word))]
    if left and any(name in untold and not told.covers_name(name) for name in _names(clause)):
        return False
    borrowed = {word for word in said if not here.covers(word)}
    if untold and borrowed & _rivals(figure, text, (sentence,), evidence):
        return False
    parties = _parties(evidence)
    refers = THIRD_PERSON.search(" ".join(words_of(sentence))) is not None
    if evidence.proposal.operation in CHANGES or not refers or parties - left:
        return True
    return not parties & _rivals(
        figure, text, evidence.texts, evidence
    )  # who "she" is may be somebody who has another amount


def _names(text: str) -> list[str]:
    """Return the names in a text, at its beginning too, without amounts."""
    return [name for name in names_of(f"of {text}") if not any(c.isdecimal() for c in name)]


def _parties(evidence: ProposalContext) -> set[str]:
    claim = evidence.proposal.claim
    subject = content_words(claim.subject) if claim else []
    return {*subject, *names_of(evidence.proposal.content)}


__all__ = ["ISO_DATE", "mispaired"]
