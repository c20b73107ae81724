"""Things used for the topic of a task are found, though the task names the topic in another word."""

from pathlib import Path

import pytest

import memorist

TOPICS = "invoices reports holidays offsites badges lunches parking newsletters plants keys chairs desks".split()
WHO = ("Dana", "Elin", "Tomasz")


async def test_who_adds_sign_in_is_told_what_is_used_for_auth(tmp_path: Path):
    # More that is nearer to the words of the task than a query looks at.
    said = [f"{who} wants to add {topic} to the customer app" for topic in TOPICS for who in WHO]
    async with memorist.open(f"embedded:{tmp_path / 'store'}", group="team") as memory:
        for content in (*said, "We use Auth0 for mobile auth because Clerk was too expensive"):
            await memory.ingest({"kind": "turn", "role": "user", "content": content})
        recall = await memory.recall("Add sign-in to the customer app")
    assert "Auth0" in recall.prompt
    found = next(c for c in recall.trace if "Auth0" in c.content and c.kept)
    assert "both about auth" in found.reason


@pytest.mark.parametrize("session", [{"session_id": "day"}, {}], ids=["in a session", "without one"])
async def test_what_was_said_right_after_it_is_told_with_it(tmp_path: Path, session: dict[str, str]):
    said = ("Cottage in Kerry, 11 to 18 July, Tom has the deposit ready", "hang on no, Justyna is off. 18 to 25 then")
    later = ("The boiler was serviced in March", "Fia's poster is about bees")
    async with memorist.open(f"embedded:{tmp_path / 'store'}", group="home", user="maeve") as memory:
        for content in (*said, *later):
            turn = {"kind": "turn", "role": "user", "content": content, **session}
            (result,) = await memory.ingest(turn)
            assert result.error is None
        recall = await memory.recall("When are we going to Kerry?")
    assert "18 to 25 then" in recall.prompt


async def test_what_says_nothing_is_told_only_as_an_answer(tmp_path: Path):
    talk = [
        ("user", "Hi there!"), ("user", "The boiler was serviced in March"), ("user", "Thanks!"),
        ("assistant", "Shall I book the next service for April?"), ("user", "Yes."), ("user", "ok, thanks"),
    ]  # fmt: skip
    async with memorist.open(f"embedded:{tmp_path / 'store'}", group="home", user="maeve") as memory:
        for role, content in talk:
            await memory.ingest({"kind": "turn", "role": role, "content": content, "session_id": "day"})
        prompt = (await memory.recall("When is the boiler serviced next?")).prompt
    assert [line for _, line in talk if f": {line}" in prompt] == [talk[1][1], talk[3][1], talk[4][1]]
