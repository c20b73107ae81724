"""Round trips: every type, every field, any text comes back."""

from collections.abc import Callable
from typing import Any

import pytest

from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import MAX_CONTENT_CHARS, Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import MEMORY_TYPES
from memorist.memory_store.store import Store
from tests.memory_store.builders import edge, episode, memory, procedure, uses, write
from tests.memory_store.every_type import AWKWARD, LONG, bare, filled
from tests.stores import START

Made = Callable[[Scope], list[Memory]]


def differences(before: Memory, after: Memory | None) -> dict[str, object]:
    if after is None or type(after) is not type(before):
        return {"type": type(after)}
    was, is_ = before.model_dump(), after.model_dump()
    return {key: (was[key], is_.get(key)) for key in was if not same(was[key], is_.get(key))}


def same(before: object, after: object) -> bool:
    """FalkorDB answers with fifteen digits of a number: the last bit of a confidence may be another."""
    return before == after or (isinstance(before, float) and after == pytest.approx(before, rel=1e-14))


async def lost(store: Store, scope: Scope, memories: list[Memory]) -> dict[str, dict[str, object]]:
    """Write memories; return what came back otherwise than it was, by type and the beginning of the content."""
    await write(store, scope, memories)
    found = {m.id: m for m in await store.memories.get(scope, [m.id for m in memories])}
    return {f"{m.type} {m.content[:80]}": d for m in memories if (d := differences(m, found.get(m.id)))}


def of_any_text(scope: Scope) -> list[Memory]:
    texts = AWKWARD.values()
    memories = [memory(scope, text) for text in texts]
    memories += [procedure(scope, text, text, text) for text in texts if len(text) < 100]
    return memories + [memory(scope, f"rule {t}", "semantic:hard_rule", reason=t, alternatives=[t]) for t in texts]


def long(length: int) -> Made:
    content = (LONG + LONG)[:length].replace(" ", "_")
    return lambda scope: [memory(scope, content, summary=LONG[:length], claim=uses("Clerk"))]


def of_a_long_claim(scope: Scope) -> list[Memory]:
    claim = uses("o" * 4_096).model_copy(update={"subject": "s" * 512, "qualifier": "q" * 512, "topic": "t" * 128})
    return [memory(scope, "content", claim=claim, valid_until_condition="c" * 1_000)]


MADE: dict[str, Made] = {
    "every type with every field": filled,
    "every type with only the required fields": bare,
    "any text": of_any_text,
    **{f"{length} characters": long(length) for length in (8_000, 20_000, 60_000, MAX_CONTENT_CHARS)},
    "four-byte characters": lambda scope: [memory(scope, "🧠" * MAX_CONTENT_CHARS)],
    "a long claim": of_a_long_claim,
}


@pytest.mark.parametrize("what", MADE)
async def test_memories_come_back_as_they_were(store: Store, scope: Scope, what: str):
    memories = MADE[what](scope)
    assert await lost(store, memories[0].scope, memories) == {}


def test_every_type_is_among_them(scope: Scope):
    assert {m.type for m in filled(scope)} == {m.type for m in bare(scope)} == set(MEMORY_TYPES)


async def test_a_condition_longer_than_an_index_takes_is_refused_or_kept(store: Store, scope: Scope):
    try:
        waiting = memory(scope, "content", valid_until_condition="c" * 9_000)
    except InvalidInput as error:
        assert "valid_until_condition" in str(error)
        return
    assert await lost(store, scope, [waiting]) == {}


@pytest.mark.slow_on("neo4j")
async def test_an_episode_comes_back_as_it_was_whatever_it_holds(store: Store, scope: Scope):
    turns = [episode(scope, text, name=text[:50], description=text[:50]) for text in [*AWKWARD.values(), LONG * 17]]
    await write(store, scope, episodes=tuple(turns))
    found = {e["uuid"]: e for e in await store.episodes.get(scope, [e.id for e in turns])}
    for before in turns:
        after = found[before.id]
        said = (before.content, before.name, before.description)
        assert (after["content"], after["name"], after["source_description"]) == said


async def test_the_reason_of_a_link_comes_back_as_it_was(store: Store, scope: Scope):
    a, *others = (memory(scope, f"m{i}") for i in range(len(AWKWARD) + 1))
    reasons = list(AWKWARD.values())
    edges = tuple(edge(EdgeType.PROVES, a, b, scope.group_id, reason=r) for b, r in zip(others, reasons, strict=True))
    await write(store, scope, [a, *others], edges=edges)
    assert {(link.target, link.reason) for link in await store.memories.links(scope, [a.id])} == {
        (b.id, r) for b, r in zip(others, reasons, strict=True)
    }


async def test_the_change_log_keeps_what_was_written(store: Store, scope: Scope):
    reason = " ".join(AWKWARD.values())
    memories = filled(scope)
    await write(store, scope, memories, reason=reason, run=AWKWARD["quotes"])
    [entry] = await store.changes.log(scope, START)
    assert (entry.reason, entry.run) == (reason, AWKWARD["quotes"])
    assert [m["id"] for m in entry.payload["memories"]] == [m.id for m in memories]
    assert entry.payload["memories"][0]["summary"] == memories[0].summary


NUL = "a\x00b"


@pytest.mark.parametrize("place", ["summary", "tag", "claim", "step", "episode", "reason", "edge reason"])
async def test_a_nul_byte_is_refused_or_kept_but_never_cuts_anything_off(store: Store, scope: Scope, place: str):
    """Every answer is whole: refused with one of our errors, or stored and read back unchanged."""
    try:
        given: dict[str, dict[str, Any]] = {
            "summary": {"summary": NUL},
            "tag": {"tags": [NUL]},
            "claim": {"claim": uses(NUL).model_dump()},
        }
        first = procedure(scope, "x", NUL) if place == "step" else memory(scope, "x", **given.get(place, {}))
        written = [first, memory(scope, "y")]
        said = episode(scope, NUL if place == "episode" else "said")
        reason = NUL if place == "reason" else "because"
        link = edge(
            EdgeType.PROVES, written[0], written[1], scope.group_id, reason=NUL if place == "edge reason" else None
        )
        await write(store, scope, written, episodes=(said,), reason=reason, edges=(link,))
    except ValueError:  # InvalidInput and pydantic's own
        assert await store.admin.numbers(scope.group_id) == {}
        return
    assert await store.memories.get(scope, [m.id for m in written]) == written
    assert (await store.episodes.get(scope, [said.id]))[0]["content"] == said.content
    assert (await store.changes.log(scope, said.at))[0].reason == reason
