"""Forgetting through the graphs and the command line: asked, shown, confirmed, and not learned again."""

import json
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from typer.testing import CliRunner

import memorist
from memorist.api.memory import AsyncMemory
from memorist.app.cli.program import app
from memorist.graphs.ingestion import build_ingestion
from memorist.memory_store.domain.errors import Conflict
from memorist.memory_store.inbox import Inbox
from memorist.nodes.forgetting import hide, judging
from memorist.nodes.ingestion.erase import STAYS_HIDDEN
from memorist.nodes.ingestion.forget import ASKED_BEFORE, KEPT, MAY_BE_NONE
from memorist.nodes.ingestion.result import ForgetProposal, IngestResult
from memorist.nodes.ingestion.state import IngestionContext
from memorist.nodes.reading.speech_acts.acts import load
from tests.inputs import ingested, manual, rule, turn, verdict_of
from tests.stores import test_settings

PREFERS = "I prefer Clerk for mobile auth"
NUMBER = "My phone number is +43 660 1234567."
SOFA = "The sofa arrives on Tuesday."
DANNY = "My brother Danny is in rehab."
DARREN = "Darren is in rehab in Leeds."


@pytest.fixture
async def memory(embedded_url: str, group: str) -> AsyncGenerator[AsyncMemory]:
    async with memorist.open(embedded_url, group=group, settings=test_settings()) as opened:
        yield opened


async def tell(memory: AsyncMemory, *said: str, **more: Any) -> None:
    for result in await memory.ingest([turn(one, **more) for one in said]):
        assert result.error is None


async def contents(memory: AsyncMemory) -> list[str]:
    held = await memory.store.memories.all(memory.scope)
    return [m.content for m in held if not m.is_entity and "model" not in m.type]


async def log_ids(memory: AsyncMemory) -> list[str]:
    return [entry.id for entry in await memory.store.changes.log(memory.scope, datetime(2000, 1, 1, tzinfo=UTC))]


async def recalled(memory: AsyncMemory, task: str) -> str:
    """Return the recalled part of a prompt, without the task."""
    return (await memory.recall(task)).prompt.partition("<recalled>")[2]


async def whole(memory: AsyncMemory) -> None:
    assert await memory.store.admin.check(memory.scope.group_id) == []


def proposal_of(result: IngestResult) -> ForgetProposal:
    assert result.forget is not None
    return result.forget


def erased_by(result: IngestResult) -> list[str | None]:
    return [item.content for item in proposal_of(result).plan.erased if item.kind == "memory"]


def asking(memory: AsyncMemory) -> tuple[Any, Any]:
    """A graph that asks a person; the thread that it runs in."""
    return build_ingestion(memory.store, checkpointer=InMemorySaver()), {"configurable": {"thread_id": "t"}}


async def question_about(memory: AsyncMemory, graph: Any, thread: Any, said: str) -> dict[str, Any]:
    context = IngestionContext(group_id=memory.scope.group_id, on_conflict="ask")
    [question] = (await graph.ainvoke({"input": turn(said)}, thread, context=context))["__interrupt__"]
    return question.value


async def test_what_was_forgotten_is_not_learned_again_and_the_result_says_why(memory: AsyncMemory):
    await tell(memory, PREFERS, "We use Postgres for storage")
    plan = await memory.preview_forget("Clerk")
    assert [g.content for g in plan.erased if g.kind == "memory"] == ["User prefers Clerk for mobile auth"]
    assert (await memory.forget(PREFERS, confirmed=plan.fingerprint)).erased
    for again in (PREFERS, f"{PREFERS}.", "I would prefer Clerk for mobile auth"):
        result = await ingested(memory, again)
        assert (result.memories, verdict_of(result)) == ((), ("skip", "forgotten"))
        assert result.verdict is not None
        assert "forgotten on request" in result.verdict.reason
    assert await contents(memory) == ["Team uses PostgreSQL for storage"]
    result = await ingested(memory, f"We use Expo for the app. {PREFERS}.")
    assert [m.content for m in result.memories] == ["Team uses Expo for app"]
    assert any("forgotten on request" in notice for notice in result.notices)
    [said] = await memory.store.episodes.get(memory.scope, [str(result.id)])
    assert said["content"] == "We use Expo for the app."
    log = await memory.store.changes.log(memory.scope, datetime(2000, 1, 1, tzinfo=UTC))
    assert not any("clerk" in json.dumps(entry.payload).lower() for entry in log)
    await whole(memory)


