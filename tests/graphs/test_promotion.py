"""A maintenance pass on every database: the ladder from episodes to a procedure, asking, fading, archive, cascade."""

import asyncio
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from memorist.api.memory import AsyncMemory
from memorist.graphs.promotion import build_promotion
from memorist.memory_store.domain import memory as domain
from memorist.memory_store.domain.change_set import Hold, Update
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import Procedure
from memorist.memory_store.store import Store
from memorist.nodes.promotion.review import answer, queue
from memorist.nodes.promotion.state import PromotionReport
from tests.inputs import event, observation, turn
from tests.memory_store.builders import edge, ended, episode, hold, learn, memory, procedure, supersession, uses, write
from tests.stores import START


@pytest.fixture
def opened(store: Store, group: str) -> AsyncMemory:
    return AsyncMemory(store, Scope(group_id=group, agent_id="dev-1", user_id="ann"))


def day(number: float) -> datetime:
    return START + timedelta(days=number)


def pnpm(number: int, task: str) -> dict[str, Any]:
    at = day(number)
    seen = (
        event("task.start", task, at=at - timedelta(minutes=30)),
        event("terminal.command", "installs the dependencies with pnpm", at=at - timedelta(minutes=20),
              process_command_line="pnpm install"),
        event("task.done", "dependencies installed with pnpm, the build works", at=at),
    )  # fmt: skip
    return observation(*seen, session_id=f"day {number}", at=at.isoformat())


STORY = (
    (1, pnpm(1, "Set up the web shop")),
    (3, pnpm(3, "Set up the admin panel")),
    (5, turn("We use pnpm for package management, not npm", at=day(5).isoformat())),
    (7, pnpm(7, "Create the landing page project")),
    (10, pnpm(10, "Create the docs site")),
)


async def live(opened: AsyncMemory, type_: str) -> list[domain.Memory]:
    return await opened.store.memories.all(opened.scope, types=[type_])


async def whole(store: Store, group: str) -> dict[str, Any]:
    """Everything of a group that a pass may change, without the log."""
    scope = Scope(group_id=group, agent_id="dev-1")
    found = await store.memories.all(scope, statuses=[*Status])
    links = await store.memories.links(scope, [m.id for m in found])
    numbers = await store.admin.numbers(group)
    return {
        "memories": {m.id: m.model_dump_json(exclude={"revision"}) for m in found},
        "links": sorted((link.source, link.target, link.type) for link in links),
        "numbers": {what: n for what, n in numbers.items() if not what.startswith("changes")},
    }


async def test_one_pass_at_the_end_climbs_as_far_as_one_each_day(opened: AsyncMemory, clock: VirtualClock) -> None:
    for number, told in STORY:
        clock.move_to(day(number))
        await opened.ingest(told)
    report = await opened.maintain()
    assert [done.what for done in report.done] == ["episode_to_observation", "observation_to_fact", "fact_to_procedure"]
    (how,) = await live(opened, "procedural")
    assert isinstance(how, Procedure)
    assert how.times_used == 2


async def test_a_dry_run_tells_the_exact_change_sets_and_writes_nothing_and_nor_does_a_second_pass(
    opened: AsyncMemory, group: str, clock: VirtualClock
) -> None:
    clock.move_to(day(10))
    await opened.ingest([told for _, told in STORY])
    before = await whole(opened.store, group)
    dry = await opened.maintain(dry_run=True)
    assert await whole(opened.store, group) == before
    last = (await opened.store.maintenance.peek_lease(group)).last
    wet = await opened.maintain()
    entries = await opened.store.changes.log(Scope(group_id=group), after=last, limit=100)
    who = {"by", "operation"}  # who asked for it, and as part of what, is noted where it is written
    applied = [{name: held for name, held in entry.payload.items() if name not in who} for entry in entries]
    assert len(dry.changes) == len(applied) > 0
    assert list(dry.changes) == applied
    assert [done.what for done in dry.done] == [done.what for done in wet.done]
    clock.move_to(day(60))
    await opened.maintain()
    before, log = await whole(opened.store, group), await opened.store.admin.numbers(group)
    assert (await opened.maintain()).done == ()
    assert await whole(opened.store, group) == before
    assert await opened.store.admin.numbers(group) == log


