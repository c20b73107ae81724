"""Balance: would an intended act take something further that is out of balance already?"""

from collections.abc import Sequence
from datetime import datetime

from memorist.nodes.homeostasis.act import AnyAct, MessageAct
from memorist.nodes.homeostasis.acts.verdict import Objection
from memorist.nodes.homeostasis.given import AgentState
from memorist.nodes.homeostasis.guardrails import reached
from memorist.nodes.homeostasis.guidance import Guidance, Thresholds
from memorist.nodes.homeostasis.signals import Signals, already_said, open_message_of


def balance_objections(
    act: AnyAct,
    state: AgentState,
    signals: Signals,
    guidance: Guidance,
    thresholds: Thresholds,
    *,
    now: datetime,
    agent: str | None,
) -> list[Objection]:
    """Return the objections of the agent's own state: said already, asked a moment ago, or an extreme reached."""
    found = [*_repeats(act, state, now, agent, thresholds)] if isinstance(act, MessageAct) else []
    rules = [rule for rule in guidance.guardrails if act.kind in rule.about]
    for guardrail in reached(rules, signals, thresholds):
        found.append(
            Objection(
                source="balance",
                id=guardrail.id,
                verdict="warn",
                what=act.text()[:200],
                reason=f"{'; '.join(guardrail.evidence)}.".capitalize(),
                alternative=guardrail.action,
            )
        )
    return found


def _repeats(
    act: MessageAct, state: AgentState, now: datetime, agent: str | None, thresholds: Thresholds
) -> Sequence[Objection]:
    messages = sorted((m for m in state.messages if m.at <= now), key=lambda m: m.at)
    said = already_said(act.content, messages)
    if said is not None:
        who = "You" if said.author == agent else said.author
        return [
            _objection(
                "already_posted",
                f"{who} posted this at {said.at:%H:%M}: “{said.content}”",
                "Say nothing, or add what is new.",
                act,
            )
        ]
    asked = open_message_of(messages, agent)
    if asked is None or not act.asks or not (asked.kind == "question" or "?" in asked.content):
        return []
    minutes = (now - asked.at).total_seconds() / 60
    if minutes >= thresholds.ask_again_after:
        return []
    wait = thresholds.ask_again_after - minutes
    return [
        _objection(
            "asking_again_too_soon",
            f"You asked {minutes:.0f} minutes ago and nobody has answered yet",
            f"Find other work; ask again in {wait:.0f} minutes.",
            act,
        )
    ]


def _objection(id_: str, reason: str, alternative: str, act: MessageAct) -> Objection:
    return Objection(
        source="balance", id=id_, verdict="deny", what=act.content[:200], reason=f"{reason}.", alternative=alternative
    )
