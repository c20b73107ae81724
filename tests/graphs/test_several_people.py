"""Several people in one group: what one says of himself stays his."""

from datetime import timedelta
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.app.notes import agent_note
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from tests.graphs.conftest import People
from tests.inputs import by_title, document, ingested, turn
from tests.stores import EMBEDDED, START

pytestmark = EMBEDDED


@pytest.fixture
def ana(of: People) -> AsyncMemory:
    return of("ana")


@pytest.fixture
def ben(of: People) -> AsyncMemory:
    return of("ben")


async def tell(memory: AsyncMemory, *said: str) -> None:
    await memory.ingest([turn(one) for one in said])


async def held(memory: AsyncMemory, word: str) -> list[tuple[str | None, str]]:
    """Return what is held with a word in it, and of whom."""
    found = await memory.store.memories.all(memory.scope)
    return [(m.scope.user_id, m.content) for m in found if word in m.content]


async def test_how_one_wants_to_be_answered_is_told_to_nobody_else(ana: AsyncMemory, ben: AsyncMemory):
    wishes = ("answer with bullet points", "reply in German", "call me Anni")
    await tell(ana, *(f"I want you to {wish}." for wish in wishes), "We always squash commits.")
    prompt = (await ana.recall("Write a test")).prompt
    assert [wish for wish in wishes if wish not in prompt] == []
    assert "German" not in (await ben.recall("Fix the failing test")).prompt
    assert "bullet" not in (await ben.recall("Write a test")).prompt
    near = (await ben.recall("Do we want answers in a list?")).prompt
    assert "bullet points" not in near
    assert "bullet" not in (await ana.rules.section()).text


async def test_whoever_answers_late_is_no_instruction_about_answers(ana: AsyncMemory, ben: AsyncMemory):
    await tell(ana, "Ben owns the hotline and never answers before noon.", "I want you to answer in French.")
    [how] = by_title(await ana.recall("Write a test for the parser"))["User Preferences"]
    assert "French" in how
    assert "before noon" in (await ana.recall("When does Ben answer?")).prompt


async def test_what_one_never_does_becomes_no_rule_for_the_others_however_often_it_is_recalled(
    ana: AsyncMemory, ben: AsyncMemory
):
    said = ["I don't eat meat.", "Never deploy on Fridays."]
    await tell(ana, *said)
    for text in said * 4:
        await ana.recall(text)
    await ana.promote()
    [rule] = await ana.store.memories.all(ana.scope, types=["semantic:hard_rule"])
    assert (rule.content, getattr(rule, "severity", "")) == ("Never deploy on Fridays", "block")
    types = {m.content: m.type for m in await ana.store.memories.all(ana.scope)}
    assert types["I don't eat meat"] == "semantic:fact"
    sections = by_title(await ben.recall("Write a test"))
    assert [lines for title, lines in sections.items() if title.startswith("Constraints")] == [
        ["[block] Never deploy on Fridays."]
    ]


async def test_what_somebody_must_not_do_himself_is_no_rule_of_the_house(ana: AsyncMemory, ben: AsyncMemory):
    await tell(ana, "I must not eat nuts.", "My wife must not eat nuts.", "Agents must not push to main.")
    rules = await ana.store.memories.all(ana.scope, types=["semantic:hard_rule"])
    assert [rule.content for rule in rules] == ["Agents must not push to main"]


async def test_a_rule_that_follows_from_ones_private_life_is_told_to_oneself_alone(ana: AsyncMemory, ben: AsyncMemory):
    said = await ingested(ana, "I'm vegetarian, so whenever you suggest a recipe leave out meat and fish.")
    assert [memory.type for memory in said.memories] == ["semantic:policy"]
    task = "Suggest a recipe for tonight"
    assert "leave out meat" in (await ana.recall(task)).prompt
    assert "meat" not in (await ben.recall(task)).prompt


