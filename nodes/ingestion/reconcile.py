"""Reconcile: what happens when a draft contradicts what is stored. The first rule that fits decides, and says so."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.claim import Claim, slot_kind
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory, Source
from memorist.memory_store.domain.recency import recency
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.draft import Draft, owner_of
from memorist.nodes.ingestion.match import candidate_memories
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.matching.candidates import Numbers
from memorist.nodes.matching.duplicates import Duplicate, differ_beside_the_claim
from memorist.nodes.matching.relations import (
    claims_the_same,
    contradicts,
    ended_by,
    had_ended,
    holds_again,
    lists,
    same_person,
    settles,
)
from memorist.nodes.matching.replacing import ended_claims
from memorist.nodes.reading.reader import CHANGES
from memorist.nodes.recording.decision import Action, DraftDecision, Loser
from memorist.nodes.resources import Resources

SURE = 0.9
"""An incoming confidence above this supersedes without further comparison (JACQ)."""
TOO_CLOSE = 0.2
"""Difference of two scores below which a person decides."""


def judge_conflict(draft: Draft, existing: Memory, *, scope: Scope) -> tuple[str, Action, str]:
    """Rule, action and reason for a draft that contradicts one live memory; ``add`` means that both stand.

    The first rule that fits decides. Valid times are compared, not the order of arrival.
    """
    by_user = draft.by_user or draft.forced
    if existing.type == "semantic:hard_rule" and not by_user:
        return "hard_rule", "contest", "a hard rule yields to an explicit user action only"
    if draft.valid_from < existing.valid_from and not draft.forced:
        return "earlier", "yield", f"what it contradicts began later, on {existing.valid_from:%Y-%m-%d}"
    if existing.type == "semantic:hard_rule":
        if _changes_a_rule(draft):
            return "hard_rule", "supersede", "the user lifts or changes the rule himself"
        why = f"it says what is done, which allows nothing: the rule '{existing.content}' stands until it is lifted"
        return "hard_rule", "add", why
    incoming_agent = owner_of(draft, scope).agent_id
    if existing.scope.agent_id and incoming_agent and existing.scope.agent_id != incoming_agent:
        return "different_agents", "add", "two agents, neither speaking for all: both stand"
    if by_user:
        return "user_says", "supersede", "the user says so"
    if draft.confidence > SURE:
        return "confident", "supersede", f"incoming confidence {draft.confidence:.2f} is above {SURE}"
    return _by_score(draft, existing)


def _changes_a_rule(draft: Draft) -> bool:
    """Return true if a draft is about what may be done: a deliberate entry, another rule, a permission, or words of
    change."""
    return draft.forced or draft.corrects or draft.type == "semantic:hard_rule" or draft.operation in CHANGES


def _by_score(draft: Draft, existing: Memory) -> tuple[str, Action, str]:
    """Compare confidence × recency, measured from the newer of the two: an old log is judged as it would have been."""
    newest = max(draft.valid_from, existing.valid_from)
    incoming = draft.confidence * recency(draft.valid_from, newest)
    stored = existing.confidence * recency(existing.valid_from, newest)
    if draft.source is Source.EXTERNAL and existing.source is Source.EXTERNAL:
        # That one of two authors wrote later does not make him right.
        incoming, stored = draft.confidence, existing.confidence
    gap = f"score {incoming:.2f} against {stored:.2f}"
    if abs(incoming - stored) < TOO_CLOSE:
        return "too_close", "contest", f"{gap}: nearer than {TOO_CLOSE}, a person decides"
    return ("score", "supersede", gap) if incoming > stored else ("score", "yield", gap)


def _was_over(draft: Draft, existing: Memory) -> tuple[str, Action, str] | None:
    """The verdict on a memory, even a hard rule, whose time was over when the draft begins; null for any other."""
    if not had_ended(existing, draft):
        return None
    return "had_ended", "supersede", f"it held until {existing.valid_until:%Y-%m-%d} alone"


def reconcile_all(
    drafts: Sequence[Draft],
    duplicates: Mapping[int, Duplicate],
    stored: Sequence[Memory],
    *,
    scope: Scope,
    ontology: Ontology,
) -> list[DraftDecision]:
    """One decision a draft, in order; later drafts of one input may end earlier ones ("we moved from A to B")."""
    decisions: list[DraftDecision] = []
    earlier = _Earlier(drafts, ontology)
    for place, draft in enumerate(drafts):
        if found := duplicates.get(place):
            decision = DraftDecision(
                draft=place, action="merge", rule="duplicate", reason=found.reason, target=found.memory_id
            )
        elif repeated := earlier.saying(draft):
            decision = _said_twice(place, repeated)
        elif not draft.stores:
            decision = _ended(place, draft, stored)
        else:
            decision = _decide(place, draft, earlier, stored, scope=scope, ontology=ontology)
        earlier.add(decision)
        decisions.append(decision)
    return decisions


class _Earlier:
    """Earlier drafts of the same input, indexed by what they say and by the claims that contradict them."""

    def __init__(self, drafts: Sequence[Draft], ontology: Ontology) -> None:
        self._drafts, self._ontology = drafts, ontology
        self._decided: list[DraftDecision] = []
        self._saying, self._met = Numbers(), Numbers()
        self.kept: list[int] = []
        """Places of the drafts that are added or supersede something."""

    def add(self, decision: DraftDecision) -> None:
        """Index the decision about the next draft."""
        draft = self._drafts[decision.draft]
        self._decided.append(decision)
        if decision.action == "end":
            return  # it stores nothing that could be said twice
        self._saying.add(decision.draft, _sayings(draft))
        if decision.action in ("add", "supersede"):
            self.kept.append(decision.draft)
            self._met.add(decision.draft, draft.claim.met_by() if draft.claim is not None else ())

    def saying(self, draft: Draft) -> DraftDecision | None:
        """The decision about the first earlier draft with the same claim or words; null if there is none."""
        return next((self._decided[number] for number in self._saying.at(_sayings(draft))), None)

    def claims(self) -> list[Claim | None]:
        """The claims of the drafts in :attr:`kept`; null for those without one."""
        return [self._drafts[number].claim for number in self.kept]

    def contradicted(self, draft: Draft) -> list[int]:
        """Places of the drafts in :attr:`kept` that a draft contradicts."""
        if draft.claim is None:
            return []
        met = self._met.at(draft.claim.meets(self._ontology.cardinality(draft.claim.predicate)))
        return [number for number in met if contradicts(draft, self._drafts[number].claim, self._ontology)]


def _sayings(draft: Draft) -> list[tuple[str, ...]]:
    """Return the keys by which two drafts say the same: a claim of one type, or the same words, unless one of them is a
    hard rule."""
    words = (draft.type.split(":")[0], slot_kind(draft.type), "words", folded(draft.content))
    return [words, (draft.type, "claim", *draft.claim.identity())] if draft.claim is not None else [words]


def _decide(
    place: int,
    draft: Draft,
    earlier: _Earlier,
    stored: Sequence[Memory],
    *,
    scope: Scope,
    ontology: Ontology,
) -> DraftDecision:
    stored = [memory for memory in stored if memory.id in draft.ends or same_person(memory, scope)]
    if (doubted := _doubted(draft, stored)) is not None:
        why = draft.why_ends or "the reader is not sure whether it concerns this"
        return DraftDecision(draft=place, action="contest", rule="unsure", reason=why, target=doubted.id, flag=why)
    if (later := _later_with_another_number(draft, stored, scope)) is not None:
        why = f"the same is told of later, since {later.valid_from:%Y-%m-%d}"
        return DraftDecision(draft=place, action="yield", rule="earlier", reason=why, target=later.id)
    losers, rule, reason = _named_losers(draft, earlier, stored, scope)
    flag: str | None = None
    for memory in stored:
        anew = _tells_another_number(draft, memory, scope)
        if any(loser.memory_id == memory.id for loser in losers):
            continue
        if not anew and not contradicts(draft, memory.claim, ontology):
            continue
        judged, action, why = _was_over(draft, memory) or judge_conflict(draft, memory, scope=scope)
        if anew and judged != "hard_rule":
            judged, action, why = "takes_place", "supersede", "it tells the same with another number"
        if action in ("contest", "yield"):
            flag = why if action == "contest" else None
            return DraftDecision(draft=place, action=action, rule=judged, reason=why, target=memory.id, flag=flag)
        if judged != "had_ended" or not losers:  # what had ended anyway does not explain the other losers
            rule, reason = judged, why
        if action == "supersede":
            losers.append(Loser(memory_id=memory.id))
        else:
            flag = why
    lost = {loser.draft for loser in losers}
    if overtaken := [number for number in earlier.contradicted(draft) if number not in lost]:
        losers += [Loser(draft=number) for number in overtaken]
        rule, reason = "later_in_input", "the same input says so afterwards"
    losers += _lists_of(losers, stored)
    if losers:
        return DraftDecision(
            draft=place, action="supersede", rule=rule, reason=reason, losers=_distinct(losers), flag=flag
        )
    return DraftDecision(draft=place, action="add", rule=rule, reason=reason, flag=flag)


def _ended(place: int, draft: Draft, stored: Sequence[Memory]) -> DraftDecision:
    """The decision about a draft that only ends what a reader named."""
    named = [Loser(memory_id=id_) for id_ in draft.ends]
    losers = _distinct([*named, *_lists_of(named, stored)])
    return DraftDecision(draft=place, action="end", rule="user_says", reason=draft.why_ends, losers=losers)


def _doubted(draft: Draft, stored: Sequence[Memory]) -> Memory | None:
    """The live memory that a reader is unsure about."""
    if draft.operation != "unsure":
        return None
    return next((memory for memory in stored if memory.id in draft.targets and memory.status.live), None)


def _named_losers(
    draft: Draft, earlier: _Earlier, stored: Sequence[Memory], scope: Scope
) -> tuple[list[Loser], str, str]:
    """The losers that a draft names, settles or claims anew after their time was over; with the rule and the reason."""
    ended: list[Claim] = []
    if draft.replaces:
        replaceable = [m for m in stored if m.type != "semantic:hard_rule" and m.valid_from <= draft.valid_from]
        ended = ended_claims(draft, (*(m.claim for m in replaceable), *earlier.claims()))
    losers = [Loser(memory_id=m.id) for m in stored if ends(draft, m, ended) or settles(draft, m, scope)]
    if ended:
        held = zip(earlier.kept, earlier.claims(), strict=True)
        losers += [Loser(draft=number) for number, claim in held if claim in ended]
    rule, reason = _why_ended(draft) if losers else ("new", "nothing contradicts it")
    if again := [m for m in stored if holds_again(draft, m, scope)]:
        if not losers:
            rule, reason = "had_ended", "it held for a time alone, and does so again"
        losers += [Loser(memory_id=m.id) for m in again]
    return losers, rule, reason


def _tells_another_number(draft: Draft, memory: Memory, scope: Scope) -> bool:
    return (
        memory.status.live
        and not had_ended(memory, draft)
        and claims_the_same(draft, memory, scope)
        and differ_beside_the_claim(draft, memory)
    )


def _later_with_another_number(draft: Draft, stored: Sequence[Memory], scope: Scope) -> Memory | None:
    """The stored memory that tells the draft's claim with another number from a later time, which stays; else null."""
    if draft.forced:
        return None
    told = [m for m in stored if m.valid_from > draft.valid_from and _tells_another_number(draft, m, scope)]
    return min(told, key=lambda memory: memory.valid_from, default=None)


