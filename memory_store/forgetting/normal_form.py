"""The one form in which texts are compared with what was forgotten: whoever writes it in another way says the same.

Case, accents, full width, circles, invisible characters, look-alikes of other scripts, small capitals and strokes,
punctuation, spaces, possessives and escapes (``&#102;``, ``%66``, ``\\u0066``) do not matter; digits are compared
without what separates them, and "O" and "l" beside digits are digits.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from memorist.memory_store.domain.invisible import INVISIBLE

_ACCENTS = "\u0300-\u036f"
_CYRILLIC = ("авенһіјкӏмоԛрѕтԁуԝхс", "abehhijklmoqpstdywxc")
_GREEK = ("αβεζηικμνορτυχωϲϳ", "abezhikmvoptuxwcj")
_OTHER = ("ıɑɡɩƒłŧđħøɘǝ℮ɋꞁꟾ", "iagifltdhoeeeqll")
_SMALL_CAPITALS = ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz")
_LISU = ("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaeiou")
LOOK_ALIKES = {
    ord(a): b
    for one, other in (_CYRILLIC, _GREEK, _OTHER, _SMALL_CAPITALS, _LISU)
    for a, b in zip(one, other, strict=True)
}
"""Letters of other scripts that look like Latin ones, small or capital, and Latin ones in another shape."""
_CIRCLED = "\u24b6-\u24e9\U0001f110-\U0001f189"
_CIRCLED_DIGITS = "\u2460-\u2468\u24ea\u24f5-\u24fd\u2776-\u277e"
_UNSEEN = re.compile(f"[{INVISIBLE}{_ACCENTS}]")
_TOKEN = re.compile(
    rf"(?P<digits>[\d{_CIRCLED_DIGITS}][\d{_CIRCLED_DIGITS}{INVISIBLE}]*)|"
    rf"(?:[^\W\d_]|[{_CIRCLED}℮])(?:[^\W\d_]|[{INVISIBLE}{_ACCENTS}{_CIRCLED}℮]|['’ʼ＇](?=[^\W\d_]))*[+#]{{0,2}}"
)
_NOUGHT = re.compile(r"(?<![^\W\d_])[Oo](?=\d)|(?<=\d)[Oo]+(?![^\W\d_])")
_ONE = re.compile(r"(?<![^\W\d_])[Il](?=\d)|(?<=\d)[Il]+(?![^\W\d_])")
_ESCAPE = re.compile(
    r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});|(?:%[0-9A-Fa-f]{2})+|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|"
    r"</?(?:b|i|u|em|strong|span|mark|code|small)>"
)
"""A character that is written by its number or name, or a tag that may stand inside of a word."""
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
    if _ESCAPE.search(text) is None:
        return _tokens_of(text)
    plain, places = _unescaped(text)
    return [token._replace(start=places[token.start], end=places[token.end]) for token in _tokens_of(plain)]


def _unescaped(text: str) -> tuple[str, list[int]]:
    """A text with its escaped characters as such, and the place in ``text`` of each of them and of its end."""
    pieces: list[str] = []
    places: list[int] = []
    done = 0
    for match in _ESCAPE.finditer(text):
        said = _character(match[0])
        pieces += [text[done : match.start()], said]
        places += [*range(done, match.start()), *[match.start()] * len(said)]
        done = match.end()
    pieces.append(text[done:])
    return "".join(pieces), [*places, *range(done, len(text) + 1)]


def _character(escape: str) -> str:
    match escape[0]:
        case "&":
            return html.unescape(escape)
        case "%":
            return unquote(escape)
        case "<":
            return ""
        case _:
            return chr(int(escape[2:], 16))


def _tokens_of(text: str) -> list[NormalToken]:
    found: list[NormalToken] = []
    text = _ONE.sub(lambda m: "1" * len(m[0]), _NOUGHT.sub(lambda m: "0" * len(m[0]), text))
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


_LEET = tuple(str.maketrans("013457", row) for row in ("oleast", "oieast"))
"""Digits that stand for letters: "1" for "l" or "i"."""
_FEWEST_JOINED = 6
"""Letters of a name that is recognised in pieces: shorter ones arise by chance."""
_MAX_PIECES = 24


def joined_words(
    text: str, tokens: Sequence[NormalToken], ordinary: Callable[[str], bool]
) -> Iterator[tuple[str, NormalToken]]:
    """Yield the words that pieces of a text are together, with the piece that they are: "Quill-feather", "Q u i l l".

    Pieces are two words beside each other, a row of single letters, and letters with digits in place of others. Two
    everyday words with a space between them ("new port") are two words.
    """
    for place, token in enumerate(tokens):
        before, after = tokens[place - 1] if place else None, tokens[place + 1] if place + 1 < len(tokens) else None
        if after is None or token.groups:
            continue
        pair = token.word + after.word
        apart = text[token.end : after.start].isspace() and ordinary(token.word) and ordinary(after.word)
        if not after.groups and len(pair) >= _FEWEST_JOINED and not apart:
            yield pair, token._replace(word=pair, end=after.end)
        if len(token.word) == 1 and (before is None or len(before.word) > 1):
            yield from _row(tokens, place, lambda one, _: len(one.word) == 1 and not one.groups)
        if after.groups and after.start == token.end and (before is None or before.end < token.start):
            yield from _row(tokens, place, lambda one, last: one.start == last.end)


def _row(
    tokens: Sequence[NormalToken], place: int, belongs: Callable[[NormalToken, NormalToken], bool]
) -> Iterator[tuple[str, NormalToken]]:
    """Yield what a row of tokens is as one word, in each reading of its digits."""
    row = [tokens[place]]
    while len(row) < _MAX_PIECES and place + len(row) < len(tokens) and belongs(tokens[place + len(row)], row[-1]):
        row.append(tokens[place + len(row)])
    word = "".join(one.word for one in row)
    if len(row) > 1 and len(word) >= _FEWEST_JOINED:
        for letter in dict.fromkeys(word.translate(table) for table in _LEET):
            yield letter, row[0]._replace(word=letter, end=row[-1].end)


def words_of(text: str) -> tuple[str, ...]:
    """The words and numbers of a text, without their places."""
    return tuple(token.word for token in tokens_of(text))


_IS = {"am": "is", "have": "has", "do": "does", "dont": "doesnt", "havent": "hasnt"}
_SAME = frozenset("was had did can could will would should must may might didnt hadnt cant wont never always".split())


def in_third_person(words: tuple[str, ...], name: str) -> tuple[str, ...] | None:
    """Return the words of somebody about themselves as they are told of ``name``; null if they do not begin with one.

    "I am allergic to nuts" is "user is allergic to nuts", "my code is 4471" is "user code is 4471" (of "user's code").
    """
    match words:
        case ("my", *rest) if rest:
            return (name, *rest)
        case ("im", *rest) if rest:
            return (name, "is", *rest)
        case ("ive", *rest) if rest:
            return (name, "has", *rest)
        case ("i", verb, *rest) if rest:
            ending = "" if verb in _SAME else "es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s"
            return (name, _IS.get(verb, f"{verb}{ending}"), *rest)
        case _:
            return None


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