async def test_a_turn_that_asks_to_forget_hides_and_erases_nothing_unasked(memory: AsyncMemory):
    await tell(memory, PREFERS)
    asked = proposal_of(await ingested(memory, f"@forget that {PREFERS}"))
    assert not asked.erased
    assert await contents(memory) == []
    [hidden] = [item.id for item in asked.plan.erased if item.kind == "memory"]
    assert await memory.store.memories.get(memory.scope, [hidden])
    plan = await memory.preview_forget(PREFERS)
    assert (await memory.forget(PREFERS, confirmed=plan.fingerprint)).erased
    assert await memory.store.memories.get(memory.scope, [hidden]) == []
    unknown = await ingested(memory, "@forget the colour of the moon")
    assert proposal_of(unknown).plan.empty
    assert any("nothing was forgotten" in notice for notice in unknown.notices)


@pytest.mark.parametrize("forget", [True, False])
async def test_with_a_person_there_it_is_hidden_at_once_and_the_question_is_about_erasing(
    memory: AsyncMemory, forget: bool
):
    await tell(memory, PREFERS)
    graph, thread = asking(memory)
    question = await question_about(memory, graph, thread, f"@forget {PREFERS}")
    assert "User prefers Clerk for mobile auth" in [g["content"] for g in question["erased"]]
    assert await contents(memory) == []
    answer = {"forget": forget, "fingerprint": question["fingerprint"]}
    done = await graph.ainvoke(Command(resume=answer), thread)  # with the context that it began with
    assert done["result"]["forget"]["erased"] is forget
    assert await contents(memory) == []
    [hidden] = [one["id"] for one in question["erased"] if one["kind"] == "memory"]
    assert bool(await memory.store.memories.get(memory.scope, [hidden])) is not forget
    if not forget:
        assert STAYS_HIDDEN in done["result"]["notices"]
        assert (await memory.undo((await log_ids(memory))[-1])).done
        assert len(await contents(memory)) == 1


ASKED_TO_FORGET = [
    ("My phone number is 0170 5554433.", "@forget my phone number"),
    ("I live in Lisbon.", "Please forget where I live."),
    ("I'm allergic to nuts.", "Forget that I'm allergic to nuts."),
    ("My sister Hanne is pregnant. The release is on Thursday.", "Please forget Hanne's pregnancy."),
    ("My alarm code is 4471.", "My new dentist is Dr. Vogt. Please forget my alarm code."),
    ("I weigh 92 kilos.", "Delete my weight from your memory."),
]


@pytest.mark.parametrize(("said", "request_"), ASKED_TO_FORGET)
async def test_a_request_sent_again_changes_nothing(memory: AsyncMemory, said: str, request_: str):
    """Neither under the id that it had nor, once all is hidden, under a new one; nor after it is erased."""
    [learned] = await memory.ingest(turn(said))
    first, *others = [turn(request_) | {"id": id_} for id_ in ("first", "first", "second")]
    [asked] = await memory.ingest(first)
    assert not proposal_of(asked).plan.empty
    for again in others if request_.startswith("@") else others[:1]:
        before = await log_ids(memory)
        [result] = await memory.ingest(again)
        assert await log_ids(memory) == before
        assert proposal_of(result).wishes
    assert ASKED_BEFORE in (await memory.ingest(first))[0].notices
    await memory.forget([str(learned.id)])
    before = await log_ids(memory)
    assert (await memory.ingest(first))[0].notices == (ASKED_BEFORE,)
    assert await log_ids(memory) == before


