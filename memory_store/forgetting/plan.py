"""The plan of a forgetting: erased and recomputed items with their reasons; pure judgements over what was read."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, cast

from pydantic import Field

from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import TRUST_OF_SOURCE, Lineage, Memory, Part, Trust
from memorist.memory_store.domain.status import Status
from memorist.memory_store.forgetting.evidence import MIN_CONFIDENCE, confidence_without, pieces_of
from memorist.memory_store.forgetting.holdings import HeldEpisode, Holdings, sources_of

Kind = Literal["memory", "entity", "episode", "fact"]

ASKED = "asked for"
SAYS_IT = "it says the same words"
ABOUT_IT = "it is about what was asked for"
DERIVED = "derived only from what goes"
ALL_LEARNED_GOES = "everything learned from it is erased"
ANSWERS = "it answers what goes"
KEPT_OF_IT = "it was kept of what goes"
HAD_MORE = "it had more words, and what was kept of it goes"
LOSES_ALL = "all that it rests on goes"
UNSPOKEN = "no remaining memory mentions it"


class ErasedItem(Part):
    """One thing that is erased; ``content`` is null where the asker may not read it.

    ``answers`` is the id of the raw input that an agent's answer goes with.
    """

    id: str
    kind: Kind
    type: str
    content: str | None
    reason: str
    answers: str | None = None


class Emptied(Part):
    """A raw input that loses its words and files, because something else was learned from it too."""

    id: str
    content: str | None
    reason: str = "its words go; what else was learned from it stays traceable to it"


class SaidIn(Part):
    """A raw input that says the words and keeps them: nothing that goes was learned from it.

    Which of the memories ``learned`` from it tells them otherwise, a person has to say, by its id.
    """

    id: str
    content: str | None
    learned: tuple[str, ...]


class Recomputed(Part):
    """A memory that stays, with other evidence: the fields that change, from what to what."""

    id: str
    type: str
    content: str | None
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str


class ForgetPlan(Part):
    """Effect of a forgetting, before anything happens.

    ``fingerprint`` stands for what goes: whoever confirms a plan confirms this, and is asked again when it changed.
    """

    group_id: str
    fingerprint: str
    erased: tuple[ErasedItem, ...]
    emptied: tuple[Emptied, ...] = ()
    kept: tuple[str, ...] = Field(default=(), description="the other words of inputs of which only some go")
    rules: tuple[str, ...] = Field(default=(), description="rules that speak of it, and are kept")
    said_in: tuple[SaidIn, ...] = ()
    recomputed: tuple[Recomputed, ...] = ()
    log_entries: int = 0
    files: tuple[str, ...] = ()
    waiting: int = Field(default=0, description="inputs in the asker's inbox that say it; they go, too")
    unfinished: bool = Field(default=False, description="an earlier forgetting was killed before its last step")

    @property
    def things(self) -> int:
        """Number of memories, names, raw inputs and waiting inputs that are erased or emptied."""
        return len(self.erased) + len(self.emptied) + self.waiting

    @property
    def told_of_kept(self) -> tuple[str, ...]:
        """A sentence for each input of which only some words go, and for each rule: it quotes what is kept."""
        rests = (f"of what was said there, this is kept: “{words}”" for words in self.kept)
        rules = (f"a rule speaks of it and is kept, unless you ask to forget the rule: “{rule}”" for rule in self.rules)
        return (*rests, *rules)

    @property
    def empty(self) -> bool:
        """True if there is nothing to forget."""
        return not self.things


def ids_to_erase(holdings: Holdings) -> dict[str, str]:
    """Return all ids to erase, with the reasons: what was asked for and, repeatedly, what was derived from that alone.

    A memory made from others goes when all of them go and it has no source beside theirs; one made from raw inputs
    when all those go. A raw input goes when everything learned from it is erased, the answer of an agent with the
    words that it answers, unless it stays, and a hidden input with what was kept of it. What a model says hangs on it
    by edges, so a model stays.
    """
    gone = dict(holdings.asked)
    while True:
        more = {m.id: DERIVED for m in holdings.memories.values() if m.id not in gone and _stands_on(m, gone, holdings)}
        for episode in holdings.episodes.values():
            gone_by_then = gone.keys() | more.keys()
            if episode.id not in gone and episode.memories and _all_learned_goes(episode, gone_by_then, holdings):
                more[episode.id] = ALL_LEARNED_GOES
        unsaid = gone.keys() | inputs_to_empty(gone, holdings)
        kept = gone.keys() | holdings.protected
        answers = {id_: said for id_, said in holdings.answers.items() if id_ not in holdings.staying}
        more |= {id_: ANSWERS for id_, said in answers.items() if said in unsaid and id_ not in kept}
        more |= {id_: HAD_MORE for id_, rest in holdings.wholes.items() if rest in unsaid and id_ not in kept}
        more |= {id_: KEPT_OF_IT for id_, whole in holdings.left.items() if whole in unsaid and id_ not in kept}
        more |= {m: LOSES_ALL for m in _losing_all(unsaid, holdings) if m not in kept}
        if not more:
            return gone
        gone |= more


def _losing_all(unsaid: Collection[str], holdings: Holdings) -> Iterator[str]:
    """Yield the memories that rest on nothing but the words of an input that are not kept of it."""
    for id_, kept in holdings.rests.items():
        for memory in holdings.memories.values() if id_ in unsaid else ():
            quotes = [quote.text for quote in memory.quotes if quote.episode_id == id_]
            if {*memory.source_episode_ids} == {id_} and quotes and not any(quote in kept for quote in quotes):
                yield memory.id


def _stands_on(memory: Memory, gone: Collection[str], holdings: Holdings) -> bool:
    """Return true if all parents and sources of a memory go, or are explained by parents that go."""
    if memory.is_entity or memory.type.startswith("model:"):
        return False
    parents, sources = holdings.parents(memory), sources_of(memory)
    if not any(source in gone for source in parents | sources):
        return False
    if any(parent not in gone for parent in parents):
        return False
    explained = {source for p in parents if p in holdings.memories for source in sources_of(holdings.memories[p])}
    return all(source in gone or source in explained for source in sources)


def _all_learned_goes(episode: HeldEpisode, gone: Collection[str], holdings: Holdings) -> bool:
    """Return true if all memories learned from an input go, or were learned from it only through memories that go.

    An input that also holds another person's personal statements is theirs, whatever was learned from it.
    """
    if episode.id in holdings.protected:
        return False
    for i in episode.memories:
        if i in gone:
            continue
        parents = holdings.parents(holdings.memories[i]) if i in holdings.memories else frozenset[str]()
        through = {p for p in parents if p in holdings.memories and episode.id in sources_of(holdings.memories[p])}
        if not through or not through <= set(gone):
            return False
    return True


def inputs_to_empty(gone: Collection[str], holdings: Holdings) -> set[str]:
    """Raw inputs that stay without their words, because something was learned from them that stays.

    Something that goes was learned from them; or they say what goes, and all that was learned from them has other
    evidence. The only source of a memory that stays is never emptied on its own: the memory would then have no
    evidence left.
    """
    return {
        episode.id
        for episode in holdings.episodes.values()
        if episode.id not in gone
        and episode.id not in holdings.protected
        and (
            any(memory in gone for memory in episode.memories)
            or (
                episode.id in holdings.matching_inputs
                and all(_stands_elsewhere(m, episode, holdings) for m in episode.memories)
            )
        )
    }


def _stands_elsewhere(memory_id: str, episode: HeldEpisode, holdings: Holdings) -> bool:
    """Return true if a memory has another raw input than this one."""
    memory = holdings.memories.get(memory_id)
    return memory is not None and any(source != episode.id for source in memory.source_episode_ids)


def nothing_goes(plan: ForgetPlan) -> str:
    """Why a plan is empty, and what to do."""
    if plan.said_in:
        return f"no memory says this: {'; '.join(still_said(plan))}"
    return "nothing here says this: say it in the words in which it is remembered, or name its id"


def still_said(plan: ForgetPlan) -> tuple[str, ...]:
    """Return the places that still contain the words after the plan was carried out."""
    return tuple(
        f"the raw input {each.id} says it and stays, because none of the memories learned from it does: name one of "
        f"them ({', '.join(each.learned)}), or the input itself, by its id"
        for each in plan.said_in
    )


def recompute(
    memory: Memory,
    gone: Collection[str],
    holdings: Holdings,
    *,
    payloads: Sequence[Mapping[str, Any]],
    free_slots: Collection[str],
    slot: str | None,
    at: datetime,
    emptied: Collection[str] = (),
) -> tuple[Memory, str] | None:
    """The memory without the evidence that goes, and why it changed; null when nothing of it did.

    Args:
        payloads: what the change log says of it, in order.
        free_slots: slots that this memory may hold when everything is done.
        slot: the slot that this memory occupies.
        at: when it is forgotten.
        emptied: raw inputs that stay without their words: quotes of them go.
    """
    lost = [source for source in memory.source_episode_ids if source in gone]
    lost_parents = [parent for parent in holdings.parents(memory) if parent in gone]
    changed: dict[str, Any] = _without_ids(memory, gone)
    reasons: list[str] = []
    if lost or lost_parents:
        weakened = _weakened(memory, lost, lost_parents, gone, payloads)
        changed |= weakened
        if weakened:
            reasons.append(f"{len(lost) or len(lost_parents)} of its sources goes")
        if weakened.get("confidence", 1.0) < MIN_CONFIDENCE and memory.status.live:
            changed |= {"status": Status.RETRACTED, "expired_at": at}
            reasons.append(f"what is left is below {MIN_CONFIDENCE}")
    rivals = holdings.rivals(memory.id)
    # Where somebody else holds its place, a person still has to decide between those two.
    alone = memory.status is Status.CONTESTED and bool(rivals) and rivals <= set(gone)
    if alone and "status" not in changed and (slot is None or slot in free_slots):
        user_said = TRUST_OF_SOURCE[memory.source] is Trust.USER
        changed |= {"flagged": None, "status": Status.CONFIRMED if user_said else Status.STAGED}
        reasons.append("what contradicted it goes")
    quotes = tuple(q for q in memory.quotes if q.episode_id not in gone and q.episode_id not in emptied)
    if quotes != memory.quotes:
        changed["quotes"] = quotes
        reasons.append("the words that it quotes go")
    if not changed:
        return None
    return memory.model_copy(update=changed), "; ".join(reasons) or "it no longer names what goes"


def _weakened(
    memory: Memory,
    lost: Sequence[str],
    lost_parents: Sequence[str],
    gone: Collection[str],
    payloads: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    if memory.is_entity or memory.type.startswith("model:"):
        return {}
    losses = len(lost) or len(lost_parents)
    left = max(1, memory.evidence_count - losses)
    pieces = pieces_of(memory.id, payloads) if lost else []
    confidence = confidence_without(memory.confidence, gone, pieces, left=left, lost=losses)
    return {"evidence_count": left, "confidence": round(confidence, 6)}


def _without_ids(memory: Memory, gone: Collection[str]) -> dict[str, Any]:
    """Lists of ids and the lineage, where they name what goes."""
    changed: dict[str, Any] = {}
    for name in type(memory).model_fields:
        value: Any = getattr(memory, name)
        items = cast("tuple[Any, ...]", value) if isinstance(value, tuple) else ()
        if any(isinstance(item, str) and item in gone for item in items):
            changed[name] = tuple(item for item in items if item not in gone)
    lineage = memory.lineage
    kept = Lineage(
        original_source_ids=tuple(i for i in lineage.original_source_ids if i not in gone),
        promotion_chain=tuple(i for i in lineage.promotion_chain if i not in gone),
    )
    return changed if kept == lineage else {**changed, "lineage": kept}


def fingerprint(group_id: str, gone: Collection[str], emptied: Collection[str]) -> str:
    """One id for everything that goes from the graph."""
    return stable_id(group_id, "forget", *sorted(gone), "|", *sorted(emptied))


def with_waiting(plan: ForgetPlan, waiting: Collection[str]) -> ForgetPlan:
    """The plan with inputs that wait, by the names of their files, and with a fingerprint for them as well."""
    if not waiting:
        return plan
    print_ = stable_id(plan.group_id, "forget", plan.fingerprint, *sorted(waiting))
    return plan.model_copy(update={"waiting": len(waiting), "fingerprint": print_})
