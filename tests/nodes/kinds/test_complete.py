"""Reads of the kinds of input from the store before anything is decided, on each backend."""

from datetime import timedelta, timezone
from typing import Any

import pytest

from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.inputs import parse_input
from memorist.nodes.kinds.interface import Completion
from memorist.nodes.kinds.kind import kind_of
from tests.memory_store.builders import edge, episode, hold, learn, memory, procedure, write
from tests.nodes.kinds.reading import AT, claim, drafts_of

ZONE = timezone(timedelta(hours=9))


async def complete(store: Store, scope: Scope, data: dict[str, Any], drafts: list[Draft] | None = None) -> Completion:
    item = parse_input(data)
    said = episode(scope, item.text(), at=AT)
    read = drafts_of(data, agent=scope.agent_id) if drafts is None else drafts
    return await kind_of(item).complete(item, read, said, store, ZONE)


async def test_a_use_moves_the_record_of_a_procedure(store: Store, scope: Scope) -> None:
    await write(store, scope, [procedure(scope, "deploy the shop", "Build", "Push", times_used=3, success_rate=1.0)])
    data = {"kind": "procedure_outcome", "procedure": "deploy the shop", "succeeded": False}
    found = await complete(store, scope, data)
    (update,) = found.updates
    assert (update.after["success_rate"], update.after["times_used"]) == (0.75, 4)
    assert [draft.details["outcome"] for draft in found.drafts] == ["failure"]


async def test_a_repaired_step_is_a_new_version_with_the_old_record(store: Store, scope: Scope) -> None:
    old = procedure(scope, "deploy the shop", "Build", "Push", times_used=1, success_rate=1.0)
    await write(store, scope, [old])
    note = "It fails because the token is stale. Instead, fetch a fresh token"
    data = {"kind": "procedure_outcome", "procedure": old.id, "succeeded": False, "failed_step": 2, "note": note}
    repaired, told = (await complete(store, scope, data)).drafts
    assert [step["instruction"] for step in repaired.details["steps"]] == ["Build", "Fetch a fresh token"]
    assert (repaired.details["success_rate"], repaired.details["times_used"], repaired.ends) == (0.5, 2, (old.id,))
    assert told.details["lessons"][-1] == "deploy the shop fails because the token is stale"


async def test_a_procedure_is_found_by_its_name_without_when_or_before(store: Store, scope: Scope) -> None:
    await write(store, scope, [procedure(scope, "Before opening a merge request", "Check the types")])
    data = {"kind": "procedure_outcome", "procedure": "Opening a merge request", "succeeded": True}
    assert len((await complete(store, scope, data)).updates) == 1


async def test_a_procedure_that_is_not_there_is_refused_by_name(store: Store, scope: Scope) -> None:
    with pytest.raises(InvalidInput, match="there is no procedure 'bake a cake'"):
        await complete(store, scope, {"kind": "procedure_outcome", "procedure": "bake a cake", "succeeded": True})


async def test_a_miss_raises_a_known_weakness_and_a_clean_review_lowers_it(store: Store, group: str) -> None:
    scope = Scope(group_id=group, agent_id="Dev-1")
    tends = claim("Dev-1", "tends_to", "miss null checks")
    weak = memory(
        scope, "I tend to miss null checks", "observation", claim=tends, confidence=0.5, tags=("self", "weakness")
    )
    await write(store, scope, [weak])
    missed = await complete(store, scope, {"kind": "feedback", "content": "Missing null checks again"})
    assert [update.after for update in missed.updates] == [{"confidence": 0.7}]
    clean = await complete(store, scope, {"kind": "feedback", "content": "LGTM"})
    assert [update.after for update in clean.updates] == [{"confidence": 0.425}]
    assert [link.type for link in clean.drafts[0].links] == [EdgeType.CONTRADICTS]


async def test_what_was_planned_and_not_done_is_carried_over(store: Store, scope: Scope) -> None:
    def plan(goal: str, *tags: str) -> Any:
        planned = claim("user", "plans", goal, qualifier="2026-02-01")
        return memory(scope, f"User plans: {goal}", claim=planned, tags=("ritual", *tags))

    done, undone, met = (
        plan("finish the profile screen", "goal"),
        plan("review the PR", "goal"),
        plan("Demo", "appointment"),
    )
    await write(store, scope, [done, undone, met])
    turns = [{"role": "user", "content": "Finished the profile screen."}]
    found = await complete(store, scope, {"kind": "ritual", "ritual": "evening", "turns": turns})
    told, carried = found.drafts
    assert set(told.ends) == {done.id, met.id}
    assert told.details["outcome"] == "partial"
    assert (carried.content, carried.ends) == ("Unfinished since 2026-02-01: review the PR", (undone.id,))
    assert carried.valid_until is not None
    assert carried.valid_until.astimezone(ZONE).isoformat() == "2026-02-04T00:00:00+09:00"


async def test_a_new_version_of_a_document_ends_what_it_no_longer_says(store: Store, scope: Scope) -> None:
    page = {
        "kind": "document",
        "title": "Glass",
        "content": "Glass needs an iPhone 12 or newer.\n\nGlass is made for screens.",
    }
    said = episode(scope, page["content"], at=AT)
    reference, *facts = drafts_of(page)
    stored = [
        memory(
            scope,
            draft.content,
            draft.type,
            claim=draft.claim,
            source="external",
            lineage={"original_source_ids": [said.id]},
        )
        for draft in (reference, *facts)
    ]
    links = [
        edge(EdgeType.DOCUMENTED_AT, fact, stored[0], scope.group_id, reason="Glass, line 1") for fact in stored[1:]
    ]
    await learn(store, scope, said, stored, edges=tuple(links), holds=(hold(stored[0]),))
    again = await complete(store, scope, page)
    assert again.skip is not None
    assert again.skip.reason == "this version of the document is known"
    revised = {**page, "content": page["content"].replace("12", "15")}
    found = await complete(store, scope, revised)
    new_reference, changed = found.drafts
    assert new_reference.ends == (stored[0].id,)
    assert (changed.content, changed.ends) == ("Glass needs an iPhone 15 or newer", (stored[1].id,))


async def test_work_speaks_for_a_theory_and_an_answer_refines_it(store: Store, scope: Scope) -> None:
    prefers = claim("user", "prefers", "functional components")
    theory = memory(
        scope,
        "User prefers functional components",
        "semantic:preference",
        claim=prefers,
        confidence=0.6,
        tags=("theory", "choice:component style"),
    )
    await write(store, scope, [theory])
    edit = {"time": "2026-02-02T09:30:00Z", "name": "file.edit", "body": "wrote the crash screen as a class component"}
    seen = await complete(store, scope, {"kind": "observation", "events": [edit]})
    assert [update.after for update in seen.updates] == [{"confidence": 0.5}]
    question = "You wrote a class component. Do you no longer prefer functional components?"
    answer = "I do. Class components only for error boundaries."
    asked = await complete(store, scope, {"kind": "dialogue", "question": question, "answer": answer})
    refined = asked.drafts[-1]
    assert refined.content == "User prefers functional components; class components only for error boundaries"
    assert (refined.confidence, refined.ends) == (0.9, (theory.id,))
