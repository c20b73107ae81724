"""Habits: what feedback changes in what is known of an agent.

A miss speaks for a weakness, a clean review against it.
"""

from collections.abc import Sequence
from datetime import datetime

from memorist.memory_store.domain.change_set import Update
from memorist.memory_store.domain.claim import subject_key
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.linking import Linked
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.draft import Draft, DraftLink
from memorist.nodes.ingestion.extract.feedback import BETTER, habit_draft, improvement_draft, is_clean
from memorist.nodes.ingestion.looked_up import LookedUp
from memorist.nodes.ingestion.work_inputs import Feedback
from memorist.nodes.language.words import stems

IMPROVEMENT = 0.6
"""What one clean review after a weakness of somebody else says."""
CLEAN_IN_A_ROW = 5
"""So many clean reviews in a row end a weakness (Galatea)."""
STRENGTH = 0.6
FADES = 0.85
"""What a clean review leaves of the confidence in a weakness."""
GROWS = 0.4
"""What another miss takes of the way to certainty: .5 becomes .7."""


def after_miss(confidence: float) -> float:
    """Confidence in a weakness that showed again."""
    return round(confidence + GROWS * (1.0 - confidence), 6)


def clean_in_a_row(history: Sequence[Linked], habit: Memory) -> int:
    """How many reviews spoke against a habit since the last that spoke for it; the history is newest first."""
    count = 0
    for each in history:
        if each.target != habit.id:
            continue
        if each.type is not EdgeType.CONTRADICTS:
            break
        count += 1
    return count


def judge_miss(drafts: Sequence[Draft], stored: Sequence[Memory]) -> LookedUp:
    """Known rules are reinforced, known weaknesses grow, and a strength that failed gives way."""
    updates: list[Update] = []
    judged: list[Draft] = []
    former: list[Memory] = []
    for draft in drafts:
        claim = draft.claim
        if claim is None:
            judged.append(draft)
        elif claim.predicate == "requires":
            known = next((m for m in stored if m.claim and _same_thing(m, claim.object)), None)
            judged.append(
                draft if known is None else draft.model_copy(update={"claim": known.claim, "type": known.type})
            )
        else:
            weakness = _habit(stored, claim.object, polarity=True)
            strength = _habit(stored, claim.object, polarity=False)
            if weakness is not None:
                updates.append(_to(weakness, after_miss(weakness.confidence), "it was missed again"))
            better = next((m for m in stored if _improves_at(m, claim.object)), None)
            if better is not None:
                updates.append(_to(better, round(better.confidence * (1.0 - GROWS), 6), "it was missed again"))
            if strength is not None:
                former.append(strength)
                judged.append(draft.ending([strength.id], "a relapse", confidence=after_miss(draft.confidence)))
            else:
                judged.append(draft)
    return LookedUp(judged, former=[*former, *(m for m in stored if m not in former)], updates=updates)


def judge_clean(
    drafts: Sequence[Draft],
    weaknesses: Sequence[Memory],
    history: Sequence[Linked],
    *,
    at: datetime,
    about: str,
    own: bool,
    better: Sequence[Memory] = (),
) -> LookedUp:
    """Each weakness fades, and of somebody else it is noted that it gets ``better``.

    After five clean reviews in a row it gives way to a strength.
    """
    found = LookedUp(list(drafts), former=[*weaknesses, *better])
    for weakness in weaknesses:
        assert weakness.claim is not None
        against = DraftLink(type=EdgeType.CONTRADICTS, memory_id=weakness.id, reason="a clean review")
        found.drafts[0] = found.drafts[0].model_copy(update={"links": (*found.drafts[0].links, against)})
        what = weakness.claim.object.removeprefix("miss ")
        if clean_in_a_row(history, weakness) + 1 < CLEAN_IN_A_ROW:
            found.updates.append(_to(weakness, round(weakness.confidence * FADES, 6), "a clean review"))
            if not own:
                found.drafts.append(improvement_draft(what, at, about=about, confidence=IMPROVEMENT))
            continue
        strength = habit_draft(
            what,
            at,
            about=about,
            own=own,
            weak=False,
            confidence=STRENGTH,
            ends=(weakness.id, *(m.id for m in better if _improves_at(m, weakness.claim.object))),
            why_ends=f"{CLEAN_IN_A_ROW} clean reviews in a row",
        )
        found.drafts.append(strength)
    return found


def _to(memory: Memory, confidence: float, reason: str) -> Update:
    return Update(
        memory_id=memory.id,
        revision=memory.revision,
        before={"confidence": memory.confidence},
        after={"confidence": confidence},
        reason=reason,
    )


def _improves_at(memory: Memory, missed: str) -> bool:
    claim = memory.claim
    return (
        claim is not None and claim.predicate == BETTER and folded(claim.object) == folded(missed.removeprefix("miss "))
    )


def _habit(stored: Sequence[Memory], what: str, *, polarity: bool) -> Memory | None:
    return next(
        (m for m in stored if m.claim and m.claim.polarity == polarity and folded(m.claim.object) == folded(what)), None
    )


def _same_thing(memory: Memory, what: str) -> bool:
    claim = memory.claim
    return claim is not None and claim.predicate == "requires" and claim.polarity and stems(claim.object) == stems(what)


async def look_up_feedback(feedback: Feedback, drafts: Sequence[Draft], episode: RawEpisode, store: Store) -> LookedUp:
    """Fetch the rules of reviews and the agent's habits; for a clean review also how the last ones went."""
    agent = episode.scope.agent_id or "agent"
    about = feedback.about_agent or agent
    habits = habit_draft("x", episode.at, about=about, own=False, weak=True).claim
    assert habits is not None
    subjects = [
        subject_key(habits),
        subject_key(habits.model_copy(update={"predicate": BETTER})),
        *(subject_key(d.claim) for d in drafts if d.claim and d.claim.predicate == "requires"),
    ]
    found = await store.comparable(episode.scope, subjects=sorted({*subjects}), claims=(), conditions=(), vectors={})
    stored = [each.memory for each in found if episode.scope.sees(each.memory.scope)]
    if not is_clean(feedback.content):
        return judge_miss(drafts, stored)
    weaknesses = [m for m in stored if "weakness" in m.tags]
    history = (
        await store.pointing_to(
            episode.scope, [m.id for m in weaknesses], [EdgeType.PROVES, EdgeType.CONTRADICTS], live=False, most=200
        )
        if weaknesses
        else []
    )
    better = [m for m in stored if m.claim and m.claim.predicate == BETTER]
    return judge_clean(drafts, weaknesses, history, at=episode.at, about=about, own=about == agent, better=better)
