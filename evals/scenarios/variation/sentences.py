"""Other words for the same sentence, by declared templates."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random

from memorist.evals.scenarios.variation.declared import SLOT, declared
from memorist.evals.scenarios.words import mentions

_BETWEEN = re.compile(r"(?<=[.!?])(\s+)")
_END = re.compile(r"[.!?\s]*$")
_ORDINARY = re.compile(r"[A-Z][a-z]+")
"""A word that is written in small letters but at the beginning of a sentence."""


def paraphrased(text: str, asked: Sequence[str], seed: str, fixed: Iterable[str] = ()) -> str:
    """``text`` with each sentence that a template fits said in other words; the same sentence always in the same.

    A sentence keeps the words that somebody asks for: ``asked`` are patterns, and none may be lost. Sentences that are
    ``fixed`` stay.
    """
    if "\n" in text.strip():
        return text  # a document: its form says something, too
    staying = {_END.sub("", part).lower() for sentence in fixed for part in _BETWEEN.split(sentence)}
    parts = [part for part in _BETWEEN.split(text) if part]
    return "".join(p if p.isspace() or _END.sub("", p).lower() in staying else _other(p, asked, seed) for p in parts)


def _other(sentence: str, asked: Sequence[str], seed: str) -> str:
    for group in declared().paraphrases:
        for form in group:
            found = template(form).fullmatch(_END.sub("", sentence))
            if found:
                ways = [*_ways(sentence, form, group, found.groupdict(), asked)]
                return Random(f"{seed}:{sentence}").choice(ways) if ways else sentence
    return sentence


def _ways(sentence: str, form: str, group: Sequence[str], said: dict[str, str], asked: Sequence[str]) -> Iterator[str]:
    end = sentence[len(_END.sub("", sentence)) :]
    for other in group:
        if other == form:
            continue
        worded = SLOT.sub(lambda slot: said[slot[1]], other)
        if sentence[:1].isupper():
            worded = worded[:1].upper() + worded[1:]
        elif _ORDINARY.match(other):
            worded = worded[:1].lower() + worded[1:]
        if not other.endswith((".", "!", "?")):
            worded += end
        if all(mentions(worded, pattern) for pattern in asked if mentions(sentence, pattern)):
            yield worded


@cache
def template(form: str) -> re.Pattern[str]:
    """The pattern of a sentence of this form, without the marks at its end."""
    parts = SLOT.split(_END.sub("", form))
    pieces = [f"(?P<{p}>{declared().slots[p]})" if n % 2 else re.escape(p) for n, p in enumerate(parts)]
    return re.compile("".join(pieces), re.IGNORECASE)
