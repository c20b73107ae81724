"""Keeping the vectors of tokens that a ranker by late interaction scores raw episodes by."""

import asyncio
import logging
from collections.abc import Sequence

from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.domain.episode import WITHHELD, RawEpisode, TokenVectors
from memorist.memory_store.domain.errors import RankerUnavailable
from memorist.memory_store.rankers.base import TokenRanker
from memorist.memory_store.reading import Finding
from memorist.memory_store.statements import dialects

_log = logging.getLogger(__name__)

MISSING = "missing_token_vectors"
"""The finding of an episode that the ranker has no vectors of: it is ranked without."""


async def tokens_of_episodes(connection: StoreConnection, episodes: Sequence[RawEpisode]) -> dict[str, TokenVectors]:
    """The vectors to be written with these episodes, by their ids; none where no such ranker is set.

    A ranker that fails, or takes longer than ``ranker_timeout`` an episode, is logged: the episodes are written
    without, and ``memorist re-embed`` adds what is missing.
    """
    ranker = connection.ranker
    told = [episode for episode in episodes if episode.content != WITHHELD]
    if not isinstance(ranker, TokenRanker) or not told:
        return {}
    try:
        async with asyncio.timeout(connection.settings.ranker_timeout * (1 + len(told))):
            tokens = await ranker.tokens([episode.text_to_embed() for episode in told])
    except (RankerUnavailable, TimeoutError) as error:
        why = str(error) or "it did not answer in time"
        _log.warning("%d episodes are written without token vectors (memorist re-embed adds them): %s", len(told), why)
        return {}
    return {episode.id: some for episode, some in zip(told, tokens, strict=True)}


async def token_findings(connection: StoreConnection, group_id: str) -> list[Finding]:
    """Episodes whose vectors are another ranker's or of another size, or are missing; one statement.

    None where no such ranker is set; one that cannot be loaded is a finding itself.
    """
    ranker = connection.ranker
    if not isinstance(ranker, TokenRanker):
        return []
    try:
        await ranker.ready()
    except RankerUnavailable as error:
        return [Finding("ranker_unavailable", str(error), (group_id,), severity="warning")]
    rows = await connection.read(
        group_id,
        dialects.TOKENS[connection.database.dialect].findings,
        ranker=ranker.name,
        dimension=ranker.dimension,
    )
    return [
        Finding(row["kind"], row["message"], tuple(row["ids"]), "warning" if row["kind"] == MISSING else "error")
        for row in rows
    ]
