"""Words that are no names, and whether a text is English at all."""

import re
from functools import lru_cache
from importlib.resources import files

_LAST_PARTS = ("up", "off", "out", "in", "down", "over", "back", "board", "end", "book", "time", "line", "log", "set")


@lru_cache(maxsize=1)
def common_words() -> frozenset[str]:
    """Words that name nothing when they begin a sentence with a capital."""
    source = (files(__package__ or __name__) / "common_words.txt").read_text(encoding="utf-8")
    return frozenset(w for line in source.splitlines() if not line.startswith("#") for w in line.split())


@lru_cache(maxsize=8192)
def is_ordinary(word: str) -> bool:
    """Return true if a word is a common one, or put together from common ones: "kickoff"."""
    common = common_words()
    return word in common or any(word.endswith(p) and word.removesuffix(p) in common for p in _LAST_PARTS)


_ENGLISH = frozenset(
    """
    the a an and or but of to in on at by for with from is are was were be been being do does did have has had can
    could should would will may might must i we you he she it they me us them my our your his her its their this that
    these those there here what which who when where why how not no if as than then so because just only always never
    all every some any more most new use uses using used don't isn't doesn't it's i'm we're let's please after before
    until since about into over out up down
    """.split()
)
_OTHER = frozenset(
    """
    der die das und oder nicht ist sind wir ich ein eine einen mit für auf zu von im den dem des nur als auch wird
    werden haben hat bei nach immer nie kein keine unser unsere le la les et ou ne pas est sont nous je un une avec
    pour sur dans du des que qui jamais toujours on notre il elle el los las y o no es son nosotros yo una con para
    por en del que nunca siempre nuestro siempre usamos il lo gli e non è sono noi io uno con per su nel della che mai
    sempre nostro o os as não é são nós eu um uma com para por em do da que nunca sempre nosso het een en of niet is
    zijn wij ik met voor op te van nooit altijd ons onze
    """.split()
) - frozenset({"is", "on", "as", "of", "an", "in", "no", "do", "des", "die", "en", "o", "me", "for", "a", "i"})
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


@lru_cache(maxsize=4096)
def is_english(text: str) -> bool:
    """Return true if a text may be read by English patterns.

    Told by the small words: a sentence with those of another language and fewer of English is not English, nor is one
    in another script. Short texts without any count as English: names and numbers are read the same everywhere.
    """
    words = [w.lower().replace("’", "'") for w in _WORD.findall(text)]
    if not words:
        return True
    letters = "".join(words)
    english = sum(w in _ENGLISH for w in words)
    if not english and any(ord(c) > 0x2FF for c in letters):
        return False
    other = sum(w in _OTHER for w in words) + any(0xBF < ord(c) < 0x250 for c in letters)
    return other == 0 or english >= other
