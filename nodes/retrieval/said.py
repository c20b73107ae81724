"""Utterances about something, in their own words: found also where no memory was made of them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.embedders.words import word_vectors
from memorist.memory_store.reading import Moment
from memorist.memory_store.store import Store
from memorist.nodes.retrieval.channels.raw_episodes import as_told, may_be_told, retrievable
from memorist.nodes.retrieval.features import relevance, task_words

MAX_SAID = 10
"""Inputs that are shown beside the memories that were found."""


@dataclass(frozen=True)
class Said:
    """An input that speaks of what is looked for.

    Args:
        id: of the raw episode.
        content: the passage that speaks of it most.
        speaker: who said it; null where nobody is known, as of a document.
        at: when.
        coverage: the share of the query that it speaks of, between 0 and 1.
        whole: true if the passage is all of it.
    """

    id: str
    content: str
    speaker: str | None
    at: datetime
    coverage: float
    whole: bool

    @property
    def speaks_of_all(self) -> bool:
        """True if it speaks of every word of the query."""
        return self.coverage == 1


async def said_about(
    store: Store,
    scope: Scope,
    query: str,
    vector: Vector,
    moment: Moment,
    *,
    told: Collection[str] = (),
    limit: int = MAX_SAID,
    overheard: bool = True,
) -> list[Said]:
    """The inputs that speak of a query, best first; one statement, or up to three if other people's words are found.

    What another person said about themselves is left out unless the query names that person, the reader took part in
    the session, or it was said in front of others and not confided.

    Args:
        store: that is searched.
        scope: the reader's.
        query: words, or what it is about.
        vector: the query's.
        moment: what is looked at.
        told: ids of memories that are shown already: what one of them was learned from is not shown again.
        limit: at most so many.
        overheard: include what others said about themselves in front of somebody.
    """
    turns = await store.search.turns(scope, vector, task_words(query), moment)
    texts = [
        (turn, text, len(passages) == 1)
        for turn in await as_told(store, scope, query, turns, moment, overheard=overheard)
        if not set(told) & set(turn.told) and may_be_told(scope.user_id, query, turn)
        for passages in (retrievable(turn),)
        for text in passages
    ]
    result = relevance(query, [text for _, text, _ in texts], await word_vectors(), moment.valid_at)
    best: dict[str, Said] = {}
    order: list[int] = np.argsort(-result.scores, kind="stable").tolist()
    for i in order:
        turn, text, whole = texts[i]
        said = Said(turn.id, text.text, turn.speaker, turn.at, round(float(result.covered[i]), 3), whole)
        best.setdefault(turn.id, said)
    return [*best.values()][:limit]
