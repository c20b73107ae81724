"""Forms in which a text is compared with what was forgotten, besides its normal form, and slips of one letter.

Written out, words of Cyrillic and Greek are in Latin letters, "ae", "oe" and "ue" are the umlauts that they stand for,
and a row of digits in words is a number. Kept are the words that a sentence cannot say the same without: "I am still
allergic to nuts, by the way" keeps those of "I am allergic to nuts".
"""

import re
from collections.abc import Iterator, Sequence

from memorist.memory_store.forgetting.normal_form import LOOK_ALIKES, NormalToken, tokens_of

_CYRILLIC = (
    "а б в г д е ё ж з и й к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я і ї є ґ",
    "a b v g d e e zh z i i k l m n o p r s t u f h ts ch sh shch - y - e yu ya i i e g",
)
_GREEK = (
    "α ά β γ δ ε έ ζ η ή θ ι ί κ λ μ ν ξ ο ό π ρ σ ς τ υ ύ φ χ ψ ω ώ",
    "a a v g d e e z i i th i i k l m n x o o p r s s t y y f ch ps o o",
)
_IN_LATIN = {
    letter: latin.strip("-")
    for script, letters in (_CYRILLIC, _GREEK)
    for letter, latin in zip(script.split(), letters.split(), strict=True)
}
_UMLAUT = re.compile(r"([aou])e|[æœ]")
_DIGITS = {
    word: str(digit)
    for digit, words in enumerate(
        (
            "zero null cero",
            "one eins uno un",
            "two zwei zwo dos deux",
            "three drei tres trois",
            "four vier cuatro quatre",
            "five funf cinco cinq",
            "six sechs seis",
            "seven sieben siete sept",
            "eight acht ocho huit",
            "nine neun nueve neuf",
        )
    )
    for word in words.split()
}
_FEWEST_IN_ROW, MAX_DIGITS_IN_ROW = 4, 20
"""So many digits in words beside each other are a number."""
PASSING = frozenset(
    """
    still also just really very quite rather pretty so too even now again currently presently actually usually normally
    generally often always sometimes mostly already finally recently lately unfortunately sadly luckily fortunately well
    please indeed certainly surely definitely obviously clearly honestly frankly basically simply apparently probably
    maybe perhaps nearly almost about roughly approximately exactly terribly awfully extremely highly badly severely
    seriously slightly somewhat truly totally completely absolutely anyway though however moreover furthermore course
    single
    noch immer auch wirklich sehr ja halt eben leider ubrigens schon jetzt aktuell eigentlich meistens oft stets gerade
    """.split()
)
"""Words that a sentence says much the same without: of time, degree and stance, none that denies."""
_FEWEST_KEPT = 4
"""With fewer words left, a sentence is compared with all of its words."""
FEWEST_LETTERS, MAX_LETTERS = 5, 24
"""Letters of a word in which a slip is recognised: shorter words are a letter apart by chance."""
FEWEST_LETTERS_ALONE = 7
"""Letters of a name of one word in which a slip is recognised."""


def forms_of(text: str) -> Iterator[list[NormalToken]]:
    """Yield the words and numbers of a text in each form that differs from the last: normal, written out, kept."""
    normal = tokens_of(text)
    yield normal
    out = written_out(text, normal)
    if out != normal:
        yield out
    kept = [token for token in out if token.word not in PASSING]
    if len(kept) < len(out):
        yield kept


def written_words(text: str) -> tuple[str, ...]:
    """The words and numbers of a text, written out."""
    return tuple(token.word for token in written_out(text, tokens_of(text)))


def kept_words(text: str) -> tuple[str, ...]:
    """The words and numbers of a sentence, written out, that it cannot do without; all where few would be left."""
    words = written_words(text)
    kept = tuple(word for word in words if word not in PASSING)
    return kept if len(kept) >= _FEWEST_KEPT else words


def written_out(text: str, tokens: Sequence[NormalToken]) -> list[NormalToken]:
    """The tokens of a text, written out."""
    found: list[NormalToken] = []
    for token in tokens:
        said = text[token.start : token.end].casefold()
        foreign = said[:1] in _IN_LATIN and any(ord(each) not in LOOK_ALIKES for each in said)
        if foreign and all(each in _IN_LATIN for each in said):
            token = token._replace(word="".join(_IN_LATIN[each] for each in said))  # noqa: PLW2901
        found.append(token._replace(word=_UMLAUT.sub(lambda m: m[1] or ("a" if m[0] == "æ" else "o"), token.word)))
    return _with_numbers(found) if any(token.word in _DIGITS for token in found) else found


def _with_numbers(tokens: Sequence[NormalToken]) -> list[NormalToken]:
    found: list[NormalToken] = []
    row: list[NormalToken] = []
    for token in (*tokens, None):
        if token is not None and token.word in _DIGITS and len(row) < MAX_DIGITS_IN_ROW:
            row.append(token)
            continue
        if len(row) >= _FEWEST_IN_ROW:
            digits = tuple(_DIGITS[one.word] for one in row)
            found.append(NormalToken("".join(digits), row[0].start, row[-1].end, digits))
        else:
            found += row
        row = []
        if token is not None:
            found.append(token)
    return found


def slips_of(words: Sequence[str], place: int, *, fewest: int = FEWEST_LETTERS) -> Iterator[tuple[str, ...]]:
    """Yield the words with each letter but the first of one of them left out, and as they are; none for a short word.

    Two words that differ by a letter more, less or another, or by two that changed places, have one of these in common.
    """
    word = words[place]
    if fewest <= len(word) <= MAX_LETTERS and word.isalpha():
        for left in dict.fromkeys((word, *(word[:at] + word[at + 1 :] for at in range(1, len(word))))):
            yield (*words[:place], left, *words[place + 1 :])