async def test_what_merely_faded_is_not_judged_again(opened: AsyncMemory, scope: Scope, clock: VirtualClock) -> None:
    faded = [memory(scope, f"The team uses tool {n}", claim=uses(f"tool {n}"), confidence=0.8) for n in range(20)]
    await write(opened.store, scope, faded)
    await opened.maintain()
    clock.move_to(day(60))
    assert (await opened.maintain()).counts["faded"] == len(faded)
    before = opened.store.database.statements_sent
    clock.move_to(day(61))
    report = await opened.maintain()
    assert report.counts.get("considered", 0) == 0
    assert report.entries > 0
    assert opened.store.database.statements_sent - before < 20
    # What changes in another way is looked at, however old it is.
    change: Any = {"before": {"confidence": 0.6}, "after": {"confidence": 0.9}, "reason": "seen again"}
    again = Update(memory_id=faded[0].id, revision=2, **change)
    await write(opened.store, scope, updates=(again,))
    assert (await opened.maintain()).counts["considered"] == 1


async def test_what_was_recalled_a_moment_ago_counts(opened: AsyncMemory, scope: Scope) -> None:
    fact = memory(scope, "The team uses Clerk for auth", status="staged")
    await write(opened.store, scope, [fact])
    for recalls, status in ((1, "staged"), (2, "staged"), (3, "confirmed")):
        assert fact.id in (await opened.recall("Which auth does the team use?")).citations
        await opened.maintain()
        [found] = await opened.store.memories.all(scope, types=["semantic:fact"])
        assert (found.access_count, found.status) == (recalls, status)


async def realm(store: Store, scope: Scope, seen_as: str = "turn", **fields: Any) -> domain.Memory:
    """A fact about Realm that is sure enough to become a rule."""
    claim = {"subject": "team", "predicate": "avoids", "object": "Realm"}
    given: dict[str, Any] = {"confidence": 0.95, "status": "confirmed", "claim": claim, "trust": "user", **fields}
    fact = memory(scope, "The team avoids Realm: it lost data in production", **given)
    said = episode(scope, "Realm lost data, avoid it", description=seen_as)
    await learn(store, scope, said, [fact], holds=(hold(fact),))
    return fact


@pytest.fixture
async def seen(store: Store, scope: Scope) -> domain.Memory:
    """The same, of what was only seen."""
    return await realm(store, scope, "observation", trust="observed", source="observation")


async def test_what_users_said_becomes_a_blocking_rule_unasked(opened: AsyncMemory, scope: Scope) -> None:
    await realm(opened.store, scope)
    report = await opened.maintain()
    (rule,) = await live(opened, "semantic:hard_rule")
    assert (report.questions, rule.trust) == ((), domain.Trust.USER)
    assert "Realm" in (await opened.recall("Write a poem about the sea")).prompt


@pytest.mark.parametrize(("choice", "rules"), [("block", 1), ("no", 0)])
async def test_what_was_only_seen_waits_for_a_person_and_the_queue_carries_the_answer_out(
    opened: AsyncMemory, seen: domain.Memory, group: str, choice: str, rules: int
) -> None:
    report = await opened.maintain()
    assert await live(opened, "semantic:hard_rule") == []
    assert [q.id for q in report.questions] == [seen.id]
    (flagged,) = await opened.store.memories.get(opened.scope, [seen.id])
    assert flagged.flagged is not None
    assert (await opened.maintain()).done == ()
    (still,) = await opened.store.memories.get(opened.scope, [seen.id])
    assert still.revision == flagged.revision
    (waiting,) = await queue(opened.store, group)
    assert (waiting.id, waiting.kind, choice in waiting.choices) == (seen.id, "promotion", True)
    await answer(opened.store, group, seen.id, choice, START)
    assert len(await live(opened, "semantic:hard_rule")) == rules
    assert await queue(opened.store, group) == []
    assert (await opened.maintain()).questions == ()