async def test_a_person_who_read_an_older_plan_is_asked_again(memory: AsyncMemory):
    await tell(memory, PREFERS)
    graph, thread = asking(memory)
    question = await question_about(memory, graph, thread, f"@forget {PREFERS}")
    await tell(memory, "The client said that I prefer Clerk for mobile auth")
    stale: Any = Command(resume={"forget": True, "fingerprint": "an older one"})
    [again] = (await graph.ainvoke(stale, thread))["__interrupt__"]
    assert again.value["question"].startswith("The plan has changed since it was shown. ")
    assert again.value["fingerprint"] != question["fingerprint"]
    done = await graph.ainvoke(Command(resume={"forget": True, "fingerprint": again.value["fingerprint"]}), thread)
    assert done["result"]["forget"]["erased"]


@pytest.mark.parametrize("said", ["my phone number", "phone number", "My phone number.", "the phone number"])
async def test_what_nothing_was_read_out_of_goes_with_its_raw_input_and_is_not_kept_again(
    memory: AsyncMemory, said: str
):
    asked = "What is the user's phone number?"
    await tell(memory, NUMBER, "I live in Graz.")
    assert "1234567" in await recalled(memory, asked)
    done = await memory.forget(said)
    assert [g.content for g in done.plan.erased] == [NUMBER]
    assert (done.erased, done.remains) == (True, ())
    assert await contents(memory) == ["User lives in Graz"]
    assert "1234567" not in await recalled(memory, asked)
    again = await ingested(memory, NUMBER)
    assert (again.memories, verdict_of(again)[1]) == ((), "forgotten")
    assert "1234567" not in await recalled(memory, asked)
    await whole(memory)


async def test_where_nothing_is_found_the_result_says_so_and_nothing_is_erased(memory: AsyncMemory):
    await tell(memory, NUMBER, "I like cats.")
    before = await contents(memory)
    for said in ("my shoe size", "my friend Ida"):
        done = await memory.forget(said)
        assert (done.erased, done.plan.erased, done.plan.emptied) == (False, (), ())
        assert "by its id" in done.reason or "name its id" in done.reason
    assert await contents(memory) == before


NUTS, GRAZ, REDIS, DARK = "I'm allergic to nuts", "User lives in Graz", "Team uses Redis for caching", "dark mode"


@pytest.mark.parametrize(
    ("wish", "goes"),
    [
        ("Please forget about Redis", [REDIS]),
        ("Please forget where I live", [GRAZ]),
        ("@forget everything about Redis", [REDIS]),
        ("@forget my allergy", [NUTS]),
        ("@forget my dog", ["I have a dog named Rex"]),
        ("@forget my preference for dark mode", [f"User prefers {DARK}"]),
        ("Hi! Please forget my allergy. Thanks", [NUTS]),
        ("Please forget my allergy and where I live.", [NUTS, GRAZ]),
    ],
)
async def test_a_wish_in_plain_words_or_by_command_finds_what_it_means(memory: AsyncMemory, wish: str, goes: list[str]):
    said = ["We use Redis for caching.", "I live in Graz.", f"{NUTS}.", f"I prefer {DARK}.", "I have a dog named Rex."]
    await tell(memory, *said)
    before = await contents(memory)
    result = await ingested(memory, wish)
    assert {*erased_by(result)} == {*goes}
    assert result.memories == ()
    assert await contents(memory) == [content for content in before if content not in goes]


async def test_a_wish_beside_something_to_learn_is_heard_and_the_rest_is_learned(memory: AsyncMemory):
    await tell(memory, f"{NUTS}.")
    result = await ingested(memory, "We use Go. Please forget my allergy.")
    assert [m.content for m in result.memories] == ["Team uses Go"]
    assert proposal_of(result).wishes == ("my allergy",)
    assert await contents(memory) == ["Team uses Go"]
    assert (await ingested(memory, "forget about Redux, we use Zustand")).forget is None
    command = await ingested(memory, "@forget my allergy. We use Go.")
    assert (command.memories, verdict_of(command)[1]) == ((), "forget"), "everything after the command is the wish"


async def test_what_somebody_asks_to_forget_is_hidden_at_once_and_erased_when_confirmed(memory: AsyncMemory):
    await tell(memory, "My home address is Lindengasse 7.", "I live in Graz.")
    result = await ingested(memory, "please forget my home address, I don't want that stored anywhere")
    assert (result.memories, proposal_of(result).erased) == ((), False)
    assert any("hidden" in notice for notice in result.notices)
    assert "Lindengasse" not in await recalled(memory, "What is the user's home address?")
    assert "Graz" in await recalled(memory, "Where does the user live?")
    plan = await memory.preview_forget("my home address")
    assert (await memory.forget("my home address", confirmed=plan.fingerprint)).erased


