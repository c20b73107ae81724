"""Scores of a ranker for the candidates of one question; a recall goes on without one that fails."""

import asyncio
import logging
from collections.abc import Sequence
from statistics import median
from weakref import WeakKeyDictionary

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.rankers.base import RankCandidate, Ranker, TokenRanker
from memorist.memory_store.reading import TurnFound
from memorist.memory_store.store import Store
from memorist.nodes.reading.breaker import NOT_NOW, Breaker

_log = logging.getLogger(__name__)

RANKER = "ranker"
"""The channel under which a failure is told."""
_BREAKERS: WeakKeyDictionary[Ranker, Breaker] = WeakKeyDictionary()


async def ranker_scores(
    store: Store, scope: Scope, task: str, turns: Sequence[TurnFound], notices: list[str]
) -> dict[str, float] | None:
    """The scores of turns by their ids; null without a ranker.

    Why there are none although a ranker is set is added to ``notices``. A turn that it has no vectors of gets the
    median. After ``reader_failures`` in a row it is not asked for ``reader_pause`` seconds.
    """
    ranker = store.ranker
    if ranker is None or not turns:
        return None
    breaker = _breaker(ranker, store)
    if breaker.is_open:
        notices.append(f"{breaker.reason} {NOT_NOW}")
        return None
    try:
        async with asyncio.timeout(store.settings.ranker_timeout):
            scores = await ranker.scores(task, await _candidates(store, scope, ranker, turns))
    except TimeoutError:
        why = f"the ranker did not answer within {store.settings.ranker_timeout:g} s (MEMORIST_RANKER_TIMEOUT)"
    except MemoristError as error:
        why = str(error)
    except Exception as error:  # noqa: BLE001 - a model may raise anything; the recall goes on without it
        _log.exception("ranker")
        why = f"unexpected {type(error).__name__}: {error}"
    else:
        breaker.succeeded()
        return _scored(turns, scores, notices)
    breaker.failed(why)
    notices.append(why)
    return None


async def _candidates(store: Store, scope: Scope, ranker: Ranker, turns: Sequence[TurnFound]) -> list[RankCandidate]:
    stored = isinstance(ranker, TokenRanker)
    tokens = await store.search.tokens(scope, [turn.id for turn in turns]) if stored else {}
    return [
        RankCandidate(RawEpisode.unit_of(turn.at, turn.speaker, turn.content), tokens.get(turn.id)) for turn in turns
    ]


def _scored(turns: Sequence[TurnFound], scores: Sequence[float | None], notices: list[str]) -> dict[str, float] | None:
    there = [score for score in scores if score is not None]
    if not there:
        notices.append("no turn found has vectors of the ranker that is set: run memorist re-embed")
        return None
    middle = median(there)
    return {turn.id: middle if score is None else score for turn, score in zip(turns, scores, strict=True)}


def _breaker(ranker: Ranker, store: Store) -> Breaker:
    if ranker not in _BREAKERS:
        settings = store.settings
        _BREAKERS[ranker] = Breaker(failures=settings.reader_failures, pause=settings.reader_pause)
    return _BREAKERS[ranker]
