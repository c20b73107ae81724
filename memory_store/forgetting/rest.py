"""Rest: what is kept of a raw input of which only some sentences are to be forgotten, as an input of its own.

The whole input is withdrawn, and erased when that is confirmed. The memories that rest on the other sentences alone
name the new input from then on, so that they are neither erased nor weakened with the whole one. An agent's answer to
such an input may stay as it is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from memorist.memory_store.domain.clauses import clauses_of
from memorist.memory_store.domain.episode import EpisodeReading, RawEpisode
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.forgetting.holdings import HeldEpisode
from memorist.memory_store.forgetting.sentences import sentences_of


@dataclass(frozen=True)
class Rest:
    """The other sentences of an input of which some are to be forgotten.

    Args:
        of: the id of the whole input.
        episode: the input with its other sentences; the whole one itself if it is an answer that stays.
        moved: ids of the memories that rest on those alone.
        reading: its mark, without the sentences that go.
    """

    of: str
    episode: RawEpisode
    moved: frozenset[str]
    reading: EpisodeReading

    @property
    def stays(self) -> bool:
        """True for an answer that stays as it is, though it answers an input of which some sentences go."""
        return self.episode.id == self.of


def rests_on(memory: Memory, episode_id: str, kept: str) -> bool:
    """Return true if all that a memory quotes of an input is in the words that are kept."""
    quotes = [quote.text for quote in memory.quotes if quote.episode_id == episode_id]
    return bool(quotes) and all(quote in kept for quote in quotes)


NAMING = ("source_episode_ids", "quotes", "lineage")
"""Fields of a memory that name what it rests on."""


def moved(memory: Memory, rests: Iterable[Rest]) -> Memory:
    """Return a memory as it is when the rests are stored: it names them in the place of the whole inputs."""
    there = {rest.of: rest.episode.id for rest in rests if memory.id in rest.moved}
    if not there:
        return memory

    def replaced(ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(there.get(id_, id_) for id_ in ids)

    quotes = tuple(
        one.model_copy(update={"episode_id": there.get(one.episode_id, one.episode_id)}) for one in memory.quotes
    )
    lineage = memory.lineage.model_copy(update={"original_source_ids": replaced(memory.lineage.original_source_ids)})
    sources = replaced(memory.source_episode_ids)
    return memory.model_copy(update=dict(zip(NAMING, (sources, quotes, lineage), strict=True)))


def without_rest(episode: HeldEpisode, kept: str) -> HeldEpisode:
    """Return an input with the words alone that are not kept; what is told of it, and recognised later, is those."""
    gone = " ".join(part for one in sentences_of(episode.content) if one not in kept for part in _parts_gone(one, kept))
    return replace(episode, content=gone or episode.content)


def _parts_gone(sentence: str, kept: str) -> list[str]:
    """Return the statements of a sentence that are not kept; the sentence itself if none of them is."""
    for fragments in (False, True):
        parts = [sentence[start:end] for start, end in clauses_of(sentence, fragments=fragments)]
        if len(left := [part for part in parts if part not in kept]) < len(parts):
            return left
    return [sentence]
