"""Documents, imported memories and posts keep their owner: nobody is told another person's statements as his own."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.app.importing.importing import import_source
from tests.graphs.conftest import People
from tests.inputs import document, event, ingested, observation, turn
from tests.stores import EMBEDDED

pytestmark = EMBEDDED
QUESTION = "What am I allergic to?"


def item(namespace: list[str], content: str) -> dict[str, Any]:
    value = {"kind": "AsyncMemory", "content": {"content": content}}
    return {"namespace": namespace, "key": content[:8], "value": value, "created_at": "2026-01-01T10:00:00+00:00"}


async def told(memory: AsyncMemory) -> str:
    """Return what a person sees of it on every surface."""
    plan = await memory.preview_forget("allergic to latex")
    seen: list[object] = [(await memory.recall(QUESTION)).prompt, await memory.search("latex allergy")]
    seen += [await memory.history("latex"), [each.content for each in plan.erased]]
    seen += [await memory.changes(datetime(2020, 1, 1, tzinfo=UTC))]
    return str(seen).casefold()


GIVEN: dict[str, tuple[str | None, dict[str, Any]]] = {
    "a document": ("cleo", document("User is allergic to latex.")),
    "a document in the first person": (None, document("I am allergic to latex.", user_id="cleo")),
    "a post": ("cleo", observation(event("chat.post", "I'm allergic to latex"))),
}
IMPORTED: dict[str, dict[str, Any]] = {
    "mem0": {"results": [{"id": "1", "memory": "Allergic to latex", "user_id": "cleo"}]},
    "langgraph-store": item(["memories", "cleo"], "Latex gives a rash, allergic"),
}


@pytest.mark.parametrize("way", [*GIVEN, *IMPORTED])
async def test_what_is_kept_of_a_person_is_told_to_that_person_alone(way: str, of: People, tmp_path: Path) -> None:
    if way in GIVEN:
        who, given = GIVEN[way]
        await ingested(of(who), given)
    else:
        path = tmp_path / "given.json"
        path.write_text(json.dumps(IMPORTED[way]))
        await import_source(way, path, of(None))
    assert "latex" in await told(of("cleo"))
    assert "latex" not in await told(of("ben"))


async def test_a_line_of_another_person_s_document_names_its_owner(of: People) -> None:
    text = "The staging database runs Postgres 16.\n\nI have migraines."
    await ingested(of("cleo"), document(text, title="Setup"))
    prompt = (await of("ben").recall("Which database does staging run?")).prompt
    assert "The staging database runs Postgres 16 (from a document of cleo" in prompt
    assert "migraines" not in prompt


async def test_what_a_source_kept_for_another_user_does_not_enter_the_memory_of_one(of: People, tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    lines = [item(["memories", "ana"], "Ana prefers window seats"), item(["memories", "ben"], "Ben is vegan")]
    path.write_text("\n".join(map(json.dumps, lines)))
    report = await import_source("langgraph-store", path, of("ben"))
    assert (report.entries, report.failed, sum(report.left_out.values())) == (1, 0, 1)


async def test_a_team_s_rule_and_an_absence_are_told_to_those_they_concern(of: People) -> None:
    said = "Express checkout moved to 2 December. But I'm away then, Tom takes over the launch."
    await ingested(of("aylin"), said)
    prompt = (await of("tom").recall("Who takes over the launch of express checkout?")).prompt
    assert "Tom takes over the launch" in prompt


async def test_what_others_said_in_a_conversation_is_told_to_whose_it_is_alone(of: People) -> None:
    said = "I am no friend of coriander, it tastes like soap to me"
    await of("ben").ingest(turn(said, speaker="Annika"))
    question = "Who of us cannot stand coriander?"
    assert "Annika: I am no friend of coriander" in (await of("ben").recall(question)).prompt
    assert "soap" not in (await of("cleo").recall(question)).prompt
