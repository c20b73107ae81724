"""Memories for an assessment: the standing rules, models and episodes, in one statement."""

from datetime import datetime
from typing import Any

from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.reading import Moment, Standing
from memorist.nodes.resources import Resources


async def standing_now(
    resources: Resources, scope: Scope, now: datetime, *, channel: str
) -> tuple[Standing, list[dict[str, Any]]]:
    """Rules, models and episodes of a scope, and failures: if the store is down, none and an error for ``channel``."""
    try:
        return await (await resources.store()).search.standing(scope, Moment.of(now)), []
    except MemoristError as error:
        return Standing(), [{"channel": channel, "error": str(error)}]
