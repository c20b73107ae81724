"""Recalled text for an agent's conversation, without memories that the session was given before."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, NotRequired, TypedDict

from langchain_core.messages import AnyMessage, HumanMessage, SystemMessage

from memorist.api.memory import AsyncMemory
from memorist.app.forgetting import commands
from memorist.memory_store.forgetting.plan import ForgetPlan
from memorist.memory_store.forgetting.redact import WITHHELD
from memorist.nodes.retrieval.assemble import TITLES, prompt_of
from memorist.nodes.retrieval.fence import fenced_task, one_line
from memorist.nodes.retrieval.lines import shortened
from memorist.nodes.retrieval.result import PromptSection, Recall
from memorist.nodes.retrieval.sufficiency import sentence_of
from memorist.nodes.token_count import count_text

NAME = "memory"
"""The ``name`` of messages that hold recalled text."""
OPEN_POINTS = "What is left to do?"
WHO_AND_WHAT = "Who is the user, what is the name, role, project, team, goal?"


class RecalledText(TypedDict):
    """Text inserted before one message, with the ids of the memories in it and the user it was recalled for."""

    text: str
    ids: list[str]
    user: NotRequired[str | None]


def with_notice(told: RecalledText | None, notice: str, user: str | None) -> RecalledText:
    """A recalled text, or none, with a notice of the memory's own before it."""
    text = f"{notice}\n\n{told['text']}".strip() if told else notice
    return {"text": text, "ids": told["ids"] if told else [], "user": user}


def visible_to(told: Mapping[str, RecalledText], user: str | None) -> dict[str, RecalledText]:
    """Return the texts recalled for this user, in a thread that others may speak in, too."""
    return {place: one for place, one in told.items() if one.get("user", user) == user}


async def still_valid(memory: AsyncMemory, told: Mapping[str, RecalledText]) -> dict[str, RecalledText]:
    """The texts of which nothing was forgotten, lifted or replaced since; statements: two, or none."""
    ids = sorted({id_ for one in told.values() for id_ in one["ids"]})
    if not ids:
        return dict(told)
    held = {m.id: m.status.live for m in await memory.store.memories.get(memory.scope, ids)}
    rest = [id_ for id_ in ids if id_ not in held]
    raw = await memory.store.episodes.get(memory.scope, rest) if rest else []
    there = {id_ for id_, live in held.items() if live} | {
        str(one["uuid"]) for one in raw if one.get("content") != WITHHELD and not one.get("withdrawn")
    }
    return {place: one for place, one in told.items() if there.issuperset(one["ids"])}


def under_cap(told: Mapping[str, RecalledText], tokens: int) -> dict[str, RecalledText]:
    """Leave out the oldest texts until the others together have at most so many tokens; what they hold may be told
    anew."""
    kept = dict(told)
    sizes = {place: count_text(one["text"]) for place, one in told.items()}
    for place in told:
        if sum(sizes[other] for other in kept) <= tokens:
            break
        del kept[place]
    return kept


def rules_in(recall: Recall) -> Recall:
    """A recall without anything but its rules."""
    sections = tuple(one for one in recall.sections if one.title == TITLES["constraints"])
    return recall.model_copy(update={"sections": sections})


def recalled_text(recall: Recall, known: Collection[str] = ()) -> RecalledText:
    """The text of a recall without the memories that are ``known`` to the agent already; empty where none is left."""
    sections = _unknown(recall.sections, known)
    return _as_text(sections, recall.warnings, sentence_of(recall.knowledge))


def brief_of(standing: Recall, background: Recall | None = None, to_dos: Recall | None = None) -> RecalledText:
    """The text for the beginning of a session: rules and constraints, who and what, open points."""
    sections = list(standing.sections)
    for recall, title in ((background, "Who And What"), (to_dos, "Open Points")):
        known = {item.id for section in sections for item in section.items}
        facts = [one for one in _unknown(recall.sections, known) if one.title == TITLES["facts"]] if recall else []
        sections += [section.model_copy(update={"title": title}) for section in facts]
    return _as_text(sections, standing.warnings, "More is recalled with the tool recall_memory.")