def _lists_of(losers: Sequence[Loser], stored: Sequence[Memory]) -> list[Loser]:
    """Stored lists that name a losing item; they end with it, while their other items are memories that stay."""
    lost = {loser.memory_id for loser in losers}
    items = [memory for memory in stored if memory.id in lost]
    return [Loser(memory_id=m.id) for m in stored if m.id not in lost and any(lists(m, item) for item in items)]


def _why_ended(draft: Draft) -> tuple[str, str]:
    if draft.ends:
        return "takes_place", draft.why_ends or f"{draft.content} takes its place"
    if draft.replaces and draft.claim is not None:
        return "replaced", f"{draft.claim.object} takes the place of {', '.join(draft.replaces)}"
    if draft.corrects:
        return "user_says", "the user puts it right"
    if not draft.resolves:
        return "user_says", "the user settles what was contested"
    return "resolved", f"{', '.join(draft.resolves)} ends it"


def ends(draft: Draft, memory: Memory, ended: Sequence[Claim]) -> bool:
    """Return true if a draft ends a memory: as its target, by the event it waits for, or as one of the ``ended``
    claims."""
    return ended_by(draft, memory) or (memory.type != "semantic:hard_rule" and memory.claim in ended)


def _said_twice(place: int, first: DraftDecision) -> DraftDecision:
    """The decision about a draft that repeats an earlier one of the input: it is merged into that."""
    return DraftDecision(
        draft=place, action="merge", rule="said_twice", reason="the same input says it twice",
        target=first.target if first.action == "merge" else None,
    )  # fmt: skip


def _distinct(losers: Sequence[Loser]) -> tuple[Loser, ...]:
    return tuple(dict.fromkeys(losers))


def held_by(now: datetime, memory: Memory) -> Memory:
    """Return a memory as a statement made at this moment meets it: what was held before began before.

    A clock that was ahead once dates what it heard later than what is said now; what was announced for a day to come,
    and so begins after it was recorded, still begins then.
    """
    was_ahead = memory.valid_from > now and memory.valid_from <= memory.created_at
    return memory.model_copy(update={"valid_from": now}) if was_ahead else memory


async def reconcile(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Decide about every draft; no statement is sent."""
    store = await resources.store()
    episode = RawEpisode.model_validate(state["episode"])
    stored = candidate_memories(state)
    if state.get("live"):
        stored = [held_by(episode.at, memory) for memory in stored]
    decisions = reconcile_all(
        [Draft.model_validate(draft) for draft in state["drafts"]],
        {int(place): Duplicate.model_validate(found) for place, found in state["duplicates"].items()},
        stored,
        scope=episode.scope,
        ontology=store.ontology,
    )
    return {"decisions": [decision.model_dump(mode="json") for decision in decisions]}
