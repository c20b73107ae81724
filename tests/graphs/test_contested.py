"""What is contested holds no slot: whoever is found right takes it."""

from pathlib import Path

import hypomnema
from hypomnema.memory_store.domain.status import Status


def turn(content: str) -> dict[str, str]:
    return {"kind": "turn", "role": "user", "content": content}


async def test_a_correction_settles_what_was_contested(tmp_path: Path):
    async with hypomnema.open(f"embedded:{tmp_path / 'store'}", group="team") as memory:
        said = ["We use Clerk for auth.", "We use Firebase for auth.", "Correction: we use Okta for auth."]
        effects = [(await memory.ingest(turn(content)))[0].memories[0].effect for content in said]
        assert effects == ["added", "contested", "superseded"]
        statements = await memory.store.memories(memory.scope, types=["semantic:fact"], statuses=list(Status))
        assert {m.claim.object: m.status for m in statements if m.claim} == {
            "Clerk": Status.SUPERSEDED,
            "Firebase": Status.SUPERSEDED,
            "Okta": Status.CONFIRMED,
        }
        assert await memory.store.check("team") == []


async def test_what_is_contested_twice_is_settled_too(tmp_path: Path):
    async with hypomnema.open(f"embedded:{tmp_path / 'store'}", group="team") as memory:
        for content in ("We use Clerk for auth.", "We use Firebase for auth.", "We use Auth0 for auth."):
            assert (await memory.ingest(turn(content)))[0].error is None
        assert await memory.store.check("team") == []
        assert (await memory.ingest(turn("Correction: we use Okta for auth.")))[0].memories[0].effect == "superseded"
        live = await memory.store.memories(memory.scope, types=["semantic:fact"])
        assert [m.claim.object for m in live if m.claim] == ["Okta"]
        assert await memory.store.check("team") == []
