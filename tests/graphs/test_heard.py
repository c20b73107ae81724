"""Words that the asker heard: what others said of themselves in a session in which the asker took part."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.graphs.conftest import People
from tests.stores import BACKENDS

CHATS: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "group_chats.yaml").read_text(encoding="utf-8"))
EMBEDDED = pytest.mark.parametrize("store_url", BACKENDS[:1], indirect=True)


@pytest.fixture(autouse=True)
def shared_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORIST_SHARED_SESSIONS", "true")
    monkeypatch.setenv("MEMORIST_OVERHEARD_WITHIN", "0")


def said(who: str, words: str, session: str | None, **more: Any) -> dict[str, Any]:
    given = {"kind": "turn", "role": "user", "content": words, **more}
    return {**given, **({"session_id": session} if session else {})}


async def say(of: People, lines: list[dict[str, str]], session: str | None, *, named: bool = False) -> None:
    """Ingest lines of a chat: each by the memory of who said it, or by one for nobody that names the speakers."""
    for line in lines:
        [(who, words)] = line.items()
        memory, more = (of(None), {"speaker": who}) if named else (of(who), {})
        for result in await memory.ingest([said(who, words, session, **more)]):
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
    await of("cleo").ingest(said("cleo", "good morning", "another"))
    assert OFF not in (await of("cleo").recall(ASKED)).prompt
    await of("cleo").ingest(said("cleo", "good morning", "team"))
    assert OFF in (await of("cleo").recall(ASKED)).prompt


async def test_who_was_erased_from_a_session_or_took_back_their_words_did_not_hear_it(of: People) -> None:
    await chat(of, "team", anna="my locker is number 14")
    anna = of("anna")
    [more] = await anna.ingest(said("anna", "the changelog is complete", "team"))
    assert (await anna.forget("my locker is number 14")).erased
    assert OFF in (await anna.recall(ASKED)).prompt
    await anna.undo(str(more.change_id))
    assert OFF not in (await anna.recall(ASKED)).prompt
    await of("ben").ingest(said("ben", "I keep the spare key", "team"))
    await anna.ingest(said("anna", "thanks", "team"))
    assert (await of("ben").forget(OFF)).erased
    prompt = (await anna.recall("Who has a scan on Friday, and who keeps the spare key?")).prompt
    assert OFF not in prompt
    assert "I keep the spare key" in prompt


@EMBEDDED
@pytest.mark.parametrize("session", [None, "default", "Default"])
async def test_without_a_conversation_nothing_is_known_to_be_heard(session: str | None, of: People) -> None:
    await chat(of, session)
    assert OFF not in (await of("anna").recall(ASKED)).prompt


@EMBEDDED
async def test_a_session_of_the_same_id_in_another_group_is_another_session(of: People, store: Store, group: str):
    await say(of, [{"ben": OFF}], "team")
    other = AsyncMemory(store, Scope(group_id=f"{group}_b", user_id="anna"))
    await other.ingest(said("anna", "good morning", "team"))
    await of("anna").ingest(said("anna", "good morning", "elsewhere"))
    assert OFF not in (await of("anna").recall(ASKED)).prompt
    assert OFF not in (await other.recall(ASKED)).prompt


@EMBEDDED
async def test_memories_learned_from_what_was_heard_are_told_and_found_with_the_name(of: People) -> None:
    await chat(of, "team", ben=f"{ALLERGIC}.")
    await of("ben").ingest(said("ben", "I have diabetes.", "private"))
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
    answer = {"kind": "turn", "role": "assistant", "content": "You are allergic to latex, I noted it."}
    document = {"kind": "document", "title": "Notes", "content": "I have migraines.", "personal": True}
    await of("ben").ingest([{**one, "session_id": "team"} for one in (answer, document)])
    prompt = (await of("anna").recall("Who has migraines or is allergic to latex?")).prompt.partition("<recalled>")[2]
    assert "latex" not in prompt
    assert "migraines" not in prompt


@EMBEDDED
async def test_sessions_are_looked_up_once_a_channel_however_many_there_are(of: People, store: Store) -> None:
    await of("anna").ingest(said("anna", "I have my scan at the clinic on Thursday", "team"))
    before = store.database.statements_sent
    await of("anna").recall(ASKED, record=False)
    sent = [store.database.statements_sent - before]
    for number in range(2):
        for session in range(8):
            await chat(of, f"team {number} {session}", ben=f"{OFF} the {number + session + 1}th")
        await store.settled()
        before = store.database.statements_sent
        await of("anna").recall(ASKED, record=False)
        sent.append(store.database.statements_sent - before)
    assert sent[0] < sent[1] == sent[2] <= sent[0] + 3


@EMBEDDED
async def test_unless_it_is_set_a_session_is_each_persons_own(of: People, store: Store) -> None:
    store.connection.settings = store.settings.model_copy(update={"shared_sessions": False})
    await chat(of, "1")
    assert OFF not in (await of("anna").recall(ASKED)).prompt
    assert not (await of("anna").search(OFF)).hits
