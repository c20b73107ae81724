"""Does an abstraction still say what the original said? "Animations are buggy" forgets NativeWind and Pressable."""

import re

from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Part
from memorist.nodes.language.gazetteer import find_entities
from memorist.nodes.language.words import without_ending

KEEP_BELOW = 0.7
"""Below this the specific memory stays, and the abstraction is only linked to it (000)."""
NAME_WEIGHT = 3.0
"""A name, number or version says as much as three plain words."""
FILLERS = frozenset(
    "a an and are as at be been but by can consistently did do does done each every for from had has have if in into "
    "is it its just may more most no of often on or our over should so some such than that the their them then there "
    "these they this to up used was we were what when where which while who will with would you your".split()
)


class Specificity(Part):
    """Share of the original that an abstraction keeps, and the lost words."""

    score: float
    lost: tuple[str, ...]

    @property
    def keep_original(self) -> bool:
        """True if the abstraction is too vague to stand for the original."""
        return self.score < KEEP_BELOW


def specificity(original: str, abstraction: str) -> Specificity:
    """The weighted share of the original's telling words and names that the abstraction keeps."""
    weights = _telling(original)
    if not weights:
        return Specificity(score=1.0, lost=())
    kept = set(_telling(abstraction))
    lost = [word for word in weights if word not in kept]
    total = sum(weights.values())
    return Specificity(score=1.0 - sum(weights[word] for word in lost) / total, lost=tuple(lost))


def _telling(text: str) -> dict[str, float]:
    weights: dict[str, float] = {}
    names = {folded(mention.canonical) for mention in find_entities(text)}
    for name in names:
        weights[name] = NAME_WEIGHT
    within = {part for name in names for part in name.split()}
    for word in re.findall(r"[\w@#/.-]*\w", folded(text)):
        if word in FILLERS or word in within:
            continue
        stem = without_ending(word)
        weights[stem] = NAME_WEIGHT if re.search(r"\d|[@#/_.]", word) else 1.0
    return weights
