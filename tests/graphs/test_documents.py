"""Documents end to end, on every backend: what they say, what changes with a new version, whose word counts."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from memorist.api.memory import AsyncMemory
from memorist.graphs.ingestion import build_ingestion
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.nodes.ingestion.result import IngestResult, RememberedMemory
from memorist.nodes.retrieval.result import Recall
from tests.inputs import after, document, error_of, ingested, statements, turn, verdict_of
from tests.stores import START

AGENTS = """# AGENTS.md

## Setup
- Use pnpm, never npm.

## Style
- We use NativeWind for styling.
- Never use inline styles.
- Keep components small

## Release
1. Run pnpm build
2. Tag and push

See docs/architecture.md for the module layout.
"""
EDITED = AGENTS.replace("- We use NativeWind for styling.\n", "- We use Tamagui for styling.\n").replace(
    "- Keep components small\n", ""
)
ARTICLE = """# Liquid Glass

Liquid Glass is Apple's new design language for iOS 26.
We at Acme love it. Never use Realm, we learned that the hard way. I prefer UIKit.

Liquid Glass costs GPU time on older iPhones.
"""


def constraints(recall: Recall) -> list[str]:
    """Binding memories; the words of a document are passages beside them."""
    return [item.content for one in recall.sections if one.title.startswith("Constraints") for item in one.items]


async def read(memory: AsyncMemory, content: str, *, days: float = 0, **more: Any) -> IngestResult:
    memory.clock.move_to(START + timedelta(days=days))  # pyright: ignore[reportAttributeAccessIssue]
    name = {"path": "AGENTS.md"} if "title" not in more else {}
    return await ingested(memory, {"kind": "document", "content": content, "at": after(days=days), **name, **more})


def of(result: IngestResult, word: str) -> RememberedMemory:
    (found,) = [one for one in result.memories if word in one.content]
    return found


async def test_an_instruction_file_is_read_section_by_section_with_file_and_line(memory: AsyncMemory) -> None:
    result = await read(memory, AGENTS)
    assert {one.type for one in result.memories} == {
        "semantic:reference", "semantic:policy", "semantic:fact", "semantic:hard_rule", "procedural"
    }  # fmt: skip
    assert {one.confidence for one in result.memories} == {0.9}
    rule = of(result, "inline styles")
    assert rule.type == "semantic:hard_rule"
    (reference,) = [one for one in result.memories if one.content == "Document: AGENTS.md"]
    linked = await memory.store.memories.pointing_to(memory.scope, [reference.id], [EdgeType.DOCUMENTED_AT])
    places = {each.memory.id: each.reason for each in linked}
    assert places[rule.id] == "AGENTS.md, line 8, Style"
    assert len(places) == len(result.memories) - 1
    (stored,) = await memory.store.memories.get(memory.scope, [rule.id])
    assert getattr(stored, "severity", None) == "warn", "a file blocks nothing"
    assert "Never use inline styles" in (await memory.recall("Write a poem")).prompt


WHOLE_RULES = """# Shop

## Never
- Push to `main`
- Commit `.env` files

## Database

❌ Forbidden:
- `npm install` (this is a pnpm repo)

| Do | Don't |
|---|---|
| Open a pull request | Run `sqlx database drop` |

