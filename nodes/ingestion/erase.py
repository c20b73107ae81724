"""Erase: a person is asked about what is hidden on request, and it is erased if they confirm it."""

from typing import Any

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict, Field

from memorist.memory_store.domain.episode import RawEpisode
from memorist.nodes.forgetting.hide import still_stored
from memorist.nodes.ingestion.result import ForgetProposal
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.interrupting import ask_person
from memorist.nodes.resources import Resources

STAYS_HIDDEN = "nothing was erased: it stays hidden from recall and search, and undo brings it back"
CHANGED = "The plan has changed since it was shown. "


class ForgetAnswer(BaseModel):
    """A person's answer to a proposal to forget."""

    model_config = ConfigDict(extra="forbid")

    forget: bool = Field(description="whether to erase what the proposal lists, for ever")
    fingerprint: str | None = Field(default=None, description="that of the proposal which was read")


async def erase(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Ask whether to erase what is hidden, and erase what was confirmed.

    If it is no longer what was shown, ``erasing`` stays, and the person is asked again. Raises :class:`InvalidInput`
    for what is no answer.
    """
    store, sought = await resources.store(), state.get("erasing") or {}
    proposal = ForgetProposal.model_validate(state.get("forget"))
    answer = ask_person(_question(proposal, sought), ForgetAnswer)
    if not answer.forget:
        return {"erasing": None, "notices": [*state.get("notices", ()), STAYS_HIDDEN]}
    scope = RawEpisode.model_validate(state["episode"]).scope
    ids = await still_stored(store, scope, sought["ids"])
    meant: dict[str, Any] = {"ids": ids, "text": sought["texts"], "spared": sought["spared"]}
    plan = await store.forgetting.preview(scope, **meant)
    if not plan.empty and plan.fingerprint != (answer.fingerprint or proposal.plan.fingerprint):
        shown = proposal.model_copy(update={"plan": plan})
        return {"forget": shown.model_dump(mode="json"), "erasing": {**sought, "changed": True}}
    done = await store.forgetting.forget(scope, **meant, confirmed=plan.fingerprint)
    what_went = {"plan": done.plan, "erased": done.erased, "remains": done.remains}
    return {"forget": proposal.model_copy(update=what_went).model_dump(mode="json"), "erasing": None}


def _question(proposal: ForgetProposal, sought: dict[str, Any]) -> dict[str, Any]:
    plan = proposal.plan
    return {
        "question": f"{CHANGED if sought.get('changed') else ''}Forget this for ever? Asked for: {proposal.asked}",
        "erased": [item.model_dump() for item in plan.erased],
        "lose_their_words": [each.model_dump() for each in plan.emptied],
        "said_and_kept": [each.model_dump() for each in plan.said_in],
        "recomputed": [each.model_dump() for each in plan.recomputed],
        "waiting": plan.waiting,
        "fingerprint": plan.fingerprint,
    }
