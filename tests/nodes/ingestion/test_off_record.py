"""What somebody asks not to be kept is not: no memory, no raw episode, and no context of what is said next."""

from pathlib import Path

import pytest

import memorist
from memorist.nodes.ingestion.off_record import is_off_the_record


@pytest.mark.parametrize(
    "text",
    [
        "between us and don't note this anywhere: i'm not sure bastien makes it through probation",
        "off the record: I'm leaving in May",
        "please don't remember this, but my boss is awful",
        "Don't save this to memory. My salary is 80k",
        "this is private, don't write it down anywhere",
        "keep this between us, Ana is pregnant",
        "just between you and me, I hate the new lead",
        "my login is on the yellow note. btw dont note that down pls",
    ],
)
def test_a_wish_not_to_keep_it_is_understood(text: str):
    assert is_off_the_record(text)


@pytest.mark.parametrize(
    "text",
    [
        "I don't remember this",
        "we don't save this in git",
        "don't store that, it's PII",
        "don't keep it in memory, use redis",
        "between us we have three cars",
        "don't save it anywhere near the repo",
        "the difference between us and them is small",
        "don't remember it exactly, maybe march",
        "don't forget this",
    ],
)
def test_what_is_said_of_files_logs_and_other_things_is_no_such_wish(text: str):
    assert not is_off_the_record(text)


async def test_nothing_of_it_is_kept_and_nothing_leans_on_it(tmp_path: Path):
    async with memorist.open(f"embedded:{tmp_path / 'store'}", group="team") as memory:

        async def say(content: str):
            (result,) = await memory.ingest(
                {"kind": "turn", "role": "user", "content": content, "session_id": "s", "at": "2026-06-15T09:00:00Z"}
            )
            return result

        told = await say("off the record: Bastien may not make it through probation")
        assert (told.verdict and told.verdict.category, told.memories) == ("off_record", ())
        later = await say("he is on the scanner team")
        recall = await memory.recall("What about Bastien and his probation?")
    assert all("Bastien" not in kept.content for kept in later.memories)
    assert "probation" not in recall.prompt.replace("What about Bastien and his probation?", "")
    assert all("probation" not in candidate.content for candidate in recall.trace)
