"""Carrying over: what was planned and not done stays in sight until it is done, planned anew or given up."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta, tzinfo

from memorist.memory_store.domain.claim import Claim, subject_key
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import TO_DO
from memorist.memory_store.store import Store
from memorist.nodes.draft import Draft, DraftLink
from memorist.nodes.kinds.interface import Completion
from memorist.nodes.kinds.rituals.plans import PLANS, day_name, end_of_day, plan_draft
from memorist.nodes.language.words import stems

ENOUGH = 0.5
"""Share of a goal's words that must occur in a sentence which speaks of it."""
CARRIED = "carried_over"
LONGEST_DAYS = 14
"""A goal that nobody mentions for two weeks was given up."""
DONE = re.compile(
    r"\b(?:finished|done|complete[ds]?|shipped|merged|fixed|closed|delivered|wrapped up|released)\b", re.IGNORECASE
)
NOT_DONE = re.compile(
    r"\b(?:did(?:n['’]t| not)|not (?:yet )?(?:finished|done|complete)|unfinished|postponed?|carr(?:y|ied) over|"
    r"half|partial\w*|blocked|still (?:open|to do|missing|need|have)|(?:no|ran out of) time|"
    r"tomorrow|moved to|remains?|left over)\b",
    re.IGNORECASE,
)


def outcome_told(words: str) -> str:
    """Return the outcome of a day, told from the words alone."""
    return "partial" if NOT_DONE.search(words) else "success" if DONE.search(words) else "unknown"


def is_done(goal: str, said: Sequence[str]) -> bool:
    """Return true if a summary says that a goal was reached; a goal that it does not mention was not."""
    words = stems(goal)
    return any(
        len(words & stems(one)) >= ENOUGH * len(words) and DONE.search(one) and not NOT_DONE.search(one)
        for one in said
        if words
    )


def is_past(goal: Memory, at: datetime) -> bool:
    """Return true if it was an appointment of this day or an earlier one, which is over whatever came of it."""
    return "appointment" in goal.tags and goal.valid_from <= at


def outcome_of(goals: Sequence[str], undone: Sequence[str], told: str) -> str:
    """Return the outcome of a day against its plan; without a plan, as the words tell."""
    if not goals:
        return told
    return "success" if not undone else "partial" if len(undone) < len(goals) or told != "unknown" else "failure"


def carried(goal: Memory, at: datetime, zone: tzinfo, *, until: datetime) -> Draft:
    """The goal until ``until``, in place of the old one; narrowed to the day it is carried to."""
    assert goal.claim is not None
    first = day_name(_since(goal, zone), zone)
    day = day_name(until - timedelta(seconds=1), zone)
    return plan_draft(
        goal.claim.object,
        at,
        zone,
        until=until,
        claim=Claim(subject="user", predicate=PLANS, object=goal.claim.object, qualifier=day),
        content=f"Unfinished since {first}: {goal.claim.object}",
        tags=("ritual", "goal", CARRIED, f"since:{first}"),
        ends=(goal.id,),
        why_ends="not done: carried over",
        links=(DraftLink(type=EdgeType.DERIVED_FROM, memory_id=goal.id, reason="carried over"),),
    )


def _since(goal: Memory, zone: tzinfo) -> datetime:
    """The day on which a goal was planned first."""
    named = next((tag.removeprefix("since:") for tag in goal.tags if tag.startswith("since:")), None)
    return datetime.fromisoformat(named).replace(tzinfo=zone) if named else goal.valid_from


def judge_morning(drafts: Sequence[Draft], plans: Sequence[Memory], at: datetime, zone: tzinfo) -> Completion:
    """Goals still open from earlier days are goals of this one, too, unless planned anew, past or given up."""
    judged = list(drafts)
    for goal in plans:
        assert goal.claim is not None
        if (goal.claim.qualifier or "").startswith(day_name(at, zone)):
            continue
        again = _planned_again(judged, goal.claim.object)
        if again is not None:
            judged[again] = judged[again].ending([goal.id], "planned again")
        elif is_past(goal, at) or (at - _since(goal, zone)).days > LONGEST_DAYS:
            judged[0] = judged[0].ending([goal.id], "past or given up")
        else:
            judged.append(carried(goal, at, zone, until=end_of_day(at, zone)))
    return Completion(judged, former=list(plans))


def _planned_again(drafts: Sequence[Draft], goal: str) -> int | None:
    for place, draft in enumerate(drafts):
        if draft.claim and draft.claim.predicate == PLANS and folded(draft.claim.object) == folded(goal):
            return place
    return None


def judge_evening(
    drafts: Sequence[Draft], plans: Sequence[Memory], said: Sequence[str], at: datetime, zone: tzinfo
) -> Completion:
    """Goals that were reached end with the day, as appointments do; the others go on to the next one."""
    episode, *rest = drafts
    over = [goal for goal in plans if is_past(goal, at)]
    goals = [(goal, goal.claim.object) for goal in plans if goal.claim and goal not in over]
    done = [goal for goal, what in goals if is_done(what, said)]
    undone = [(goal, what) for goal, what in goals if goal not in done]
    told = str(episode.details.get("outcome"))
    outcome = outcome_of([what for _, what in goals], [what for _, what in undone], told)
    ended = [goal.id for goal in (*over, *done)]
    episode = episode.ending(ended, "done, or past", details={**episode.details, "outcome": outcome})
    tomorrow = end_of_day(at, zone, days=1)
    return Completion(
        [episode, *rest, *(carried(goal, at, zone, until=tomorrow) for goal, _ in undone)], former=list(plans)
    )


async def carry_over(
    ritual: str, said: Sequence[str], drafts: Sequence[Draft], episode: RawEpisode, store: Store, zone: tzinfo
) -> Completion:
    """Fetch what the person still has planned, in one statement, and judge it. To-dos stay open and are left alone."""
    key = subject_key(Claim(subject="user", predicate=PLANS, object="x"))
    found = await store.memories.comparable(episode.scope, subjects=[key])
    own = [each.memory for each in found if each.memory.scope.user_id == episode.scope.user_id]
    open_ = sorted((m for m in own if episode.scope.sees(m.scope)), key=lambda m: (m.valid_from, m.id))
    plans = [goal for goal in open_ if TO_DO not in goal.tags]
    if ritual == "morning":
        return judge_morning(drafts, plans, episode.at, zone)
    return judge_evening(drafts, plans, said, episode.at, zone)
