"""Habits of an agent: a miss that feedback tells of speaks for a weakness, a clean review against it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.change_set import Update
from memorist.memory_store.domain.claim import Claim, subject_key
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory, Source
from memorist.memory_store.parts.memories import Linked
from memorist.memory_store.store import Store
from memorist.nodes.draft import Draft, DraftLink
from memorist.nodes.kinds.framing import domain_of, linked
from memorist.nodes.kinds.interface import Completion
from memorist.nodes.kinds.reviews import is_clean
from memorist.nodes.kinds.work_inputs import Feedback
from memorist.nodes.language.words import stems

OWN_WEAKNESS = 0.4
"""Confidence of an agent's view of itself after one miss (Galatea)."""
WEAKNESS_OF_OTHERS = 0.5
IMPROVES = "improves_at"
"""Predicate for what somebody used to miss and has begun to include."""
TENDS = "tends_to"
IMPROVEMENT = 0.6
"""Confidence in an improvement of somebody else after one clean review."""
CLEAN_IN_A_ROW = 5
"""Clean reviews in a row that end a weakness (Galatea)."""
STRENGTH = 0.6
FADES = 0.85
"""Factor that a clean review applies to the confidence in a weakness."""
GROWS = 0.4
"""Share of the way to certainty that another miss takes: .5 becomes .7."""


def weakness_draft(what: str, at: datetime, *, about: str, own: bool) -> Draft:
    """The habit of missing something, as an observation; one's own is tagged ``self``."""
    who = "I tend" if own else f"{about} tends"
    sure = OWN_WEAKNESS if own else WEAKNESS_OF_OTHERS
    tags = ("self" if own else f"agent:{about}", "weakness")
    claim = Claim(subject=about, predicate=TENDS, object=f"miss {what}")
    return _observation(f"{who} to miss {what}", claim, at, confidence=sure, tags=tags)


def strength_draft(what: str, at: datetime, *, about: str, own: bool) -> Draft:
    """The observation that a weakness is overcome: its claim with negative polarity, after enough clean reviews."""
    who = "I reliably include" if own else f"{about} reliably includes"
    tags = ("self" if own else f"agent:{about}", "strength")
    claim = Claim(subject=about, predicate=TENDS, object=f"miss {what}", polarity=False)
    return _observation(f"{who} {what}", claim, at, confidence=STRENGTH, tags=tags)


def improvement_draft(what: str, at: datetime, *, about: str) -> Draft:
    """Return the draft that a clean review makes about somebody who used to miss something."""
    claim = Claim(subject=about, predicate=IMPROVES, object=what)
    tags = (f"agent:{about}", "improvement")
    return _observation(f"{about} is getting better at {what}", claim, at, confidence=IMPROVEMENT, tags=tags)


def _observation(content: str, claim: Claim, at: datetime, **values: Any) -> Draft:
    draft = Draft(
        type="observation",
        content=content,
        claim=claim,
        method="feedback",
        source=Source.OBSERVATION,
        valid_from=at,
        domain=domain_of((), "code_review"),
        **values,
    )
    return linked(draft, EdgeType.PROVES, 0, incoming=True)


def after_miss(confidence: float) -> float:
    """Confidence in a weakness that showed again."""
    return round(confidence + GROWS * (1.0 - confidence), 6)


def clean_in_a_row(history: Sequence[Linked], habit: Memory) -> int:
    """Return the number of reviews that spoke against a habit since the last that spoke for it; ``history`` is newest
    first."""
    count = 0
    for each in history:
        if each.target != habit.id:
            continue
        if each.type is not EdgeType.CONTRADICTS:
            break
        count += 1
    return count


def judge_miss(drafts: Sequence[Draft], stored: Sequence[Memory]) -> Completion:
    """Known rules are reinforced, known weaknesses grow, and a strength that failed gives way."""
    found = Completion([], former=list(stored))
    for draft in drafts:
        claim = draft.claim
        if claim is not None and claim.predicate == "requires":
            known = next((m for m in stored if _requires(m, claim.object)), None)
            same = {} if known is None else {"claim": known.claim, "type": known.type}
            found.drafts.append(draft.model_copy(update=same))
        elif claim is not None and claim.predicate == TENDS:
            found.drafts.append(_weakness_again(draft, claim, stored, found.updates))
        else:
            found.drafts.append(draft)
    return found


