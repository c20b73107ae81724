"""Forget: what somebody asks to forget is hidden at once, and erased when a person confirms it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict, Field

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.forgetting.plan import ForgetPlan, nothing_goes
from memorist.memory_store.forgetting.rest import Rest
from memorist.memory_store.store import Store
from memorist.memory_store.threads import in_thread
from memorist.nodes.contexts import context_as
from memorist.nodes.forgetting.cut import planned
from memorist.nodes.forgetting.find import ID, Likely, find, find_likely, find_spoken_of
from memorist.nodes.forgetting.hide import flag, hide
from memorist.nodes.ingestion.gate import FORGET, with_owners
from memorist.nodes.ingestion.result import ForgetProposal, IngestResult, Meant
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.ingestion.unsaid import kept_as
from memorist.nodes.interrupting import ask_person
from memorist.nodes.matching.forgotten import without_forgotten
from memorist.nodes.reading.forget_request import means_what_was_said, surely_asks_to_forget, words_to_forget
from memorist.nodes.reading.gate.rules import is_command
from memorist.nodes.reading.gate.verdict import GateVerdict
from memorist.nodes.reading.keeping import RequestParts, only_keeps, parts_of
from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.fence import one_line
from memorist.nodes.retrieval.lines import shortened

WHAT_WAS_SAID = "what was said before"
HIDDEN = "it is hidden from recall and search, and erased once somebody confirms it"
NEAREST = "if one of these is meant, ask to forget its id"
KEPT = "the request is kept as it was said"
MAY_BE_NONE = "it is not sure that this was asked for: say plainly what to forget"
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


class Sought(NamedTuple):
    """Result of looking for what requests to forget mean: the ids and words to forget, and the plan of it.

    Args:
        ids: of what is meant.
        texts: words that go wherever they are said.
        wishes: what a person confirms: what was named, or what was found for it.
        plan: what goes, and what is kept of it.
        rests: what is kept of turns of which only some sentences are meant.
        unclear: memories each of which may be meant.
        spared: ids of rules that are not meant.
        likely: inputs that may be meant by what they say in other words.
        sure: the requests are surely some.
    """

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    wishes: tuple[str, ...]
    plan: ForgetPlan
    rests: Sequence[Rest] = ()
    unclear: tuple[str, ...] = ()
    spared: frozenset[str] = frozenset()
    likely: Sequence[Likely] = ()
    sure: bool = True


async def forget(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Find what each request means, and hide it until it is erased.

    With somebody there to ask, ask, and erase what was confirmed. What may be meant, where that is unclear, goes to the
    review queue. Raises :class:`InvalidInput` for what is no answer.
    """
    context = context_as(IngestionContext, runtime.context)
    store = await resources.store()
    episode = RawEpisode.model_validate(state["episode"])
    asking, keeping = _parted(state.get("wishes", ()))
    requests = _heard(asking, episode)
    each, before = named_in(requests, state)
    sought = await _sought(store, episode, requests, each, before, keeping)
    plan, rests = sought.plan, sought.rests
    asked = " and ".join(each) or (WHAT_WAS_SAID if sought.texts else one_line(" ".join(requests)))
    proposal = ForgetProposal(asked=asked, wishes=sought.wishes, user=episode.scope.user_id, plan=plan)
    if plan.empty:
        if sought.unclear and not context.dry_run:
            await flag(store, episode.scope, sought.unclear, asked=asked)
        if unkept := state.get("unkept"):
            notice = f"not kept, as asked: “{' '.join(unkept)}”"
            return await _told(state, resources, proposal, notice, keep=state.get("doubtful", False))
        return await _nothing_found(state, resources, proposal, sought)
    if context.dry_run:
        return await _told(state, resources, proposal)
    if state["on_conflict"] != "ask":
        await hide(store, episode.scope, plan, asked=proposal.asked, rests=rests)
        return await _told(state, resources, proposal, HIDDEN, *map(one_line, plan.told_of_kept))
    answer = ask_person(_question(plan, proposal.asked), ForgetAnswer)
    if not answer.forget:
        return await _told(state, resources, proposal)
    confirmed = answer.fingerprint or plan.fingerprint
    if rests and confirmed == plan.fingerprint:
        await hide(store, episode.scope, plan, asked=proposal.asked, rests=rests)
    done = await store.forgetting.forget(
        episode.scope, ids=sought.ids, text=sought.texts, spared=sought.spared, confirmed=confirmed
    )
    what_went = {"plan": done.plan, "erased": done.erased, "remains": done.remains}
    return await _told(state, resources, proposal.model_copy(update=what_went))