GARAGE, LOCKER = "The code of the garage is 8812.", "My locker code is 4471."
LIFE = ("I earn 54,200 a year.", "My therapist is Dr. Lindqvist.", "Bob lives in Ghent.")
NEWS = "Release 4.2 goes out on Thursday. My sister Hanne is pregnant. She's due in May. We use Gradle for the build."
ME, CODE = "What do you know about me?", "What is the code of the garage, and when does the sofa arrive?"
HIDDEN: dict[str, tuple[tuple[str, ...], dict[str, Any], str, list[str], list[str], str]] = {
    "a wish between": (LIFE, turn("What's for dinner? Please forget that I earn 54,200. I bought a bike."), ME,
                       ["54,200"], ["bought a bike"], "hidden"),
    "what stands before it": (LIFE, turn(f"{LOCKER} Don't keep that. I like tea."), ME, ["4471"], ["tea"], "not kept"),
    "and nothing else": (LIFE, turn(f"{LOCKER} Don't keep that."), ME,
                         ["4471"], ["Ghent"], f"not kept, as asked: “{LOCKER}”"),
    "that one": (LIFE, turn(f"I like tea. {LOCKER} Please wipe that one out."), ME, ["4471"], ["tea"], "not kept"),
    "a secret": (LIFE, turn("Nobody must know I see a therapist. Please take it out of what you keep on me. "
                            "Write to Bob."), ME, ["Lindqvist"], ["Ghent"], ""),
    "by other words": ((DANNY, SOFA, "I like tea."), turn("Please forget what I said about my sibling's illness."),
                       "Who is Danny, and when does the sofa arrive?", ["rehab"], ["The sofa arrives"], "hidden"),
    "the turn before": ((GARAGE,), turn("Please don't keep that.", session_id="s"), CODE, ["8812"], [], "hidden"),
    "not the turn before": ((SOFA,), turn(f"{GARAGE} Please don't keep that.", session_id="s"), CODE,
                            ["8812"], ["sofa arrives on Tuesday"], "not kept, as asked"),
    "by hand": ((NUMBER,), manual("@forget my phone number"), "What is the user's phone number?",
                ["1234567"], [], "hidden"),
    "of a message only what is meant": (
        (NEWS,), turn("Please forget that my sister Hanne is pregnant."), ME, ["pregnant", "May"],
        ["Release 4.2", "Gradle"], "this is kept: “Release 4.2 goes out on Thursday. We use Gradle"),
}  # fmt: skip


@pytest.mark.parametrize("how", HIDDEN)
async def test_what_a_wish_means_is_hidden_and_the_rest_is_kept(memory: AsyncMemory, how: str):
    before, given, asked, gone, kept, notice = HIDDEN[how]
    await tell(memory, *before, session_id="s")
    result = await ingested(memory, given)
    assert any(notice in each for each in result.notices), result.notices
    assert given["kind"] == "turn" or result.memories == ()
    prompt = await recalled(memory, asked)
    assert [word for word in (*gone, *kept) if word in prompt] == kept


async def test_what_is_left_of_a_turn_with_a_wish_keeps_the_clock_of_whoever_said_it(memory: AsyncMemory):
    said = "I bought a bike. Please forget that I earn 54,200."
    await tell(memory, said, at="2026-02-01T20:15:00+05:00")
    assert "2026-02-01 20:15: " in await recalled(memory, "What did I buy?")


async def test_where_nothing_says_what_is_meant_the_nearest_inputs_are_named(memory: AsyncMemory):
    await tell(memory, DANNY, SOFA, "I like tea.")
    result = await ingested(memory, "Please forget what I told you in confidence.")
    [meant] = [one for one in proposal_of(result).may_mean if "Danny" in one.content]
    assert any(meant.id in notice for notice in result.notices)
    assert proposal_of(await ingested(memory, f"@forget {meant.id}"))
    assert "rehab" not in await recalled(memory, "Who is Danny?")


