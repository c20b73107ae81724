"""What was said about something, in the words in which it was said: found also where no memory was made of it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.visibility import may_see_words
from memorist.memory_store.embedders.words import word_vectors
from memorist.memory_store.reading import Moment, TurnFound
from memorist.memory_store.store import Store
from memorist.nodes.retrieval.attribution import named_in
from memorist.nodes.retrieval.channels.raw_episodes import owner_of
from memorist.nodes.retrieval.scoring import NEAR_ENOUGH
from memorist.nodes.retrieval.turns import question_words, rank_turns
from memorist.nodes.retrieval.utterance import utterance_of

MOST_SAID = 10
"""Inputs that are shown beside the memories that were found."""


@dataclass(frozen=True)
class Said:
    """An input that speaks of what is looked for.

    Args:
        id: of the raw episode.
        content: its words.
        speaker: who said it; null where nobody is known, as of a document.
        at: when.
        coverage: the share of the query that it speaks of, between 0 and 1.
    """

    id: str
    content: str
    speaker: str | None
    at: datetime
    coverage: float


async def said_about(
    store: Store,
    scope: Scope,
    query: str,
    vector: Vector,
    moment: Moment,
    *,
    told: Collection[str] = (),
    limit: int = MOST_SAID,
) -> list[Said]:
    """The inputs that speak of a query, best first; one statement.

    Questions, requests and greetings state nothing and are left out, as is what another person said of himself unless
    the query names him.

    Args:
        store: that is searched.
        scope: the reader's.
        query: words, or what it is about.
        vector: the query's.
        moment: what is looked at.
        told: ids of memories that are shown already: what one of them was learned from is not shown again.
        limit: at most so many.
    """
    turns = await store.search.turns(scope, vector, question_words(query), moment)
    shown = [
        turn
        for turn in turns
        if not set(told) & set(turn.told)
        and (turn.kind != "turn" or utterance_of(turn.content) == "statement")
        and _may_see(scope.user_id, query, turn)
    ]
    ranked = rank_turns(query, shown, await word_vectors(), moment.valid_at)
    near = [one for one in ranked if one.coverage >= NEAR_ENOUGH]
    return [Said(t.turn.id, t.turn.content, t.turn.speaker, t.turn.at, round(t.coverage, 3)) for t in near[:limit]]


def _may_see(viewer: str | None, query: str, turn: TurnFound) -> bool:
    whose, kind = owner_of(turn)
    return may_see_words(viewer, whose, turn.content, kind) or (whose is not None and named_in(whose, query))
