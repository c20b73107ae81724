"""The Python API end to end, on every backend."""

import asyncio
import inspect
from datetime import UTC, datetime, timedelta
from pydoc import render_doc
from typing import Any, TypedDict

import pytest
from langgraph.graph import END, START, StateGraph

import memorist
from memorist.api.memory import AsyncMemory
from memorist.graphs.ingestion import build_ingestion
from memorist.graphs.retrieval import build_retrieval
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.retrieval.result import Recall
from tests import inputs
from tests.inputs import (
    NO_REALM,
    REALM_INSTALLED,
    after,
    error_of,
    event,
    ingested,
    manual,
    observation,
    refused,
    statements,
)
from tests.servers.falkordb_server import FalkorServer
from tests.stores import EMBEDDED, test_settings
from tests.stores import START as BEGINNING

CLERK = "I prefer Clerk for mobile auth going forward"
TASK = "Add auth to the new mobile app"


def turn(content: str, *, minutes: float = 0, **more: Any) -> dict[str, Any]:
    return inputs.turn(content, at=after(minutes=minutes), **more)


async def test_an_entry_takes_the_place_of_the_memory_that_it_names(memory: AsyncMemory) -> None:
    [told] = (await ingested(memory, turn("We use Clerk for authentication because JWT failed"))).memories

    async def enter(content: str, replaces: str) -> IngestResult:
        return await ingested(memory, manual(content, type=told.type, replaces=replaces))

    reworded = (await enter("We use Clerk for authentication", told.id)).memories[0]
    assert (reworded.effect, reworded.affected) == ("superseded", (told.id,))
    over = await enter("The annex has a kitchen", told.id)
    assert (over.memories[0].effect, "it holds no more" in over.notices[0]) == ("added", True)
    unknown = await enter("The annex has two meeting rooms", "nothing")
    notices = ("nothing was replaced: there is no memory nothing",)
    assert (unknown.memories[0].effect, unknown.notices) == ("added", notices)


async def test_what_goes_in_comes_out_with_its_source_and_of_an_earlier_time_nothing(
    memory: AsyncMemory, scope: Scope
) -> None:
    assert (await memory.recall(TASK)).warnings == ()
    await memory.ingest(turn(CLERK))
    recall = await memory.recall(TASK)
    assert ("User prefers Clerk for mobile auth" in recall.prompt, recall.warnings) == (True, ())
    (found,) = await memory.store.memories.get(scope, recall.citations)
    (episode,) = await memory.store.episodes.get(scope, found.source_episode_ids)
    assert episode["content"] == CLERK
    (warning,) = (await memory.recall(TASK, as_of=BEGINNING - timedelta(days=30))).warnings
    assert warning == "the memory holds something, but nothing of it was true at 2026-01-02 09:00 UTC"


@EMBEDDED
async def test_a_memory_of_which_nothing_was_known_yet_says_that(memory: AsyncMemory, clock: VirtualClock) -> None:
    clock.move_to(BEGINNING + timedelta(days=30))
    await memory.ingest(turn(CLERK))  # said a month before it was ingested
    then = BEGINNING + timedelta(days=7)
    assert (await memory.recall(TASK, as_of=then)).warnings == ()
    known = "the memory holds something, but nothing of it was known at 2026-02-08 09:00 UTC"
    assert (await memory.recall(TASK, known_at=then)).warnings == (known,)
    both = await memory.recall(TASK, known_at=then, as_of=BEGINNING)
    assert both.warnings == (f"{known} to be true at 2026-02-01 09:00 UTC",)


async def test_a_replay_makes_up_for_a_crash_between_commit_and_models(memory: AsyncMemory, group: str) -> None:
    await memory.ingest(turn(CLERK))
    for lost in (
        "MATCH (u {type: 'model:user'}) DETACH DELETE u",
        "MATCH (c:Change {run: 'ingestion:update_models'}) WHERE c.group_id = $group DELETE c",
    ):
        await memory.store.database.write(group, f"{lost} WITH count(*) AS n RETURN n", {"group": group})
    await memory.ingest(turn(CLERK))
    assert (await memory.store.admin.numbers(group))["edges HAS_PREFERENCE"] == 1


async def test_nobody_there_means_the_review_queue(memory: AsyncMemory, scope: Scope) -> None:
    await ingested(memory, NO_REALM)
    seen = await ingested(memory, REALM_INSTALLED)
    assert "contested" in [one.effect for one in seen.memories]
    contested = await memory.store.memories.all(scope, statuses=[Status.CONTESTED])
    assert contested
    assert all(m.flagged for m in contested)