async def test_a_persona_holds_nothing_of_whoever_taught_it_and_tells_the_importer_nothing_of_himself(
    ana: AsyncMemory, ben: AsyncMemory
):
    private = [
        "I'm allergic to peanuts.", "I have diabetes.", "My salary is 90000 euros.", "My birthday is May 3.",
        "I live in Graz.", "I prefer tea.",
    ]  # fmt: skip
    await tell(ana, *private, "We use Redis.", "Never use Realm.")
    persona = await ana.personas.export(name="ana")
    assert {known.content for known in persona.knowledge()} == {"Team uses Redis", "Never use Realm"}
    listed = next(r for r in persona.removals if r.kind == "about a person")
    assert (listed.action, listed.count) == ("left_out", len(private))
    zoe = AsyncMemory(ana.store, Scope(group_id=f"{ana.scope.group_id}_other", user_id="zoe"))
    salary = {"content": "User's salary is 90000 euros", "claim": None}
    older = persona.model_copy(update={"semantic": tuple(
        k.model_copy(update=salary) if "Redis" in k.content else k for k in persona.semantic
    )})  # fmt: skip
    done = await zoe.personas.import_(older.text())
    assert {a.content for a in done.arrivals if a.effect == "rejected"} == {"User's salary is 90000 euros"}
    assert "90000" not in (await zoe.recall("What is my salary?")).prompt


async def test_what_one_has_forgotten_another_may_still_say_of_himself(ana: AsyncMemory, ben: AsyncMemory):
    own = ["I'm allergic to nuts.", "I have diabetes.", "My birthday is May 3.", "I don't eat meat."]
    await tell(ana, *own, "We use Redis.")
    for text in (*own, "Redis"):
        assert (await ana.forget(text)).erased
    for text in own:
        again, his = await ingested(ana, text), await ingested(ben, text)
        assert (again.memories, "forgotten on request" in " ".join(again.notices)) == ((), True)
        assert (len(his.memories), his.notices) == (1, ())
    shared = await ingested(ben, "We use Redis.")
    assert (shared.memories, "forgotten on request" in " ".join(shared.notices)) == ((), True)
    assert await ana.store.admin.check(ana.scope.group_id) == []


async def test_two_who_say_the_same_of_themselves_are_two_and_one_s_forgetting_leaves_the_other_s(
    ana: AsyncMemory, ben: AsyncMemory
):
    for who in (ana, ben):
        await tell(who, "I have diabetes.")
    assert [user for user, _ in await held(ana, "diabetes")] == ["ana", "ben"]
    assert (await ana.forget("I have diabetes")).erased
    assert [user for user, _ in await held(ana, "diabetes")] == ["ben"]


async def test_no_one_forgets_what_another_says_of_himself_by_what_it_is_about(ana: AsyncMemory, ben: AsyncMemory):
    await tell(ana, "I'm allergic to peanuts.", "My cat is called Gossamer.", "I prefer Vim.")
    before = await held(ana, "")
    for vague in ("user", "The user", "team"):
        with pytest.raises(InvalidInput, match="what memories call whoever speaks"):
            await ben.forget(vague)
    stand_in = next(m.id for m in await ana.store.memories.all(ana.scope) if m.is_entity and m.content == "user")
    with pytest.raises(InvalidInput, match="stands for whoever speaks"):
        await ben.forget([stand_in])
    assert not (await ben.forget("Gossamer")).erased
    assert await held(ana, "") == before
    assert (await ingested(ana, "Gossamer is four years old.")).notices == ()
    assert (await ana.forget("Gossamer")).erased
    assert not await held(ana, "Gossamer")


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
    "a note beside a document": document(
        "Cake is served daily.",
        annotations=[{"text": "I take insulin so no cake for me", "quote": "Cake is served daily."}]),
}  # fmt: skip


@pytest.mark.parametrize("how", list(PRIVATE))
async def test_what_one_tells_of_himself_in_whatever_way_reaches_no_other(ana: AsyncMemory, ben: AsyncMemory, how: str):
    await ingested(ana, PRIVATE[how])
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


async def test_a_rule_that_is_forgotten_with_a_name_takes_nothing_of_its_author_along(
    ana: AsyncMemory, ben: AsyncMemory
):
    await tell(ana, "My cat is called Gossamer.", "Never deploy on Fridays.")
    [rule] = await ana.store.memories.all(ana.scope, types=["semantic:hard_rule"])
    name = next(m.id for m in await ana.store.memories.all(ana.scope) if m.is_entity and m.content == "Gossamer")
    await ben.forget([rule.id, name])
    assert await held(ana, "My cat")