## Style
- You must not edit `migrations/` by hand.
- `unwrap()` is forbidden outside of tests.
- Can I use Pulumi? No.
- `uv sync` installs the scripts.
- Logs are kept for 30 days.
- Pods without limits are always evicted first.
- Spot nodes must not be expected to live longer than a day.
- Customers must not be older than 120 years.
- The design team must not use our tokens.
- Retries never exceed five.
"""


async def test_rules_of_a_file_are_whole_and_hold_and_its_descriptions_bind_nobody(memory: AsyncMemory) -> None:
    result = await read(memory, WHOLE_RULES)
    told = {
        one.content.removeprefix("Shop: ").removeprefix("Style: ").removeprefix("Database: "): one
        for one in result.memories
    }
    assert {content for content, one in told.items() if one.type == "semantic:hard_rule"} == {
        "Never push to main",
        "Never commit .env files",
        "No npm install (this is a pnpm repo)",
        "Don't run sqlx database drop",
        "You must not edit migrations/ by hand",
        "unwrap() is forbidden outside of tests",
        "Can I use Pulumi? No",
    }
    assert {content for content, one in told.items() if one.type == "semantic:fact"} == {
        "uv sync installs the scripts",
        "Logs are kept for 30 days",
        "Pods without limits are always evicted first",
        "Spot nodes must not be expected to live longer than a day",
        "Customers must not be older than 120 years",
        "The design team must not use our tokens",
        "Retries never exceed five",
    }
    for command in (
        "git push origin main",
        "git add .env",
        "npm install x",
        "sqlx database drop",
        "rm migrations/1.sql",
    ):
        assert (await memory.check_action(command)).action == "warn", command
    assert (await memory.check_action("git push origin feature")).action == "allow"


async def test_after_an_edit_only_the_difference_is_learned(memory: AsyncMemory, group: str) -> None:
    first = await read(memory, AGENTS)
    second = await read(memory, EDITED, days=3)
    new = ["Document: AGENTS.md", "Style: We use Tamagui for styling"]
    assert sorted(one.content for one in second.memories) == new
    old = {m.id: m for m in await memory.store.memories.get(memory.scope, [one.id for one in first.memories])}
    ended = {m.content for m in old.values() if m.status is Status.SUPERSEDED}
    assert ended == {"Document: AGENTS.md", "Style: We use NativeWind for styling", *(
        m.content for m in old.values() if "components small" in m.content
    )}  # fmt: skip
    assert len(ended) == 3
    tamagui, nativewind = of(second, "Tamagui"), of(first, "NativeWind")
    assert tamagui.affected == (nativewind.id,)
    assert old[nativewind.id].valid_until == START + timedelta(days=3)
    (reference,) = [one for one in second.memories if one.content == "Document: AGENTS.md"]
    linked = await memory.store.memories.pointing_to(memory.scope, [reference.id], [EdgeType.DOCUMENTED_AT])
    assert of(first, "inline styles").id in {each.memory.id for each in linked}, "carried over to the new version"
    third = await read(memory, EDITED.replace("- Never use inline styles.\n", ""), days=5)
    assert [one.content for one in third.memories] == ["Document: AGENTS.md"]
    assert not any("inline styles" in rule for rule in constraints(await memory.recall("Write a poem")))
    assert await memory.store.admin.check(group) == []


async def test_a_version_that_is_known_changes_nothing(memory: AsyncMemory, group: str) -> None:
    await read(memory, AGENTS)
    before = await memory.store.admin.numbers(group)
    again = await read(memory, AGENTS, days=1)
    assert (verdict_of(again)[0], again.memories) == ("skip", ())
    assert await memory.store.admin.numbers(group) == before
    await read(memory, EDITED, days=2)
    back = await read(memory, AGENTS, days=3)
    assert {"Style: We use NativeWind for styling"} <= {one.content for one in back.memories}
    assert await memory.store.admin.check(group) == []


async def test_what_somebody_else_said_too_outlives_the_file(memory: AsyncMemory, scope: Scope) -> None:
    await read(memory, "## Style\n- We use NativeWind for styling.\n", path="CLAUDE.md")
    first = await read(memory, AGENTS, days=1)
    assert of(first, "NativeWind").effect == "merged"
    await read(memory, AGENTS.replace("- We use NativeWind for styling.\n", ""), days=2)
    (stored,) = await memory.store.memories.get(scope, [of(first, "NativeWind").id])
    assert stored.status.live


async def test_an_article_is_believed_less_and_makes_no_rule_of_the_team(memory: AsyncMemory) -> None:
    result = await read(memory, ARTICLE, title="Liquid Glass in iOS 26")
    assert max(one.confidence for one in result.memories) <= 0.7
    assert {one.type for one in result.memories} <= {"semantic:fact", "semantic:reference", "procedural"}
    assert all(one.claim is None or one.claim.subject not in {"team", "user"} for one in result.memories)
    assert "Acme" not in " ".join(one.content for one in result.memories)
    assert constraints(await memory.recall("Write a poem")) == []


async def test_a_sentence_of_two_things_is_stated_once_and_ends_as_a_whole(memory: AsyncMemory, scope: Scope) -> None:
    for cache in ("Redis", "Valkey"):
        said = f"# Architecture\n\nThe lab portal uses PostgreSQL for storage and {cache} for caching.\n"
        await ingested(memory, document(said, title="ARCH.md"))
    live = await memory.store.memories.all(scope, types=["semantic:fact", "semantic:reference"])
    assert sorted(m.content for m in live) == [
        "Document: ARCH.md",
        "The lab portal uses PostgreSQL for storage and Valkey for caching",
    ]


async def test_files_are_read_by_the_caller(memory: AsyncMemory, tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_text(AGENTS)
    given = {"kind": "document", "path": str(tmp_path / "AGENTS.md")}
    result = await ingested(memory, given, at=after())
    assert of(result, "inline styles").type == "semantic:hard_rule"
    failed, done = await memory.ingest([{"kind": "document", "path": str(tmp_path / "b.md")}, turn("We use GitLab")])
    assert (error_of(failed).field, done.error) == ("path", None)
    # A served graph reads no file unless told where.
    answer = await build_ingestion(memory.store).ainvoke({"input": given}, context=memory.scope.model_dump())
    assert "MEMORIST_DOCUMENTS" in answer["result"]["error"]["message"]


async def test_reading_a_document_again_takes_as_many_statements_however_full_the_memory(
    memory: AsyncMemory,
) -> None:
    await read(memory, AGENTS, title="warm")
    await read(memory, EDITED, title="warm", days=1)  # what a process asks once is asked by now
    sent: list[int] = []
    for crowd in (0, 20):
        await memory.ingest([turn(f"Member {n} owns service {n}") for n in range(crowd)])
        name = f"guide {crowd}"
        await read(memory, AGENTS, title=name)
        sent.append(await statements(memory.store, read(memory, EDITED, title=name, days=crowd + 1)))
    assert sent[0] == sent[1] <= 6


async def test_the_words_of_an_earlier_version_say_that_they_are_from_it(memory: AsyncMemory):
    await read(memory, AGENTS)
    await read(memory, EDITED, days=7)
    for task in ("What do we style with?", "What did we style with before?"):
        told = {line for line in (await memory.recall(task)).prompt.splitlines() if "We use" in line and ": " in line}
        assert {line.endswith("(an earlier version)") for line in told if "NativeWind" in line} == {True}
        assert {line.endswith("(an earlier version)") for line in told if "Tamagui" in line} == {False}
