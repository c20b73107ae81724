"""Round trips: every type, every field, any text comes back."""

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


async def came_back(store: Store, scope: Scope, memories: list[Memory]) -> dict[str, Memory]:
    await write(store, scope, memories)
    return {m.id: m for m in await store.memories.get(scope, [m.id for m in memories])}


def differences(before: Memory, after: Memory | None) -> dict[str, object]:
    if after is None:
        return {"id": "is not there"}
    was, is_ = before.model_dump(), after.model_dump()
    return {key: (was[key], is_.get(key)) for key in was if not same(was[key], is_.get(key))}


def same(before: object, after: object) -> bool:
    """FalkorDB answers with fifteen digits of a number: the last bit of a confidence may be another."""
    return before == after or (isinstance(before, float) and after == pytest.approx(before, rel=1e-14))


async def test_every_type_comes_back_with_every_field(store: Store, scope: Scope):
    memories = filled(scope)
    assert {m.type for m in memories} == set(MEMORY_TYPES)
    reader = memories[0].scope
    found = await came_back(store, reader, memories)
    assert {m.type: d for m in memories if (d := differences(m, found.get(m.id)))} == {}


async def test_every_type_comes_back_when_only_the_required_fields_are_set(store: Store, scope: Scope):
    memories = bare(scope)
    found = await came_back(store, scope, memories)
    assert {m.type: d for m in memories if (d := differences(m, found.get(m.id)))} == {}
    assert {type(m) for m in found.values()} == {type(m) for m in memories}


async def test_any_text_comes_back_as_it_was(store: Store, scope: Scope):
    memories = [memory(scope, text) for text in AWKWARD.values()]
    memories += [procedure(scope, text, text, text) for text in AWKWARD.values() if len(text) < 100]
    memories += [memory(scope, f"rule {t}", "semantic:hard_rule", reason=t, alternatives=[t]) for t in AWKWARD.values()]
    found = await came_back(store, scope, memories)
    assert {m.content: d for m in memories if (d := differences(m, found.get(m.id)))} == {}


@pytest.mark.parametrize("length", [8_000, 20_000, 60_000, MAX_CONTENT_CHARS])
async def test_a_long_text_comes_back_whole(store: Store, scope: Scope, length: int):
    long = memory(scope, (LONG + LONG)[:length].replace(" ", "_"), summary=LONG[:length], claim=uses("Clerk"))
    found = await came_back(store, scope, [long])
    assert differences(long, found.get(long.id)) == {}


async def test_a_text_of_four_byte_characters_comes_back_whole(store: Store, scope: Scope):
    long = memory(scope, "🧠" * MAX_CONTENT_CHARS)
    found = await came_back(store, scope, [long])
    assert differences(long, found.get(long.id)) == {}


async def test_a_long_claim_comes_back_whole(store: Store, scope: Scope):
    claim = uses("o" * 4_096).model_copy(update={"subject": "s" * 512, "qualifier": "q" * 512, "topic": "t" * 128})
    long = memory(scope, "content", claim=claim, valid_until_condition="c" * 1_000)
    found = await came_back(store, scope, [long])
    assert differences(long, found.get(long.id)) == {}


async def test_a_condition_longer_than_an_index_takes_is_refused_or_kept(store: Store, scope: Scope):
    try:
        long = memory(scope, "content", valid_until_condition="c" * 9_000)
    except InvalidInput as error:
        assert "valid_until_condition" in str(error)
        return
    found = await came_back(store, scope, [long])
    assert differences(long, found.get(long.id)) == {}


@pytest.mark.slow_on("neo4j")
async def test_an_episode_comes_back_as_it_was_whatever_it_holds(store: Store, scope: Scope):
    said = [episode(scope, text, name=text[:50], description=text[:50]) for text in [*AWKWARD.values(), LONG * 17]]
    await write(store, scope, episodes=tuple(said))
    found = {e["uuid"]: e for e in await store.episodes.get(scope, [e.id for e in said])}
    for before in said:
        after = found[before.id]
        assert (after["content"], after["name"], after["source_description"]) == (
            before.content,
            before.name,
            before.description,
        )


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
        match place:
            case "summary":
                written = [memory(scope, "x", summary=NUL)]
            case "tag":
                written = [memory(scope, "x", tags=[NUL])]
            case "claim":
                written = [memory(scope, "x", claim=uses(NUL).model_dump())]
            case "step":
                written = [procedure(scope, "x", NUL)]
            case _:
                written = [memory(scope, "x"), memory(scope, "y")]
        said = episode(scope, NUL if place == "episode" else "said")
        reason = NUL if place == "reason" else "because"
        link = edge(
            EdgeType.PROVES, written[0], written[-1], scope.group_id, reason=NUL if place == "edge reason" else None
        )
        edges = (link,) if len(written) > 1 else ()
        await write(store, scope, written, episodes=(said,), reason=reason, edges=edges)
    except ValueError:  # InvalidInput and pydantic's own
        assert await store.admin.numbers(scope.group_id) == {}
        return
    assert await store.memories.get(scope, [m.id for m in written]) == written
    assert (await store.episodes.get(scope, [said.id]))[0]["content"] == said.content
    assert (await store.changes.log(scope, said.at))[0].reason == reason
