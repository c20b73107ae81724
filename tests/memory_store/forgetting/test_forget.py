"""Forgetting on every database: what goes, what is recomputed, what stays gone."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from memorist.memory_store.domain.change_set import Count, Update
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.errors import Conflict, Forgotten, GroupErased, InvalidInput
from memorist.memory_store.domain.memory import Lineage, Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.forgetting.plan import ALL_LEARNED_GOES, DERIVED, SAYS_IT, UNSPOKEN
from memorist.memory_store.forgetting.redact import WITHHELD
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from memorist.nodes.forgetting.hide import hide
from tests.memory_store.builders import (
    DAY,
    about,
    claim_edge,
    edge,
    entity,
    episode,
    hold,
    learn,
    memory,
    supersession,
    uses,
    write,
)
from tests.stores import START, everything, test_settings

SECRET = "Ann keeps the vault code in the blue drawer"


async def found(store: Store, scope: Scope, text: str) -> list[str]:
    vector = (await store.embed([text]))[0]
    hits, _ = await store.search.memories(scope, [Query("q", text, vector)], Moment.of(store.clock.now()))
    return [hit.memory.content for hit in hits]


def reasons(plan: Any) -> dict[str, str]:
    return {item.id: item.reason for item in plan.erased}


@pytest.mark.slow_on("neo4j")
async def test_a_memory_goes_with_its_input_its_claim_its_slot_and_what_nobody_else_speaks_of(
    store: Store, scope: Scope
):
    clerk, user = entity(scope, "Clerk"), entity(scope, "user", "entity:person")
    said = episode(scope, "I prefer Clerk for auth")
    fact = memory(scope, "The user uses Clerk for auth", claim=uses("Clerk", subject="user"))
    await learn(
        store, scope, said, [clerk, user, fact],
        edges=(about(fact, clerk),), claims=(claim_edge(fact, user, clerk, of=said),), holds=(hold(fact),),
    )  # fmt: skip
    kept = memory(scope, "The office is in Berlin")
    await learn(store, scope, episode(scope, "Our office is in Berlin"), [kept])
    plan = await store.forgetting.preview(scope, ids=[fact.id])
    assert reasons(plan) == {
        fact.id: "asked for", said.id: ALL_LEARNED_GOES, clerk.id: UNSPOKEN, user.id: UNSPOKEN
    }  # fmt: skip
    assert await store.memories.get(scope, [fact.id])  # a preview changes nothing
    done = await store.forgetting.forget(scope, ids=[fact.id])
    assert done.erased
    assert done.plan == plan
    left = await everything(store, scope)
    for trace in ("clerk", fact.id, said.id, clerk.id):
        assert trace not in left
    assert [m.id for m in await store.memories.all(scope)] == [kept.id]
    assert await found(store, scope, "Clerk auth") == [kept.content]
    assert await store.admin.check(scope.group_id) == []
    assert (await store.changes.verify(scope.group_id)).ok


@pytest.mark.slow_on("neo4j")
async def test_the_number_of_statements_does_not_grow_with_the_memory(store: Store, scope: Scope):
    numbers: list[tuple[int, int]] = []
    for round_ in range(2):
        for i in range(1 + 300 * round_):
            if i % 100 == 0:
                await write(store, scope, [memory(scope, f"filler {round_} {i} {j}") for j in range(100)])
        secret = memory(scope, f"{SECRET} {round_}")
        await learn(store, scope, episode(scope, f"input {round_}"), [secret])
        await store.forgetting.tombstones(scope.group_id)
        before = store.database.statements_sent
        await store.forgetting.preview(scope, ids=[secret.id])
        between = store.database.statements_sent
        await store.forgetting.forget(scope, ids=[secret.id])
        numbers.append((between - before, store.database.statements_sent - between))
    assert numbers[0] == numbers[1]
    assert numbers[0][0] <= 10
    assert numbers[0][1] <= 18


@pytest.mark.slow_on("neo4j")
async def test_an_input_that_taught_something_else_too_loses_its_words_and_stays_traceable(store: Store, scope: Scope):
    said = episode(scope, f"{SECRET}. We deploy on Fridays.", name="turn of ann")
    secret, other = memory(scope, SECRET), memory(scope, "The team deploys on Fridays")
    await learn(store, scope, said, [secret, other])
    plan = await store.forgetting.preview(scope, ids=[secret.id])
    assert [e.id for e in plan.emptied] == [said.id]
    await store.forgetting.forget(scope, ids=[secret.id])
    assert "drawer" not in await everything(store, scope)
    [emptied] = await store.episodes.get(scope, [said.id])
    assert emptied["content"] == WITHHELD
    assert (await store.memories.get(scope, [other.id]))[0].source_episode_ids == (said.id,)
    assert await store.admin.check(scope.group_id) == []
    assert (await store.changes.verify(scope.group_id)).ok


@pytest.mark.slow_on("neo4j")
async def test_a_source_is_not_emptied_while_all_that_it_taught_stays(store: Store, scope: Scope):
    said = episode(scope, f"{SECRET}. We deploy on Fridays.")
    one, other = memory(scope, "The code lies in a drawer"), memory(scope, "The team deploys on Fridays")
    await learn(store, scope, said, [one, other])
    done = await store.forgetting.forget(scope, text=SECRET)
    assert (done.erased, done.plan.erased, done.plan.emptied) == (False, (), ())
    assert [(s.id, set(s.learned)) for s in done.plan.said_in] == [(said.id, {one.id, other.id})]
    assert one.id in done.reason
    [kept] = await store.episodes.get(scope, [said.id])
    assert SECRET in kept["content"]


@pytest.mark.slow_on("neo4j")
async def test_a_source_that_was_hidden_with_all_that_it_taught_goes_with_it(store: Store, scope: Scope):
    said = episode(scope, f"{SECRET}. We deploy on Fridays.")
    one, other = memory(scope, "The code lies in a drawer"), memory(scope, "The team deploys on Fridays")
    await learn(store, scope, said, [one, other])
    await hide(store, scope, await store.forgetting.preview(scope, ids=[said.id]), asked=SECRET)
    done = await store.forgetting.forget(scope, text=SECRET)
    assert {item.id for item in done.plan.erased} >= {said.id, one.id, other.id}
    assert SECRET.lower() not in await everything(store, scope)


@pytest.mark.slow_on("neo4j")
async def test_a_source_of_what_has_other_evidence_loses_its_words(store: Store, scope: Scope):
    said, again = episode(scope, f"{SECRET}. We deploy on Fridays."), episode(scope, "Fridays it is")
    both = (said.id, again.id)
    one = memory(scope, "The code lies in a drawer", source_episode_ids=both, evidence_count=2)
    other = memory(scope, "The team deploys on Fridays", source_episode_ids=both, evidence_count=2)
    mentions = [_mention(e, m.id) for e in both for m in (one, other)]
    await write(store, scope, [one, other], episodes=(said, again), mentions=mentions)
    done = await store.forgetting.forget(scope, text=SECRET)
    assert [e.id for e in done.plan.emptied] == [said.id]
    assert {m.id for m in await store.memories.all(scope)} == {one.id, other.id}
    assert SECRET.lower() not in await everything(store, scope)


@pytest.mark.slow_on("neo4j")
async def test_several_words_are_forgotten_at_once(store: Store, scope: Scope):
    await write(store, scope, [memory(scope, text) for text in ("The vault is blue", "Ann sings", "Bob dances")])
    assert (await store.forgetting.forget(scope, text=["vault", "sings"])).erased
    assert [m.content for m in await store.memories.all(scope)] == ["Bob dances"]


@pytest.mark.slow_on("neo4j")
async def test_what_says_the_same_words_goes_wherever_it_stands(store: Store, scope: Scope):
    secret = memory(scope, SECRET)
    listed = memory(scope, f"Where things are: {SECRET.upper()}; the keys hang by the door")
    reasoned = memory(scope, "Move the vault", "semantic:decision", reasoning=f"because {SECRET}")
    part = memory(scope, SECRET.replace("vault", "vaults"))
    for each in (secret, listed, reasoned, part):
        await learn(store, scope, episode(scope, f"about {each.id}"), [each])
    told = episode(scope, f"I said: {SECRET}!")
    await learn(store, scope, told, [])
    plan = await store.forgetting.preview(scope, ids=[secret.id])
    assert {i for i, why in reasons(plan).items() if why == SAYS_IT} == {listed.id, reasoned.id, told.id}
    await store.forgetting.forget(scope, text=SECRET.lower())
    assert [m.id for m in await store.memories.all(scope)] == [part.id]
    assert SECRET.lower() not in await everything(store, scope)


@pytest.mark.slow_on("neo4j")
@pytest.mark.parametrize(
    "text",
    ['say "quote" \\ back', "Grüße aus Köln ✓", "a'b`c$d{e}", "MATCH (n) DETACH DELETE n", "50% (off) [now] *", "the"],
)
async def test_any_text_can_be_forgotten(store: Store, scope: Scope, text: str):
    await learn(store, scope, episode(scope, "kept"), [memory(scope, "Nothing like it")])
    said, fact = episode(scope, f"He said {text} today"), memory(scope, f"Remember {text} well")
    await learn(store, scope, said, [fact], reason=f"because {text} was said")
    done = await store.forgetting.forget(scope, text=text)
    assert done.erased
    assert {item.id for item in done.plan.erased} == {said.id, fact.id}
    assert (
        text.lower() not in (await everything(store, scope)).replace("then", "").replace("other", "") or text == "the"
    )
    assert json.dumps(f"He said {text} today", ensure_ascii=False)[1:-1].lower() not in await everything(store, scope)


async def test_a_part_of_a_word_is_not_the_word(store: Store, scope: Scope):
    git, hub = memory(scope, "We use git daily"), memory(scope, "We use GitHub daily")
    await write(store, scope, [git, hub])
    plan = await store.forgetting.preview(scope, text="git")
    assert [item.id for item in plan.erased] == [git.id]


# ------------------------------------------------------------------ what stands on it


async def ladder(store: Store, scope: Scope) -> dict[str, Memory]:
    """Two inputs, an observation from each, a fact from both observations, a rule from the fact."""
    said = [episode(scope, f"input {i}", at=START + i * DAY) for i in range(2)]
    seen = [memory(scope, f"Ann was late on day {i}", "observation") for i in range(2)]
    for one, other in zip(said, seen, strict=True):
        await learn(store, scope, one, [other])
    ids = tuple(e.id for e in said)
    lineage = Lineage(original_source_ids=ids, promotion_chain=tuple(o.id for o in seen))
    fact = memory(
        scope, "Ann tends to be late", evidence_count=2, confidence=0.9, source="inference",
        source_episode_ids=ids, lineage=lineage,
    )  # fmt: skip
    chain = Lineage(original_source_ids=ids, promotion_chain=(*(o.id for o in seen), fact.id))
    rule = memory(scope, "Plan meetings late", "semantic:policy", source="inference", lineage=chain)
    promoted = [_promoted(o, fact) for o in seen]
    lifted = _promoted(fact, rule)
    await write(store, scope, [fact], edges=promoted, mentions=[_mention(e.id, fact.id) for e in said])
    await write(store, scope, [rule], edges=(lifted,))
    return {"one": seen[0], "two": seen[1], "fact": fact, "rule": rule}


def _promoted(lower: Memory, higher: Memory) -> Any:
    group, why = lower.scope.group_id, {"promotion_reason": "seen twice", "promotion_threshold": 2.0}
    return edge(EdgeType.PROMOTED_TO, lower, higher, group, **why)


def _mention(episode_id: str, memory_id: str) -> Any:
    from memorist.memory_store.domain.change_set import Mention

    return Mention(episode_id=episode_id, memory_id=memory_id)


@pytest.mark.slow_on("neo4j")
async def test_what_was_derived_only_from_it_goes_too_rung_by_rung(store: Store, scope: Scope):
    made = await ladder(store, scope)
    ids = [made["one"].id, made["two"].id]
    plan = await store.forgetting.preview(scope, ids=ids)
    told = reasons(plan)
    assert told[made["fact"].id] == told[made["rule"].id] == DERIVED
    await store.forgetting.forget(scope, ids=ids)
    assert await store.memories.all(scope, statuses=list(Status)) == []
    assert await store.admin.check(scope.group_id) == []
    assert (await store.changes.verify(scope.group_id)).ok


async def test_what_has_other_evidence_is_recomputed(store: Store, scope: Scope):
    made = await ladder(store, scope)
    done = await store.forgetting.forget(scope, ids=[made["one"].id])
    assert {r.id for r in done.plan.recomputed} == {made["fact"].id, made["rule"].id}
    [fact, rule] = await store.memories.get(scope, [made["fact"].id, made["rule"].id])
    assert len(fact.source_episode_ids) == 1
    assert fact.lineage.promotion_chain == (made["two"].id,)
    assert rule.lineage.promotion_chain == (made["two"].id, made["fact"].id)
    assert fact.evidence_count == 1
    assert 0.3 < fact.confidence < 0.9
    assert fact.revision == made["fact"].revision + 1
    assert made["one"].id not in await everything(store, scope)
    assert await store.admin.check(scope.group_id) == []
    assert (await store.changes.verify(scope.group_id)).ok


@pytest.mark.slow_on("neo4j")
async def test_an_input_that_is_forgotten_weakens_what_was_confirmed_by_it(store: Store, scope: Scope):
    first, again = episode(scope, "We use Clerk"), episode(scope, "Clerk it is", at=START + DAY)
    fact = memory(scope, "The team uses Clerk", confidence=0.6, source_episode_ids=(first.id,))
    await learn(store, scope, first, [fact])
    stronger = 0.6 + 0.4 / 3 * 0.9
    raised = Update(
        memory_id=fact.id, revision=1,
        before={"confidence": 0.6, "evidence_count": 1, "source_episode_ids": [first.id]},
        after={"confidence": stronger, "evidence_count": 2, "source_episode_ids": [first.id, again.id]},
        reason="the same claim",
    )  # fmt: skip
    await write(store, scope, episodes=(again,), updates=(raised,), mentions=(_mention(again.id, fact.id),))
    await store.forgetting.forget(scope, ids=[again.id])
    [left] = await store.memories.get(scope, [fact.id])
    assert left.confidence == pytest.approx(0.6, abs=1e-6)
    assert (left.evidence_count, left.source_episode_ids) == (1, (first.id,))
    assert again.id not in await everything(store, scope)
    await store.forgetting.forget(scope, ids=[first.id])
    assert await store.memories.get(scope, [fact.id]) == []


@pytest.mark.slow_on("neo4j")
async def test_the_log_keeps_its_places_and_tells_no_word_of_it(store: Store, scope: Scope):
    secret, other = memory(scope, SECRET), memory(scope, "The team deploys on Fridays")
    await learn(store, scope, episode(scope, SECRET), [secret])
    await learn(store, scope, episode(scope, "Fridays"), [other])
    count = Count(memory_id=secret.id, field="access_count", at=START)
    await write(
        store, scope, counts=(count, count.model_copy(update={"memory_id": other.id})), reason=f"asked: {SECRET}"
    )
    await store.forgetting.forget(scope, ids=[secret.id])
    log = await store.changes.log(scope, START - DAY)
    assert [entry.sequence for entry in log] == [1, 2, 3, 4]
    assert log[1].payload["memories"][0]["id"] == other.id
    assert [c["memory_id"] for c in log[2].payload["counts"]] == [other.id]
    assert log[3].run == "forgetting"
    told = json.dumps([(e.reason, e.payload) for e in log]).lower()
    assert "drawer" not in told
    assert secret.id not in told


@pytest.mark.slow_on("neo4j")
async def test_a_contested_memory_stands_again_when_its_rival_is_forgotten(store: Store, scope: Scope):
    stored = memory(
        scope, "The team uses Clerk for auth", claim=uses("Clerk"), status="contested", flagged="too close to Auth0"
    )
    rival = memory(scope, "The team uses Auth0 for auth", claim=uses("Auth0"), status="contested", flagged="too close")
    await write(store, scope, [stored], holds=(hold(stored),))
    await write(store, scope, [rival], edges=(edge(EdgeType.CONTRADICTS, rival, stored, scope.group_id),))
    await store.forgetting.forget(scope, ids=[rival.id])
    [left] = await store.memories.get(scope, [stored.id])
    assert (left.status, left.flagged) == (Status.CONFIRMED, None)
    assert await store.admin.check(scope.group_id) == []
    assert (await store.changes.verify(scope.group_id)).ok
    assert "auth0" not in await everything(store, scope)


@pytest.mark.slow_on("neo4j")
async def test_the_old_stays_ended_when_what_replaced_it_is_forgotten(store: Store, scope: Scope):
    old = memory(scope, "The team uses Firebase for auth", claim=uses("Firebase"))
    await write(store, scope, [old], holds=(hold(old),))
    new = memory(scope, "The team uses Clerk for auth", claim=uses("Clerk"), at=START + DAY)
    await write(store, scope, **supersession(new, old, reason="Clerk takes the place of Firebase"))
    await store.forgetting.forget(scope, ids=[new.id])
    [left] = await store.memories.get(scope, [old.id])
    assert left.status is Status.SUPERSEDED
    assert await store.admin.check(scope.group_id) == []
    assert (await store.changes.verify(scope.group_id)).ok
    third = memory(scope, "The team uses Cognito for auth", claim=uses("Cognito"), at=START + 2 * DAY)
    await write(store, scope, [third], holds=(hold(third),))
    assert await store.admin.check(scope.group_id) == []
    assert (await store.changes.verify(scope.group_id)).ok
    assert "clerk" not in await everything(store, scope)


async def test_a_name_goes_with_everything_about_it(store: Store, scope: Scope):
    ann, bob = entity(scope, "Ann", "entity:person"), entity(scope, "Bob", "entity:person")
    hers, both, his = (memory(scope, text) for text in ("She likes tea", "They pair on Mondays", "He likes coffee"))
    for fact, people in ((hers, [ann]), (both, [ann, bob]), (his, [bob])):
        await learn(
            store, scope, episode(scope, f"input of {fact.id}"), [*people, fact], edges=[about(fact, p) for p in people]
        )
    await store.forgetting.forget(scope, ids=[ann.id])
    assert {m.content for m in await store.memories.all(scope)} == {"Bob", "He likes coffee"}
    assert not re.search(r"\bann\b", await everything(store, scope))
    with pytest.raises(Forgotten):
        await write(store, scope, [entity(scope, "Ann", "entity:person")])


# ------------------------------------------------------------------ staying gone


@pytest.mark.slow_on("neo4j")
async def test_it_does_not_come_back_by_any_writer(store: Store, store_url: str, scope: Scope):
    """Another process that has the group open, and one that opens it later."""
    open_before = await Store.open(store_url, settings=test_settings(), clock=store.clock)
    fact = memory(scope, "The team uses Clerk for auth", claim=uses("Clerk"))
    await write(open_before, scope, [fact], holds=(hold(fact),))
    await store.forgetting.forget(scope, ids=[fact.id])
    opened_after = await Store.open(store_url, settings=test_settings(), clock=store.clock)
    again = memory(scope, "For auth, Clerk is used", claim=uses("Clerk"))
    for writer in (store, open_before, opened_after):
        with pytest.raises(Forgotten) as refused:
            await write(writer, scope, [again, memory(scope, "harmless")])
        assert refused.value.ids == (again.id,)
        await write(writer, scope, [memory(scope, "The team uses Auth0 for auth", claim=uses("Auth0"))])
    assert {m.content for m in await store.memories.all(scope)} == {"The team uses Auth0 for auth"}
    for writer in (open_before, opened_after):
        await writer.close()


async def test_writers_that_race_with_a_forgetting_bring_nothing_back(store: Store, store_url: str, scope: Scope):
    fact = memory(scope, "The team uses Clerk for auth", claim=uses("Clerk", None))
    await write(store, scope, [fact])
    others = [await Store.open(store_url, settings=test_settings(), clock=store.clock) for _ in range(3)]

    forgotten = asyncio.Event()
    began = [asyncio.Event() for _ in others]

    async def insist(writer: Store, number: int) -> tuple[int, int]:
        """Until it is forgotten, and a little longer: how often it was written, and how often refused."""
        written = refused = 0
        while not forgotten.is_set() or (refused < 3 and written < 500):
            again = memory(scope, f"Clerk, says {number} for the {written}th time", claim=uses("Clerk", None))
            try:
                await write(writer, scope, [again])
                written += 1
                began[number].set()
            except Forgotten:
                refused += 1
                await asyncio.sleep(0.001)  # a refusal sends nothing: others would never have their turn
        return written, refused

    writing = [asyncio.create_task(insist(writer, number)) for number, writer in enumerate(others)]
    try:
        async with asyncio.timeout(60):
            await asyncio.gather(*(writer.wait() for writer in began))
        await store.forgetting.forget(scope, text="Clerk")
    finally:
        forgotten.set()
    assert all(refused > 0 for _, refused in await asyncio.gather(*writing))
    left = [m.content for m in await store.memories.all(scope, statuses=list(Status))]
    # What was written before the forgetting went with it, what came after was refused.
    assert left == []
    assert await store.admin.check(scope.group_id) == []
    assert (await store.changes.verify(scope.group_id)).ok
    for other in others:
        await other.close()


@pytest.mark.slow_on("neo4j")
async def test_forgetting_again_changes_nothing_and_says_so(store: Store, scope: Scope):
    secret = memory(scope, SECRET)
    await write(store, scope, [secret])
    await store.forgetting.forget(scope, text=SECRET)
    again = await store.forgetting.forget(scope, text=SECRET)
    assert (again.erased, again.plan.empty) == (False, True)
    with pytest.raises(InvalidInput, match="forgotten before"):
        await store.forgetting.forget(scope, ids=[secret.id])
    assert len(await store.changes.log(scope, START - DAY)) == 2


@pytest.mark.slow_on("neo4j")
async def test_what_was_confirmed_is_what_goes(store: Store, scope: Scope):
    await write(store, scope, [memory(scope, SECRET)])
    plan = await store.forgetting.preview(scope, text="vault")
    await write(store, scope, [memory(scope, "A new vault was bought")])
    with pytest.raises(Conflict, match="preview"):
        await store.forgetting.forget(scope, text="vault", confirmed=plan.fingerprint)
    assert len(await store.memories.all(scope)) == 2
    plan = await store.forgetting.preview(scope, text="vault")
    assert (await store.forgetting.forget(scope, text="vault", confirmed=plan.fingerprint)).erased


# ------------------------------------------------------------------ several people

ILL = "User has diabetes"


@pytest.mark.slow_on("neo4j")
async def test_what_another_says_of_himself_in_the_same_words_stays_his(store: Store, scope: Scope):
    ann, bob = (scope.model_copy(update={"user_id": who}) for who in ("ann", "bob"))
    hers, his = memory(ann, ILL), memory(bob, ILL, id=f"{scope.group_id}-his")
    await learn(store, ann, episode(ann, "I have diabetes."), [hers])
    said = episode(bob, "I have diabetes.", id="said by bob")
    await learn(store, bob, said, [his])
    plan = await store.forgetting.preview(ann, ids=[hers.id], text="I have diabetes")
    assert his.id not in reasons(plan)
    assert (await store.forgetting.forget(ann, ids=[hers.id], text="I have diabetes")).erased
    assert [m.id for m in await store.memories.all(scope)] == [his.id]
    assert [e["content"] for e in await store.episodes.get(scope, [said.id])] == ["I have diabetes."]
    log = await store.changes.log(scope, START - DAY)
    assert [m["content"] for entry in log for m in entry.payload.get("memories", ())] == [ILL]
    assert await store.admin.check(scope.group_id) == []
    assert (await store.changes.verify(scope.group_id)).ok


@pytest.mark.slow_on("neo4j")
async def test_whose_words_an_id_names_are_meant_and_nobody_in_particular_means_everybody_s(store: Store, scope: Scope):
    ann, bob = (scope.model_copy(update={"user_id": who}) for who in ("ann", "bob"))
    hers, his = memory(ann, ILL), memory(bob, ILL, id=f"{scope.group_id}-his")
    await write(store, scope, [hers, his])
    assert set(reasons(await store.forgetting.preview(scope, ids=[his.id]))) == {his.id}
    with pytest.raises(InvalidInput, match="another person's own"):
        await store.forgetting.preview(ann, ids=[his.id])
    assert set(reasons(await store.forgetting.preview(scope, text=ILL))) == {hers.id, his.id}
    assert set(reasons(await store.forgetting.preview(bob, text="diabetes"))) == {his.id}


# ------------------------------------------------------------------ walls


@pytest.mark.slow_on("neo4j")
async def test_another_group_is_not_touched_and_may_say_it(store: Store, scope: Scope):
    other = Scope(group_id=f"{scope.group_id}_b")
    here, there = memory(scope, SECRET), memory(other, SECRET)
    await write(store, scope, [here])
    await write(store, other, [there])
    await store.forgetting.forget(scope, text=SECRET)
    assert [m.content for m in await store.memories.all(other)] == [SECRET]
    await write(store, other, [memory(other, SECRET)])
    with pytest.raises(InvalidInput):
        await store.forgetting.forget(scope, ids=[there.id])


@pytest.mark.slow_on("neo4j")
async def test_an_agents_own_memory_is_forgotten_by_id_by_that_agent_alone(store: Store, scope: Scope):
    coder, tester = (scope.model_copy(update={"agent_id": who}) for who in ("coder", "tester"))
    mine = memory(coder, SECRET)
    await write(store, scope, [mine])
    with pytest.raises(InvalidInput):
        await store.forgetting.preview(tester, ids=[mine.id])
    plan = await store.forgetting.preview(tester, text=SECRET)
    assert [(g.id, g.content) for g in plan.erased] == [(mine.id, None)]  # the words go, but are not shown to others
    assert (await store.forgetting.forget(coder, ids=[mine.id])).erased


@pytest.mark.slow_on("neo4j")
async def test_an_unknown_id_or_group_is_told(store: Store, scope: Scope):
    await write(store, scope, [memory(scope, "something")])
    for unknown in ("nothing", "the", "a' OR 1=1"):
        with pytest.raises(InvalidInput, match="nothing here has the id"):
            await store.forgetting.preview(scope, ids=[unknown])
    nowhere = Scope(group_id="nobody_was_here")
    assert (await store.forgetting.preview(nowhere, text="x")).empty
    assert not (await store.forgetting.forget(nowhere, text="x")).erased
    assert not (await store.forgetting.forget_group("nobody_was_here")).erased
    assert "nobody_was_here" not in await store.database.groups()


# ------------------------------------------------------------------ files


@pytest.mark.slow_on("neo4j")
async def test_content_files_go_unless_something_else_refers_to_them(store: Store, scope: Scope, tmp_path: Path):
    store.connection.settings = test_settings(content=str(tmp_path), content_grace=0)
    content = await store.files.of(scope.group_id)
    alone, shared = [await content.put(data, "text/plain") for data in (SECRET.encode(), b"shared by two")]
    said = episode(scope, "a document", files=(alone, shared))
    secret, other = memory(scope, SECRET, files=(shared,)), memory(scope, "Another note", files=(shared,))
    await learn(store, scope, said, [secret])
    await write(store, scope, [other])
    plan = await store.forgetting.preview(scope, ids=[secret.id])
    assert plan.files == (alone.digest,)
    await store.forgetting.forget(scope, ids=[secret.id])
    assert [file.digest for file in await content.list()] == [shared.digest]
    assert alone.digest not in await everything(store, scope)
    assert await store.admin.check(scope.group_id) == []
    assert (await store.changes.verify(scope.group_id)).ok
    await store.forgetting.forget(scope, ids=[other.id])
    assert await content.list() == ()


@pytest.mark.slow_on("neo4j")
async def test_an_input_that_loses_its_words_loses_its_document(store: Store, scope: Scope, tmp_path: Path):
    store.connection.settings = test_settings(content=str(tmp_path), content_grace=0)
    content = await store.files.of(scope.group_id)
    document = await content.put(SECRET.encode(), "text/plain")
    secret, other = memory(scope, SECRET), memory(scope, "The keys hang by the door")
    await learn(store, scope, episode(scope, SECRET, files=(document,)), [secret, other])
    await store.forgetting.forget(scope, ids=[secret.id])
    assert await content.list() == ()
    assert await store.admin.check(scope.group_id) == []
    assert (await store.changes.verify(scope.group_id)).ok


# ------------------------------------------------------------------ interrupted


async def test_a_forgetting_killed_before_its_last_step_is_completed_by_the_next(
    store: Store, scope: Scope, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    store.connection.settings = test_settings(content=str(tmp_path), content_grace=0)
    content = await store.files.of(scope.group_id)
    file = await content.put(SECRET.encode(), "text/plain")
    secret = memory(scope, SECRET, files=(file,))
    await write(store, scope, [secret])

    class Killed(Exception):
        pass

    async def killed(*_: object) -> tuple[str, ...]:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr("memorist.memory_store.parts.forgetting.Forgetting._purge", killed)
        with pytest.raises(Killed):
            await store.forgetting.forget(scope, ids=[secret.id])
    assert "drawer" not in await everything(store, scope)
    findings = await store.admin.check(scope.group_id)
    assert {(f.kind, f.severity) for f in findings} == {
        ("unfinished_forgetting", "warning"),
        ("orphan_content", "warning"),
    }
    done = await store.forgetting.forget(scope, text="something else")
    assert (done.erased, done.plan.unfinished, done.plan.files) == (True, True, (file.digest,))
    assert await content.list() == ()
    assert await store.admin.check(scope.group_id) == []
    assert (await store.changes.verify(scope.group_id)).ok
    assert await store.forgetting.resume(scope.group_id) is None


# ------------------------------------------------------------------ a whole group


async def test_a_group_is_erased_whole_and_its_name_is_not_given_again(
    store: Store, store_url: str, scope: Scope, tmp_path: Path
):
    store.connection.settings = test_settings(content=str(tmp_path), content_grace=0)
    other = Scope(group_id=f"{scope.group_id}_b")
    open_before = await Store.open(store_url, settings=test_settings(), clock=store.clock)
    await write(open_before, scope, [memory(scope, SECRET)])
    content = await store.files.of(scope.group_id)
    await content.put(SECRET.encode(), "text/plain")
    await ladder(store, scope)
    await write(store, other, [memory(other, "kept")])
    done = await store.forgetting.forget_group(scope.group_id)
    assert done.erased
    assert await content.list() == ()
    left = await everything(store, scope)
    assert "drawer" not in left
    assert left.count("uuid") == 1  # the mark that it is gone
    opened_after = await Store.open(store_url, settings=test_settings(), clock=store.clock)
    for writer in (store, open_before, opened_after):
        with pytest.raises(GroupErased):
            await write(writer, scope, [memory(scope, "again")])
        with pytest.raises(GroupErased):
            await writer.memories.all(scope)
        await writer.forgetting.forget_group(scope.group_id)  # again is no error
    assert (await everything(store, scope)).count("uuid") == 1
    assert [m.content for m in await store.memories.all(other)] == ["kept"]
    for writer in (open_before, opened_after):
        await writer.close()


async def test_a_large_group_is_erased_page_by_page(store: Store, scope: Scope, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("memorist.memory_store.parts.forgetting.ERASED_AT_ONCE", 50)
    await write(store, scope, [memory(scope, f"fact {i}") for i in range(220)])
    await store.forgetting.forget_group(scope.group_id)
    assert (await everything(store, scope)).count("uuid") == 1
