"""Forget: what somebody asks to forget is hidden at once, and erased when a person confirms it."""

from typing import Any

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict, Field

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.forgetting.plan import ForgetPlan, nothing_goes
from memorist.memory_store.threads import in_thread
from memorist.nodes.contexts import context_as
from memorist.nodes.draft import GateVerdict
from memorist.nodes.forgetting.find import ID, Wanted, find, find_likely, find_spoken_of
from memorist.nodes.forgetting.hide import flag, hide
from memorist.nodes.ingestion.gate import FORGET, with_owners
from memorist.nodes.ingestion.result import ForgetProposal, IngestResult, Meant
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.ingestion.unsaid import kept_as
from memorist.nodes.interrupting import ask_person
from memorist.nodes.matching.forgotten import without_forgotten
from memorist.nodes.reading.forget_request import means_what_was_said, words_to_forget
from memorist.nodes.reading.gate.rules import is_command
from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.fence import one_line
from memorist.nodes.retrieval.lines import shortened
from memorist.nodes.retrieval.said import Said

WHAT_WAS_SAID = "what was said before"
HIDDEN = "it is hidden from recall and search, and erased once somebody confirms it"
NEAREST = "if one of these is meant, ask to forget its id"
KEPT = "the request is kept as it was said"
MAX_MEANT = 3
"""Inputs that are named where a request may mean any of them."""
IN_REVIEW = "it is unclear which memory is meant; those that may be are in the review queue"


class ForgetAnswer(BaseModel):
    """A person's answer to a proposal to forget."""

    model_config = ConfigDict(extra="forbid")

    forget: bool = Field(description="whether to erase what the proposal lists, for ever")
    fingerprint: str | None = Field(default=None, description="that of the proposal which was read")


def asks_to_forget(state: IngestionState) -> bool:
    """Return true if the input is a request to forget, or holds one."""
    return bool(state.get("wishes"))


async def forget(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Find what each request means, and hide it until it is erased.

    With somebody there to ask, ask, and erase what was confirmed. What may be meant, where that is unclear, goes to the
    review queue. Raises :class:`InvalidInput` for what is no answer.
    """
    context = context_as(IngestionContext, runtime.context)
    store = await resources.store()
    episode = RawEpisode.model_validate(state["episode"])
    request = " ".join(state.get("wishes", ()))
    each, before = named_in(state)
    exact = is_command(episode.content) or any(map(ID.fullmatch, each)) or bool(before and not each)
    wanted = await find(store, episode.scope, *each)
    ids, texts, wishes = wanted.ids, (*wanted.text, *before), (*each, *before)
    plan = await store.forgetting.preview(episode.scope, ids=ids, text=texts)
    likely = await find_likely(store, episode.scope, request) if plan.empty and not exact else []
    if plan.empty and not (exact or wanted.unclear):
        wanted = await find_spoken_of(store, episode.scope, request)
        wanted = wanted if wanted.ids else Wanted(tuple(one.said.id for one in likely if one.sure), (), wanted.unclear)
        ids, texts, wishes = wanted.ids, (), (*wanted.ids, *each)
        plan = await store.forgetting.preview(episode.scope, ids=ids)
    asked = " and ".join(each) or (WHAT_WAS_SAID if texts else one_line(request))
    proposal = ForgetProposal(asked=asked, wishes=wishes, user=episode.scope.user_id, plan=plan)
    if plan.empty:
        if wanted.unclear and not context.dry_run:
            await flag(store, episode.scope, wanted.unclear, asked=asked)
        if unkept := state.get("unkept"):
            notice = f"not kept, as asked: “{' '.join(unkept)}”"
            return await _told(state, resources, proposal, notice, keep=state.get("doubtful", False))
        why = IN_REVIEW if wanted.unclear else nothing_goes(plan)
        notices = [f"nothing was forgotten: {why}"]
        open_wish = bool(likely) and likely[0].probability > 0.5  # it is held and told: so is the wish, to be heeded
        if may_mean := tuple(Meant(id=one.said.id, content=_short(one.said)) for one in likely[:MAX_MEANT]):
            notices.append(f"{NEAREST}: {'; '.join(f'{one.id} “{one.content}”' for one in may_mean)}")
        proposal = proposal.model_copy(update={"may_mean": may_mean})
        return await _told(state, resources, proposal, *notices, keep=open_wish or state.get("doubtful", False))
    if context.dry_run:
        return await _told(state, resources, proposal)
    if state["on_conflict"] != "ask":
        await hide(store, episode.scope, plan, asked=proposal.asked)
        return await _told(state, resources, proposal, HIDDEN)
    answer = ask_person(_question(plan, proposal.asked), ForgetAnswer)
    if not answer.forget:
        return await _told(state, resources, proposal)
    confirmed = answer.fingerprint or plan.fingerprint
    done = await store.forgetting.forget(episode.scope, ids=ids, text=texts, confirmed=confirmed)
    what_went = {"plan": done.plan, "erased": done.erased, "remains": done.remains}
    return await _told(state, resources, proposal.model_copy(update=what_went))


def _short(said: Said) -> str:
    return one_line(shortened(said.content))


def named_in(state: IngestionState) -> tuple[list[str], list[str]]:
    """Return what the requests of an input name, and the turn before where they name nothing: "don't keep that"."""
    requests = state.get("wishes", [])
    each = [words for request in requests if (words := request if ID.fullmatch(request) else words_to_forget(request))]
    said = [spoken["content"] for spoken in state.get("before", ()) if spoken["role"] == "user"]
    return each, said[-1:] if any(map(means_what_was_said, requests)) else []


def _question(plan: ForgetPlan, asked: str) -> dict[str, Any]:
    return {
        "question": f"Forget this for ever? Asked for: {asked}",
        "erased": [item.model_dump() for item in plan.erased],
        "lose_their_words": [each.model_dump() for each in plan.emptied],
        "said_and_kept": [each.model_dump() for each in plan.said_in],
        "recomputed": [each.model_dump() for each in plan.recomputed],
        "waiting": plan.waiting,
        "fingerprint": plan.fingerprint,
    }


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
        update |= {**kept, "episode": await with_owners(kept["episode"], resources)}
        return {"sentences": [], **update} if verdict.category == FORGET else update
    if verdict.category == FORGET:
        update["result"] = IngestResult(id=state["episode"]["id"], verdict=verdict).model_dump(mode="json")
    return update


async def _unforgotten(state: IngestionState, resources: Resources) -> dict[str, Any] | None:
    """Return the input with its requests, without what says again what was forgotten; null if nothing is left."""
    if (whole := state.get("whole")) is None:
        return None
    scope = RawEpisode.model_validate(state["episode"]).scope
    tombstones = await (await resources.store()).forgetting.tombstones(scope.group_id)
    return (await in_thread(without_forgotten, whole, tombstones, scope))[0]
