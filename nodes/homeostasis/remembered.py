"""What the memory adds to what is judged: the standing rules, models and episodes, in one statement."""

import asyncio
from datetime import datetime
from typing import Any

from hypomnema.memory_store.domain.errors import HypomnemaError
from hypomnema.memory_store.domain.scope import Scope
from hypomnema.memory_store.reading import Moment, Standing
from hypomnema.memory_store.rule_snapshot import LastRules, RuleSnapshots
from hypomnema.nodes.resources import Resources


async def standing_now(
    resources: Resources, scope: Scope, now: datetime, *, channel: str
) -> tuple[Standing, list[dict[str, Any]]]:
    """What stands, and what failed: a store that is down is named under ``channel``, and nothing stands then."""
    try:
        return await (await resources.store()).standing(scope, Moment.of(now)), []
    except HypomnemaError as error:
        return Standing(), [{"channel": channel, "error": str(error)}]


async def last_known_rules(resources: Resources, group_id: str) -> LastRules | None:
    """The hard rules as they were known before the store went away; null when none were ever kept."""
    snapshots = RuleSnapshots.of(await resources.settings(), await resources.url())
    return await asyncio.to_thread(snapshots.read, group_id)