# ------------------------------------------------------------------ the command line


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command, over a store that holds one thing."""
    monkeypatch.chdir(tmp_path)
    env = {"MEMORIST_STORE": f"embedded:{tmp_path / 'store'}", "XDG_DATA_HOME": str(tmp_path / "data")}

    def run(*arguments: str, stdin: str = "") -> Any:
        return CliRunner().invoke(app, list(arguments), input=stdin, env={**env, "COLUMNS": "200"})

    run("remember", "We use GitLab for code hosting")
    return run


def test_the_command_shows_asks_and_erases(cli: Any):
    shown = cli("forget", "GitLab", stdin="n\n")
    assert (shown.exit_code, "GitLab" in shown.stdout, "nothing was erased" in shown.stderr) == (1, True, True)
    assert "GitLab" in cli("recall", "code hosting").stdout
    erased = cli("forget", "GitLab", stdin="y\n")
    assert (erased.exit_code, "forgotten" in erased.stdout) == (0, True)
    assert "GitLab" not in cli("recall", "code hosting").stdout
    assert cli("check").exit_code == 0
    again = cli("forget", "GitLab", "--yes")
    assert (again.exit_code, "nothing here says this" in again.stderr) == (1, True)


def test_the_command_in_json(cli: Any):
    kept = cli("forget", "GitLab", "--json", stdin="")
    assert (kept.exit_code, json.loads(kept.stdout)["erased"]) == (1, False)
    done = json.loads(cli("forget", "GitLab", "--json", "--yes").stdout)
    assert (done["erased"], bool(done["plan"]["erased"])) == (True, True)
    assert cli("forget", "--yes").exit_code == 2
    assert cli("forget", "6afddc37-6302-5cb1-9864-1703feb6c51e", "--yes").exit_code == 2


def test_a_whole_group_wants_its_name_typed(cli: Any):
    assert cli("forget", "--group-whole", stdin="y\n").exit_code == 1
    assert "GitLab" in cli("recall", "code hosting").stdout
    assert cli("forget", "--group-whole", stdin="default\n").exit_code == 0
    again = cli("remember", "We use GitLab")
    assert (again.exit_code != 0, "erased on request" in again.stderr) == (True, True)


async def test_a_rule_that_was_forgotten_is_not_in_the_snapshot_either(embedded_url: str, group: str, tmp_path: Path):
    settings = test_settings(store=embedded_url, rule_snapshots=str(tmp_path / "rules"))
    async with memorist.open(embedded_url, group=group, settings=settings) as memory:
        await memory.ingest([rule("Never use Realm"), rule("Never commit keys")])
        await memory.store.settled()
        await memory.forget("Never use Realm")
        await memory.store.settled()
        last = memory.store.rules.snapshots.read(group)
        assert [rule.content for rule in last.rules] == ["Never commit keys"] if last else False
    assert "Realm" not in "".join(file.read_text() for file in (tmp_path / "rules").iterdir())


def inbox_of(memory: AsyncMemory) -> Inbox:
    box = Inbox.of(memory.store.settings, memory.store.database.url, memory.scope)
    assert box is not None
    return box


async def test_what_only_waits_in_the_inbox_is_forgotten_too_whatever_marks_it_holds(
    embedded_url: str, group: str, tmp_path: Path
):
    words, settings = 'My door code is "blorp\n77" I said', test_settings(inbox=str(tmp_path / "inbox"))
    async with memorist.open(embedded_url, group=group, user="mira", settings=settings) as memory:
        of_mira, of_ben = inbox_of(memory), inbox_of(memory.as_user("ben"))
        for box in (of_mira, of_ben):
            box.keep(turn(words), [], "away")
        assert (await memory.forget('door code is "blorp 77"')).erased
        assert not (await memory.forget('door code is "blorp 77"')).erased
        assert of_mira.waiting() == []
        assert [one.input["content"] for one in of_ben.waiting()] == [words], "what waits for another is another's"


async def test_what_only_waits_is_in_the_plan_and_goes_however_it_is_asked_for(
    embedded_url: str, group: str, tmp_path: Path
):
    settings = test_settings(inbox=str(tmp_path / "inbox"))
    async with memorist.open(embedded_url, group=group, settings=settings) as memory:
        box = inbox_of(memory)
        box.keep(turn("The alarm code is 4711"), [], "away")
        graph, thread = asking(memory)
        question = await question_about(memory, graph, thread, "@forget alarm code is 4711")
        assert (question["erased"], question["waiting"], len(box.waiting())) == ([], 1, 1)
        plan = await memory.preview_forget("alarm code is 4711")
        box.keep(turn("Again: the alarm code is 4711."), [], "away")
        with pytest.raises(Conflict, match="changed since it was shown"):
            await memory.forget("alarm code is 4711", confirmed=plan.fingerprint)
        seen = (await memory.preview_forget("alarm code is 4711")).fingerprint
        done = await graph.ainvoke(Command(resume={"forget": True, "fingerprint": seen}), thread)
        assert done["result"]["forget"]["erased"]
        assert box.waiting() == []


async def test_words_are_found_across_the_end_of_a_line_and_those_that_are_in_every_text_name_nothing(
    memory: AsyncMemory,
):
    await tell(memory, "The team uses Postgres for a shop and that is it", PREFERS)
    for wish in ("the", "a", "of it", "that", "and", "THE", " is "):
        assert (await memory.preview_forget(wish)).erased == ()
    assert (await memory.preview_forget("a shop")).erased
    await tell(memory, "The key is under the\nflower pot by the door")
    assert (await memory.forget("under the flower pot")).erased
    assert "flower" not in str(await memory.search("flower pot"))


async def test_a_name_takes_with_it_what_is_said_of_it_and_not_what_its_bearer_told_of_the_team(memory: AsyncMemory):
    rule_ = turn("Never push to main without a review", user_id="jonas", speaker="Jonas")
    await memory.as_user("jonas").ingest([rule_])
    await memory.as_user("mira").ingest([turn("Jonas leads the design team", user_id="mira")])
    plan = await memory.as_user("lea").preview_forget("Jonas")
    assert [g.content for g in plan.erased if g.kind in ("memory", "episode")] == 2 * ["Jonas leads the design team"]


RULES = "For a pregnancy there are rules on night work."


async def test_the_answer_of_an_agent_goes_with_what_it_answers(memory: AsyncMemory):
    for role, said in (
        ("user", SOFA), ("assistant", "Great, measure the stairs first."),
        ("user", "I had two lines on the test tonight."), ("assistant", RULES),
        ("assistant", "Ask the clinic for them."),
    ):  # fmt: skip
        await ingested(memory, said, role=role, session_id="s")
    plan = await memory.preview_forget("two lines on the test")
    assert {item.content: item.reason for item in plan.erased}[RULES] == "it answers what goes"
    assert (await memory.forget("two lines on the test")).erased
    prompt = await recalled(memory, "pregnancy, stairs, sofa, clinic")
    assert "pregnancy" not in prompt
    assert all(kept in prompt for kept in ("measure the stairs", "sofa", "Ask the clinic"))


async def test_of_answers_goes_only_what_is_meant(memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch):
    meant = ("two lines", "night work")
    monkeypatch.setattr(
        judging, "log_odds", lambda _, said: 9.0 * any(word in str(said).split(" (after: ")[0] for word in meant) - 4.5
    )
    for role, said in (
        ("user", f"I had two lines on the test tonight. {SOFA}"), ("assistant", f"Measure the stairs first. {RULES}"),
        ("user", "The dentist is at nine. On the test there were two lines again."), ("assistant", "Take the bus."),
    ):  # fmt: skip
        await ingested(memory, said, role=role, session_id="s")
    plan = await memory.preview_forget("two lines")
    assert "Measure the stairs first." in plan.kept
    assert {item.content for item in plan.erased if item.kind == "episode"} == {
        "I had two lines on the test tonight.", RULES, "On the test there were two lines again.",
    }  # fmt: skip
    assert (await memory.forget("two lines", confirmed=plan.fingerprint)).plan.fingerprint == plan.fingerprint
    prompt = await recalled(memory, "pregnancy, night work, test, lines, stairs, sofa, bus, dentist")
    assert not any(word in prompt for word in meant)
    assert all(kept in prompt for kept in ("Measure the stairs", "sofa", "Take the bus", "dentist"))
    assert await memory.store.admin.check(memory.scope.group_id) == []


# ------------------------------------------------------------------ what may be no request


@pytest.fixture
def doubt(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From its call on, no request is sure to be one."""
    model = load()
    doubting = replace(model, limits=replace(model.limits, sure=1.1))
    return lambda: monkeypatch.setattr("memorist.nodes.reading.forget_request.load", lambda: doubting)


