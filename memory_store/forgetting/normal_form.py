"""The one form in which texts are compared with what was forgotten: whoever writes it in another way says the same.

Case, accents, full width, invisible characters, Cyrillic and Greek look-alikes, punctuation, spaces and possessives do
not matter; digits are compared without what separates them.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from memorist.memory_store.domain.invisible import INVISIBLE

_ACCENTS = "\u0300-\u036f"
_CYRILLIC = ("авенһіјкӏмоԛрѕтԁуԝхс", "abehhijklmoqpstdywxc")
_GREEK = ("αβεζηικμνορτυχωϲϳ", "abezhikmvoptuxwcj")
_OTHER = ("ıɑɡɩ", "iagi")
LOOK_ALIKES = {ord(a): b for one, other in (_CYRILLIC, _GREEK, _OTHER) for a, b in zip(one, other, strict=True)}
"""Letters of other scripts that look like Latin ones, small or capital."""
_UNSEEN = re.compile(f"[{INVISIBLE}{_ACCENTS}]")
_TOKEN = re.compile(
    rf"(?P<digits>\d[\d{INVISIBLE}]*)|[^\W\d_](?:[^\W\d_]|[{INVISIBLE}{_ACCENTS}]|['’ʼ＇](?=[^\W\d_]))*[+#]{{0,2}}"
)
_MAX_GAP = 3
"""So many characters at most separate the digits of one number."""
_MAX_GROUPS = 12
"""So many groups of digits at most are one number."""
_FEWEST_DIGITS, _TAIL, _MAX_DIGITS = 5, 7, 20
_NEARBY = 4
"""So many words before and behind a short number say what it is the number of."""
_SHORTEST_WORD = 4
_YEAR = re.compile(r"(?:19|20)\d\d")
_DATE = re.compile(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?\d{2,4}")
_ROUND = re.compile(r"\d+000")
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")


class NormalToken(NamedTuple):
    """A word or a number of a text, in the normal form, and where it stands; ``groups`` are those of a number."""

    word: str
    start: int
    end: int
    groups: tuple[str, ...] = ()


@lru_cache(maxsize=65_536)
def letters(text: str) -> str:
    """The characters of a text in the normal form; spaces and punctuation stay."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = _UNSEEN.sub("", plain).translate(LOOK_ALIKES)
    return plain if plain.isascii() else "".join(str(unicodedata.decimal(each, each)) for each in plain)


def tokens_of(text: str) -> list[NormalToken]:
    """The words and numbers of a text in order; groups of digits beside each other are one number."""
    found: list[NormalToken] = []
    for match in _TOKEN.finditer(text):
        word = letters(match[0]).replace("’", "'").replace("ʼ", "'")
        if match["digits"] is None:
            found.append(NormalToken(word.removesuffix("'s").replace("'", ""), *match.span()))
            continue
        last = found[-1] if found else None
        if last and last.groups and len(last.groups) < _MAX_GROUPS and _joined(text[last.end : match.start()]):
            found[-1] = NormalToken(last.word + word, last.start, match.end(), (*last.groups, word))
        else:
            found.append(NormalToken(word, *match.span(), (word,)))
    return found


def _joined(gap: str) -> bool:
    return len(gap) <= _MAX_GAP and "\n" not in gap and not any(each.isalpha() for each in gap)


def words_of(text: str) -> tuple[str, ...]:
    """The words and numbers of a text, without their places."""
    return tuple(token.word for token in tokens_of(text))


def values_to_forget(text: str) -> Iterator[tuple[str, ...]]:
    """Yield what identifies the numbers of a forgotten text wherever they come again.

    A long number speaks for itself, by its last digits, since its country may be left out; a number of four digits only
    beside a word that stood near it. Dates, years and round numbers identify nothing.
    """
    tokens = tokens_of(text)
    for place, token in enumerate(tokens):
        number = token.word
        if not token.groups or _ROUND.fullmatch(number) or _DATE.search(text[token.start : token.end]):
            continue
        if len(number) >= _FEWEST_DIGITS:
            yield _long(number)
        elif len(number) == _FEWEST_DIGITS - 1 and not _YEAR.fullmatch(number):
            yield from ((number, word) for word in _beside(tokens, place))


def values_in(tokens: Sequence[NormalToken]) -> Iterator[tuple[tuple[str, ...], NormalToken]]:
    """Yield every form in which a number of a text may have been forgotten, with the number."""
    for place, token in enumerate(tokens):
        for first in range(len(token.groups)):
            number = ""
            for group in token.groups[first:]:
                number += group
                if len(number) > _MAX_DIGITS:
                    break
                if len(number) >= _FEWEST_DIGITS:
                    yield _long(number), token
                elif len(number) == _FEWEST_DIGITS - 1:
                    yield from (((number, word), token) for word in _beside(tokens, place))


def _long(number: str) -> tuple[str, ...]:
    return (number[-_TAIL:],)


def _beside(tokens: Sequence[NormalToken], place: int) -> list[str]:
    near = tokens[max(0, place - _NEARBY) : place + _NEARBY + 1]
    return [token.word for token in near if not token.groups and len(token.word) >= _SHORTEST_WORD]


def addresses_in(text: str) -> list[str]:
    """The mail addresses of a text."""
    return _MAIL.findall(text)
