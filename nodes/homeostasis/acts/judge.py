"""Judge: everything that speaks against an intended act, and the verdict that follows."""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from langgraph.runtime import Runtime

from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import parse_memory
from memorist.nodes.homeostasis.act import AnyAct, parse_act
from memorist.nodes.homeostasis.acts.balance import balance_objections
from memorist.nodes.homeostasis.acts.destructive import destructive, unreadable
from memorist.nodes.homeostasis.acts.rules import rule_objections
from memorist.nodes.homeostasis.acts.state import ActContext, ActState
from memorist.nodes.homeostasis.acts.tool_call import in_parts
from memorist.nodes.homeostasis.acts.verdict import ActVerdict, Objection, gravest
from memorist.nodes.homeostasis.given import AgentState, parse_state
from memorist.nodes.homeostasis.guidance import Guidance, Thresholds
from memorist.nodes.homeostasis.observe import guidance_for
from memorist.nodes.homeostasis.signals import signals_of
from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.result import FailedChannel

_log = logging.getLogger(__name__)


def objections_to(
    act: AnyAct,
    rules: Sequence[Memory],
    guidance: Guidance,
    thresholds: Thresholds,
    *,
    now: datetime,
    agent: str | None,
    state: AgentState | None = None,
    exceptions: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> tuple[Objection, ...]:
    """Return the objections to an act: its destruction, the hard rules, and the agent's own state if it is given.

    ``exceptions`` are permissions for a part of a rule, by its id.
    """
    parts = in_parts(act)
    found = destructive(parts, guidance.acts)
    found += rule_objections(parts, rules, also=[objection.what for objection in found], now=now, exceptions=exceptions)
    if state is not None:
        signals = signals_of(
            state, now, agent, report_every=thresholds.report_every, rush_window=thresholds.rush_window
        )
        if state.knowledge is not None:
            signals = signals.model_copy(update={"knowledge_score": state.knowledge.score})
        found += balance_objections(act, state, signals, guidance, thresholds, now=now, agent=agent)
    return tuple(found)


def verdict_on(
    objections: tuple[Objection, ...],
    failed: Sequence[FailedChannel] = (),
    checked: Sequence[str] = (),
    rules_of: datetime | None = None,
) -> ActVerdict:
    """Deny if anything says so, else warn, else allow; while the rules may have changed nothing is simply allowed.

    ``rules_of`` is when the rules were last known, where the memory could not be reached and a snapshot stood in.
    """
    worst = gravest(objections)
    if worst is not None and not (failed and worst.verdict == "allow"):
        return ActVerdict(
            action=worst.verdict,
            reason=worst.reason,
            alternative=worst.alternative,
            objections=objections,
            checked=tuple(checked),
            failed=tuple(failed),
        )
    if failed:
        return ActVerdict(
            action="warn",
            reason="The memory could not be reached, so its hard rules are unknown."
            if rules_of is None
            else f"The memory could not be reached; its hard rules, as last known at {rules_of:%Y-%m-%d %H:%M} UTC, do "
            "not forbid this.",
            alternative="Ask before anything risky.",
            checked=tuple(checked),
            failed=tuple(failed),
        )
    return ActVerdict(action="allow", checked=tuple(checked))


async def judge(state: ActState, runtime: Runtime[ActContext], resources: Resources) -> dict[str, Any]:
    """Put the verdict together."""
    guidance = await guidance_for(resources)
    thresholds = Thresholds.model_validate(state["thresholds"])
    rules = [parse_memory(rule) for rule in state["rules"]]
    given = state.get("stated")
    try:
        objections = objections_to(
            parse_act(state["action"]),
            rules,
            guidance,
            thresholds,
            now=parse_time(state["now"]).astimezone(ZoneInfo((await resources.settings()).timezone)),
            agent=state["scope"]["agent_id"],
            state=parse_state(given) if given else None,
            exceptions=state["exceptions"],
        )
    except Exception:  # noqa: BLE001 - an act, however strange, must not stop the agent
        _log.exception("an act could not be read")
        objections = (
            unreadable(
                "do something that could not be read", "The check of it failed: see the log.", "Do it in plainer steps."
            ),
        )
    failed = [FailedChannel.model_validate(f) for f in state["failed"]]
    checked = (
        f"{len(guidance.acts)} rules on commands",
        f"{len(rules)} hard rules",
        *(("own state",) if given else ()),
    )
    rules_of = parse_time(known) if (known := state.get("rules_of")) else None
    return {"verdict": verdict_on(objections, failed, checked, rules_of).model_dump(mode="json")}