class WishToForget(NamedTuple):
    """Request of a person to forget something.

    Args:
        told: the instruction for the agent.
        ids: of what the request means.
    """

    told: str
    ids: frozenset[str] = frozenset()


async def wish_to_forget(memory: AsyncMemory, question: str) -> WishToForget | None:
    """Return the request of a person who asks the agent to forget something; null if nobody does.

    Nothing is erased here: the person has to confirm it outside of the conversation.
    """
    proposal = await memory.forgetting.requested(question)
    if proposal is None or not proposal.wishes:
        return None
    plan, asks = proposal.plan, f'The person asks to forget "{one_line(proposal.asked)}".'
    if not proposal.sure:
        return WishToForget(f"{asks} Nothing is hidden, because it is not sure what is meant: ask for plain words.")
    if plan.empty:
        return WishToForget(f"{asks} Nothing in the memory says this: tell them so.")
    how = commands(proposal.wishes, memory.scope.user_id, memory.scope.group_id)
    told = (
        f"{asks} This is hidden from now on: {_named(plan)}. It would be erased for ever, and nothing has been erased "
        f"yet: tell them so, and that a person has to confirm it outside of this conversation, in the memory panel or "
        f"with: {how}"
    )
    return WishToForget(told, frozenset(one.id for one in (*plan.erased, *plan.emptied)))


MAX_NAMED = 3
"""Things that would be erased and are named to an agent."""
_VALUE = re.compile(r"\S*[\d@]\S*(?:\s+\S*[\d@]\S*)*")
"""Numbers and addresses: what is to be forgotten is not told once more."""


def _named(plan: ForgetPlan) -> str:
    """Return what a plan would erase, without the numbers and addresses in it, a few things at most."""
    said = [one for one in (*plan.erased, *plan.emptied) if getattr(one, "kind", "episode") != "entity"]
    names = [_VALUE.sub("…", shortened(one_line(one.content))).strip(" .") for one in said if one.content]
    each = [f"“{name}”" for name in dict.fromkeys(names)]
    more = len(each) - MAX_NAMED
    return (
        "; ".join((*each[:MAX_NAMED], *([f"and {more} more"] if more > 0 else ()))) or "a thing of somebody else's own"
    )


def with_recalled(messages: Sequence[AnyMessage], told: Mapping[str, RecalledText]) -> list[AnyMessage]:
    """The messages, each recalled text as a message of its own before the one that it was recalled for.

    Recalled texts of earlier questions keep their places, so that the beginning of the conversation is the same in
    every call, and a provider's prompt cache applies. What was told before a message that was summarized in the middle
    of the run stands at the beginning, behind instructions.
    """
    texts = {
        place: HumanMessage(content=one["text"], name=NAME, id=f"recalled-{place}")
        for place, one in told.items()
        if one["text"]
    }
    there = {str(message.id) for message in messages}
    lost = [text for place, text in texts.items() if place not in there]
    result: list[AnyMessage] = []
    for message in messages:
        if lost and not isinstance(message, SystemMessage):
            result += lost
            lost = []
        if (before := texts.get(str(message.id))) is not None:
            result.append(before)
        result.append(message)
    return result + lost


def _unknown(sections: Sequence[PromptSection], known: Collection[str]) -> list[PromptSection]:
    left = [
        section.model_copy(update={"items": tuple(item for item in section.items if item.id not in known)})
        for section in sections
    ]
    return [section for section in left if section.items]


def _as_text(sections: Sequence[PromptSection], warnings: Sequence[str], sentence: str) -> RecalledText:
    if not sections and not warnings:
        return RecalledText(text="", ids=[])
    # The task stands in the conversation already.
    text = prompt_of("", sections, warnings, sentence=sentence).replace(f"## Task\n{fenced_task('')}", "", 1).strip()
    return RecalledText(text=text, ids=[item.id for section in sections for item in section.items])
