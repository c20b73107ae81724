"""Balance: would an intended act take something further that is out of balance already?"""

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
    found: list[Objection] = []
    if isinstance(act, MessageAct) and (repeated := _repeated(act, state, now, agent, thresholds)) is not None:
        id_, reason, alternative = repeated
        found.append(
            Objection(
                source="balance",
                id=id_,
                verdict="deny",
                what=act.content[:200],
                reason=f"{reason}.",
                alternative=alternative,
            )
        )
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


def _repeated(
    act: MessageAct, state: AgentState, now: datetime, agent: str | None, thresholds: Thresholds
) -> tuple[str, str, str] | None:
    """Return id, reason and alternative of the objection to a message that was posted or asked already."""
    messages = sorted((m for m in state.messages if m.at <= now), key=lambda m: m.at)
    said = already_said(act.content, messages)
    if said is not None:
        who = "You" if said.author == agent else said.author
        posted = f"{who} posted this at {said.at:%H:%M}: “{said.content}”"
        return "already_posted", posted, "Say nothing, or add what is new."
    asked = open_message_of(messages, agent)
    if asked is None or "?" not in act.content or not (asked.kind == "question" or "?" in asked.content):
        return None
    minutes = (now - asked.at).total_seconds() / 60
    wait = thresholds.ask_again_after - minutes
    if wait <= 0:
        return None
    told = f"You asked {minutes:.0f} minutes ago and nobody has answered yet"
    return "asking_again_too_soon", told, f"Find other work; ask again in {wait:.0f} minutes."
