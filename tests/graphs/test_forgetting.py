"""Forgetting through the graphs and the command line: asked, shown, confirmed, and not learned again."""

import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from typer.testing import CliRunner

from memorist.api.memory import AsyncMemory
from memorist.api.opening import open_memory
from memorist.app.cli.program import app
from memorist.graphs.ingestion import build_ingestion
from memorist.memory_store.domain.errors import Conflict
from memorist.memory_store.inbox import Inbox
from memorist.nodes.ingestion.forget import KEPT, MAY_BE_NONE
from memorist.nodes.ingestion.state import IngestionContext
from memorist.nodes.reading.speech_acts.acts import load
from tests.stores import test_settings

PREFERS = "I prefer Clerk for mobile auth"


def turn(content: str, **fields: Any) -> dict[str, Any]:
    return {"kind": "turn", "role": "user", "content": content, **fields}


@pytest.fixture
async def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[AsyncMemory]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    async with open_memory(f"embedded:{tmp_path / 'store'}", group="g", settings=test_settings()) as opened:
        yield opened


async def contents(memory: AsyncMemory) -> list[str]:
    return [
        m.content for m in await memory.store.memories.all(memory.scope) if not m.is_entity and "model" not in m.type
    ]


async def test_what_was_forgotten_is_not_learned_again_and_the_result_says_why(memory: AsyncMemory):
    await memory.ingest([turn(PREFERS), turn("We use Postgres for storage")])
    plan = await memory.preview_forget("Clerk")
    assert [g.content for g in plan.erased if g.kind == "memory"] == ["User prefers Clerk for mobile auth"]
    assert (await memory.forget(PREFERS, confirmed=plan.fingerprint)).erased
    for again in (PREFERS, f"{PREFERS}.", "I would prefer Clerk for mobile auth"):
        [result] = await memory.ingest(turn(again))
        assert result.error is None
        assert result.memories == ()
        assert result.verdict is not None
        assert (result.verdict.action, result.verdict.category) == ("skip", "forgotten")
        assert "forgotten on request" in result.verdict.reason
    assert await contents(memory) == ["Team uses PostgreSQL for storage"]
    assert await memory.store.admin.check("g") == []


async def test_the_rest_of_an_input_is_learned_and_kept_in_its_words(memory: AsyncMemory):
    await memory.ingest(turn(PREFERS))
    await memory.forget(PREFERS)
    [result] = await memory.ingest(turn(f"We use Expo for the app. {PREFERS}."))
    assert [m.content for m in result.memories] == ["Team uses Expo for app"]
    assert any("forgotten on request" in notice for notice in result.notices)
    [said] = await memory.store.episodes.get(memory.scope, [str(result.id)])
    assert said["content"] == "We use Expo for the app."
    log = await memory.store.changes.log(memory.scope, datetime(2000, 1, 1, tzinfo=UTC))
    assert not any("clerk" in json.dumps(entry.payload).lower() for entry in log)


async def test_a_turn_that_asks_to_forget_hides_and_erases_nothing_unasked(memory: AsyncMemory):
    await memory.ingest(turn(PREFERS))
    [result] = await memory.ingest(turn(f"@forget that {PREFERS}"))
    assert result.forget is not None
    assert result.forget.plan is not None
    assert not result.forget.erased
    assert await contents(memory) == []
    [hidden] = [item.id for item in result.forget.plan.erased if item.kind == "memory"]
    assert await memory.store.memories.get(memory.scope, [hidden])
    plan = await memory.preview_forget(PREFERS)
    assert (await memory.forget(PREFERS, confirmed=plan.fingerprint)).erased
    assert await memory.store.memories.get(memory.scope, [hidden]) == []


