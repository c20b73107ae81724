"""Several people in one group: what one says of himself stays his."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.graphs.conftest import People
from tests.stores import START, test_settings


def turn(content: str) -> dict[str, Any]:
    return {"kind": "turn", "role": "user", "content": content}


@pytest.fixture
async def store(embedded_url: str) -> AsyncGenerator[Store]:
    opened = await Store.open(embedded_url, settings=test_settings())
    yield opened
    await opened.close()


async def test_how_one_wants_to_be_answered_is_told_to_nobody_else(of: People):
    ana, ben = of("ana"), of("ben")
    await ana.ingest([turn("I want you to answer with bullet points."), turn("We always squash commits.")])
    assert "answer with bullet points" in (await ana.recall("Write a test")).prompt
    assert "bullet" not in (await ben.recall("Write a test")).prompt
    near = (await ben.recall("Do we want answers in a list?")).prompt
    assert "bullet points" not in near
    assert "bullet" not in (await ana.rules.section()).text


async def test_whoever_answers_late_is_no_instruction_about_answers(of: People):
    ana = of("ana")
    await ana.ingest(
        [turn("Ben owns the hotline and never answers before noon."), turn("I want you to answer in French.")]
    )
    recall = await ana.recall("Write a test for the parser")
    [how] = [section for section in recall.sections if section.title == "User Preferences"]
    assert ["French" in item.content for item in how.items] == [True]
    assert "before noon" in (await ana.recall("When does Ben answer?")).prompt


async def test_what_one_never_does_becomes_no_rule_for_the_others_however_often_it_is_recalled(of: People):
    ana = of("ana")
    said = ["I don't eat meat.", "Never deploy on Fridays."]
    await ana.ingest([turn(text) for text in said])
    for text in said * 4:
        await ana.recall(text)
    await ana.promote()
    [rule] = await ana.store.memories.all(ana.scope, types=["semantic:hard_rule"])
    assert (rule.content, getattr(rule, "severity", "")) == ("Never deploy on Fridays", "block")
    held = {m.content: m.type for m in await ana.store.memories.all(ana.scope)}
    assert held["I don't eat meat"] == "semantic:fact"
    must = [s for s in (await of("ben").recall("Write a test")).sections if s.title.startswith("Constraints")]
    assert [item.content for section in must for item in section.items] == ["[block] Never deploy on Fridays."]


async def test_what_somebody_must_not_do_himself_is_no_rule_of_the_house(of: People):
    ana = of("ana")
    await ana.ingest(
        [turn("I must not eat nuts."), turn("My wife must not eat nuts."), turn("Agents must not push to main.")]
    )
    rules = await ana.store.memories.all(ana.scope, types=["semantic:hard_rule"])
    assert [rule.content for rule in rules] == ["Agents must not push to main"]


async def test_a_rule_that_follows_from_ones_private_life_is_told_to_oneself_alone(of: People):
    [said] = await of("ana").ingest(turn("I'm vegetarian, so whenever you suggest a recipe leave out meat and fish."))
    assert [memory.type for memory in said.memories] == ["semantic:policy"]
    task = "Suggest a recipe for tonight"
    assert "leave out meat" in (await of("ana").recall(task)).prompt
    assert "meat" not in (await of("ben").recall(task)).prompt


async def test_a_persona_holds_nothing_of_whoever_taught_it_and_tells_the_importer_nothing_of_himself(of: People):
    ana = of("ana")
    private = [
        "I'm allergic to peanuts.", "I have diabetes.", "My salary is 90000 euros.", "My birthday is May 3.",
        "I live in Graz.", "I prefer tea.",
    ]  # fmt: skip
    await ana.ingest([turn(text) for text in (*private, "We use Redis.", "Never use Realm.")])
    persona = await ana.personas.export(name="ana")
    assert {known.content for known in persona.knowledge()} == {
        "Team uses Redis",
        "Never use Realm",
    }
    listed = next(r for r in persona.removals if r.kind == "about a person")
    assert (listed.action, listed.count) == ("left_out", len(private))
    zoe = AsyncMemory(ana.store, Scope(group_id=f"{ana.scope.group_id}_other", user_id="zoe"))
    older = persona.model_copy(
        update={
            "semantic": tuple(
                k.model_copy(update={"content": "User's salary is 90000 euros", "claim": None})
                if "Redis" in k.content
                else k
                for k in persona.semantic
            )
        }
    )
    done = await zoe.personas.import_(older.text())
    assert {a.content for a in done.arrivals if a.effect == "rejected"} == {"User's salary is 90000 euros"}
    assert "90000" not in (await zoe.recall("What is my salary?")).prompt


async def test_what_one_has_forgotten_another_may_still_say_of_himself(of: People):
    ana, ben = of("ana"), of("ben")
    own = ["I'm allergic to nuts.", "I have diabetes.", "My birthday is May 3.", "I don't eat meat."]
    await ana.ingest([turn(text) for text in (*own, "We use Redis.")])
    for text in own:
        assert (await ana.forget(text)).erased
    assert (await ana.forget("Redis")).erased
    for text in own:
        [again] = await ana.ingest(turn(text))
        assert again.memories == ()
        assert "forgotten on request" in " ".join(again.notices)
        [his] = await ben.ingest(turn(text))
        assert len(his.memories) == 1
        assert his.notices == ()
    [shared] = await ben.ingest(turn("We use Redis."))
    assert shared.memories == ()
    assert "forgotten on request" in " ".join(shared.notices)
    assert await ana.store.admin.check(ana.scope.group_id) == []


async def test_two_who_say_the_same_of_themselves_are_two_and_one_s_forgetting_leaves_the_other_s(of: People):
    ana, ben = of("ana"), of("ben")
    await ana.ingest(turn("I have diabetes."))
    await ben.ingest(turn("I have diabetes."))
    assert [m.scope.user_id for m in await ana.store.memories.all(ana.scope) if "diabetes" in m.content] == [
        "ana",
        "ben",
    ]
    assert (await ana.forget("I have diabetes")).erased
    assert [m.scope.user_id for m in await ana.store.memories.all(ana.scope) if "diabetes" in m.content] == ["ben"]


async def test_no_one_forgets_what_another_says_of_himself_by_what_it_is_about(of: People):
    ana, ben = of("ana"), of("ben")
    await ana.ingest([turn("I'm allergic to peanuts."), turn("My cat is called Gossamer."), turn("I prefer Vim.")])
    before = [m.content for m in await ana.store.memories.all(ana.scope)]
    for vague in ("user", "The user", "team"):
        with pytest.raises(InvalidInput, match="what memories call whoever speaks"):
            await ben.forget(vague)
    stand_in = next(m.id for m in await ana.store.memories.all(ana.scope) if m.is_entity and m.content == "user")
    with pytest.raises(InvalidInput, match="stands for whoever speaks"):
        await ben.forget([stand_in])
    assert not (await ben.forget("Gossamer")).erased
    assert [m.content for m in await ana.store.memories.all(ana.scope)] == before
    [again] = await ana.ingest(turn("Gossamer is four years old."))
    assert again.notices == ()
    assert (await ana.forget("Gossamer")).erased
    assert not [m for m in await ana.store.memories.all(ana.scope) if "Gossamer" in m.content]


PRIVATE: dict[str, dict[str, Any]] = {
    "an answer": {"kind": "dialogue", "question": "What medicine do you take?", "answer": "insulin twice a day"},
    "an answer to two lines": {
        "kind": "dialogue", "question": "Let us talk.\nWhat medicine do you take?", "answer": "insulin twice a day"},
    "an answer to a question with marks": {
        "kind": "dialogue", "question": 'About "health": what medicine do you take?', "answer": "insulin"},
    "a plan": {
        "kind": "ritual", "ritual": "morning",
        "turns": [{"role": "user", "content": "Today I want to see the doctor about insulin"}]},
    "a summary": {
        "kind": "ritual", "ritual": "evening",
        "turns": [{"role": "user", "content": "I decided to take less insulin."}]},
    "feedback": {"kind": "feedback", "content": "You forgot again that I take insulin"},
    "a note beside a document": {
        "kind": "document", "title": "menu", "content": "Cake is served daily.",
        "annotations": [{"text": "I take insulin so no cake for me", "quote": "Cake is served daily."}]},
}  # fmt: skip


@pytest.mark.parametrize("how", list(PRIVATE))
async def test_what_one_tells_of_himself_in_whatever_way_reaches_no_other(of: People, how: str):
    ana, ben = of("ana"), of("ben")
    [given] = await ana.ingest(PRIVATE[how])
    assert given.error is None
    asked = "What should I know about medicine, meals, plans and health?"
    recall = await ben.recall(asked)
    told = {
        "recall": recall.model_dump_json(),
        "search": str(await ben.search(asked)),
        "receipts": str(await ben.receipts()),
        "changes": str(await ben.changes(START - timedelta(days=400))),
        "persona": (await ben.personas.export()).text(),
    }
    assert [where for where, text in told.items() if "insulin" in text.lower()] == []
    assert "insulin" in str(await ana.search(asked)).lower()


async def test_a_rule_that_is_forgotten_with_a_name_takes_nothing_of_its_author_along(of: People):
    ana, ben = of("ana"), of("ben")
    await ana.ingest([turn("My cat is called Gossamer."), turn("Never deploy on Fridays.")])
    [rule] = await ana.store.memories.all(ana.scope, types=["semantic:hard_rule"])
    name = next(m.id for m in await ana.store.memories.all(ana.scope) if m.is_entity and m.content == "Gossamer")
    await ben.forget([rule.id, name])
    assert [m for m in await ana.store.memories.all(ana.scope) if "My cat" in m.content]


async def test_an_input_in_which_one_also_speaks_of_himself_is_not_erased_by_another(of: People):
    ana, ben = of("ana"), of("ben")
    [said] = await ana.ingest(turn("We use Foo12DB for the shop. I take insulin twice a day."))
    assert said.id is not None
    await ben.forget("Foo12DB")
    kept = await ana.store.episodes.get(ana.scope, [said.id])
    assert "insulin" in str(kept)


async def test_the_same_words_of_two_at_the_same_moment_are_two_inputs(of: People):
    ana, ben = of("ana"), of("ben")
    for given in ({"at": "2026-02-01T10:00:00Z"}, {"id": "message 1"}):
        said = turn("I'm allergic to peanuts.") | given
        [hers], [his] = await ana.ingest(said), await ben.ingest(said)
        assert (hers.replayed, his.replayed) == (False, False)
        assert hers.id != his.id
        [again] = await ben.ingest(said)
        assert again.replayed
    held = {m.scope.user_id for m in await ana.store.memories.all(ana.scope) if "peanuts" in m.content}
    assert held == {"ana", "ben"}


async def test_who_asks_for_his_own_things_is_told_of_his_alone_and_of_another_s_by_name(of: People):
    ana, ben = of("ana"), of("ben")
    await ana.ingest(turn("My birthday is May 3."))
    await ben.ingest(turn("My birthday is June 9."))
    for who, task, lines in (
        (ana, "When is my birthday?", ["My birthday is May 3"]),
        (ben, "When is my birthday?", ["My birthday is June 9"]),
        (ben, "When is the birthday of Ana?", ["My birthday is June 9", "ana said"]),
    ):
        recall = await who.recall(task)
        told = [item.content for section in recall.sections for item in section.items if "birthday" in item.content]
        assert sorted({line.partition(" (since")[0].partition(": ")[0] for line in told}) == lines


async def test_how_one_wants_to_be_answered_is_told_whatever_he_asks(of: People):
    ana, ben = of("ana"), of("ben")
    for said in ("I want you to reply in German.", "I want you to call me Anni."):
        await ana.ingest(turn(said))
    prompt = (await ana.recall("Fix the failing test")).prompt
    assert "reply in German" in prompt
    assert "call me Anni" in prompt
    assert "German" not in (await ben.recall("Fix the failing test")).prompt


async def test_nobody_in_particular_is_told_whose_each_thing_is(of: People, store: Store, group: str):
    await of("ana").ingest(turn("I prefer Emacs"))
    await of("ben").ingest(turn("I prefer Vim"))
    prompt = (await AsyncMemory(store, Scope(group_id=group)).recall("Which editor?")).prompt
    assert "ana prefers Emacs" in prompt
    assert "ben prefers Vim" in prompt
    assert "User prefers" not in prompt
