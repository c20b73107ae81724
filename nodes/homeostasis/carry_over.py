"""Carry over: what an aborted delegation leaves, so that the next one need not begin again."""

from collections.abc import Sequence
from datetime import datetime
from typing import get_args

from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Source, Trust
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import Episodic
from memorist.nodes.homeostasis.given import Delegation
from memorist.nodes.homeostasis.result import CarryOver
from memorist.nodes.homeostasis.signals import failures_of

TAG = "delegation"
DONE, LEFT, BECAUSE = "done: ", "left: ", "reason: "


def carried_over(delegations: Sequence[Delegation], now: datetime) -> tuple[CarryOver, ...]:
    """Return the remains of each work whose last delegation failed."""
    return tuple(
        CarryOver(task=d.task, worker=d.worker, done=d.done, left=d.left, reason=d.reason, failures=count)
        for d, count in failures_of(delegations, now)
    )


def episode_of(delegation: Delegation, scope: Scope, now: datetime) -> Episodic:
    """A failed delegation as something that happened, noted ``now``; the same delegation has the same id."""
    ended = "was aborted" if delegation.outcome == "aborted" else "failed"
    done = f" Done: {'; '.join(delegation.done)}." if delegation.done else ""
    left = f" Left: {'; '.join(delegation.left)}." if delegation.left else ""
    because = f" Reason: {delegation.reason.rstrip('.')}." if delegation.reason else ""
    lessons = [f"{DONE}{x}" for x in delegation.done] + [f"{LEFT}{x}" for x in delegation.left]
    return Episodic(
        id=stable_id(
            scope.group_id,
            "delegation",
            scope.agent_id or "",
            delegation.worker,
            delegation.task,
            delegation.at.isoformat(),
        ),
        scope=scope.model_copy(update={"session_id": None}),
        content=f"{delegation.worker} was given {delegation.task!r}; it {ended}.{done}{left}{because}",
        summary=delegation.task,
        source=Source.OBSERVATION,
        trust=Trust.OBSERVED,
        created_at=now,
        valid_from=delegation.at,
        timestamp=delegation.at,
        participants=(delegation.worker,),
        outcome="partial" if delegation.done else "failure",
        lessons=(*lessons, *([f"{BECAUSE}{delegation.reason}"] if delegation.reason else [])),
        tags=(TAG, delegation.outcome),
        extraction_method="homeostasis",
    )


def delegation_of(episode: Episodic) -> Delegation | None:
    """A failed delegation read back out of its episode; null for any other episode."""
    outcome = episode.tags[1] if len(episode.tags) > 1 and episode.tags[0] == TAG else None
    if outcome not in get_args(Delegation.model_fields["outcome"].annotation):
        return None

    def told(prefix: str) -> tuple[str, ...]:
        return tuple(x.removeprefix(prefix) for x in episode.lessons if x.startswith(prefix))

    return Delegation.model_validate(
        {
            "at": episode.timestamp,
            "worker": next(iter(episode.participants), "worker"),
            "task": episode.summary or episode.content,
            "outcome": outcome,
            "done": told(DONE),
            "left": told(LEFT),
            "reason": next(iter(told(BECAUSE)), ""),
        }
    )
