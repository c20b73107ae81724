"""Audit: each verdict goes into the change log, with the act as it was meant, its secrets masked."""

import asyncio
import re
from datetime import datetime
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.clock import parse_time, time_text
from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.scope import Scope
from memorist.nodes.contexts import context_as
from memorist.nodes.homeostasis.act import AnyAct, parse_act
from memorist.nodes.homeostasis.acts.state import ActContext, ActState
from memorist.nodes.homeostasis.acts.verdict import ActVerdict
from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.result import FailedChannel
from memorist.nodes.secrets.masking import mask

RUN = "check_action"
MAX_CHARS = 500
ON_COMMAND_LINES = re.compile(
    r"(?i)((?:bearer|basic)\s+|://[^\s:/@]+:|--?(?:password|passwd|token|secret|api-?key)[= ]|"
    r"\b\w*(?:password|passwd|token|secret|api_?key)\w*[\"']?\s*[=:]\s*[\"']?)[^\s\"'@&\[]{3,}"
)
"""Values behind the name of a secret in a command, however short."""


def masked(text: str) -> str:
    """``text`` with what follows the name of a secret taken out, on one line, at most 500 characters."""
    lead = " " if text[:1] == " " else ""
    without, _ = mask(text.replace("\x00", " "))
    flat = lead + " ".join(ON_COMMAND_LINES.sub(r"\1***", without).split())
    return flat if len(flat) <= MAX_CHARS else f"{flat[: MAX_CHARS - 1]}…"


def audit_entry(act: AnyAct, verdict: ActVerdict, scope: Scope, at: datetime) -> ChangeSet:
    """A change set that changes nothing but the log; the same act at the same moment is one entry."""
    because = f" {verdict.reason}" if verdict.reason else ""
    instead = f" Instead: {verdict.alternative}" if verdict.alternative else ""
    against = "".join(f" [{o.source}:{o.id} {o.verdict}]" for o in verdict.objections)
    who = scope.agent_id or "an agent"
    meant = act.model_dump_json().replace("\x1f", " ")
    return ChangeSet(
        id=stable_id(scope.group_id, RUN, scope.agent_id or "", time_text(at), meant),
        group_id=scope.group_id,
        at=at,
        run=RUN,
        reason=f"{verdict.action}: {who} meant: {masked(act.text())}.{masked(because + instead)}{against}",
    )


async def audit(state: ActState, runtime: Runtime[ActContext], resources: Resources) -> dict[str, Any]:
    """Write the entry; when it cannot be written the verdict stands, and says so."""
    if not context_as(ActContext, runtime.context).audit:
        return {}
    verdict = ActVerdict.model_validate(state["verdict"])
    entry = audit_entry(
        parse_act(state["action"]), verdict, Scope.model_validate(state["scope"]), parse_time(state["now"])
    )
    try:
        async with asyncio.timeout(state["seconds_left"]):
            await (await resources.store()).changes.apply(entry)
        told = verdict.model_copy(update={"audit_id": entry.id})
    except (MemoristError, TimeoutError) as error:
        failed = FailedChannel(channel="audit", error=str(error) or "no time was left (MEMORIST_CHECK_TIMEOUT)")
        told = verdict.model_copy(update={"failed": (*verdict.failed, failed)})
    return {"verdict": told.model_dump(mode="json")}