@pytest.mark.parametrize("forget", [True, False])
async def test_with_a_person_there_the_graph_asks_and_does_what_he_says(memory: AsyncMemory, forget: bool):
    await memory.ingest(turn(PREFERS))
    graph = build_ingestion(memory.store, checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t"}}
    context = IngestionContext(group_id="g", on_conflict="ask")
    asked = await graph.ainvoke({"input": turn(f"@forget {PREFERS}")}, config, context=context)
    [question] = asked["__interrupt__"]
    assert "User prefers Clerk for mobile auth" in [g["content"] for g in question.value["erased"]]
    assert len(await contents(memory)) == 1
    answer = {"forget": forget, "fingerprint": question.value["fingerprint"]}
    done = await graph.ainvoke(Command(resume=answer), config)  # with the context that it began with
    assert done["result"]["forget"]["erased"] is forget
    assert len(await contents(memory)) == (0 if forget else 1)


async def test_a_request_that_names_nothing_known_says_so(memory: AsyncMemory):
    [result] = await memory.ingest(turn("@forget the colour of the moon"))
    assert result.error is None
    assert result.forget is not None
    assert result.forget.plan is not None
    assert result.forget.plan.empty
    assert any("nothing was forgotten" in notice for notice in result.notices)


NUMBER = "My phone number is +43 660 1234567."


@pytest.mark.parametrize("said", ["my phone number", "phone number", "My phone number.", "the phone number"])
async def test_what_nothing_was_read_out_of_goes_with_its_raw_input_and_is_not_kept_again(
    memory: AsyncMemory, said: str
):
    await memory.ingest([turn(NUMBER), turn("I live in Graz.")])
    assert "1234567" in (await memory.recall("What is the user's phone number?")).prompt
    done = await memory.forget(said)
    assert [g.content for g in done.plan.erased] == [NUMBER]
    assert (done.erased, done.remains) == (True, ())
    assert await contents(memory) == ["User lives in Graz"]
    assert "1234567" not in (await memory.recall("What is the user's phone number?")).prompt
    [again] = await memory.ingest(turn(NUMBER))
    assert (again.error, again.memories) == (None, ())
    assert again.verdict is not None
    assert again.verdict.category == "forgotten"
    assert "1234567" not in (await memory.recall("What is the user's phone number?")).prompt
    assert await memory.store.admin.check("g") == []


async def test_where_nothing_is_found_the_result_says_so_and_nothing_is_erased(memory: AsyncMemory):
    await memory.ingest([turn(NUMBER), turn("I like cats.")])
    before = await contents(memory)
    for said in ("my shoe size", "my friend Ida"):
        done = await memory.forget(said)
        assert not done.erased
        assert done.plan.erased == done.plan.emptied == ()
        assert "by its id" in done.reason or "name its id" in done.reason
    assert await contents(memory) == before


@pytest.mark.parametrize(
    ("wish", "goes"),
    [
        ("Please forget about Redis", "Team uses Redis for caching"),
        ("Please forget where I live", "User lives in Graz"),
        ("@forget everything about Redis", "Team uses Redis for caching"),
        ("@forget my allergy", "I'm allergic to nuts"),
        ("@forget my dog", "I have a dog named Rex"),
        ("@forget my preference for dark mode", "User prefers dark mode"),
        ("Hi! Please forget my allergy. Thanks", "I'm allergic to nuts"),
    ],
)
async def test_a_wish_in_plain_words_or_by_command_finds_what_it_means(memory: AsyncMemory, wish: str, goes: str):
    said = ["We use Redis for caching.", "I live in Graz.", "I'm allergic to nuts.", "I prefer dark mode."]
    await memory.ingest([turn(text) for text in (*said, "I have a dog named Rex.")])
    before = await contents(memory)
    [result] = await memory.ingest(turn(wish))
    assert result.forget is not None
    assert result.forget.plan is not None
    assert [g.content for g in result.forget.plan.erased if g.kind == "memory"] == [goes]
    assert result.memories == ()
    assert await contents(memory) == [content for content in before if content != goes]


async def test_two_wishes_in_one_are_two(memory: AsyncMemory):
    await memory.ingest([turn("I live in Graz."), turn("I'm allergic to nuts."), turn("I prefer dark mode.")])
    [result] = await memory.ingest(turn("Please forget my allergy and where I live."))
    assert result.forget is not None
    assert result.forget.plan is not None
    erased = {g.content for g in result.forget.plan.erased if g.kind == "memory"}
    assert erased == {"I'm allergic to nuts", "User lives in Graz"}


async def test_a_wish_beside_something_to_learn_is_heard_and_the_rest_is_learned(memory: AsyncMemory):
    await memory.ingest(turn("I'm allergic to nuts."))
    [result] = await memory.ingest(turn("We use Go. Please forget my allergy."))
    assert [m.content for m in result.memories] == ["Team uses Go"]
    assert result.forget is not None
    assert result.forget.wishes == ("my allergy",)
    assert await contents(memory) == ["Team uses Go"]
    [mind] = await memory.ingest(turn("forget about Redux, we use Zustand"))
    assert mind.forget is None


async def test_what_somebody_asks_to_forget_is_hidden_at_once_and_erased_when_confirmed(memory: AsyncMemory):
    await memory.ingest([turn("My home address is Lindengasse 7."), turn("I live in Graz.")])
    [result] = await memory.ingest(turn("please forget my home address, I don't want that stored anywhere"))
    assert result.memories == ()
    assert result.forget is not None
    assert not result.forget.erased
    assert any("hidden" in notice for notice in result.notices)
    assert "Lindengasse" not in (await memory.recall("What is the user's home address?")).prompt
    assert "Graz" in (await memory.recall("Where does the user live?")).prompt
    plan = await memory.preview_forget("my home address")
    assert (await memory.forget("my home address", confirmed=plan.fingerprint)).erased


@pytest.mark.parametrize(
    ("said", "kept", "gone", "notice"),
    [
        ("What's for dinner? Please forget that I earn 54,200. I bought a bike.", "bought a bike", "54,200", "hidden"),
        ("My locker code is 4471. Don't keep that. I like tea.", "tea", "4471", "not kept"),
        ("My locker code is 4471. Don't keep that.", "Ghent", "4471", "not kept, as asked: “My locker code is 4471.”"),
        ("I like tea. My locker code is 4471. Please wipe that one out.", "tea", "4471", "not kept"),
        (
            "Nobody must know I see a therapist. Please take it out of what you keep on me. Write to Bob.",
            "Ghent",
            "Lindqvist",
            "",
        ),
    ],
)
async def test_a_turn_with_a_wish_is_kept_without_it_and_what_it_refers_back_to(
    memory: AsyncMemory, said: str, kept: str, gone: str, notice: str
):
    await memory.ingest(
        [turn("I earn 54,200 a year."), turn("My therapist is Dr. Lindqvist."), turn("Bob lives in Ghent.")]
    )
    [result] = await memory.ingest(turn(said))
    assert any(notice in each for each in result.notices)
    prompt = (await memory.recall("What do you know about me?")).prompt
    assert kept in prompt
    assert gone not in prompt


async def test_what_is_left_of_a_turn_with_a_wish_keeps_the_clock_of_whoever_said_it(memory: AsyncMemory):
    at = "2026-02-01T20:15:00+05:00"
    await memory.ingest(turn("I bought a bike. Please forget that I earn 54,200.", at=at))
    assert "2026-02-01 20:15: " in (await memory.recall("What did I buy?")).prompt


async def test_where_nothing_says_what_is_meant_the_nearest_inputs_are_named(memory: AsyncMemory):
    await memory.ingest(
        [turn("My brother Danny is in rehab."), turn("The sofa arrives on Tuesday."), turn("I like tea.")]
    )
    [result] = await memory.ingest(turn("Please forget what I told you in confidence."))
    assert result.forget is not None
    [meant] = [one for one in result.forget.may_mean if "Danny" in one.content]
    assert any(meant.id in notice for notice in result.notices)
    [named] = await memory.ingest(turn(f"@forget {meant.id}"))
    assert named.forget is not None
    assert "rehab" not in (await memory.recall("Who is Danny?")).prompt


async def test_what_a_request_means_by_other_words_is_hidden(memory: AsyncMemory):
    await memory.ingest(
        [turn("My brother Danny is in rehab."), turn("The sofa arrives on Tuesday."), turn("I like tea.")]
    )
    await memory.ingest(turn("Please forget what I said about my sibling's illness."))
    prompt = (await memory.recall("Who is Danny, and when does the sofa arrive?")).prompt
    assert "rehab" not in prompt
    assert "The sofa arrives" in prompt


async def test_that_means_the_turn_before(memory: AsyncMemory):
    said = "The code of the garage is 8812."
    await memory.ingest(turn(said, session_id="s"))
    [result] = await memory.ingest(turn("Please don't keep that.", session_id="s"))
    assert result.forget is not None
    assert "8812" not in (await memory.recall("What is the code of the garage?")).prompt


async def test_a_request_is_no_memory_in_whatever_kind_of_input(memory: AsyncMemory):
    await memory.ingest(turn(NUMBER))
    [result] = await memory.ingest({"kind": "manual", "content": "@forget my phone number"})
    assert result.memories == ()
    assert result.forget is not None
    assert "1234567" not in (await memory.recall("What is the user's phone number?")).prompt


async def test_everything_after_the_command_is_the_wish(memory: AsyncMemory):
    await memory.ingest(turn("I'm allergic to nuts."))
    [result] = await memory.ingest(turn("@forget my allergy. We use Go."))
    assert result.verdict is not None
    assert result.verdict.category == "forget"
    assert result.memories == ()


# ------------------------------------------------------------------ the command line


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    env = {
        "MEMORIST_STORE": f"embedded:{tmp_path / 'store'}",
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "COLUMNS": "200",
    }

    def run(*arguments: str, stdin: str = "") -> Any:
        return CliRunner().invoke(app, list(arguments), input=stdin, env=env)

    return run


def test_the_command_shows_asks_and_erases(cli: Any):
    cli("remember", "We use GitLab for code hosting")
    shown = cli("forget", "GitLab", stdin="n\n")
    assert shown.exit_code == 1
    assert "GitLab" in shown.stdout
    assert "nothing was erased" in shown.stderr
    assert "GitLab" in cli("recall", "code hosting").stdout
    erased = cli("forget", "GitLab", stdin="y\n")
    assert erased.exit_code == 0
    assert "forgotten" in erased.stdout
    assert "GitLab" not in cli("recall", "code hosting").stdout
    assert cli("check").exit_code == 0
    again = cli("forget", "GitLab", "--yes")
    assert again.exit_code == 1
    assert "nothing here says this" in again.stderr


def test_the_command_in_json(cli: Any):
    cli("remember", "We use GitLab for code hosting")
    kept = cli("forget", "GitLab", "--json", stdin="")
    assert kept.exit_code == 1
    assert json.loads(kept.stdout)["erased"] is False
    done = json.loads(cli("forget", "GitLab", "--json", "--yes").stdout)
    assert done["erased"] is True
    assert done["plan"]["erased"]
    assert cli("forget", "--yes").exit_code == 2
    assert cli("forget", "6afddc37-6302-5cb1-9864-1703feb6c51e", "--yes").exit_code == 2


def test_a_whole_group_wants_its_name_typed(cli: Any):
    cli("remember", "We use GitLab for code hosting")
    assert cli("forget", "--group-whole", stdin="y\n").exit_code == 1
    assert "GitLab" in cli("recall", "code hosting").stdout
    assert cli("forget", "--group-whole", stdin="default\n").exit_code == 0
    again = cli("remember", "We use GitLab")
    assert again.exit_code != 0
    assert "erased on request" in again.stderr


async def test_a_rule_that_was_forgotten_is_not_in_the_snapshot_either(tmp_path: Path):
    settings = test_settings(store=f"embedded:{tmp_path / 'store'}", rule_snapshots=str(tmp_path / "rules"))
    async with open_memory(settings.store, group="g", settings=settings) as memory:
        for rule in ("Never use Realm", "Never commit keys"):
            await memory.ingest({"kind": "manual", "type": "semantic:hard_rule", "content": rule})
        await memory.store.settled()
        await memory.forget("Never use Realm")
        await memory.store.settled()
        last = memory.store.rules.snapshots.read("g")
        assert [rule.content for rule in last.rules] == ["Never commit keys"] if last else False
    assert "Realm" not in "".join(file.read_text() for file in (tmp_path / "rules").iterdir())


async def test_what_only_waits_in_the_inbox_is_forgotten_too_whatever_marks_it_holds(tmp_path: Path):
    settings = test_settings(store=f"embedded:{tmp_path / 'store'}", inbox=str(tmp_path / "inbox"))
    words = 'My door code is "blorp\n77" I said'
    async with open_memory(settings.store, group="g", user="mira", settings=settings) as memory:
        of_mira, of_ben = (
            Inbox.of(settings, memory.store.database.url, one.scope) for one in (memory, memory.as_user("ben"))
        )
        assert of_mira is not None
        assert of_ben is not None
        for box in (of_mira, of_ben):
            box.keep({"kind": "turn", "role": "user", "content": words}, [], "away")
        assert (await memory.forget('door code is "blorp 77"')).erased
        assert not (await memory.forget('door code is "blorp 77"')).erased
        assert of_mira.waiting() == []
        assert [one.input["content"] for one in of_ben.waiting()] == [words], "what waits for another is another's"


async def test_what_only_waits_is_in_the_plan_and_goes_however_it_is_asked_for(tmp_path: Path):
    settings = test_settings(store=f"embedded:{tmp_path / 'store'}", inbox=str(tmp_path / "inbox"))
    async with open_memory(settings.store, group="g", settings=settings) as memory:
        box = Inbox.of(settings, memory.store.database.url, memory.scope)
        assert box is not None
        box.keep(turn("The alarm code is 4711"), [], "away")
        graph = build_ingestion(memory.store, checkpointer=InMemorySaver())
        config: Any = {"configurable": {"thread_id": "t"}}
        context = IngestionContext(group_id="g", on_conflict="ask")
        asked = await graph.ainvoke({"input": turn("@forget alarm code is 4711")}, config, context=context)
        [question] = asked["__interrupt__"]
        assert (question.value["erased"], question.value["waiting"], len(box.waiting())) == ([], 1, 1)
        plan = await memory.preview_forget("alarm code is 4711")
        box.keep(turn("Again: the alarm code is 4711."), [], "away")
        with pytest.raises(Conflict, match="changed since it was shown"):
            await memory.forget("alarm code is 4711", confirmed=plan.fingerprint)
        seen = (await memory.preview_forget("alarm code is 4711")).fingerprint
        done = await graph.ainvoke(Command(resume={"forget": True, "fingerprint": seen}), config)
        assert done["result"]["forget"]["erased"]
        assert box.waiting() == []


async def test_words_are_found_across_the_end_of_a_line(memory: AsyncMemory):
    await memory.ingest(turn("The key is under the\nflower pot by the door"))
    assert (await memory.forget("under the flower pot")).erased
    assert "flower" not in str(await memory.search("flower pot"))


async def test_a_name_takes_with_it_what_is_said_of_it_and_not_what_its_bearer_told_of_the_team(memory: AsyncMemory):
    jonas = {"user_id": "jonas", "speaker": "Jonas"}
    await memory.as_user("jonas").ingest([turn("Never push to main without a review", **jonas)])
    await memory.as_user("mira").ingest([turn("Jonas leads the design team", user_id="mira")])
    plan = await memory.as_user("lea").preview_forget("Jonas")
    assert [g.content for g in plan.erased if g.kind in ("memory", "episode")] == 2 * ["Jonas leads the design team"]


@pytest.mark.parametrize("wish", ["the", "a", "of it", "that", "and", "THE", " is "])
async def test_words_that_are_in_every_text_name_nothing_to_erase(memory: AsyncMemory, wish: str):
    await memory.ingest([turn("The team uses Postgres for a shop and that is it"), turn(PREFERS)])
    assert (await memory.preview_forget(wish)).erased == ()
    assert (await memory.preview_forget("a shop")).erased


async def test_a_request_behind_what_it_means_leaves_the_turn_before_alone(memory: AsyncMemory):
    await memory.ingest(turn("The sofa arrives on Tuesday.", session_id="s"))
    [result] = await memory.ingest(turn("The code of the garage is 8812. Please don't keep that.", session_id="s"))
    prompt = (await memory.recall("What is the code of the garage, and when does the sofa arrive?")).prompt
    assert "8812" not in prompt
    assert "sofa arrives on Tuesday" in prompt
    assert any("not kept, as asked" in notice for notice in result.notices)


async def test_the_answer_of_an_agent_goes_with_what_it_answers(memory: AsyncMemory):
    said = [
        turn("The sofa arrives on Tuesday.", session_id="s"),
        {**turn("Great, measure the stairs first.", session_id="s"), "role": "assistant"},
        turn("I had two lines on the test tonight.", session_id="s"),
        {**turn("For a pregnancy there are rules on night work.", session_id="s"), "role": "assistant"},
        {**turn("Ask the clinic for them.", session_id="s"), "role": "assistant"},
    ]
    assert all(result.error is None for result in await memory.ingest(said))
    plan = await memory.preview_forget("two lines on the test")
    assert ("For a pregnancy there are rules on night work.", "it answers what goes") in {
        (item.content, item.reason) for item in plan.erased
    }
    assert (await memory.forget("two lines on the test")).erased
    prompt = (await memory.recall("pregnancy, stairs, sofa, clinic")).prompt.partition("<recalled>")[2]
    assert "pregnancy" not in prompt
    assert all(kept in prompt for kept in ("measure the stairs", "sofa", "Ask the clinic"))


@pytest.mark.parametrize(
    "words", ["Let it go, what I told you about Darren.", "Pretend I never told you about Darren."]
)
async def test_what_may_be_no_request_is_kept_where_nothing_is_forgotten(
    words: str, memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch
):
    [sure] = await memory.ingest([turn(words)])
    model = load()
    doubting = replace(model, limits=replace(model.limits, sure=1.1))
    monkeypatch.setattr("memorist.nodes.reading.forget_request.load", lambda: doubting)
    [doubted] = await memory.ingest([turn(words, session_id="s")])
    assert KEPT not in sure.notices
    assert KEPT in doubted.notices
    said = (await memory.recall("Darren")).prompt.partition("<recalled>")[2]
    assert said.count(words) == 1
    [again] = await memory.ingest([turn(words, session_id="t")])
    assert again.forget is not None
    assert again.forget.plan.empty


async def test_a_request_that_is_kept_brings_nothing_back_that_was_forgotten(
    memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch
):
    await memory.ingest([turn("Darren is in rehab in Leeds.")])
    assert (await memory.forget("Darren is in rehab in Leeds")).erased
    model = load()
    doubting = replace(model, limits=replace(model.limits, sure=1.1))
    monkeypatch.setattr("memorist.nodes.reading.forget_request.load", lambda: doubting)
    await memory.ingest([turn("Pretend I never told you that Darren is in rehab in Leeds.")])
    assert "rehab" not in (await memory.recall("Where is he?")).prompt


async def test_what_may_be_no_request_hides_nothing(memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch):
    await memory.ingest([turn("Darren is in rehab in Leeds.")])
    model = load()
    doubting = replace(model, limits=replace(model.limits, sure=1.1))
    monkeypatch.setattr("memorist.nodes.reading.forget_request.load", lambda: doubting)
    [doubted] = await memory.ingest([turn("Please forget that Darren is in rehab in Leeds.")])
    assert doubted.forget is not None
    assert doubted.forget.plan.empty
    assert any(MAY_BE_NONE in notice for notice in doubted.notices)
    assert "rehab in Leeds" in (await memory.recall("Where is he?")).prompt


async def test_of_a_message_only_what_is_meant_is_hidden(memory: AsyncMemory):
    said = (
        "Release 4.2 goes out on Thursday. My sister Hanne is pregnant. She's due in May. We use Gradle for the build."
    )
    await memory.ingest([turn(said)])
    [result] = await memory.ingest([turn("Please forget that my sister Hanne is pregnant.")])
    assert any("this is kept: “Release 4.2 goes out on Thursday. We use Gradle" in notice for notice in result.notices)
    prompt = (await memory.recall("What do you know about me?")).prompt.partition("<recalled>")[2]
    assert "pregnant" not in prompt
    assert "May" not in prompt
    assert all(kept in prompt for kept in ("Release 4.2", "Gradle"))