async def _sought(
    store: Store,
    episode: RawEpisode,
    requests: Sequence[str],
    each: Sequence[str],
    before: Sequence[str],
    keeping: str | None,
) -> Sought:
    """Find what requests mean: ``each`` thing that they name, and what was said ``before``; not what is ``keeping``.

    Of what is not surely a request nothing is sought but the inputs that it may mean.
    """
    scope, request, command = episode.scope, " ".join(requests), is_command(episode.content)
    named = tuple(filter(ID.fullmatch, each))
    exact = command or bool(named) or bool(before and not each)
    if not (exact or any(map(surely_asks_to_forget, requests))):
        likely = await find_likely(store, scope, request)
        return Sought((), (), tuple(each), await store.forgetting.preview(scope), likely=likely, sure=False)
    said = "" if named else f"Please forget {' and '.join(each)}." if command else request
    wanted = await find(store, scope, *each, request=said)
    texts, wishes = (*wanted.text, *before), (*each, *before)
    plan, rests, ids, spared = await planned(
        store, scope, said, wishes=wishes, ids=wanted.ids, texts=texts, named=named, keeping=keeping
    )
    likely = [] if exact else await find_likely(store, scope, request)
    # A topic is spread over inputs that say it in other words than the request.
    planned_ids = {item.id for item in (*plan.erased, *plan.emptied)} | spared
    besides = tuple(one.said.id for one in likely if one.sure and one.said.id not in planned_ids)
    if besides:
        besides = (*wanted.ids, *besides)
        plan, rests, ids, spared = await planned(
            store, scope, said, wishes=wishes, ids=besides, texts=texts, keeping=keeping
        )
        besides = tuple(id_ for id_ in ids if id_ not in wanted.ids)
    if exact or wanted.unclear or not plan.empty:
        return Sought(ids, texts, (*besides, *wishes), plan, rests, wanted.unclear, spared, likely)
    wanted = await find_spoken_of(store, scope, request)
    plan, rests, ids, spared = await planned(store, scope, said, wishes=wishes, ids=wanted.ids, keeping=keeping)
    return Sought(ids, (), (*ids, *each), plan, rests, wanted.unclear, spared, likely)


async def _nothing_found(
    state: IngestionState, resources: Resources, proposal: ForgetProposal, sought: Sought
) -> dict[str, Any]:
    """Say why nothing is forgotten, and name what may be meant."""
    why = IN_REVIEW if sought.unclear else nothing_goes(sought.plan) if sought.sure else MAY_BE_NONE
    notices = [f"nothing was forgotten: {why}", *map(one_line, sought.plan.told_of_kept)]
    # What is probably meant is held and told: so is the request, to be heeded.
    open_wish = bool(sought.likely) and sought.likely[0].probability > 0.5
    likely = [one.said for one in sought.likely[:MAX_MEANT]]
    if may_mean := tuple(Meant(id=said.id, content=one_line(shortened(said.content))) for said in likely):
        notices.append(f"{NEAREST}: {'; '.join(f'{one.id} “{one.content}”' for one in may_mean)}")
    proposal = proposal.model_copy(update={"may_mean": may_mean})
    return await _told(state, resources, proposal, *notices, keep=open_wish or state.get("doubtful", False))


def _parted(said: Sequence[str]) -> tuple[list[str], str | None]:
    """Return requests without what they say is to be kept, and that, as :class:`RequestParts` has it."""
    parts = [RequestParts("", "") if only_keeps(one) else parts_of(one) for one in said]
    kept = [one.kept for one in parts if one.kept is not None]
    return [one.asked for one in parts if one.asked], " and ".join(filter(None, kept)) if kept else None


def _heard(requests: Sequence[str], episode: RawEpisode) -> Sequence[str]:
    """Return the requests that are surely some, or point to what was said before; all of them if none is."""
    sure = [
        one
        for one in requests
        if is_command(episode.content) or ID.fullmatch(one) or surely_asks_to_forget(one) or means_what_was_said(one)
    ]
    return sure or requests


def named_in(requests: Sequence[str], state: IngestionState) -> tuple[list[str], list[str]]:
    """Return what the requests of an input name, and the turn before where they name nothing: "don't keep that"."""
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
        update |= IngestResult(id=state["episode"]["id"], verdict=verdict).as_update()
    return update


async def _unforgotten(state: IngestionState, resources: Resources) -> dict[str, Any] | None:
    """Return the input with its requests, without what says again what was forgotten; null if nothing is left."""
    if (whole := state.get("whole")) is None:
        return None
    scope = RawEpisode.model_validate(state["episode"]).scope
    tombstones = await (await resources.store()).forgetting.tombstones(scope.group_id)
    return (await in_thread(without_forgotten, whole, tombstones, scope))[0]
