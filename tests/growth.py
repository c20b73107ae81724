"""Growth of the time of a function with the length of its input.

Absolute times say more about the machine than about the code. A ratio does not, if the garbage collector is off (one
collection of a test run's heap costs more than what is measured) and the shortest of several short runs counts.
"""

import gc
from collections.abc import Callable
from time import process_time

FACTOR = 4
LINEAR_AT_MOST = 9.0
"""Linear time grows fourfold when the length does, quadratic time sixteenfold."""
_SHORTEST_WORTH_COMPARING = 0.02
"""Seconds: below this, constant parts and the clock decide."""
_LONG = 0.1
"""Seconds of which a disturbance is a small part: such a run is not repeated."""
_ATTEMPTS = 4


def _seconds(run: Callable[[int], object], length: int) -> float:
    began = process_time()
    run(length)
    return process_time() - began


def _ratio(run: Callable[[int], object], length: int) -> float:
    shorts: list[float] = []
    while len(shorts) < 3 and sum(shorts) < _LONG:
        shorts.append(_seconds(run, length))
    short = min(shorts)
    long = _seconds(run, FACTOR * length)  # what disturbs it makes the ratio larger, and another attempt follows
    return 0.0 if long < _SHORTEST_WORTH_COMPARING else long / max(short, 1e-6)


def assert_linear(run: Callable[[int], object], length: int) -> None:
    """`run(n)` must take about four times as long for `4 * length` as for `length`."""
    run(min(length, 100))
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        ratios: list[float] = []
        while len(ratios) < _ATTEMPTS:
            ratios.append(_ratio(run, length))
            if ratios[-1] < LINEAR_AT_MOST:
                return
            gc.collect()
    finally:
        if was_enabled:
            gc.enable()
    raise AssertionError(f"{FACTOR} times the length took {', '.join(f'{one:.1f}' for one in ratios)} times the time")
