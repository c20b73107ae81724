"""Words that the asker heard: what others said of themselves in a session in which the asker took part.

Words said in front of others are told to the group; those told to an agent alone, or confided, are not.
"""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.graphs.conftest import People
from tests.inputs import document, statements, turn
from tests.stores import EMBEDDED, START

CHATS: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "group_chats.yaml").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def shared_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORIST_SHARED_SESSIONS", "true")
    monkeypatch.setenv("MEMORIST_OVERHEARD_WITHIN", "0")


@pytest.fixture
def by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session is each person's own, and the group overhears it."""
    monkeypatch.delenv("MEMORIST_SHARED_SESSIONS")
    monkeypatch.delenv("MEMORIST_OVERHEARD_WITHIN")


BY_DEFAULT = pytest.mark.usefixtures("by_default")


async def say(
    of: People, lines: list[dict[str | None, str]], session: str | None, *, named: bool = False, **more: Any
) -> None:
    """Ingest lines of a chat: each by the memory of who said it, or by one for nobody that names the speakers."""
    for line in lines:
        [(who, words)] = line.items()
        memory, speaker = (of(None), {"speaker": who}) if named else (of(who), {})
        [result] = await memory.ingest([turn(words, session_id=session, **speaker, **more)])
        assert result.error is None


@pytest.mark.parametrize("named", [False, True], ids=["their own memories", "one memory"])
@pytest.mark.parametrize("case", CHATS, ids=[case["id"] for case in CHATS])
@EMBEDDED
async def test_a_group_chat_is_known_to_whoever_took_part_in_it(case: dict[str, Any], named: bool, of: People) -> None:
    await say(of, case["chat"], "chat", named=named)
    await say(of, case["without"], "without", named=named)
    asker: AsyncMemory = of(case["asker"])
    assert case["heard"] in (await asker.recall(case["asks"])).prompt
    other = await asker.recall(case["asks_of_other"])
    assert case["unheard"] not in other.prompt.partition("<recalled>")[2]


ASKED = "Who can take the release on Friday?"
OFF = "I have my scan at the clinic on Friday"
ALLERGIC = "I'm allergic to peanuts"


async def chat(of: People, session: str | None, *, anna: str = "ok, thanks", ben: str = OFF) -> None:
    await say(of, [{"ben": ben}, {"anna": anna}], session)


async def test_what_was_heard_is_told_with_its_name_and_to_nobody_else(of: People) -> None:
    await chat(of, "team")
    assert f"ben: {OFF}" in (await of("anna").recall(ASKED)).prompt
    await of("cleo").ingest(turn("good morning", session_id="another"))
    assert OFF not in (await of("cleo").recall(ASKED)).prompt
    await of("cleo").ingest(turn("good morning", session_id="team"))
    assert OFF in (await of("cleo").recall(ASKED)).prompt


async def test_who_was_erased_from_a_session_or_took_back_their_words_did_not_hear_it(of: People) -> None:
    await chat(of, "team", anna="my locker is number 14")
    anna = of("anna")
    [more] = await anna.ingest(turn("the changelog is complete", session_id="team"))
    assert (await anna.forget("my locker is number 14")).erased
    assert OFF in (await anna.recall(ASKED)).prompt
    await anna.undo(str(more.change_id))
    assert OFF not in (await anna.recall(ASKED)).prompt
    await of("ben").ingest(turn("I keep the spare key", session_id="team"))
    await anna.ingest(turn("thanks", session_id="team"))
    assert (await of("ben").forget(OFF)).erased
    prompt = (await anna.recall("Who has a scan on Friday, and who keeps the spare key?")).prompt
    assert (OFF in prompt, "I keep the spare key" in prompt) == (False, True)


@EMBEDDED
@pytest.mark.parametrize("session", [None, "default", "Default"])
async def test_without_a_conversation_nothing_is_known_to_be_heard(session: str | None, of: People) -> None:
    await chat(of, session)
    assert OFF not in (await of("anna").recall(ASKED)).prompt


@EMBEDDED
async def test_a_session_of_the_same_id_in_another_group_is_another_session(of: People, store: Store, group: str):
    await say(of, [{"ben": OFF}], "team")
    other = AsyncMemory(store, Scope(group_id=f"{group}_b", user_id="anna"))
    await other.ingest(turn("good morning", session_id="team"))
    await of("anna").ingest(turn("good morning", session_id="elsewhere"))
    assert OFF not in (await of("anna").recall(ASKED)).prompt
    assert OFF not in (await other.recall(ASKED)).prompt


@EMBEDDED
async def test_memories_learned_from_what_was_heard_are_told_and_found_with_the_name(of: People) -> None:
    await chat(of, "team", ben=f"{ALLERGIC}.")
    await of("ben").ingest(turn("I have diabetes.", session_id="private"))
    anna = of("anna")
    recall = await anna.recall("What must be left out of the cake, is somebody allergic or ill?")
    assert f'ben said: "{ALLERGIC}"' in recall.prompt
    assert "diabetes" not in recall.prompt
    found = await anna.search("allergic or ill with diabetes")
    assert [hit.memory.content for hit in found.hits] == [f'ben said: "{ALLERGIC}"']
    assert "diabetes" not in str(found.said)


