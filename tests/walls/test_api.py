"""The Python API: what one told is found by him, by his group only where it names him, by other groups never."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.errors import InvalidInput
from tests.inputs import document, error_of, event, ingested, manual, observation, turn
from tests.walls.world import EACH_OUTSIDER, OUTSIDERS, OWN, Outsider, Way, World, hits, told_by

pytestmark = pytest.mark.asyncio(loop_scope="module")
TASK = "Dinner with my sister: am I allergic to something, which colour do I like, and what is my cat called?"
DATABASE = "Which database does the project Apollo run on?"
LONG_AGO = datetime.fromisoformat("2020-01-01T00:00:00Z")


async def mira_s_ids(world: World) -> list[str]:
    """The ids of her memories and turns."""
    held = await world.store.memories.all(world.mira.scope)
    turns = [one.episode for one in await world.store.episodes.between(world.mira.scope)]
    return [one.id for one in held if not one.is_entity] + [one.id for one in turns if one.scope.user_id == "mira"]


async def every_preview(memory: AsyncMemory, ids: list[str]) -> object:
    told: list[object] = []
    for id_ in ids:
        try:
            told.append(await memory.preview_forget([id_]))
        except InvalidInput as error:
            told.append(str(error))
    return told


async def recalled(memory: AsyncMemory, task: str) -> object:
    """All of a recall: prompt, sections, trace, dropped."""
    return (await memory.recall(task)).model_dump_json()


FULL_TEXT = ["peanut* | @group_id:{*}", '") OR content:*', "group_id:* OR allergic", "*", "%peanut%", "'}) RETURN n //"]


async def searched(memory: AsyncMemory) -> object:
    statuses = ("superseded", "retracted", "archived")
    found = [await memory.search(query) for query in (TASK, DATABASE, *FULL_TEXT)]
    return [hit.memory for one in [*found, await memory.search(TASK, include=statuses)] for hit in one.hits]


async def every_list(memory: AsyncMemory) -> object:
    statuses = ("staged", "confirmed", "contested", "superseded", "retracted", "archived")
    return [await memory.list(), await memory.list(types=["semantic", "model"], statuses=statuses)]


async def every_page(memory: AsyncMemory) -> object:
    """Every page that names nobody: on what was told, and on everything."""
    return [(await memory.about(topic)).sections for topic in (None, "peanuts", "colour", "cat", "Apollo", *FULL_TEXT)]


TOPICS = ("user", "allergy", "Gossamer", "Ottilie", "CockroachDB", "peanuts")


async def histories(memory: AsyncMemory) -> object:
    return [await memory.history(topic) for topic in TOPICS]


async def logged(memory: AsyncMemory) -> object:
    return [(entry.reason, entry.payload) for entry in await memory.changes(LONG_AGO)]


READS: Mapping[str, Way] = {
    "recall": lambda memory, _: recalled(memory, TASK),
    "recall of the team's": lambda memory, _: recalled(memory, DATABASE),
    "recall, rules of the full text": lambda memory, _: recalled(memory, 'allergic @group_id:{*} | nut*'),
    "recall of the past": lambda memory, _: memory.recall(TASK, known_at=memory.clock.now()),
    "recall as another agent": lambda memory, _: memory.recall(TASK, agent="mira"),
    "search": lambda memory, _: searched(memory),
    "list": lambda memory, _: every_list(memory),
    "about": lambda memory, _: every_page(memory),
    "history": lambda memory, _: histories(memory),
    "changes": lambda memory, _: logged(memory),
    "preview of forgetting, words": lambda memory, _: memory.preview_forget("allergic"),
    "preview of forgetting, my": lambda memory, _: memory.preview_forget("my allergy"),
    "reread, dry": lambda memory, _: memory.reread(everything=True, dry_run=True),
    "assess": lambda memory, _: memory.assess({"task": TASK}),
    "check_action": lambda memory, _: memory.check_action({"description": TASK}, audit=False),
    "assessments": lambda memory, _: memory.homeostasis.assessments(),
    "skills": lambda memory, _: memory.skills.export(),
    "receipts": lambda memory, _: memory.receipts(limit=200),
    "section of AGENTS.md": lambda memory, _: memory.rules.section(),
}  # fmt: skip
SILENT = {"assess", "check_action", "assessments", "skills", "section of AGENTS.md", "recall as another agent"}
"""Reads that tell not even her what she said of herself or what her team uses; they are tried all the same."""


@pytest.mark.parametrize("way", READS)
async def test_a_read_tells_no_outsider(world: World, way: str) -> None:
    if way not in SILENT:
        assert hits(await READS[way](world.mira, world), None), "the owner finds it"
    for who in OUTSIDERS:
        assert hits(await told_by(READS[way], world.outsider(who), world), who) == [], who


@EACH_OUTSIDER
async def test_ids_of_another_s_memories_and_turns_open_nothing(world: World, who: Outsider) -> None:
    ids, outsider = await mira_s_ids(world), world.outsider(who)
    assert set(hits(await every_preview(world.mira, ids), None)) >= set(OWN) - {"Gossamer"}
    assert hits(await every_preview(outsider, ids), who) == []
    got = await world.store.memories.get(outsider.scope, ids)
    if who == "another group":
        assert got == []


@EACH_OUTSIDER
async def test_another_s_memory_is_forgotten_by_its_owner_alone(world: World, who: Outsider) -> None:
    word = f"w{uuid4().hex[:6]}"
    id_ = await world.own_memory(word)
    for what in ([id_], id_):
        with pytest.raises(InvalidInput):
            await world.outsider(who).forget(what)
    for what in (word, f"allergic to {word}", f"User is allergic to {word}"):
        assert not (await world.outsider(who).forget(what)).erased
    assert await world.exists(id_)
    assert (await world.mira.forget([id_])).erased
    assert not await world.exists(id_)


@EACH_OUTSIDER
async def test_what_waits_for_one_is_neither_shown_to_nor_settled_by_another(world: World, who: Outsider) -> None:
    id_ = await world.own_memory(flagged="is that so?")
    outsider = world.outsider(who)
    assert id_ not in {each.id for each in await outsider.review.waiting()}
    for named in (id_, id_[:10]):
        with pytest.raises(InvalidInput):
            await outsider.review.settle(named, "ok")
    assert id_ in {each.id for each in await world.mira.review.waiting()}
    assert (await world.mira.review.settle(id_, "ok")).id == id_


INPUTS: Mapping[str, dict[str, Any]] = {
    "user_id of an input": turn("I like turnips", user_id="mira"),
    "group_id of an input": turn("I like turnips", group_id="GROUP"),
    "scope of an input": turn("I like turnips", scope={"group_id": "GROUP", "user_id": "mira"}),
    "user_id of a manual entry": manual("I like turnips", user_id="mira"),
    "user_id of an observation": observation(event("note", "turnips"), user_id="mira"),
    "user_id of feedback": {"kind": "feedback", "content": "turnips are fine", "user_id": "mira"},
    "user_id of a ritual": {"kind": "ritual", "ritual": "morning", "user_id": "mira",
                            "turns": [{"role": "user", "content": "I like turnips"}]},
    "user_id of a document": document("I like turnips", user_id="mira"),
}  # fmt: skip


@EACH_OUTSIDER
async def test_an_input_is_written_in_nobody_else_s_name(world: World, who: Outsider) -> None:
    given = json.loads(json.dumps([*INPUTS.values()]).replace("GROUP", world.group))
    for way, result in zip(INPUTS, await world.outsider(who).ingest(given), strict=True):
        error = error_of(result)
        assert (error.field in ("user_id", "group_id", "scope"), error.kept) == (True, False), way
    assert "turnip" not in str(await world.store.episodes.between(world.mira.scope))


@EACH_OUTSIDER
async def test_what_one_said_of_himself_is_taken_back_by_nobody_else(world: World, who: Outsider) -> None:
    word = f"w{uuid4().hex[:6]}"
    said = await ingested(world.mira, f"I prefer {word}")
    assert said.change_id is not None
    outsider = world.outsider(who)
    if who == "another group":
        with pytest.raises(InvalidInput):
            await outsider.undo(said.change_id)
    else:
        assert not (await outsider.undo(said.change_id)).done
        assert word not in (await outsider.receipt(said.change_id)).model_dump_json()
    assert word in (await world.mira.receipt(said.change_id)).model_dump_json()
    assert (await world.mira.undo(said.change_id)).done


@EACH_OUTSIDER
async def test_what_was_said_in_a_session_is_heard_by_nobody_outside_of_it(world: World, who: Outsider) -> None:
    word, session = f"w{uuid4().hex[:6]}", f"s{uuid4().hex[:6]}"
    await world.mira.ingest(turn(f"I'm allergic to {word}", session_id=session))
    outsider = world.outsider(who)
    # The id of a session is known in its group alone.
    await outsider.ingest(turn("Good morning", session_id=session if who == "another group" else f"{session}_b"))
    for memory in (outsider, AsyncMemory(world.store, outsider.scope.model_copy(update={"session_id": session}))):
        assert word not in (await memory.recall(TASK)).model_dump_json()
        assert word not in str(await memory.search(TASK))


async def test_an_input_that_names_its_own_user_is_taken(world: World) -> None:
    await ingested(world.jonas, "I like parsnips", user_id="jonas")
    assert "parsnips" in (await world.jonas.recall("Which vegetables do I like?")).prompt
    assert "parsnips" not in (await world.mira.recall("Which vegetables do I like?")).model_dump_json()


@EACH_OUTSIDER
async def test_a_persona_carries_nothing_over(world: World, who: Outsider) -> None:
    file = (await world.mira.personas.export(name="mine")).text()
    assert "CockroachDB" in file, "knowledge of the team is what a persona is for"
    assert hits(file, "another user") == []
    outsider = world.outsider(who)
    text = json.dumps({**json.loads(file), "group_id": world.group, "user_id": "mira"})
    with pytest.raises(InvalidInput):
        await outsider.personas.import_(text)


async def test_of_whom_the_task_names_it_is_told_in_his_name(world: World) -> None:
    prompt = (await world.jonas.recall("Is Mira allergic to something?")).prompt
    assert ("peanuts" in prompt, "mira" in prompt) == (True, True)
    assert "peanuts" not in (await world.zoe.recall("Is Mira allergic to something?")).model_dump_json()
