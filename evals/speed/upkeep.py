"""Cost of maintenance: the ladder, fading and a cascade, in a group and in one of a tenth of its size."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from math import log10

from memorist.api.memory import AsyncMemory
from memorist.api.opening import open_memory
from memorist.evals.speed.crowd import BEGINNING
from memorist.evals.speed.experiences import chain, experiences
from memorist.evals.speed.measure import Timing, fill, timed
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.promotion.cascade import cascaded
from memorist.nodes.promotion.state import PromotionReport

TENTH = 10
CHANGED = 100
"""One in so many memories is new in the second pass."""
WARMING = 50
DEPTH = 6
"""So many steps stand one on the other in a cascade: as many as the ladder has rungs."""
EVERYTHING, SOME, FADING = "promotion, everything new", "promotion, 1 % new", "decay, everything long unused"
EQUAL = "promotion, as many new as 1 % of a tenth"
LONG_UNUSED = timedelta(days=40)
"""By then a memory that nobody used has faded one step, whatever it is."""


class Pass(Part):
    """One maintenance pass.

    Args:
        path: what there was to do.
        stored: memories in the group.
        touched: memories that the pass had to look at.
        done: what it did, by name.
        seconds: from beginning to end.
        statements: sent to the database.
        touched_per_second: ``touched`` in ``seconds``.
    """

    path: str
    stored: int
    touched: int
    done: dict[str, int]
    seconds: float
    statements: int
    touched_per_second: float


class Upkeep(Part):
    """Measurements of maintenance.

    Args:
        exponents: of the time over the number of memories in the group, from a tenth of it to all of it: 1 is in
            proportion, 0 is whatever the size. Empty when the group is too small for a tenth of it.
        passes: those of the tenth first.
        cascade: one event with :data:`DEPTH` memories that stand one on the other above it.
    """

    exponents: dict[str, float]
    passes: tuple[Pass, ...]
    cascade: Timing


async def upkeep(url: str, run: str, memories: int, runs: int, tell: Callable[[str, int, int], None]) -> Upkeep:
    """Fill two groups, maintain both, and let chains of evidence fall in the larger one."""
    clock = VirtualClock(BEGINNING)
    few = memories // TENTH // CHANGED
    async with open_memory(url, group=f"{run}_upkeep", clock=clock) as whole:
        store = whole.store
        first, tenth = (AsyncMemory(store, Scope(group_id=f"{run}_upkeep_{name}")) for name in ("first", "tenth"))
        # The first is not counted: it loads what every later pass finds loaded.
        await _passes(first, WARMING, {SOME: 1}, clock, tell)
        passes = await _passes(tenth, max(1, memories // TENTH), {SOME: few}, clock, tell)
        passes += await _passes(whole, memories, {EQUAL: few, SOME: memories // CHANGED}, clock, tell)
        tell("cascade", 0, 1)
        fallen = await _cascade(store, whole.scope, runs, clock.now())
    return Upkeep(exponents=exponents(passes), passes=tuple(passes), cascade=fallen)


async def _passes(
    memory: AsyncMemory, size: int, added: Mapping[str, int], clock: VirtualClock, tell: Callable[[str, int, int], None]
) -> list[Pass]:
    """Over everything; after each of ``added`` came (path: how many); and when all of it has long been unused."""
    clock.move_to(BEGINNING)
    await fill(memory.store, memory.scope, size, lambda filled, of=size: tell("filling for maintenance", filled, of))
    clock.move_to(BEGINNING + timedelta(minutes=size, days=1))
    tell("maintenance", 0, 1)
    passes = [await _pass(EVERYTHING, memory, size, size, memory.promote)]
    for path, new in added.items():
        if not new:
            continue
        for changes in experiences(memory.scope, new, clock.now(), memory.store.ontology, path):
            await memory.store.changes.apply(changes)
        clock.move_to(clock.now() + timedelta(days=1))
        size += new
        passes.append(await _pass(path, memory, size, new, memory.promote))
    await memory.maintain()  # notes on which day each is to be looked at next
    clock.move_to(clock.now() + LONG_UNUSED)
    return [*passes, await _pass(FADING, memory, size, size, memory.maintain)]


async def _pass(
    path: str, memory: AsyncMemory, stored: int, touched: int, run: Callable[[], Awaitable[PromotionReport]]
) -> Pass:
    database = memory.store.database
    sent, began = database.statements_sent, time.perf_counter()
    report = await run()
    seconds = time.perf_counter() - began
    return Pass(
        path=path,
        stored=stored,
        touched=touched,
        done={what: number for what, number in report.counts.items() if what != "considered"},
        seconds=round(seconds, 3),
        statements=database.statements_sent - sent,
        touched_per_second=round(touched / seconds, 1),
    )


async def _cascade(store: Store, scope: Scope, runs: int, at: datetime) -> Timing:
    """The lowest of a chain turns out to be wrong: what stands on it falls, step by step."""
    lowest: list[str] = []
    for number in range(runs + 1):
        id_, added, retracted = chain(scope, DEPTH, at, store.ontology, f"chain {number}")
        await store.changes.apply(added)
        await store.changes.apply(retracted)
        lowest.append(id_)

    async def fall(number: int) -> None:
        weighed = await cascaded(store, scope.group_id, [lowest[number]], at, key=lowest[number])
        assert len(weighed.done) == DEPTH

    return await timed(f"cascade, {DEPTH} steps", store, runs, fall)


def exponents(passes: Sequence[Pass]) -> dict[str, float]:
    """Return the growth exponent of each kind of pass, from the measurements at two sizes."""
    found: dict[str, float] = {}
    first: dict[str, Pass] = {}
    for one in passes:
        smaller = first.setdefault(SOME if one.path == EQUAL else one.path, one)
        if smaller.stored < one.stored:
            found[one.path] = round(log10(one.seconds / smaller.seconds) / log10(one.stored / smaller.stored), 2)
    return found
