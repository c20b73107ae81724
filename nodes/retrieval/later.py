"""Lines that a later line of the same prompt ends or may change: both are included, and the earlier points to it."""

from collections.abc import Sequence
from typing import NamedTuple

from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.domain.visibility import ASSISTANT
from memorist.memory_store.embedders.words import WordVectors
from memorist.nodes.reading.changes.changes import changes_in
from memorist.nodes.reading.changes.features import of_one_person, statement_of
from memorist.nodes.retrieval.features import Retrievable
from memorist.nodes.retrieval.rank import SAID_BY_MEMORY
from memorist.nodes.retrieval.scoring import Scored, Section

LIKELIEST = 3
"""Later passages that are compared with a line: those that share most of its words."""
ASKED = "agent: "
"""Begins the text of a dialogue (:meth:`memorist.nodes.kinds.inputs.Dialogue.text`)."""
_POINTS = frozenset[Section]({"facts", "person", "user", "turns"})
"""Sections whose lines may be overtaken. A rule binds until it is lifted: a pointer would read as if it were."""


class _Later(NamedTuple):
    """A person's passage that may change what was said before it; ``learned`` are the memories that were read in it."""

    at: str
    when: str
    text: str
    speaker: str | None
    learned: tuple[str, ...]
    words: frozenset[str]


def with_later(ranked: Sequence[Scored], vectors: WordVectors) -> list[Scored]:
    """Append "(later: see DATE)" to each line that a later passage ends or may have changed.

    Nothing was decided about these lines when they were stored, so the words are left to whoever reads them.
    """
    inside = [_later(s) for s in ranked if s.passage and s.text and _stated(s) and _is_said(s.out)]
    pointed = {
        place: when
        for place, scored in enumerate(ranked)
        if scored.out is None and scored.section in _POINTS and _stated(scored)
        if (when := _last_change(scored, inside, vectors)) is not None
    }
    seen = frozenset(pointed.values())
    whens = {id_: one.when for one in inside if one.when in seen for id_ in one.learned}
    return [
        _pointing(scored, pointed[place])
        if place in pointed
        else _with_day(scored, whens[scored.memory["id"]])
        if scored.out is None and scored.memory["id"] in whens
        else scored
        for place, scored in enumerate(ranked)
    ]


def _with_day(scored: Scored, when: str) -> Scored:
    """Return a memory's line with the day on which it was said, which another line points to."""
    day = when[: len("2026-02-01")]
    return scored if day in str(scored.line) else scored._replace(line=f"{scored.line} (said {when})")


def _stated(scored: Scored) -> bool:
    """Return true if a line is a person's statement, or learned from one."""
    return scored.text is None or scored.text.speaker != ASSISTANT


def _is_said(out: str | None) -> bool:
    """Return true if a passage is in the prompt, itself or by a memory that was learned from it."""
    return out is None or out.startswith(SAID_BY_MEMORY)


def _later(scored: Scored) -> _Later:
    assert scored.text is not None
    assert scored.passage is not None
    said = _own_words(scored.text)
    return _Later(
        scored.memory["valid_from"],
        scored.passage.when,
        said,
        scored.text.speaker,
        scored.told,
        statement_of(said).content,
    )


def _own_words(text: Retrievable) -> str:
    """Return the words of the speaker: of a dialogue the answer, since the agent's question states nothing."""
    if not text.text.startswith(ASKED):
        return text.text
    return " ".join(text.text.split()).partition(f" {text.speaker}: ")[2]


def _last_change(scored: Scored, inside: Sequence[_Later], vectors: WordVectors) -> str | None:
    """Return when the last of the likeliest passages that change a line was said; null where none does."""
    if scored.passage is not None and scored.passage.mark:
        return None
    said = sentences_in(_own_words(scored.text) if scored.text else scored.memory["content"])
    pairs = [(one, old) for old in said if not old.rstrip().endswith("?") for one in _likeliest(old, scored, inside)]
    pairs.sort(key=lambda pair: pair[0].when, reverse=True)
    by = scored.text.speaker if scored.text else scored.memory.get("user")
    return next((one.when for one, old in pairs if _changes(one, old, by, vectors)), None)


def _pointing(scored: Scored, when: str) -> Scored:
    mark, note = f" (later: see {when})", f"{scored.note}; spoken of again later"
    if scored.passage is None:
        return scored._replace(line=f"{scored.line}{mark}", note=note)
    passage = scored.passage._replace(mark=mark)
    return scored._replace(line=passage, passage=passage, note=note)


def _likeliest(old: str, scored: Scored, inside: Sequence[_Later]) -> list[_Later]:
    """The passages said after a line that share most words with a sentence of it, without those it was learned from."""
    about = statement_of(old).content
    shared = (
        (len(about & one.words), one)
        for one in inside
        if one.at > scored.memory["valid_from"] and scored.memory["id"] not in one.learned
    )
    best = sorted((pair for pair in shared if pair[0]), key=lambda pair: -pair[0])
    return [one for _, one in best[:LIKELIEST]]


def _changes(one: _Later, old: str, by: str | None, vectors: WordVectors) -> bool:
    changes = changes_in(old, one.text, vectors)
    return of_one_person(old, by, one.text, one.speaker) and any(change != "none" for change in changes)