async def test_events_given_twice_are_seen_once(memory: AsyncMemory, scope: Scope) -> None:
    given = observation(event("task.done", "deployed the importer"))
    first = await ingested(memory, given)
    before = await memory.store.memories.all(scope)
    again = await ingested(memory, given)
    assert (again.id, again.replayed) == (first.id, True)
    assert [m.id for m in await memory.store.memories.all(scope)] == [m.id for m in before]


async def test_a_lost_race_is_decided_again(memory: AsyncMemory, store: Store, scope: Scope, group: str) -> None:
    names = ["Clerk", "Firebase Auth", "Auth0", "Supabase Auth"]
    results = await asyncio.gather(*(memory.ingest(turn(f"We're switching to {name} for auth")) for name in names))
    assert [result.error for (result,) in results] == [None] * len(names)
    live = [m for m in await store.memories.all(scope, types=["semantic:fact"]) if m.claim and m.claim.topic == "auth"]
    assert len(live) == 1
    assert await store.admin.check(group) == []


async def test_statements_are_few_and_do_not_grow(memory: AsyncMemory, clock: VirtualClock) -> None:
    clock.move_to(datetime(2026, 6, 1, tzinfo=UTC))
    counts: list[tuple[int, int]] = []
    for size in (1, 40):
        for number in range(size):
            await memory.ingest(turn(f"Team member {number} owns service number {number}", minutes=size * 100 + number))
        await memory.store.settled()  # what was used is counted in the background, whenever there is time
        said = turn(f"I prefer tool number {size} for mobile auth", minutes=size * 1000)
        ingestion = await statements(memory.store, memory.ingest(said))
        counts.append((ingestion, await statements(memory.store, memory.recall(TASK))))
    assert all(ingestion <= 5 for ingestion, _ in counts)
    assert all(retrieval <= 6 for _, retrieval in counts)
    assert counts[0] == counts[1]


async def test_both_graphs_are_subgraphs_of_an_agent(store: Store, scope: Scope) -> None:
    class Agent(TypedDict):
        input: dict[str, Any]
        task: str
        recall: dict[str, Any]

    builder = StateGraph(Agent)
    builder.add_node("learn", build_ingestion(store))
    builder.add_node("remember", build_retrieval(store))
    builder.add_edge(START, "learn")
    builder.add_edge("learn", "remember")
    builder.add_edge("remember", END)
    agent = builder.compile()
    given = {"input": turn("I prefer Clerk for mobile auth"), "task": "Add auth to the mobile app"}
    answer = await agent.ainvoke(given, context={"group_id": scope.group_id})  # pyright: ignore[reportArgumentType]
    assert "Clerk" in answer["recall"]["prompt"]
    assert Recall.model_validate(answer["recall"]).model_dump(mode="json") == answer["recall"]


BAD_INPUTS: list[tuple[dict[str, Any], str, str]] = [
    ({"kind": "trun"}, "kind", "expected one of"),
    (turn("   "), "content", "at least 1 character"),
    (turn("x", session_id=["s"]), "session_id", "string"),
    ({"kind": "observation", "events": [{"attributes": [1], "body": "y"}]}, "events.0.attributes", "mapping"),
    (manual("x", type="semantic:nonsense"), "type", "expected one of"),
    (manual("x", type="model:user"), "type", "expected one of"),
    (manual("x", type="semantic:fact", severity="warn"), "severity", "hard rule"),
    ({"kind": "procedure_outcome", "procedure": "x", "succeeded": False, "failed_step": 0}, "failed_step", "greater"),
]
"""Of each sort one; those of the command line are more, and go through the same call."""


def test_each_verb_is_shown_with_its_arguments_and_what_it_does() -> None:
    verbs = [name for name, one in vars(AsyncMemory).items() if type(one).__name__ == "_Verb"]
    assert {"recall", "list", "history", "forget"} <= set(verbs)
    for name in verbs:
        assert render_doc(getattr(AsyncMemory, name)).count("\n") > 3
    assert [*inspect.signature(AsyncMemory.recall).parameters][:2] == ["self", "task"]


async def test_a_wrong_argument_names_the_verb_that_was_called(memory: AsyncMemory) -> None:
    wrong: list[tuple[Any, Any, str]] = [
        (memory.list, {"limit": 0}, "list: field limit: "),
        (memory.history, {"topic": 5}, "history: field topic: "),
        (memory.preview_forget, {"what": 5}, "preview_forget: field what: "),
        (memory.recall, {"task": 5}, "recall: field task: "),
    ]
    for verb, given, told in wrong:
        with pytest.raises(InvalidInput, match=f"^{told}"):
            await verb(**given)


