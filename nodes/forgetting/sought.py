"""Sought: everything that the requests to forget of one message mean, and the plan of it."""

from collections.abc import Sequence
from typing import NamedTuple

from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.forgetting.plan import ForgetPlan
from memorist.memory_store.forgetting.rest import Rest
from memorist.memory_store.store import Store
from memorist.nodes.forgetting.cut import planned
from memorist.nodes.forgetting.find import ID, Likely, find, find_answers, find_likely, find_spoken_of
from memorist.nodes.reading.forget_request import means_what_was_said, surely_asks_to_forget, words_to_forget
from memorist.nodes.reading.keeping import RequestParts, only_keeps, parts_of
from memorist.nodes.retrieval.fence import one_line

WHAT_WAS_SAID = "what was said before"


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
        asked: what was asked for, as a person is told it.
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
    asked: str = ""


async def sought_by(
    store: Store,
    scope: Scope,
    said: Sequence[str],
    *,
    command: bool = False,
    before: Sequence[str] = (),
    again: tuple[str, ...] | None = None,
) -> Sought:
    """Find what requests mean.

    Of what is not surely a request nothing is sought but the inputs that it may mean.

    Args:
        store: the store.
        scope: who asks.
        said: the requests of a message, as they were said.
        command: the message is the command to forget.
        before: the turn before, which requests that name nothing may mean: "don't keep that".
        again: what the same message has hidden before: nothing else is sought; null if it is new.
    """
    parts, keeping = _parted(said)
    requests = parts if command else _heard(parts)
    each = [words for one in requests if (words := one if ID.fullmatch(one) else words_to_forget(one))]
    before = before if any(map(means_what_was_said, requests)) else ()
    asked = " and ".join(each) or (WHAT_WAS_SAID if before else one_line(" ".join(requests)))
    if again is not None:
        return Sought(again, (), again, await store.forgetting.preview(scope, ids=again), asked=asked)
    return (await _sought(store, scope, requests, each, before, keeping, command=command))._replace(asked=asked)


async def _sought(
    store: Store,
    scope: Scope,
    requests: Sequence[str],
    each: Sequence[str],
    before: Sequence[str],
    keeping: str | None,
    *,
    command: bool,
) -> Sought:
    """Find ``each`` thing that requests name, and what was said ``before``; not what is ``keeping``."""
    request = " ".join(requests)
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
        plan, rests, ids, spared = await planned(
            store, scope, said, wishes=wishes, ids=(*wanted.ids, *besides), texts=texts, keeping=keeping
        )
    hidden = "" if named else _words_of(plan)
    if answers := await find_answers(store, scope, hidden, besides=plan) if hidden else ():
        ids = (*ids, *answers)
        plan, rests, ids, spared = await planned(
            store, scope, said, wishes=wishes, ids=ids, texts=texts, keeping=keeping, hidden=hidden
        )
    besides = tuple(id_ for id_ in ids if id_ not in wanted.ids)
    if exact or wanted.unclear or not plan.empty:
        return Sought(ids, texts, (*besides, *wishes), plan, rests, wanted.unclear, spared, likely)
    wanted = await find_spoken_of(store, scope, request)
    plan, rests, ids, spared = await planned(store, scope, said, wishes=wishes, ids=wanted.ids, keeping=keeping)
    return Sought(ids, (), (*ids, *each), plan, rests, wanted.unclear, spared, likely)


def _words_of(plan: ForgetPlan) -> str:
    """Return the words of inputs that a plan hides, without those of an agent's answers to them."""
    said = [one.content for one in plan.erased if one.kind == "episode" and one.answers is None]
    return " ".join(filter(None, (*said, *(each.content for each in plan.emptied))))


def _parted(said: Sequence[str]) -> tuple[list[str], str | None]:
    """Return requests without what they say is to be kept, and that, as :class:`RequestParts` has it."""
    parts = [RequestParts("", "") if only_keeps(one) else parts_of(one) for one in said]
    kept = [one.kept for one in parts if one.kept is not None]
    return [one.asked for one in parts if one.asked], " and ".join(filter(None, kept)) if kept else None


def _heard(requests: Sequence[str]) -> Sequence[str]:
    """Return the requests that are surely some, or point to what was said before; all of them if none is."""
    sure = [one for one in requests if ID.fullmatch(one) or surely_asks_to_forget(one) or means_what_was_said(one)]
    return sure or requests
