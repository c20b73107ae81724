"""Carrying over: what was planned and not done stays in sight until it is done, planned anew or given up."""

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
from memorist.nodes.kinds.rituals.reached import DECIDING, reached

CARRIED = "carried_over"
SINCE, MENTIONED = "since:", "mentioned:"
"""Tags of a goal that was carried over: the day it was planned first, and the last on which it was said to be open."""
LONGEST_DAYS = 14
"""A goal that nobody mentions for two weeks was given up."""


def is_past(goal: Memory, at: datetime) -> bool:
    """Return true if it was an appointment of this day or an earlier one, which is over whatever came of it."""
    return "appointment" in goal.tags and goal.valid_from <= at


def is_given_up(goal: Memory, at: datetime, zone: tzinfo) -> bool:
    """Return true if nobody has planned or mentioned it for more than :data:`LONGEST_DAYS`."""
    return (at - _day_of(goal, zone, MENTIONED, SINCE)).days > LONGEST_DAYS


def outcome_of(done: Sequence[bool | None], told: str) -> str:
    """Return the outcome of a day against its plan; without a plan, as the words tell.

    Args:
        done: for each goal, true if it was reached, false if not; None if nothing is said of it.
        told: the outcome by the words alone.
    """
    if not done:
        return told
    return "success" if all(done) else "unknown" if not any(done) and told == "unknown" else "partial"


def carried(goal: Memory, at: datetime, zone: tzinfo, *, until: datetime, mentioned: bool = False) -> Draft:
    """The goal until ``until``, in place of the old one; narrowed to the day it is carried to.

    Args:
        goal: what was planned and is not done.
        at: now.
        zone: the person's.
        until: end of the day to which it is carried.
        mentioned: whether the person has just said that it is still to do.
    """
    assert goal.claim is not None
    first = day_name(_day_of(goal, zone, SINCE), zone)
    told = f"{MENTIONED}{day_name(at, zone)}" if mentioned else _tag(goal, MENTIONED)
    day = day_name(until - timedelta(seconds=1), zone)
    return plan_draft(
        goal.claim.object,
        at,
        zone,
        until=until,
        claim=Claim(subject="user", predicate=PLANS, object=goal.claim.object, qualifier=day),
        content=f"Unfinished since {first}: {goal.claim.object}",
        tags=("ritual", "goal", CARRIED, f"{SINCE}{first}", *([told] if told else [])),
        ends=(goal.id,),
        why_ends="not done: carried over",
        links=(DraftLink(type=EdgeType.DERIVED_FROM, memory_id=goal.id, reason="carried over"),),
    )


def _tag(goal: Memory, prefix: str) -> str | None:
    return next((tag for tag in goal.tags if tag.startswith(prefix)), None)


def _day_of(goal: Memory, zone: tzinfo, *prefixes: str) -> datetime:
    """The day that the first of these tags names; without one, the day on which the goal was planned first."""
    for prefix in prefixes:
        if named := _tag(goal, prefix):
            return datetime.fromisoformat(named.removeprefix(prefix)).replace(tzinfo=zone)
    return goal.valid_from


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
        elif is_past(goal, at) or is_given_up(goal, at, zone):
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
    """Goals that were reached end with the day, as appointments do; the others go on to the next one until given up."""
    episode, *rest = drafts
    goals = [goal for goal in plans if goal.claim]
    names = [g.claim.object for g in goals if g.claim]
    told = dict(zip([g.id for g in goals], reached(names, said), strict=True))
    reports = [one for one in said if not DECIDING.match(one) and any(x is not None for x in reached(names, [one]))]
    # "Dentist not booked" tells of the plan: it is neither a fact nor a rule.
    rest = [d for d in rest if not any(one.rstrip(".!") in d.quote or (d.quote and d.quote in one) for one in reports)]
    over = [g for g in goals if told[g.id] is None and (is_past(g, at) or is_given_up(g, at, zone))]
    left = [g for g in goals if g not in over]
    undone = [g for g in left if not told[g.id]]
    outcome = outcome_of([told[g.id] for g in left], str(episode.details.get("outcome")))
    ended = [g.id for g in goals if g not in undone]
    episode = episode.ending(ended, "done, or past", details={**episode.details, "outcome": outcome})
    tomorrow = end_of_day(at, zone, days=1)
    carry = [carried(g, at, zone, until=tomorrow, mentioned=told[g.id] is False) for g in undone]
    return Completion([episode, *rest, *carry], former=list(plans))


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
