"""Tombstones of forgotten content: keyed digests that recognise it when it comes back, and nothing that can be read.

A draft is refused exactly when it would have been merged into what was forgotten, were that still there: the same
claim, the same words, or a similarity of ``MERGE_SIMILARITY`` and no difference in numbers, names, negation or order.
A tombstone of a personal statement applies to its author and to unknown speakers; another person may state the same.

In running text what was forgotten is found by its phrases (a name, a whole sentence) and by the numbers in it, in the
normal form of :mod:`memorist.memory_store.forgetting.normal_form`: no reader need have seen what stands there.
"""

from dataclasses import dataclass
from typing import Literal

from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.memory import Part

HEAD = 3
"""So many words of a phrase find it; a longer one is then compared whole."""
ONE_WAY = frozenset({"episodic"})
"""Types that are not compared by likeness: much the same event is another event."""

By = Literal["id", "claim", "words", "name", "number", "similarity"]


class Phrase(Part):
    """Words in their order, to be found in running text.

    Args:
        head: keyed digest of the first :data:`HEAD` words.
        whole: keyed digest of all of them.
        words: how many there are.
        name: whether they are a name.
        slips: keyed digests of the first words, and of all of them, with a letter of one left out.
    """

    head: str
    whole: str
    words: int
    name: bool = False
    slips: tuple[str, ...] = ()


class Tombstone(Part):
    """One forgotten memory, raw input or name.

    Args:
        uuid: keyed digest of its id, which is never given out again.
        digests: keyed digests of its claim, its words and its names.
        phrases: its names and sentences, to be found in running text.
        numbers: keyed digests of the numbers in it that speak for themselves.
        differences: keyed digests of what keeps two similar texts apart: type, numbers, names, negation, word order.
        claimed: whether it made a claim: then only one without a claim can be merged with it for its similarity.
        gist: sketch of its vector; null for what similarity says nothing about.
        embedder: which embedder the sketch belongs to.
        whose: keyed digest of the person who said it about themselves; null for what is everybody's.
        at: when it was forgotten.
    """

    uuid: str
    digests: tuple[str, ...] = ()
    phrases: tuple[Phrase, ...] = ()
    numbers: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    claimed: bool = False
    gist: str | None = None
    embedder: str | None = None
    whose: str | None = None
    at: UtcTime


@dataclass(frozen=True)
class Refusal:
    """Why something may not come back."""

    by: By
    at: UtcTime

    @property
    def reason(self) -> str:
        """In a sentence, without a word of what it was."""
        how = {
            "id": "it is the very thing",
            "claim": "it makes the same claim",
            "words": "it has the same words",
            "name": "it names it",
            "number": "it holds the same number",
            "similarity": "it says nearly the same",
        }[self.by]
        return f"forgotten on request on {self.at:%Y-%m-%d}: {how}"
