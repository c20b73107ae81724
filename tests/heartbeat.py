"""Heartbeat of the event loop while something else is waited for."""

import asyncio
import gc
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

LONGEST = 0.9
"""Seconds: whoever waits on the loop itself holds it up for a second and more."""


@asynccontextmanager
async def beating() -> AsyncGenerator[list[float]]:
    """Gaps between beats that should come every 10 ms: a long one means that the event loop was held up.

    The garbage collector is off: one collection of a test run's heap can take as long as what is looked for.
    """
    gaps: list[float] = []

    async def beat() -> None:
        while True:
            begun = time.monotonic()
            await asyncio.sleep(0.01)
            gaps.append(time.monotonic() - begun)

    gc.disable()
    heart = asyncio.create_task(beat())
    try:
        yield gaps
    finally:
        heart.cancel()
        gc.enable()