@pytest.mark.parametrize(
    "words", ["Let it go, what I told you about Darren.", "Pretend I never told you about Darren."]
)
async def test_what_may_be_no_request_is_kept_where_nothing_is_forgotten(
    words: str, memory: AsyncMemory, doubt: Callable[[], None]
):
    sure = await ingested(memory, words)
    doubt()
    doubted = await ingested(memory, words, session_id="s")
    assert (KEPT in sure.notices, KEPT in doubted.notices) == (False, True)
    assert (await recalled(memory, "Darren")).count(words) == 1
    assert proposal_of(await ingested(memory, words, session_id="t")).plan.empty


async def test_what_may_be_no_request_hides_nothing_and_brings_nothing_back_that_was_forgotten(
    memory: AsyncMemory, doubt: Callable[[], None]
):
    doubt()
    await tell(memory, DARREN)
    doubted = await ingested(memory, f"I would like you to forget that {DARREN}")
    assert proposal_of(doubted).plan.empty
    assert any(MAY_BE_NONE in notice for notice in doubted.notices)
    assert "rehab in Leeds" in await recalled(memory, "Where is he?")
    assert (await memory.forget(DARREN.rstrip("."))).erased
    await tell(memory, f"Pretend I never told you that {DARREN}")
    assert "rehab" not in await recalled(memory, "Where is he?")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("Done, I won't mention the biopsy again.", ""),
        ("Gelöscht. Die Biopsie kommt nicht mehr vor.", ""),
        (
            "I've removed the biopsy. Your sister's birthday is on the 9th.",
            "Your sister's birthday is on the 9th",
        ),
        ("For the soup take 500 g of pumpkin and a litre of stock.", "500 g of pumpkin and a litre of stock."),
    ],
)
async def test_the_answer_to_a_request_is_kept_without_what_it_says_of_it(memory: AsyncMemory, answer: str, told: str):
    await tell(memory, "The result of my biopsy comes next week.", session_id="s")
    await tell(memory, "Please forget the biopsy. And how do I make a pumpkin soup?", session_id="s")
    (result,) = await memory.ingest([turn(answer, role="assistant", session_id="s")])
    lines = [line for line in (await recalled(memory, "What about my health?")).splitlines() if "assistant: " in line]
    assert "biops" not in " ".join(lines).lower()
    assert (verdict_of(result)[1] == "forget") == (not told)
    assert told in " ".join(lines)


