"""Lines that a later line of the same prompt ends or may change: both are included, and the earlier points to it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memorist.memory_store.embedders.words import WordVectors
from memorist.nodes.language.stops import sentences_in
from memorist.nodes.reading.changes.changes import Change, change_of
from memorist.nodes.reading.changes.features import of_one_person, statement_of
from memorist.nodes.retrieval.features import ASSISTANT
from memorist.nodes.retrieval.rank import SAID_BY_MEMORY
from memorist.nodes.retrieval.scoring import Scored, Section

LIKELIEST = 3
"""Later passages that are compared with a line: those that share most of its words."""
_POINTS = frozenset[Section]({"facts", "person", "user", "turns"})
"""Sections whose lines may be overtaken."""


class _Later(NamedTuple):
    """A person's passage that may change what was said before it; ``learned`` are the memories that were read in it."""

    at: str
    when: str
    text: str
    speaker: str | None
    learned: tuple[str, ...]
    words: frozenset[str]


def with_later(ranked: Sequence[Scored], vectors: WordVectors) -> list[Scored]:
    """Append "(no longer so: see DATE)" to each line that a later passage ends, "(later: see DATE)" where that is not
    sure."""
    inside = [_later(s) for s in ranked if s.passage and s.text and s.text.speaker != ASSISTANT and _is_said(s.out)]
    return [
        _marked(scored, inside, vectors)
        if scored.out is None and scored.section in _POINTS and _stated(scored)
        else scored
        for scored in ranked
    ]


def _stated(scored: Scored) -> bool:
    """Return true if a line is a person's statement, or learned from one."""
    return scored.text is None or scored.text.speaker != ASSISTANT


def _is_said(out: str | None) -> bool:
    """Return true if a passage is in the prompt, itself or by a memory that was learned from it."""
    return out is None or out.startswith(SAID_BY_MEMORY)


def _later(scored: Scored) -> _Later:
    assert scored.text is not None
    assert scored.passage is not None
    return _Later(
        scored.memory["valid_from"],
        scored.passage.when,
        scored.text.text,
        scored.text.speaker,
        scored.told,
        statement_of(scored.text.text).content,
    )


def _marked(scored: Scored, inside: Sequence[_Later], vectors: WordVectors) -> Scored:
    said = [*sentences_in(scored.text.text if scored.text else scored.memory["content"])]
    told = (old for old in said if not old.rstrip().endswith("?"))
    judged = [change for old in told if (change := _change(old, scored, inside, vectors))]
    ended = [when for change, when in judged if change == "ends"]
    if not judged:
        return scored
    when = max(ended or [when for _, when in judged])
    part = "part of it is " if len(ended) < len(said) else ""
    mark = f" ({part}no longer so: see {when})" if ended else f" (later: see {when})"
    note = f"{scored.note}; {'ended' if ended else 'spoken of again'} later"
    if scored.passage is None:
        return scored._replace(line=f"{scored.line}{mark}", note=note)
    if scored.passage.mark:
        return scored
    passage = scored.passage._replace(mark=mark)
    return scored._replace(line=str(passage), passage=passage, note=note)


def _change(old: str, scored: Scored, inside: Sequence[_Later], vectors: WordVectors) -> tuple[Change, str] | None:
    """Return the strongest change of a sentence by the likeliest later passages, and when that was said; else null."""
    about, by = statement_of(old).content, scored.text.speaker if scored.text else scored.memory.get("user")
    likeliest = sorted(_candidates(scored, about, inside), key=lambda one: -len(about & one.words))[:LIKELIEST]
    changes: list[tuple[Change, str]] = [
        (change, one.when)
        for one in likeliest
        if of_one_person(old, by, one.text, one.speaker) and (change := change_of(old, one.text, vectors)) != "none"
    ]
    return max(changes, key=lambda change: (change[0] == "ends", change[1]), default=None)


def _candidates(scored: Scored, about: frozenset[str], inside: Sequence[_Later]) -> Iterator[_Later]:
    """The passages said after a line that share a word with it, without the one that it was learned from."""
    return (
        one
        for one in inside
        if one.at > scored.memory["valid_from"] and scored.memory["id"] not in one.learned and about & one.words
    )
