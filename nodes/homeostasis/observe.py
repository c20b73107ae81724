"""Observe: who asks and when, what the agent says about itself, and what the memory adds to it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.errors import InvalidInput, MemoristError
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import DomainModel, Episodic
from memorist.memory_store.reading import Moment, Standing
from memorist.memory_store.standing import RULE_EXCEPTION
from memorist.memory_store.threads import in_thread
from memorist.nodes.contexts import context_as
from memorist.nodes.homeostasis.carry_over import delegation_of
from memorist.nodes.homeostasis.clarify import question_of
from memorist.nodes.homeostasis.given import parse_state
from memorist.nodes.homeostasis.guidance import Guidance, Thresholds, load_guidance
from memorist.nodes.homeostasis.intake import thresholds_in
from memorist.nodes.homeostasis.signals import signals_of
from memorist.nodes.homeostasis.state import HomeostasisContext, HomeostasisRequest, fresh
from memorist.nodes.resources import Resources
from memorist.nodes.secrets.masking import mask_input


async def guidance_for(resources: Resources) -> Guidance:
    """The guidance that the settings name; a file is read in a thread."""
    settings = await resources.settings()
    return await in_thread(load_guidance, settings.guidance)


def thresholds_for(guidance: Guidance, models: Iterable[Memory], agent: str | None) -> Thresholds:
    """The guidance's figures with those of the agent's intake over them."""
    figures: dict[str, float] = {}
    for model in models:
        if isinstance(model, DomainModel) and model.scope.agent_id in (None, agent):
            figures |= thresholds_in(model)
    known = {name: value for name, value in figures.items() if name in Thresholds.model_fields}
    return guidance.thresholds.changed(known)


async def standing_now(
    resources: Resources, scope: Scope, now: datetime, *, channel: str
) -> tuple[Standing, list[dict[str, Any]]]:
    """Rules with their exceptions, models and episodes of a scope, and failures.

    If the store is down, there are none of them, and an error for ``channel``.
    """
    try:
        return await (await resources.store()).search.standing(scope, Moment.of(now), kinds=(RULE_EXCEPTION,)), []
    except MemoristError as error:
        return Standing(), [{"channel": channel, "error": str(error)}]


async def observe(
    state: HomeostasisRequest, runtime: Runtime[HomeostasisContext], resources: Resources
) -> dict[str, Any]:
    """Read the agent's state, secrets masked. An invalid one ends the run; a store that is down is only reported."""
    context = context_as(HomeostasisContext, runtime.context)
    try:
        told, _ = mask_input(state.agent_state)
        given = parse_state(told)
        guidance = await guidance_for(resources)
    except InvalidInput as error:
        return {**fresh(), "error": {"message": str(error), "field": error.field}}
    scope = context.scope(await resources.settings())
    now = context.present(await resources.clock())
    standing, failed = await standing_now(resources, scope, now, channel="memory")
    thresholds = thresholds_for(guidance, standing.models, scope.agent_id)
    episodes = (delegation_of(episode) for episode in standing.episodes if isinstance(episode, Episodic))
    failures = [failed_before for failed_before in episodes if failed_before is not None]
    question = question_of(given, thresholds)
    return {
        **fresh(),
        "begun_with": context.model_dump(mode="json", exclude_unset=True),
        "agent_state": told,
        "scope": scope.model_dump(),
        "now": time_text(now),
        "thresholds": thresholds.model_dump(),
        "earlier_failures": [f.model_dump(mode="json") for f in failures],
        "question": question.model_dump(mode="json") if question else None,
        "knowledge": given.knowledge.model_dump(mode="json") if given.knowledge else None,
        "signals": signals_of(
            given,
            now,
            scope.agent_id,
            earlier_failures=failures,
            report_every=thresholds.report_every,
            rush_window=thresholds.rush_window,
        ).model_dump(mode="json"),
        "failed": failed,
    }