async def test_an_answer_to_anything_else_is_kept_whole(memory: AsyncMemory):
    await tell(memory, "The result of my biopsy comes next week. What helps against waiting?", session_id="s")
    await memory.ingest([turn("Done is better than perfect: call about the biopsy.", role="assistant", session_id="s")])
    assert "Done is better than perfect: call about the biopsy." in await recalled(memory, "What about my biopsy?")


async def test_an_answer_of_an_agent_is_not_found_for_what_nobody_told(memory: AsyncMemory):
    await tell(memory, "My boss is Lena.", session_id="s")
    await tell(memory, "Noted: you answer to Lena.", role="assistant", session_id="s")
    asked = await ingested(memory, "Please forget the salary numbers.", session_id="t")
    assert proposal_of(asked).plan.empty
    assert "Noted: you answer to Lena." in await recalled(memory, "Who is my boss?")


async def test_the_mark_in_the_review_queue_holds_no_words_of_the_request(memory: AsyncMemory):
    (held,) = (await ingested(memory, PREFERS)).memories
    await hide.flag(memory.store, memory.scope, [held.id], asked="what I said of Darren")
    (marked,) = await memory.store.memories.get(memory.scope, [held.id])
    assert marked.flagged == hide.MAY_BE_MEANT
    assert "Darren" not in str(await memory.review.waiting())
