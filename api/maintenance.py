"""Maintenance: promote, decay, archive and share, at the end of a session or on a schedule."""

import logging
from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from memorist.api.checking import checked
from memorist.api.scoped import ScopedPart
from memorist.memory_store.domain.actor import Actor, acting
from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.domain.scope import Name
from memorist.nodes.contexts import identity_of
from memorist.nodes.promotion.state import PromotionContext, PromotionReport, Stages

_log = logging.getLogger(__name__)


class ScopedMaintenance(ScopedPart):
    """Maintenance passes over the group of a scope."""

    @checked
    async def maintain(
        self,
        *,
        stages: Stages = "all",
        dry_run: bool = False,
        reason: str | None = None,
        holder: Name | None = None,
        on_progress: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> PromotionReport:
        """One pass over the group. Safe to run twice, and by several workers at once.

        Args:
            stages: all, or only what promotes.
            dry_run: decide, tell the change sets, write nothing.
            reason: kept in the report ("session end").
            holder: who takes the group's lease; default: a new name. While another has it, ``busy`` in the report
                names him, and nothing was done.
            on_progress: told of each page: {stage, done, total}.
        """
        identity = identity_of(self.scope, self.clock)
        context = PromotionContext(**identity, stages=stages, dry_run=dry_run, holder=holder)
        result: dict[str, Any] = {}
        operation = uuid4().hex
        with acting(Actor.of(self.scope), operation=operation):
            stream: Any = self.graphs.promotion.astream(
                {"reason": reason}, context=context, stream_mode=["custom", "updates"]
            )
            async for mode, told in stream:
                if mode == "custom" and on_progress is not None:
                    on_progress(told)
                elif mode == "updates" and "report" in told:
                    result = told["report"]["result"]
        return PromotionReport.model_validate({**result, "operation": operation})

    @checked
    async def promote(self, *, dry_run: bool = False) -> PromotionReport:
        """:meth:`maintain` without decay and archive: for the end of a session."""
        return await self.maintain(stages="promote", dry_run=dry_run)

    async def end_session(self, session_id: str | None = None) -> PromotionReport | None:
        """Promote what was learned in a session. Never raises: a failure is logged, the next pass makes up for it."""
        if session_id is not None:
            self.graphs.sessions.end(self.scope, session_id)
        try:
            return await self.maintain(stages="promote", reason="session end")
        except MemoristError:
            _log.exception("the session's memories could not be promoted; the next pass makes up for it")
            return None
