"""Wishes of discretion ("Between us: Tom was fired", "I tell the team on Monday"): what they are about is told to
nobody else."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.domain.visibility import leans
from memorist.nodes.language.shipped import shipped

_PART = re.compile(r"<([a-z_]+)>")
_WORDS = re.compile(r"[\w'’]+")


class _Wishes(NamedTuple):
    """Patterns of ``discretion.yaml``.

    Args:
        said: a wish.
        until: how long something is not to be told.
        manners: words that a wish may have besides if it is about other sentences: "This stays between us, please".
        switches: the beginning of a sentence that speaks of something else.
    """

    said: re.Pattern[str]
    until: re.Pattern[str]
    manners: frozenset[str]
    switches: re.Pattern[str]


def confided_places(sentences: Sequence[str]) -> Iterator[int]:
    """Yield the places of sentences with a wish of discretion, and of those that it is about.

    A wish that says nothing else is about all that was said before it, up to a change of the subject; if nothing was,
    about what follows. Any other is about its own sentence, and those before on which that leans.
    """
    asking = [place for place, sentence in enumerate(sentences) if _wishes().said.search(sentence)]
    bare = {place for place in asking if _says_nothing_else(sentences[place])}
    for place in asking:
        yield place
        at = place
        while at > 0 and (not _switches(sentences[at]) if place in bare else leans(sentences[at])):
            at -= 1
            yield at
        if place in bare and bare.issuperset(range(at, place)):
            yield from _following(sentences, place)


def confided_words(text: str) -> str:
    """Return the sentences of a text that are confided, without the wishes; empty where none is."""
    sentences = [*sentences_in(text)]
    places = sorted({*confided_places(sentences)})
    return " ".join(_wishes().said.sub(" ", sentences[place]) for place in places)


def _following(sentences: Sequence[str], place: int) -> Iterator[int]:
    for after in range(place + 1, len(sentences)):
        if _switches(sentences[after]):
            return
        yield after


def _says_nothing_else(sentence: str) -> bool:
    rest = _wishes().until.sub(" ", _wishes().said.sub(" ", sentence))
    return _wishes().manners.issuperset(_WORDS.findall(rest.casefold()))


def _switches(sentence: str) -> bool:
    """Return true if a sentence speaks of something else than the one before, and is no wish itself."""
    return _wishes().switches.match(sentence) is not None and _wishes().said.search(sentence) is None


@cache
def _wishes() -> _Wishes:
    data: Mapping[str, Any] = shipped(__name__, "discretion.yaml")
    parts: Mapping[str, str] = data["parts"]

    def compiled(*patterns: str) -> re.Pattern[str]:
        return re.compile("|".join(_filled(one, parts) for one in patterns), re.IGNORECASE)

    return _Wishes(
        compiled(*data["wishes"].values()),
        compiled(parts["until"], data["until"]),
        frozenset(data["manners"].split()),
        compiled(data["switches"]),
    )


def _filled(pattern: str, parts: Mapping[str, str]) -> str:
    """Return one regular expression of the lines of a pattern, with its parts in their places."""
    while _PART.search(pattern):
        pattern = _PART.sub(lambda found: f"(?:{parts[found[1]]})", pattern)
    return f"(?:{pattern.replace('\n', '|').replace(' ', '\\s')})"