async def test_an_input_in_which_one_also_speaks_of_himself_is_not_erased_by_another(
    ana: AsyncMemory, ben: AsyncMemory
):
    said = await ingested(ana, "We use Foo12DB for the shop. I take insulin twice a day.")
    await ben.forget("Foo12DB")
    assert "insulin" in str(await ana.store.episodes.get(ana.scope, [str(said.id)]))


async def test_the_same_words_of_two_at_the_same_moment_are_two_inputs(ana: AsyncMemory, ben: AsyncMemory):
    for given in ({"at": "2026-02-01T10:00:00Z"}, {"id": "message 1"}):
        said = turn("I'm allergic to peanuts.") | given
        hers, his, again = [await ingested(who, said) for who in (ana, ben, ben)]
        assert (hers.replayed, his.replayed, again.replayed, hers.id != his.id) == (False, False, True, True)
    assert {user for user, _ in await held(ana, "peanuts")} == {"ana", "ben"}


async def test_who_asks_for_his_own_things_is_told_of_his_alone_and_of_another_s_by_name(
    ana: AsyncMemory, ben: AsyncMemory
):
    await tell(ana, "My birthday is May 3.")
    await tell(ben, "My birthday is June 9.")
    for who, task, lines in (
        (ana, "When is my birthday?", ["My birthday is May 3"]),
        (ben, "When is my birthday?", ["My birthday is June 9"]),
        (ben, "When is the birthday of Ana?", ["My birthday is June 9", "ana said"]),
    ):
        told = [line for section in by_title(await who.recall(task)).values() for line in section]
        days = {line.partition(" (since")[0].partition(": ")[0] for line in told if "birthday" in line}
        assert sorted(days) == lines


async def test_nobody_in_particular_is_told_whose_each_thing_is(of: People, ana: AsyncMemory, ben: AsyncMemory):
    await tell(ana, "I prefer Emacs")
    await tell(ben, "I prefer Vim")
    prompt = (await of(None).recall("Which editor?")).prompt
    said = [words in prompt for words in ("ana prefers Emacs", "ben prefers Vim", "User prefers")]
    assert said == [True, True, False]


@pytest.mark.parametrize(
    ("said", "private"),
    [
        ("Never call me before ten because I have chemotherapy.", "chemotherapy"),
        ("Don't put me on nights, my wife is ill.", "wife"),
        ("I'm coeliac and pregnant, so whenever you suggest a bakery, check it.", "pregnant"),
    ],
)
async def test_no_surface_tells_others_the_private_reason_of_a_rule(
    ana: AsyncMemory, ben: AsyncMemory, said: str, private: str
):
    await ingested(ana, said)
    found = await ben.search("rules about calls, nights and bakeries")
    listed = await ben.listing.newest()
    shown = (await ben.recall("Plan the week")).prompt, str(found), str(listed), str(await ben.rules.section())
    assert [text for text in shown if private in text] == []
    assert private in (await ana.recall("Plan the week")).prompt


WISHES = (
    "Forget that I ever applied to Studio Kranz.",
    "Please delete what I told you about Studio Kranz.",
    "@forget Studio Kranz",
)


@pytest.mark.parametrize("wish", WISHES)
async def test_the_words_of_a_request_to_forget_are_listed_for_who_asked_alone(
    ana: AsyncMemory, ben: AsyncMemory, wish: str
):
    await ingested(ana, "I applied to Studio Kranz last week.")
    await ingested(ana, "We use Postgres.")
    await ingested(ana, wish)
    for limit in (1, 2, 20):
        assert "Kranz" not in str(await ben.receipts(limit=limit))
        assert "Kranz" in str(await ana.receipts(limit=limit))
    changes = await ben.changes(START - timedelta(days=1))
    assert not any("Kranz" in f"{entry.reason} {entry.payload}" for entry in changes)
    newest = (await ana.receipts(limit=1))[0].id
    assert (await ben.undo(newest)).refused
    assert (await ana.undo(newest)).done


async def test_who_forgets_what_the_team_shares_is_listed_without_the_words(ana: AsyncMemory, ben: AsyncMemory):
    await ingested(ana, "We use Postgres.")
    await ingested(ana, "Forget that we use Postgres, I said so drunk.")
    assert not any("drunk" in reason for receipt in await ben.receipts() for reason in receipt.reasons)