@pytest.mark.parametrize(("choice", "rules"), [("block", ["block"]), ("warn", ["warn"]), ("no", []), ("later", [])])
async def test_a_person_decides_whether_a_rule_may_block(
    store: Store, scope: Scope, group: str, seen: domain.Memory, choice: str, rules: list[str]
) -> None:
    graph = build_promotion(store, checkpointer=InMemorySaver())
    given: Any = {"configurable": {"thread_id": "t"}}
    context = {"group_id": group, "on_question": "ask"}
    asked = await graph.ainvoke({}, given, context=context)
    assert "Realm" in asked["__interrupt__"][0].value["question"]
    await graph.ainvoke(Command(resume={"choice": choice}), given, context=context)
    found = await store.memories.all(scope, types=["semantic:hard_rule"])
    assert [rule.severity for rule in found] == rules  # pyright: ignore[reportAttributeAccessIssue]
    # Whoever said no is not asked again.
    again = await build_promotion(store).ainvoke({}, context={"group_id": group})
    assert bool(PromotionReport.model_validate(again["result"]).questions) is (choice == "later")


async def noticed(store: Store, scope: Scope, by: str, day_: int, subject: str, **fields: Any) -> None:
    """An agent learns that somebody tends to miss null checks."""
    own = scope.model_copy(update={"agent_id": by})
    claim = {"subject": subject, "predicate": "tends_to", "object": "miss null checks"}
    content = f"{'Team' if subject == 'team' else subject} tends to miss null checks"
    seen = memory(own, content, "observation", claim=claim, at=day(day_), **fields)
    assert seen.claim is not None
    held = Hold(slot_id=store.ontology.slot_of(seen, seen.claim), expected=None, holder=seen.id)
    await learn(store, own, episode(own, at=day(day_)), [seen], holds=(held,))


async def shared(store: Store, scope: Scope) -> domain.Memory:
    (common,) = [m for m in await store.memories.all(scope) if m.promoted_to_shared]
    return common


async def test_a_pattern_that_three_agents_saw_becomes_the_groups_with_a_flag(store: Store, scope: Scope) -> None:
    for place, agent in enumerate("abc"):
        await noticed(store, scope, agent, place, "team", confidence=0.7)
        report = await AsyncMemory(store, scope).maintain()
        assert report.counts.get("observation_to_shared", 0) == (1 if agent == "c" else 0)
    common = await shared(store, scope)
    assert (common.scope.agent_id, common.source) == (None, "cross_agent")
    assert "3 agents" in str(common.flagged)
    assert await store.admin.check(scope.group_id) == []


async def test_what_three_agents_forget_becomes_a_step_of_the_checklist(store: Store, scope: Scope) -> None:
    checklist = procedure(scope, "you open a pull request", "Check the types", "Run the tests", times_used=4)
    await write(store, scope, [checklist, procedure(scope, "a release is cut", "Tag it")])
    for place, agent in enumerate("abc"):
        await noticed(store, scope, agent, place, agent)
    report = await AsyncMemory(store, scope).maintain()
    assert (report.counts["observation_to_shared"], report.counts["checklist"]) == (1, 1)
    assert (await shared(store, scope)).content == "Team tends to miss null checks"
    found = await store.memories.all(scope, types=["procedural"], statuses=[*Status])
    steps = {(m.status, tuple(s.instruction for s in m.steps)): m.times_used for m in found if isinstance(m, Procedure)}
    grown = (Status.CONFIRMED, ("Check the types", "Run the tests", "Check null checks"))
    before = (Status.SUPERSEDED, ("Check the types", "Run the tests"))
    assert steps.keys() == {before, grown, (Status.CONFIRMED, ("Tag it",))}
    assert steps[grown] == 4
    assert (await AsyncMemory(store, scope).maintain()).done == ()
    assert await store.admin.check(scope.group_id) == []


async def test_one_habit_that_several_see_in_one_agent_is_no_pattern_of_all(store: Store, scope: Scope) -> None:
    for place, agent in enumerate("bcd"):
        await noticed(store, scope, agent, place, "a")
    report = await AsyncMemory(store, scope).maintain()
    assert "observation_to_shared" not in report.counts


async def test_fading_daily_or_once_gives_one_result(store: Store, group: str, clock: VirtualClock) -> None:
    async def neglected(name: str, passes: list[int]) -> tuple[float, Any]:
        scope = Scope(group_id=f"{group}_{name}")
        clock.move_to(START)
        fact = memory(scope, "The team uses Clerk", confidence=0.85, id=f"{group}-{name}")
        await write(store, scope, [fact])
        for number in passes:
            clock.move_to(day(number))
            await AsyncMemory(store, scope).maintain()
        (found,) = await store.memories.get(scope, [fact.id])
        return found.confidence, found.decay

    assert await neglected("daily", list(range(4, 101, 4))) == await neglected("once", [100])


