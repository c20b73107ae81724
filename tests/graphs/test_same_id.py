"""An id names one input: given again it changes nothing, given to another it is refused, and nothing is lost unsaid."""

import asyncio
from typing import Any

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.result import IngestResult
from tests.inputs import after, error_of, ingested, manual, statements, turn
from tests.memory_store.builders import DAY
from tests.stores import START

TOKENS = ("glpat-" + "aB3dE5gH7jK9mN1pQ2rS", "glpat-" + "zY8xW6vU4tS2rQ1pO9nM")


def said(content: str, id_: str = "1", **more: Any) -> dict[str, Any]:
    return turn(content, id=id_, **more)


async def uses(memory: AsyncMemory) -> set[str]:
    facts = await memory.store.memories.all(memory.scope, types=["semantic:fact"])
    return {m.claim.object for m in facts if m.claim}


def refused(result: IngestResult) -> str:
    error = error_of(result)
    assert (error.field, error.retryable, result.replayed, result.memories) == ("id", False, False, ())
    return error.message


async def test_other_content_under_a_known_id_is_refused_and_writes_nothing(memory: AsyncMemory, group: str) -> None:
    await memory.ingest(said("We use Go for the CLI"))
    before = await memory.store.admin.numbers(group)
    (dry,) = await memory.ingest(said("We use Rust for the CLI"), dry_run=True)
    assert refused(dry), "a dry run tells it too"
    (result,) = await memory.ingest(said("We use Rust for the CLI"))
    assert "turn input: field id: '1' was given to another turn before: nothing was written" in refused(result)
    assert "an id of its own" in refused(result)
    assert await memory.store.admin.numbers(group) == before
    await ingested(memory, said("We use Rust for the CLI", "2"))
    assert "Rust" in await uses(memory)


async def test_the_same_content_is_a_replay_whenever_and_with_whatever_secret(
    memory: AsyncMemory, group: str, clock: VirtualClock
) -> None:
    await memory.ingest(said(f"We use GitLab for code, token {TOKENS[0]}"))
    before = await memory.store.admin.numbers(group)
    clock.move_to(START + DAY)
    assert (await ingested(memory, said(f"  We use GitLab for code, token {TOKENS[1]}\n", at=after()))).replayed
    assert await memory.store.admin.numbers(group) == before


async def test_an_input_of_another_kind_is_another_input(memory: AsyncMemory) -> None:
    await memory.ingest(said("Never use Realm"))
    (result,) = await memory.ingest(manual("Never use Realm", id="1"))
    assert "manual input: field id: '1' was given to another turn before" in refused(result)


async def test_a_new_version_of_a_document_has_an_id_of_its_own_or_none(memory: AsyncMemory) -> None:
    rules = {"kind": "document", "path": "AGENTS.md"}
    first, second = "- We use Sentry for error tracking.\n", "- We use Bugsnag for error tracking.\n"
    for replayed in (False, True):
        assert (await ingested(memory, {**rules, "content": first, "id": "d"})).replayed is replayed
    (refusal,) = await memory.ingest({**rules, "content": second, "id": "d"})
    assert refused(refusal).endswith("a new version of a document is known by its title or path")
    await ingested(memory, {**rules, "content": second})
    held = {m.content for m in await memory.store.memories.all(memory.scope)}
    assert [f"We use {name} for error tracking" in held for name in ("Bugsnag", "Sentry")] == [True, False]


async def test_what_was_forgotten_does_not_come_back_and_is_no_other_input(memory: AsyncMemory) -> None:
    text = "We use Clerk for auth. We use pnpm for packages."
    await memory.ingest(said(text))
    assert (await memory.forget("Team uses Clerk for auth")).erased
    await ingested(memory, said(text))
    assert "Clerk" not in await uses(memory)


async def test_of_two_at_once_under_one_id_one_is_written_and_the_other_told(
    memory: AsyncMemory, store: Store, scope: Scope
) -> None:
    names = ("Clerk", "Auth0", "Cognito", "Keycloak")
    beside = (AsyncMemory(store, scope).ingest(said(f"We use {name} for auth")) for name in names)
    results = [result for (result,) in await asyncio.gather(*beside)]
    (written,) = [result for result in results if result.error is None]
    assert all("was given to another turn before" in refused(result) for result in results if result is not written)
    kept = [m.claim for m in await store.memories.all(scope, types=["semantic:fact"]) if m.claim]
    assert [claim.object for claim in kept] == [one.claim.object for one in written.memories[:1] if one.claim]
    assert await store.admin.check(scope.group_id) == []


async def test_telling_them_apart_costs_no_statement(memory: AsyncMemory) -> None:
    await memory.ingest(said("We use Go for the CLI"))
    contents = ("We use Go for the CLI", "We use Rust for the CLI")
    sent = [await statements(memory.store, memory.ingest(said(content))) for content in contents]
    assert sent[1] <= sent[0] <= 2
