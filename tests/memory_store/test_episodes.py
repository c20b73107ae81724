"""Raw episodes carry the mark of their last reading, and are found by it and by the time they were said."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from memorist.memory_store.domain.episode import (
    MAX_UNREAD,
    MAX_UNREAD_CHARS,
    WITHHELD,
    EpisodeReading,
    RawEpisode,
)
from memorist.memory_store.domain.errors import DanglingReference, InvalidInput
from memorist.memory_store.domain.memory import ExtractedBy, Quote
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY, episode, learn, learned, memory, write
from tests.stores import START

MINUTE = timedelta(minutes=1)


def reading(of: RawEpisode, *unread: str, at: datetime = START, **fields: Any) -> EpisodeReading:
    """The mark of a reader that left these sentences unread."""
    return EpisodeReading(episode_id=of.id, reader="patterns", version="1", at=at, unread=unread, **fields)


async def say(store: Store, scope: Scope, *texts: str, **fields: Any) -> list[RawEpisode]:
    """Record turns, a minute apart."""
    said = [episode(scope, text, at=START + place * MINUTE) for place, text in enumerate(texts)]
    await write(store, scope, episodes=tuple(said), **fields)
    return said


@pytest.mark.slow_on("neo4j")
async def test_an_episode_is_unread_until_a_reading_says_that_all_of_it_was_read(store: Store, scope: Scope):
    first, second, third = await say(store, scope, "one", "two", "three")
    assert [e.episode.content for e in await store.episodes.unread(scope)] == ["one", "two", "three"]
    marks = (reading(first), reading(second, "two", model="qwen3:4b"))
    await write(store, scope, readings=marks)
    left = await store.episodes.unread(scope)
    assert [(e.episode, e.reading) for e in left] == [(second, marks[1]), (third, None)]
    later = reading(second, at=START + DAY)
    await write(store, scope, readings=(later,))
    assert [e.episode.id for e in await store.episodes.unread(scope)] == [third.id]
    assert [e.reading for e in await store.episodes.between(scope)] == [marks[0], later, None]
    past = await store.changes.rebuild(scope.group_id, store.clock.now())
    assert past.readings == {first.id: marks[0], second.id: later}
    assert await store.admin.check(scope.group_id) == []


async def test_pages_follow_the_said_time_within_bounds_and_sessions(store: Store, scope: Scope):
    said = await say(store, scope, *(f"turn {n}" for n in range(5)))
    at_once = [episode(scope.model_copy(update={"session_id": "s"}), f"all {n}", at=START + DAY) for n in range(3)]
    await write(store, scope, episodes=tuple(at_once))
    expected = [e.id for e in said] + sorted(e.id for e in at_once)
    for read in (store.episodes.unread, store.episodes.between):
        found: list[str] = []
        after = None
        while page := await read(scope, after=after, limit=2):
            found += [e.episode.id for e in page]
            after = page[-1].cursor
        assert found == expected
        some = await read(scope, since=START + MINUTE, until=START + 3 * MINUTE)
        assert [e.episode.content for e in some] == ["turn 1", "turn 2"]
        assert {e.episode.id for e in await read(scope, session="s")} == {e.id for e in at_once}
        with pytest.raises(InvalidInput, match="after"):
            await read(scope, after="yesterday")
    assert await store.episodes.unread(scope.model_copy(update={"group_id": "nobody"})) == []


async def test_an_agents_episodes_are_seen_by_that_agent_alone(store: Store, scope: Scope):
    own = scope.model_copy(update={"agent_id": "a"})
    await write(store, scope, episodes=(episode(own, "private"), episode(scope, "shared", at=START + MINUTE)))
    assert [e.episode.content for e in await store.episodes.unread(scope)] == ["shared"]
    assert [e.episode.content for e in await store.episodes.between(own)] == ["private", "shared"]


async def test_unread_sentences_are_kept_within_bounds_and_counted_beyond_them(store: Store, scope: Scope):
    [said] = await say(store, scope, "long")
    await write(store, scope, readings=(reading(said, *("x" * 900 for _ in range(80))),))
    [found] = await store.episodes.unread(scope)
    assert found.reading is not None
    assert found.reading.unread == ("x" * MAX_UNREAD_CHARS,) * MAX_UNREAD
    assert found.reading.unread_count == 80


async def test_an_episode_that_is_not_there_cannot_be_marked(store: Store, scope: Scope):
    await say(store, scope, "one")
    with pytest.raises(DanglingReference):
        await write(store, scope, readings=(reading(episode(scope)),))


async def test_live_memories_are_found_by_their_episodes_with_quotes_and_reading(store: Store, scope: Scope):
    said = episode(scope, "We use Clerk. We like it.")
    by = ExtractedBy(extractor="patterns", prompt_version="3", at=START)
    quotes = (Quote(episode_id=said.id, text="We use Clerk."),)
    kept = memory(scope, "The team uses Clerk", quotes=quotes, extracted_by=by)
    gone = memory(scope, "The team likes Clerk", status="retracted")
    await learn(store, scope, said, [kept, gone], readings=(reading(said),))
    other = episode(scope, "Nothing")
    await learn(store, scope, other, [])
    [found] = await store.episodes.memories_of(scope, [said.id, other.id])
    assert (found.id, found.quotes, found.extracted_by) == (kept.id, quotes, by)


@pytest.mark.slow_on("neo4j")
async def test_forgetting_erases_unread_sentences_and_quotes_with_the_words_they_are_of(store: Store, scope: Scope):
    said = episode(scope, "I live in Graz, and I use Clerk. Perhaps Graz again.")
    words = "I live in Graz, and I use Clerk."
    city = memory(scope, "User lives in Graz", quotes=(Quote(episode_id=said.id, text=words),))
    later = episode(scope, "Clerk it is", at=START + DAY)
    again = Quote(episode_id=later.id, text="Clerk it is")
    tool = memory(scope, "User uses Clerk", quotes=(Quote(episode_id=said.id, text=words), again))
    changes = learned(said, [city, tool])
    changes["episodes"] = (said, later)
    await write(store, scope, **changes, readings=(reading(said, "Perhaps Graz again."), reading(later)))
    result = await store.forgetting.forget(scope, ids=[city.id])
    assert result.erased
    assert [e.id for e in result.plan.emptied] == [said.id]
    [kept] = await store.memories.get(scope, [tool.id])
    assert kept.quotes == (again,)
    [emptied] = [e for e in await store.episodes.between(scope) if e.episode.id == said.id]
    assert emptied.episode.content == WITHHELD
    assert emptied.reading is not None
    assert (emptied.reading.unread, emptied.reading.unread_count) == ((), 0)
    assert await store.episodes.unread(scope) == []
    log = await store.changes.log(scope, START - DAY)
    assert not any("Graz" in str(entry.payload) for entry in log)
    rebuilt = (await store.changes.rebuild(scope.group_id, store.clock.now())).memories[tool.id]
    assert rebuilt.quotes == (again,)
    with pytest.raises(DanglingReference):  # a reading that was made before the words went
        await write(store, scope, readings=(reading(said, "Perhaps Graz again."),))
    assert await store.admin.check(scope.group_id) == []


async def test_check_finds_a_wrong_mark_and_repair_mends_it(store: Store, scope: Scope):
    first, second = await say(store, scope, "one", "two")
    await write(store, scope, readings=(reading(first),))
    broken = "MATCH (e:Episodic) WHERE e.group_id = $group SET e.is_unread = NOT e.is_unread, e.said = null"
    await store.database.write(scope.group_id, broken, {"group": scope.group_id})
    kinds = {(finding.kind, *finding.ids) for finding in await store.admin.check(scope.group_id)}
    assert kinds == {("wrong_reading_mark", first.id), ("wrong_reading_mark", second.id)}
    _, left = await store.admin.repair(scope.group_id)
    assert left == []
    assert [e.episode.id for e in await store.episodes.unread(scope)] == [second.id]
