"""Forget: what somebody asks to forget is hidden at once; ``erase`` asks whether to erase it, if somebody is there."""

from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.forgetting.plan import nothing_goes
from memorist.memory_store.threads import in_thread
from memorist.nodes.contexts import context_as
from memorist.nodes.forgetting.hide import flag, hidden_by, hide, hiding_of
from memorist.nodes.forgetting.sought import Sought, sought_by
from memorist.nodes.ingestion.gate import FORGET, with_owners
from memorist.nodes.ingestion.result import ForgetProposal, IngestResult, Meant
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.ingestion.unsaid import kept_as
from memorist.nodes.matching.forgotten import without_forgotten
from memorist.nodes.reading.gate.rules import is_command
from memorist.nodes.reading.gate.verdict import GateVerdict
from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.fence import one_line
from memorist.nodes.retrieval.lines import shortened

ASKED_BEFORE = "this was asked for before: sent again, it changes nothing"
HIDDEN = "it is hidden from recall and search, and erased once somebody confirms it"
NEAREST = "if one of these is meant, ask to forget its id"
KEPT = "the request is kept as it was said"
MAY_BE_NONE = "it is not sure that this was asked for: say plainly what to forget"
MAX_MEANT = 3
"""Inputs that are named where a request may mean any of them."""
IN_REVIEW = "it is unclear which memory is meant; those that may be are in the review queue"


def asks_to_forget(state: IngestionState) -> bool:
    """Return true if the input is a request to forget, or holds one."""
    return bool(state.get("wishes"))


async def forget(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Find what each request means, and hide it until it is erased.

    Where somebody is there to ask, ``erasing`` is what ``erase`` asks about. What may be meant, where that is unclear,
    goes to the review queue. A request that was sent before hides nothing more.
    """
    context = context_as(IngestionContext, runtime.context)
    store = await resources.store()
    episode = RawEpisode.model_validate(state["episode"])
    hiding = hiding_of(episode)
    again = await hidden_by(store, episode.scope, hiding)
    before = [spoken["content"] for spoken in state.get("before", ()) if spoken["role"] == "user"]
    command = is_command(episode.content)
    wishes = state.get("wishes", ())
    sought = await sought_by(store, episode.scope, wishes, command=command, before=before[-1:], again=again)
    plan = sought.plan
    proposal = proposal_of(sought, episode.scope.user_id)
    if again is not None and plan.empty:
        return await _told(state, resources, proposal, ASKED_BEFORE)
    if plan.empty:
        if sought.unclear and not context.dry_run:
            await flag(store, episode.scope, sought.unclear, asked=sought.asked)
        if unkept := state.get("unkept"):
            notice = f"not kept, as asked: “{' '.join(unkept)}”"
            return await _told(state, resources, proposal, notice, keep=state.get("doubtful", False))
        return await _nothing_found(state, resources, proposal, sought)
    if context.dry_run:
        return await _told(state, resources, proposal)
    if again is None:
        await hide(store, episode.scope, plan, asked=proposal.asked, rests=sought.rests, id_=hiding)
    kept = map(one_line, plan.told_of_kept)
    if state["on_conflict"] != "ask":
        return await _told(state, resources, proposal, HIDDEN if again is None else ASKED_BEFORE, *kept)
    erasing = {"ids": sought.ids, "texts": sought.texts, "spared": sorted(sought.spared)}
    return {**await _told(state, resources, proposal, *kept), "erasing": erasing}


def proposal_of(sought: Sought, user: str | None) -> ForgetProposal:
    """Return what a user's request to forget means, for a person to confirm."""
    likely = [one.said for one in sought.likely[:MAX_MEANT] if sought.plan.empty]
    may_mean = tuple(Meant(id=said.id, content=one_line(shortened(said.content))) for said in likely)
    return ForgetProposal(
        asked=sought.asked, wishes=sought.wishes, user=user, plan=sought.plan, sure=sought.sure, may_mean=may_mean
    )


async def _nothing_found(
    state: IngestionState, resources: Resources, proposal: ForgetProposal, sought: Sought
) -> dict[str, Any]:
    """Say why nothing is forgotten, and name what may be meant."""
    why = IN_REVIEW if sought.unclear else nothing_goes(sought.plan) if sought.sure else MAY_BE_NONE
    notices = [f"nothing was forgotten: {why}", *map(one_line, sought.plan.told_of_kept)]
    # What is probably meant is held and told: so is the request, to be heeded.
    open_wish = bool(sought.likely) and sought.likely[0].probability > 0.5
    if proposal.may_mean:
        notices.append(f"{NEAREST}: {'; '.join(f'{one.id} “{one.content}”' for one in proposal.may_mean)}")
    return await _told(state, resources, proposal, *notices, keep=open_wish or state.get("doubtful", False))


async def _told(
    state: IngestionState, resources: Resources, proposal: ForgetProposal, *notices: str, keep: bool = False
) -> dict[str, Any]:
    """Return the proposal, as the result if the input holds nothing else.

    ``keep``: nothing is forgotten, and the request is kept as it was said.
    """
    update: dict[str, Any] = {"forget": proposal.model_dump(mode="json")}
    if notices:
        update["notices"] = [*state.get("notices", ()), *notices]
    verdict = GateVerdict.model_validate(state["verdict"])
    if keep and (whole := await _unforgotten(state, resources)) is not None:
        kept = kept_as(state, whole)
        update["notices"] = [*update.get("notices", ()), KEPT]
        update |= {**kept, "episode": await with_owners(kept["episode"], state.get("before", ()), resources)}
        return {"sentences": [], **update} if verdict.category == FORGET else update
    if verdict.category == FORGET:
        update |= IngestResult(id=state["episode"]["id"], verdict=verdict).as_update()
    return update


async def _unforgotten(state: IngestionState, resources: Resources) -> dict[str, Any] | None:
    """Return the input with its requests, without what says again what was forgotten; null if nothing is left."""
    if (whole := state.get("whole")) is None:
        return None
    scope = RawEpisode.model_validate(state["episode"]).scope
    tombstones = await (await resources.store()).forgetting.tombstones(scope.group_id)
    return (await in_thread(without_forgotten, whole, tombstones, scope))[0]
