"""A case read as the ingestion graph reads it, without a database: the gate, then the readers, then the check."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from memorist.evals.extraction.case import ExtractionCase
from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.ontology.loading import load_ontologies
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.settings import read_settings
from memorist.nodes.draft import Draft
from memorist.nodes.ingestion.gate import judge_words, kept_sentences
from memorist.nodes.kinds.inputs import Turn
from memorist.nodes.kinds.interface import Readings
from memorist.nodes.kinds.kind import kind_of
from memorist.nodes.reading.reader import ReadingRequest, Spoken
from memorist.nodes.reading.readers import Readers
from memorist.nodes.resources import ReadersByName

NOW = datetime(2026, 3, 4, 10, 0, tzinfo=UTC)
"""Time of a turn that names none: a Wednesday."""
LOOK_BACK = 6


class ReadTurn(Part):
    """Results of reading one turn.

    Args:
        unread: sentences that stay in the episode.
        refused: why proposals were not believed.
        notices: which readers did not answer.
        asked: whether it passed the gate and was read.
    """

    role: str
    drafts: tuple[Draft, ...] = ()
    unread: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    asked: bool = False
    seconds: float = 0.0


async def read_turn(
    turn: Turn, readers: Readers, ontology: Ontology, *, at: datetime = NOW, before: Sequence[Spoken] = ()
) -> ReadTurn:
    """Gate, readers and check on one turn."""
    judged = judge_words(turn.content, turn.role, tuple(before))
    if judged.verdict.action == "skip":
        return ReadTurn(role=turn.role)
    kind = kind_of(turn)
    sentences = tuple(kept_sentences(judged))
    passages = tuple(p.model_copy(update={"sentences": sentences}) for p in kind.passages(turn))
    request = ReadingRequest(passages=passages, before=tuple(before), said_at=at)
    reading = await readers.read(request, ontology, at)
    drafts = kind.drafts(turn, said_at=at, readings=Readings.of_reading(reading))
    return ReadTurn(
        role=turn.role,
        drafts=tuple(drafts),
        unread=tuple(unread.text for unread in reading.unread),
        refused=tuple(refused.reason for refused in reading.refused),
        notices=reading.notices,
        asked=True,
        seconds=reading.seconds,
    )


async def read_case(case: ExtractionCase, readers: Readers, ontology: Ontology) -> tuple[ReadTurn, ...]:
    """The judged turns, each with the turns before it."""
    read: list[ReadTurn] = []
    before: list[Spoken] = []
    first = 0 if case.judged == "all" else len(case.turns) - 1
    for place, turn in enumerate(case.turns):
        at = parse_time(turn.at) if turn.at else NOW
        if place >= first:
            said = Turn(role=turn.role, content=turn.content, speaker=turn.speaker)
            read.append(await read_turn(said, readers, ontology, at=at, before=before[-LOOK_BACK:]))
        before.append(Spoken(role=turn.role, content=turn.content))
    return tuple(read)


async def read_corpus(
    cases: Sequence[ExtractionCase], names: str, tell: Callable[..., None]
) -> tuple[list[tuple[ReadTurn, ...]], dict[str, Any]]:
    """Read every case with the readers of these names, in the form of ``MEMORIST_READERS``.

    Return the turns of each, and the sums: read turns, memories, unread sentences, refused proposals and failures by
    reason. ``tell`` is called after each case. Raises :class:`InvalidInput` for a name that means nothing.
    """
    settings = read_settings()
    readers = await ReadersByName().of(settings, names)
    ontology = load_ontologies(settings.ontologies)
    every: list[tuple[ReadTurn, ...]] = []
    for case in cases:
        every.append(await read_case(case, readers, ontology))
        tell(advance=1)
    turns = [turn for read in every for turn in read if turn.asked]
    return every, {
        "readers": names,
        "turns": len(turns),
        "memories": sum(len(turn.drafts) for turn in turns),
        "unread": sum(len(turn.unread) for turn in turns),
        "not_believed": dict(Counter(reason for turn in turns for reason in turn.refused).most_common(20)),
        "failures": dict(Counter(notice for turn in turns for notice in turn.notices).most_common(5)),
        "seconds": round(sum(turn.seconds for turn in turns), 3),
    }


def memories_of(read: Sequence[ReadTurn]) -> list[Draft]:
    """The drafts of a case, equal ones once."""
    distinct: dict[tuple[object, ...], Draft] = {}
    for turn in read:
        for draft in turn.drafts:
            key = draft.claim.identity() if draft.claim else (draft.content.casefold(),)
            distinct.setdefault((draft.type, *key), draft)
    return list(distinct.values())
