"""Words of change, of doubt and of states: which groups of them a text has (``words.yaml``)."""

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from memorist.nodes.language.shipped import shipped

_WORD = re.compile(r"\w+")


class _Phrase(NamedTuple):
    """A phrase of a group that has more than one word, or an open ending; ``whole``: the words that it has whole."""

    group: str
    text: str
    whole: frozenset[str]


class PhraseGroups:
    """Groups of words and phrases, looked up by the words of a text: few phrases share one with it.

    A phrase is a word or several in small letters; a lone "*" is any one word, at the end of a word it is any ending.

    Args:
        groups: the phrases of each group, between "|".
    """

    def __init__(self, groups: Mapping[str, str]) -> None:
        self._by_word: dict[str, list[str]] = defaultdict(list)
        self._by_longest: dict[str, list[_Phrase]] = defaultdict(list)
        for group, text in groups.items():
            for phrase in (" ".join(one.split()) for one in text.split("|")):
                if _WORD.fullmatch(phrase):
                    self._by_word[phrase].append(group)
                    continue
                whole = frozenset(_WORD.findall(re.sub(r"\w+\*", " ", phrase)))
                self._by_longest[max(whole, key=len, default="")].append(_Phrase(group, phrase, whole))

    def found_in(self, low: str, words: frozenset[str]) -> frozenset[str]:
        """Return the groups of which a text in small letters has a phrase; ``words``: :func:`words_in` of it."""
        found = {group for word in words & self._by_word.keys() for group in self._by_word[word]}
        for word in (words | {""}) & self._by_longest.keys():
            found |= {
                phrase.group
                for phrase in self._by_longest[word]
                if phrase.group not in found and phrase.whole <= words and _pattern(phrase.text).search(low)
            }
        return frozenset(found)


def words_in(low: str) -> frozenset[str]:
    """Return the words by which phrases are looked up."""
    return frozenset(_WORD.findall(low))


@cache
def _pattern(phrase: str) -> re.Pattern[str]:
    escaped = re.escape(phrase).replace(r"\ \*\ ", r" [\w']+ ").replace(r"\*", r"\w*")
    return re.compile(rf"\b(?:{escaped})\b")


class Phrases(NamedTuple):
    """Words of change, doubt and sameness; words of states, and of their ends."""

    cues: PhraseGroups
    states: PhraseGroups
    ends: PhraseGroups


@cache
def phrases() -> Phrases:
    """Return the groups that are shipped."""
    lists = shipped(__name__, "words.yaml")
    halves = {name: words.split("->") for name, words in lists.pop("states").items()}
    cues = {f"{kind}.{name}": words for kind, groups in lists.items() for name, words in groups.items()}
    states, ends = ({name: both[half] for name, both in halves.items()} for half in (0, 1))
    return Phrases(PhraseGroups(cues), PhraseGroups(states), PhraseGroups(ends))