async def test_bad_input_names_its_field_and_writes_nothing(memory: AsyncMemory, group: str) -> None:
    before = await memory.store.admin.numbers(group)
    results = await memory.ingest([given for given, _, _ in BAD_INPUTS])
    for result, (_, field, says) in zip(results, BAD_INPUTS, strict=True):
        error = error_of(result)
        assert (error.field, error.retryable, says in error.message) == (field, False, True)
    assert await memory.store.admin.numbers(group) == before


async def test_a_dead_store_fails_the_channels_not_the_agent(clock: VirtualClock, scope: Scope) -> None:
    with FalkorServer() as server:
        store = await Store.open(server.url, settings=test_settings(connect_timeout=0.5), clock=clock)
        memory = AsyncMemory(store, scope)
        await memory.ingest(turn("We use Clerk for auth"))
        server.stop()
        recall = await memory.recall("Add Clerk auth")
        assert {failure.channel for failure in recall.failed_channels} >= {"hard_rules", "semantic", "graph"}
        assert "Add Clerk auth" in recall.prompt
        assert recall.warnings
        assert (await refused(memory, turn("We use GitLab for version control"))).retryable
        await store.close()


def test_scripts_need_no_event_loop_and_wait_for_every_call(tmp_path: Any) -> None:
    clock = VirtualClock(datetime(2026, 2, 2, tzinfo=UTC))
    with memorist.open_sync(f"embedded:{tmp_path}/s", group="g", clock=clock, settings=test_settings()) as memory:
        calls = [name for name in dir(memory) if inspect.iscoroutinefunction(getattr(memory.memory, name))]
        assert {"ingest", "recall", "search", "history", "forget", "maintain", "assess"} <= set(calls)
        assert not any(inspect.iscoroutinefunction(getattr(memory, name)) for name in calls)
        assert memory.personas.export(name="empty").name == "empty"
        assert memory.as_user("ana").search("Clerk").hits == ()
        memory.ingest(turn("I prefer Clerk for mobile auth"))
        assert "Clerk" in memory.recall("Add auth to the app").prompt
        assert [entry.memory.content for entry in memory.history("Clerk")] == ["User prefers Clerk for mobile auth"]
        assert memory.check_action({"command": "rm -rf /"}).action == "deny"
        assert memory.maintain().busy is None
        assert [hit.memory.type for hit in memory.search("Clerk", limit=1).hits] == ["semantic:preference"]
        assert memory.review.waiting() == []
        assert memory.changes(clock.now())
        assert memory.forget("Clerk").erased
        assert memory.history("Clerk") == []
        with pytest.raises(InvalidInput):
            memory.recall(5)


async def test_what_a_person_told_one_agent_another_may_tell_and_forget(store: Store, group: str):
    one, other = (AsyncMemory(store, Scope(group_id=group, user_id="mira", agent_id=name)) for name in ("ann", "bob"))
    await ingested(one, "The invoice of Kessler came to 812 euros.", at=after(), session_id="s")
    await ingested(one, "I looked into the folder blue-42.", role="assistant", at=after(minutes=1), session_id="s")
    told = (await other.recall("How much was the invoice of Kessler?")).prompt
    assert "812 euros" in told
    assert "blue-42" not in told
    assert "blue-42" in (await one.recall("Which folder did you look into?")).prompt
    await ingested(other, "Please forget the invoice of Kessler.", at=after(minutes=2), session_id="t")
    assert "812" not in (await one.recall("How much was the invoice of Kessler?")).prompt


@pytest.mark.parametrize(
    ("who", "told"),
    [
        ({"role": "tool"}, "tool: The lint found"),
        ({"role": "tool", "speaker": "eslint"}, "eslint: The lint found"),
        ({"role": "assistant"}, "assistant: The lint found"),
        ({"role": "user"}, "mira: The lint found"),
    ],
)
async def test_a_turn_is_told_under_its_role_unless_it_names_its_speaker(
    memory: AsyncMemory, who: dict[str, str], told: str
) -> None:
    await memory.as_user("mira").ingest({"kind": "turn", "content": "The lint found 3 errors in cart.ts", **who})
    assert told in (await memory.as_user("mira").recall("lint errors in cart.ts")).prompt


async def test_a_tool_s_words_about_its_user_are_told_to_nobody_else(memory: AsyncMemory) -> None:
    result = {"kind": "turn", "role": "tool", "content": "Your next appointment with Dr. Huber is on Monday."}
    await memory.as_user("mira").ingest(result)
    assert "Huber" in (await memory.as_user("mira").recall("appointment")).prompt
    assert "Huber" not in (await memory.as_user("jonas").recall("appointment")).prompt