# ------------------------------------------------------------------ what is said in confidence

SECRETS = {
    "a job": ("I've got a new job from May. I tell Ben next week. Please don't say anything before.", "new job"),
    "an application": ("Between us: I've applied at the Belvedere. Ben doesn't know.", "Belvedere"),
    "an address": ("My new address is Lindengasse 4. Only for you.", "Lindengasse"),
    "a plan": ("The museum closes in autumn. Don't tell anybody before Monday.", "closes"),
    "a preference": ("I prefer the night shift. That's only between you and me.", "night shift"),
    "a rule": ("Never lend out the Schiele. The team doesn't know yet.", "lend out"),
}


@pytest.mark.parametrize(("said", "word"), SECRETS.values(), ids=SECRETS)
async def test_what_is_confided_is_told_to_nobody_else_whoever_is_named(
    ana: AsyncMemory, ben: AsyncMemory, said: str, word: str
):
    answer = turn(f"I keep it to myself: {said.split('.', maxsplit=1)[0]}.", role="assistant", session_id="private")
    await ana.ingest([turn(said, session_id="private"), answer, turn("Lamps come on Friday", session_id="private")])
    assert word in (await ana.recall(f"What did I say about: {word}?")).prompt
    for task in ("Which tasks does Ana have this week?", "Write Ana a mail", f"What about: {word.upper()}?"):
        assert word not in (await ben.recall(task)).prompt
        assert word not in str((await ben.search(task)).hits) + str((await ben.search(task)).said)
    assert word not in (await ben.about("ana")).text
    assert word not in str([*await ben.history("ana"), *await ben.history(word), *await ben.list()])
    assert word not in str(await ben.changes(START - timedelta(days=1)))
    assert word not in str(await ben.check_action("Plan the year"))
    assert word not in (await ben.rules.section()).text


async def test_what_is_said_again_of_a_confidence_in_the_same_talk_is_confided(ana: AsyncMemory, ben: AsyncMemory):
    told = [
        turn("Between us: I've applied at the Belvedere.", session_id="private"),
        turn("Good luck!", role="assistant", session_id="private"),
        turn("The lamps come on Friday.", session_id="private"),
        turn("Noted. And the Belvedere?", role="assistant", session_id="private"),
        turn("The Belvedere said no.", session_id="private"),
    ]
    await ana.ingest(told)
    prompt = (await ben.recall("What about Ana, the lamps and the Belvedere?")).prompt
    assert "lamps come on Friday" in prompt
    assert "Belvedere said" not in prompt
    assert "Noted" not in prompt


async def test_what_its_author_says_openly_is_confided_no_more(ana: AsyncMemory, ben: AsyncMemory):
    closes = "The museum closes in autumn."
    await ana.ingest([turn(f"{closes} Don't tell anybody before Monday.", session_id="private")])
    await ben.ingest([turn(closes)])
    await ana.ingest([turn(closes, session_id="team")])
    held = await ana.store.memories.all(ana.scope)
    live = [m for m in held if m.content == closes.rstrip(".") and m.status.live]
    assert live
    assert [m for m in live if "confided" in m.tags] == []


async def test_an_assessment_of_an_agent_without_a_name_is_told_to_nobody_but_its_user(
    ana: AsyncMemory, ben: AsyncMemory
):
    await ana.assess({"task": "Write the letter", "task_since": "2020-01-01T00:00:00Z", "confidence": 0.2})
    assert "Advice: " in (await ana.recall("Which drawer sticks?")).prompt
    for task in ("Which drawer sticks?", "Write the letter", "How is the agent doing?"):
        assert "Advice: " not in (await ben.recall(task)).prompt


NOTES = (
    "Anna is off on Fridays", "Kardex drawer 4 sticks", "Mira is allergic to nuts", "Inmovet exports fail on Mondays",
    "the lift is broken", "We moved the standup to 9:30",
)  # fmt: skip


async def test_a_note_of_an_agent_is_kept_as_it_was_said(ana: AsyncMemory):
    for day, note in enumerate(NOTES, 1):
        [result] = await ana.ingest([agent_note(note, f"2026-01-0{day}T09:00:00Z")])
        assert [memory.content for memory in result.memories] == [f"Note of an agent: {note}"]