@EMBEDDED
async def test_a_constraint_that_was_heard_is_no_constraint_of_the_asker(of: People) -> None:
    await chat(of, "team", ben=f"{ALLERGIC}. Please always answer in French.")
    recall = await of("anna").recall("Suggest a dinner for me")
    titles = {section.title for section in recall.sections for item in section.items if "peanuts" in item.content}
    assert titles <= {"Relevant Knowledge", "Earlier Conversations"}
    assert not [s for s in recall.sections if s.title == "User Preferences"]
    assert not [line for line in recall.prompt.splitlines() if "peanuts" in line and "ben" not in line]


@EMBEDDED
async def test_answers_to_others_and_their_documents_are_not_heard(of: People) -> None:
    await chat(of, "team", ben="good morning")
    answer = turn("You are allergic to latex, I noted it.", role="assistant")
    migraines = document("I have migraines.", personal=True)
    await of("ben").ingest([{**one, "session_id": "team"} for one in (answer, migraines)])
    prompt = (await of("anna").recall("Who has migraines or is allergic to latex?")).prompt.partition("<recalled>")[2]
    assert "latex" not in prompt
    assert "migraines" not in prompt


@EMBEDDED
async def test_sessions_are_looked_up_once_a_channel_however_many_there_are(of: People, store: Store) -> None:
    await of("anna").ingest(turn("I have my scan at the clinic on Thursday", session_id="team"))
    sent = [await statements(store, of("anna").recall(ASKED, record=False))]
    for number in range(2):
        for session in range(8):
            await chat(of, f"team {number} {session}", ben=f"{OFF} the {number + session + 1}th")
        await store.settled()
        sent.append(await statements(store, of("anna").recall(ASKED, record=False)))
    assert sent[0] < sent[1] == sent[2] <= sent[0] + 3


@EMBEDDED
async def test_unless_it_is_set_a_session_is_each_persons_own(of: People, store: Store) -> None:
    store.connection.settings = store.settings.model_copy(update={"shared_sessions": False})
    await chat(of, "1")
    assert OFF not in (await of("anna").recall(ASKED)).prompt
    assert not (await of("anna").search(OFF)).hits


# ------------------------------------------------------------------ words said in front of others

MINE = "I can't do May, I have finals until the 22nd."
BINS = "Who does the bins in May?"


async def overheard(of: People, *lines: tuple[str | None, float, str], session: str | None = "flat") -> bool:
    """Say lines, each at a minute of a week ago; return true if somebody else is told what was said first."""
    for who, minute, words in lines:
        at = (START - timedelta(days=7) + timedelta(minutes=minute)).isoformat()
        await say(of, [{who: words}], session, at=at)
    return MINE in (await of("dunja").recall(f"{BINS} Is anybody pregnant?")).prompt


@BY_DEFAULT
async def test_others_are_told_what_was_said_in_front_of_somebody(of: People) -> None:
    assert not await overheard(of, ("seun", 0, MINE))
    await say(of, [{"seun": "Okay."}], "flat", role="assistant", at=(START - timedelta(days=7)).isoformat())
    assert not await overheard(of)
    assert await overheard(of, ("marek", 2, "Fine, I take yours."))
    assert f"seun: {MINE}" in (await of("dunja").recall(BINS)).prompt


@EMBEDDED
@pytest.mark.parametrize(
    ("who", "minute", "session"),
    [("marek", 61, "flat"), ("marek", 3_000, "flat"), ("marek", 1, None), ("marek", 1, "default"), (None, 1, "flat")],
    ids=["an hour later", "days later", "no conversation", "the default one", "nobody by name"],
)
@BY_DEFAULT
async def test_nobody_overhears_what_is_said_at_another_time_in_no_conversation_or_before_nobody(
    of: People, who: str | None, minute: float, session: str | None
) -> None:
    assert not await overheard(of, ("seun", 0, MINE), (who, minute, "The green bin is full."), session=session)


@EMBEDDED
@BY_DEFAULT
async def test_what_is_confided_stays_with_its_speaker(of: People) -> None:
    said = f"I'm pregnant, please don't tell anybody yet. {MINE}"
    assert await overheard(of, ("seun", 0, said), ("marek", 1, "Fine, I take yours."))
    assert "pregnant, please" not in (await of("dunja").recall(f"{BINS} Is anybody pregnant?")).prompt


@EMBEDDED
@BY_DEFAULT
async def test_it_can_be_switched_off(of: People, store: Store) -> None:
    store.connection.settings = store.settings.model_copy(update={"overheard_within": 0.0})
    assert not await overheard(of, ("seun", 0, MINE), ("marek", 1, "Fine, I take yours."))