def _weakness_again(draft: Draft, claim: Claim, stored: Sequence[Memory], updates: list[Update]) -> Draft:
    """The draft of a weakness that was seen again; adds what that changes in stored confidences to ``updates``."""
    about = [
        m for m in stored if m.claim and m.claim.predicate == TENDS and folded(m.claim.object) == folded(claim.object)
    ]
    if weakness := next((m for m in about if m.claim and m.claim.polarity), None):
        updates.append(_to(weakness, after_miss(weakness.confidence), "it was missed again"))
    if better := next((m for m in stored if _improves_at(m, claim.object)), None):
        updates.append(_to(better, round(better.confidence * (1.0 - GROWS), 6), "it was missed again"))
    if strength := next((m for m in about if m.claim and not m.claim.polarity), None):
        return draft.ending([strength.id], "a relapse", confidence=after_miss(draft.confidence))
    return draft


def judge_clean(
    drafts: Sequence[Draft],
    weaknesses: Sequence[Memory],
    history: Sequence[Linked],
    *,
    at: datetime,
    about: str,
    own: bool,
    better: Sequence[Memory] = (),
) -> Completion:
    """Each weakness fades; of somebody else it is noted that they improve. Five clean reviews in a row make a strength.

    ``better`` are the improvements that are known.
    """
    episode, *rest = drafts
    found = Completion(rest, former=[*weaknesses, *better])
    for weakness in weaknesses:
        assert weakness.claim is not None
        against = DraftLink(type=EdgeType.CONTRADICTS, memory_id=weakness.id, reason="a clean review")
        episode = episode.model_copy(update={"links": (*episode.links, against)})
        what = weakness.claim.object.removeprefix("miss ")
        if clean_in_a_row(history, weakness) + 1 >= CLEAN_IN_A_ROW:
            over = [weakness.id, *(m.id for m in better if _improves_at(m, weakness.claim.object))]
            strength = strength_draft(what, at, about=about, own=own)
            found.drafts.append(strength.ending(over, f"{CLEAN_IN_A_ROW} clean reviews in a row"))
            continue
        found.updates.append(_to(weakness, round(weakness.confidence * FADES, 6), "a clean review"))
        if not own:
            found.drafts.append(improvement_draft(what, at, about=about))
    found.drafts.insert(0, episode)
    return found


def _to(memory: Memory, confidence: float, reason: str) -> Update:
    return Update.of(memory, {"confidence": confidence}, reason)


def _improves_at(memory: Memory, missed: str) -> bool:
    claim = memory.claim
    if claim is None or claim.predicate != IMPROVES:
        return False
    return folded(claim.object) == folded(missed.removeprefix("miss "))


def _requires(memory: Memory, what: str) -> bool:
    claim = memory.claim
    return claim is not None and claim.predicate == "requires" and claim.polarity and stems(claim.object) == stems(what)


async def look_up_habits(item: Feedback, drafts: Sequence[Draft], episode: RawEpisode, store: Store) -> Completion:
    """Fetch the rules of reviews and the agent's habits; for a clean review also how the last ones went."""
    agent = episode.scope.agent_id or "agent"
    about = item.about_agent or agent
    claims = [Claim(subject=about, predicate=predicate, object="x") for predicate in (TENDS, IMPROVES)]
    claims += [draft.claim for draft in drafts if draft.claim and draft.claim.predicate == "requires"]
    subjects = sorted({subject_key(claim) for claim in claims})
    found = await store.memories.comparable(episode.scope, subjects=subjects)
    stored = [each.memory for each in found if episode.scope.sees(each.memory.scope)]
    if not is_clean(item.content):
        return judge_miss(drafts, stored)
    weaknesses = [m for m in stored if "weakness" in m.tags]
    kinds = [EdgeType.PROVES, EdgeType.CONTRADICTS]
    history = (
        await store.memories.pointing_to(episode.scope, [m.id for m in weaknesses], kinds, live=False, most=200)
        if weaknesses
        else []
    )
    better = [m for m in stored if m.claim and m.claim.predicate == IMPROVES]
    return judge_clean(drafts, weaknesses, history, at=episode.at, about=about, own=about == agent, better=better)
