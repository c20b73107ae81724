"""Words said in front of others are told to the group; those told to an agent alone, or confided, are not."""

from datetime import timedelta
from typing import Any

import pytest

from memorist.memory_store.store import Store
from tests.graphs.conftest import People
from tests.stores import BACKENDS, START

EMBEDDED = pytest.mark.parametrize("store_url", BACKENDS[:1], indirect=True)
MINE = "I can't do May, I have finals until the 22nd."
ASKED = "Who does the bins in May?"
BEGAN = START - timedelta(days=7)
SECRET = "I'm pregnant, please don't tell anybody yet."


def said(words: str, minute: float = 0, session: str = "flat", **more: Any) -> dict[str, Any]:
    at = (BEGAN + timedelta(minutes=minute)).isoformat()
    return {"kind": "turn", "role": "user", "content": words, "session_id": session, "at": at, **more}


async def test_others_are_told_what_was_said_in_front_of_somebody(of: People) -> None:
    await of("seun").ingest(said(MINE))
    await of("seun").ingest(said("Okay.", 1, role="assistant"))
    assert MINE not in (await of("dunja").recall(ASKED)).prompt
    await of("marek").ingest(said("Fine, I take yours.", 2))
    assert f"seun: {MINE}" in (await of("dunja").recall(ASKED)).prompt


@EMBEDDED
@pytest.mark.parametrize("minute", [61, 3_000])
async def test_a_session_of_the_same_name_at_another_time_is_another_conversation(minute: int, of: People) -> None:
    await of("seun").ingest(said(MINE))
    await of("marek").ingest(said("The green bin is full.", minute))
    assert MINE not in (await of("dunja").recall(ASKED)).prompt


@EMBEDDED
@pytest.mark.parametrize("session", [None, "default"])
async def test_without_a_conversation_nobody_overhears(session: str | None, of: People) -> None:
    await of("seun").ingest({**said(MINE), "session_id": session})
    await of("marek").ingest({**said("Fine, I take yours.", 1), "session_id": session})
    assert MINE not in (await of("dunja").recall(ASKED)).prompt


@EMBEDDED
async def test_ones_own_words_without_a_name_are_nobody_elses(of: People) -> None:
    await of("seun").ingest(said(MINE))
    await of(None).ingest(said("And June is fine.", 1))
    assert MINE not in (await of("dunja").recall(ASKED)).prompt


@EMBEDDED
async def test_what_is_confided_stays_with_its_speaker(of: People) -> None:
    await of("seun").ingest(said(f"{SECRET} {MINE}"))
    await of("marek").ingest(said("Fine, I take yours.", 1))
    prompt = (await of("dunja").recall(f"{ASKED} Is anybody pregnant?")).prompt
    assert "pregnant, please" not in prompt
    assert MINE in prompt


@EMBEDDED
async def test_it_can_be_switched_off(of: People, store: Store) -> None:
    store.connection.settings = store.settings.model_copy(update={"overheard_within": 0.0})
    await of("seun").ingest(said(MINE))
    await of("marek").ingest(said("Fine, I take yours.", 1))
    assert MINE not in (await of("dunja").recall(ASKED)).prompt
