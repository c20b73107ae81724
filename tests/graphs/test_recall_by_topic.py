"""Things used for the topic of a task are found, though the task names the topic in another word."""

from collections.abc import AsyncGenerator

import pytest

import memorist
from memorist.api.memory import AsyncMemory
from tests.inputs import ingested, turn
from tests.stores import test_settings

TOPICS = "invoices reports holidays offsites badges lunches parking newsletters plants keys chairs desks".split()
WHO = ("Dana", "Elin", "Tomasz")


@pytest.fixture
async def memory(embedded_url: str, group: str) -> AsyncGenerator[AsyncMemory]:
    async with memorist.open(embedded_url, group=group, user="maeve", settings=test_settings()) as opened:
        yield opened


async def test_who_adds_sign_in_is_told_what_is_used_for_auth(memory: AsyncMemory):
    # More that is nearer to the words of the task than a query looks at.
    said = [f"{who} wants to add {topic} to the customer app" for topic in TOPICS for who in WHO]
    await memory.ingest([turn(one) for one in (*said, "We use Auth0 for mobile auth because Clerk was too expensive")])
    recall = await memory.recall("Add sign-in to the customer app")
    assert "Auth0" in recall.prompt
    found = next(c for c in recall.trace if "Auth0" in c.content and c.kept)
    assert "both about auth" in found.reason


@pytest.mark.parametrize("session", [{"session_id": "day"}, {}], ids=["in a session", "without one"])
async def test_what_was_said_right_after_it_is_told_with_it(memory: AsyncMemory, session: dict[str, str]):
    said = ("Cottage in Kerry, 11 to 18 July, Tom has the deposit ready", "hang on no, Justyna is off. 18 to 25 then")
    later = ("The boiler was serviced in March", "Fia's poster is about bees")
    for content in (*said, *later):
        await ingested(memory, content, **session)
    assert "18 to 25 then" in (await memory.recall("When are we going to Kerry?")).prompt


async def test_what_says_nothing_is_told_only_as_an_answer(memory: AsyncMemory):
    talk = [
        ("user", "Hi there!"), ("user", "The boiler was serviced in March"), ("user", "Thanks!"),
        ("assistant", "Shall I book the next service for April?"), ("user", "Yes."), ("user", "ok, thanks"),
    ]  # fmt: skip
    for role, content in talk:
        await ingested(memory, content, role=role, session_id="day")
    prompt = (await memory.recall("When is the boiler serviced next?")).prompt
    assert [line for _, line in talk if f": {line}" in prompt] == [talk[1][1], talk[3][1], talk[4][1]]
