"""Accuracy of the beliefs after a change: what is new known, what is old gone, the rest untouched."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from memorist.evals.case_file import CasePart, Words
from memorist.evals.updates.case import Gone, UpdateCase
from memorist.memory_store.domain.memory import Memory


class UpdateScore(CasePart):
    """One case.

    Args:
        missing: what is not believed and must be.
        stale: memories that are believed and must not be.
        believed: all of them, in words.
    """

    id: str
    kind: str
    wanted: int
    outdated: int
    missing: tuple[str, ...]
    stale: tuple[str, ...]
    unretired: int
    believed: tuple[str, ...]

    @property
    def right(self) -> bool:
        """True if everything is as it must be."""
        return not self.missing and not self.stale


class UpdateTotal(CasePart):
    """All cases: shares from 0 to 1.

    Args:
        right: of the cases, those in which everything is as it must be; ``by_kind`` the same for each kind of change.
        known: of what must be believed, what is.
        retired: of what must be given up, what is.
    """

    cases: int
    right: float
    known: float
    retired: float
    by_kind: dict[str, float]


def score_update(case: UpdateCase, believed: Sequence[Memory]) -> UpdateScore:
    """Compare what is believed after a conversation with what must be."""
    texts = {said(memory): memory.content for memory in believed}
    stale = [[content for text, content in texts.items() if is_stale(text, gone)] for gone in case.gone]
    return UpdateScore(
        id=case.id,
        kind=case.kind,
        wanted=len(case.now),
        outdated=len(case.gone),
        missing=tuple(" + ".join(words) for words in case.now if not any(_has(text, words) for text in texts)),
        stale=tuple(dict.fromkeys(content for each in stale for content in each)),
        unretired=sum(map(bool, stale)),
        believed=tuple(texts.values()),
    )


def total(scores: Sequence[UpdateScore]) -> UpdateTotal:
    """Sum up."""
    kinds: dict[str, list[bool]] = defaultdict(list)
    for score in scores:
        kinds[score.kind].append(score.right)
    return UpdateTotal(
        cases=len(scores),
        right=_share(score.right for score in scores),
        known=_rest(sum(len(score.missing) for score in scores), sum(score.wanted for score in scores)),
        retired=_rest(sum(score.unretired for score in scores), sum(score.outdated for score in scores)),
        by_kind={kind: _share(right) for kind, right in sorted(kinds.items())},
    )


def said(memory: Memory) -> str:
    """A memory in its words and those of its claim."""
    claim = memory.claim
    parts = (claim.subject, claim.object, claim.qualifier or "") if claim and claim.polarity else ()
    return " ".join((memory.content, *parts)).casefold()


def _has(text: str, words: Words) -> bool:
    return all(word in text for word in words)


def is_stale(text: str, gone: Gone) -> bool:
    """Return true if a memory, in the words of :func:`said`, is one that nobody may believe any more."""
    return _has(text, gone.words) and not any(word in text for word in gone.unless)


def _share(of: Iterable[bool]) -> float:
    every = list(of)
    return round(sum(every) / len(every), 4) if every else 1.0


def _rest(fallen: int, every: int) -> float:
    return round(1 - fallen / every, 4) if every else 1.0
