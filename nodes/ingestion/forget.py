"""Forget: a wish to forget in a turn becomes a proposal that a person confirms; nothing is erased unasked."""

from typing import Any

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict, Field

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.forgetting.plan import ForgetPlan, nothing_goes
from memorist.nodes.contexts import context_as
from memorist.nodes.draft import Verdict
from memorist.nodes.forgetting.find import find
from memorist.nodes.ingestion.gate import FORGET
from memorist.nodes.ingestion.result import ForgetProposal, IngestResult
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.interrupting import ask_person
from memorist.nodes.reading.forget_request import wishes_in
from memorist.nodes.resources import Resources


class ForgetAnswer(BaseModel):
    """A person's answer to a proposal to forget."""

    model_config = ConfigDict(extra="forbid")

    forget: bool = Field(description="whether to erase what the proposal lists, for ever")
    fingerprint: str | None = Field(default=None, description="that of the proposal which was read")


def asks_to_forget(state: IngestionState) -> bool:
    """Whether the turn is a request to forget."""
    return (state.get("verdict") or {}).get("category") == FORGET


async def forget(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Say what would go. With somebody there to ask, ask, and erase what was confirmed; else leave it a proposal.

    Raises :class:`InvalidInput` for what is no answer.
    """
    context = context_as(IngestionContext, runtime.context)
    store = await resources.store()
    episode = RawEpisode.model_validate(state["episode"])
    each = wishes_in(episode.content)
    asked = " and ".join(each)
    if not asked:
        return _result_with(state, ForgetProposal(asked=asked, plan=None))
    wanted = await find(store, episode.scope, *each)
    plan = await store.forgetting.preview(episode.scope, ids=wanted.ids, text=wanted.text)
    proposal = ForgetProposal(asked=asked, wishes=tuple(each), plan=plan)
    if plan.empty:
        told = _result_with(state, proposal)
        return {**told, "notices": [*state.get("notices", ()), f"nothing was forgotten: {nothing_goes(plan)}"]}
    if context.dry_run or state["on_conflict"] != "ask":
        return _result_with(state, proposal)
    answer = ask_person(_question(plan, asked), ForgetAnswer)
    if not answer.forget:
        return _result_with(state, proposal)
    confirmed = answer.fingerprint or plan.fingerprint
    done = await store.forgetting.forget(episode.scope, ids=wanted.ids, text=wanted.text, confirmed=confirmed)
    what_went = {"plan": done.plan, "erased": done.erased, "remains": done.remains}
    return _result_with(state, proposal.model_copy(update=what_went))


def _question(plan: ForgetPlan, asked: str) -> dict[str, Any]:
    return {
        "question": f"Forget this for ever? Asked for: {asked}",
        "going": [going.model_dump() for going in plan.going],
        "lose_their_words": [each.model_dump() for each in plan.emptied],
        "said_and_kept": [each.model_dump() for each in plan.said_in],
        "recomputed": [each.model_dump() for each in plan.recomputed],
        "waiting": plan.waiting,
        "fingerprint": plan.fingerprint,
    }


def _result_with(state: IngestionState, proposal: ForgetProposal) -> dict[str, Any]:
    verdict = Verdict.model_validate(state["verdict"])
    result = IngestResult(id=state["episode"]["id"], verdict=verdict, forget=proposal)
    return {"result": result.model_dump(mode="json")}