def climbed(source: domain.Memory, target: domain.Memory) -> Edge:
    why = {"promotion_reason": "3 of 3 supports", "promotion_threshold": 3.0}
    return edge(EdgeType.PROMOTED_TO, source, target, source.scope.group_id, **why)


async def test_what_stood_on_retracted_evidence_falls_to_the_last(opened: AsyncMemory, scope: Scope) -> None:
    facts = [memory(scope, f"Fact number {i}", confidence=0.9) for i in range(7)]
    await write(opened.store, scope, facts, edges=tuple(climbed(a, b) for a, b in pairwise(facts)))
    await opened.maintain()
    states = {
        "after": {"status": "retracted", "expired_at": START},
        "before": {"status": "confirmed", "expired_at": None},
    }
    retracted = ended(facts[0], since=START).model_copy(update=states)
    await write(opened.store, scope, updates=(retracted,))
    report = await opened.maintain()
    assert report.counts["fallen"] == 6
    assert {m.status for m in await opened.store.memories.get(scope, [f.id for f in facts])} == {Status.RETRACTED}
    assert (await opened.maintain()).done == ()


async def test_a_procedure_ends_with_the_fact_that_it_was_made_from_and_leads_to_its_heir(
    opened: AsyncMemory, scope: Scope
) -> None:
    fact = memory(scope, "The team uses Clerk for auth", claim=uses("Clerk"))
    firebase = memory(scope, "The team uses Firebase for auth", claim=uses("Firebase"), at=day(1))
    how = procedure(scope, "auth is needed", "install Clerk")
    await write(opened.store, scope, [fact, how], holds=(hold(fact),), edges=(climbed(fact, how),))
    await write(opened.store, scope, **supersession(firebase, fact))
    await opened.maintain()
    (gone,) = await opened.store.memories.get(scope, [how.id])
    assert gone.status is Status.SUPERSEDED
    links = await opened.store.memories.links(scope, [how.id])
    assert [(link.source, link.target) for link in links if link.type == "SUPERSEDES"] == [(firebase.id, how.id)]


async def test_two_workers_at_once_do_what_one_does(store: Store, group: str, clock: VirtualClock) -> None:
    async def told(name: str) -> AsyncMemory:
        memory = AsyncMemory(store, Scope(group_id=f"{group}_{name}", agent_id="dev-1", user_id="ann"))
        clock.move_to(day(10))
        await memory.ingest([line for _, line in STORY])
        return memory

    one, many = await told("one"), await told("many")
    await one.maintain()
    reports = await asyncio.gather(*(many.maintain() for _ in range(4)))
    while any(report.busy for report in reports):
        reports = [await many.maintain()]
    alone, together = await whole(store, f"{group}_one"), await whole(store, f"{group}_many")
    assert together["numbers"] == alone["numbers"]


async def test_a_lease_passes_on_when_its_holder_is_silent(store: Store, scope: Scope) -> None:
    group, leases = scope.group_id, store.maintenance
    await write(store, scope, [memory(scope, "x")])
    assert (await leases.take_lease(group, "first", 3)).held
    refused = await leases.take_lease(group, "second", 60)
    assert (refused.held, refused.holder) == (False, "first")
    await asyncio.sleep(3.2)
    assert (await leases.take_lease(group, "second", 60)).held
    assert not await leases.mark(group, "first", 60, {"promotion": 99})
    assert (await leases.peek_lease(group)).marks == {}
    for holder, held in (("first", False), ("second", True)):
        await leases.release_lease(group, holder)
        assert (await leases.take_lease(group, "third", 60)).held is held


async def test_an_empty_group_is_not_made_and_a_busy_one_is_told_and_left_alone(opened: AsyncMemory, group: str):
    assert (await opened.maintain()).counts == {}
    assert not await opened.store.admin.known(group)
    await opened.ingest([told for _, told in STORY])
    await opened.store.maintenance.take_lease(group, "somebody", 60)
    before = await whole(opened.store, group)
    report = await opened.maintain()
    assert (report.busy, report.done) == ("somebody", ())
    assert await whole(opened.store, group) == before
