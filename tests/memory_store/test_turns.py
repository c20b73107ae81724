"""Raw episodes: found by vector and by words, with what was said beside them, behind the same walls as memories."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.reading import Moment, TurnFound
from memorist.memory_store.store import Store
from tests.memory_store.builders import ended, episode, learn, memory, write
from tests.stores import START

pytestmark = pytest.mark.slow_on("neo4j")

SAID = (
    "We walked along the river all morning",
    "She painted a sunrise over the lake",
    "Which colours did she take?",
    "Mostly orange, the frame is oak",
    "The invoice for March is still open",
)
MINUTE = timedelta(minutes=1)


def turn(scope: Scope, text: str, place: int = 0, *, session: str | None = "s1", **fields: object) -> RawEpisode:
    """Something said in a session, a minute after the one before."""
    at = START + place * MINUTE
    return episode(scope.model_copy(update={"session_id": session}), text, at=at, **{"speaker": "Ada", **fields})


async def say(store: Store, scope: Scope, turns: list[RawEpisode]) -> list[RawEpisode]:
    """Record turns in one change set."""
    await write(store, scope, episodes=tuple(turns))
    return turns


async def look(store: Store, scope: Scope, question: str, words: list[str], **how: Any) -> dict[str, TurnFound]:
    """Return the finds, by content; ``at`` moves the present."""
    at = how.pop("at", START + 60 * MINUTE)
    [vector] = await store.embed([question])
    found = await store.search.turns(scope, vector, words, Moment.of(at), **how)
    return {f.content: f for f in found}


async def test_a_turn_is_found_with_what_was_said_before_and_after(store: Store, scope: Scope):
    said = await say(store, scope, [turn(scope, text, place) for place, text in enumerate(SAID)])
    found = await look(store, scope, "Who painted the sunrise?", ["painting", "sunrise"], k=1)
    assert {SAID[0], SAID[1], SAID[2]} <= set(found)
    assert found[SAID[1]].before == said[0].id
    assert (found[SAID[1]].speaker, found[SAID[1]].session, found[SAID[1]].at) == ("Ada", "s1", START + MINUTE)
    assert found[SAID[1]].cosine == max(f.cosine or 0 for f in found.values())


async def test_what_nobody_said_is_no_turn(store: Store, scope: Scope):
    seen = turn(scope, "She painted a lake, too", 1, description="observation")
    await say(store, scope, [turn(scope, SAID[1]), seen])
    assert set(await look(store, scope, "Who painted the lake?", ["painting", "lake"])) == {SAID[1]}


async def test_the_end_of_a_session_is_continued_by_the_next_change_set(store: Store, scope: Scope):
    [first] = await say(store, scope, [turn(scope, SAID[0])])
    [elsewhere] = await say(store, scope, [turn(scope, SAID[4], 1, session="s2")])
    [second] = await say(store, scope, [turn(scope, SAID[1], 2)])
    found = await look(store, scope, SAID[1], ["sunrise"])
    assert found[SAID[1]].before == first.id
    assert (found[SAID[0]].before, found[SAID[4]].before) == (None, None)
    assert {elsewhere.id, second.id} <= {f.id for f in found.values()}


async def test_words_find_what_the_vector_misses_in_another_form(store: Store, scope: Scope):
    await say(store, scope, [turn(scope, text, place, session=None) for place, text in enumerate(SAID)])
    unlike = tuple(-x for x in (await store.embed([SAID[4]]))[0])
    found = await store.search.turns(scope, unlike, ["invoices"], Moment.of(START + 60 * MINUTE), k=1)
    assert SAID[4] in {f.content for f in found}


@pytest.mark.parametrize("words", [[], ["nothinglikeit"]])
async def test_without_a_word_in_common_the_vector_finds(store: Store, scope: Scope, words: list[str]):
    await say(store, scope, [turn(scope, text, place) for place, text in enumerate(SAID)])
    assert SAID[1] in await look(store, scope, "Who painted the sunrise?", words, k=1)


async def test_what_was_not_said_yet_or_not_recorded_yet_is_not_found(store: Store, scope: Scope):
    await say(store, scope, [turn(scope, text, place) for place, text in enumerate(SAID)])
    found = await look(store, scope, "invoice", ["invoice"], at=START + MINUTE)
    assert set(found) == {SAID[0], SAID[1]}


async def test_an_agent_hears_what_is_shared_and_its_own(store: Store, scope: Scope):
    of_ann, of_bob = (scope.model_copy(update={"agent_id": name}) for name in ("ann", "bob"))
    await say(store, scope, [turn(scope, SAID[0])])
    await say(store, scope, [turn(of_ann, SAID[1], 1)])
    assert set(await look(store, of_ann, SAID[1], ["sunrise"])) == {SAID[0], SAID[1]}
    assert set(await look(store, of_bob, SAID[1], ["sunrise"])) == {SAID[0]}


async def test_a_group_never_hears_another(store: Store, scope: Scope):
    other = Scope(group_id=f"o{uuid4().hex[:8]}")
    await say(store, other, [turn(other, text, place) for place, text in enumerate(SAID)])
    await say(store, scope, [turn(scope, SAID[0])])
    assert set(await look(store, scope, SAID[1], ["sunrise", "invoice"])) == {SAID[0]}
    assert await look(store, Scope(group_id=f"n{uuid4().hex[:8]}"), SAID[1], ["sunrise"]) == {}


async def test_the_index_finds_what_comparing_everything_finds(store: Store, scope: Scope):
    await say(store, scope, [turn(scope, f"Order {n} went to city {n % 7}", n, session=f"s{n % 9}") for n in range(80)])
    await say(store, scope, [turn(scope, text, place) for place, text in enumerate(SAID)])
    found: list[set[str]] = []
    for limit in (10**6, 0):
        store.connection.settings = store.settings.model_copy(update={"exact_turn_limit": limit})
        found.append(set(await look(store, scope, "Who painted the sunrise?", ["sunrise"], k=3)))
    assert SAID[1] in found[0] & found[1]


async def test_a_turn_tells_which_memories_came_of_it_and_which_of_them_ended(store: Store, scope: Scope):
    kept, old = memory(scope, "The frame is oak"), memory(scope, "The team uses orange")
    await learn(store, scope, turn(scope, SAID[3]), [kept, old])
    await write(store, scope, updates=(ended(old, since=START + MINUTE),))
    found = await look(store, scope, SAID[3], ["oak"])
    assert (found[SAID[3]].told, found[SAID[3]].ended) == ((kept.id,), (old.id,))


async def test_a_large_group_is_searched_by_index_and_again_completely_when_little_is_left(store: Store, scope: Scope):
    await say(store, scope, [turn(scope, f"Order {n} went to city {n % 7}", n) for n in range(60)])
    store.connection.settings = store.settings.model_copy(update={"exact_turn_limit": 10})
    sent = store.database.statements_sent
    assert len(await look(store, scope, "order 3", ["order"], k=5)) >= 5
    if getattr(store.database, "filters_in_index", True):  # else other groups of the database may come between
        assert store.database.statements_sent - sent == 1
    sent = store.database.statements_sent
    early = await look(store, scope, "order 3", ["order"], k=5, at=START + 2 * MINUTE)
    assert len(early) == 3
    assert store.database.statements_sent - sent == 2


def test_the_unit_says_when_who_and_what():
    assert turn(Scope(group_id="g"), "Hello").text_to_embed() == "[2026-02-01] Ada: Hello"


async def attended(store: Store, scope: Scope, who: str, sessions: set[str], **at: Any) -> frozenset[str]:
    """Return the sessions in which somebody took part, an hour later unless ``at`` says when."""
    moment = Moment.of(START + 60 * MINUTE, **at)
    return await store.search.attended(scope.model_copy(update={"user_id": who}), sessions, moment)


async def test_who_spoke_or_was_answered_in_a_session_took_part_in_it(store: Store, scope: Scope):
    ana = scope.model_copy(update={"user_id": "ana"})
    said = [
        turn(ana, SAID[0], session="the"),  # a stop word of full text
        turn(scope, SAID[1], 1, session="it's {x}*|\\", speaker="ana"),
        turn(ana, "You went to the river", 2, session="answered", speaker="assistant"),
        turn(scope, SAID[2], 3, session="others", speaker="ben"),
        turn(ana, SAID[4], 4, session="seen", description="observation"),
        turn(ana.model_copy(update={"agent_id": "coder"}), SAID[4], 5, session="agent"),
    ]
    await say(store, scope, said)
    every = {one.scope.session_id or "" for one in said} | {"no such"}
    assert await attended(store, scope, "ana", every) == {"the", "it's {x}*|\\", "answered"}
    assert await attended(store, scope, "ana", {"the", "answered"}, as_of=START + MINUTE) == {"the"}
    assert await attended(store, scope, "ben", every) == {"others"}
    assert await attended(store, scope.model_copy(update={"agent_id": "coder"}), "ana", {"agent"}) == {"agent"}
    assert await attended(store, Scope(group_id=f"{scope.group_id}_b"), "ana", every) == frozenset()
