"""The measurement of maintenance does what it says it times."""

from pathlib import Path

import pytest

from hypomnema.evals.speed.upkeep import DEPTH, EQUAL, EVERYTHING, FADING, SOME, Pass, exponents, upkeep


def _pass(path: str, stored: int, seconds: float) -> Pass:
    return Pass(path=path, stored=stored, touched=1, done={}, seconds=seconds, statements=1, touched_per_second=1.0)


def test_an_exponent_says_how_time_grows_with_the_group() -> None:
    tenth = [_pass(EVERYTHING, 100, 2.0), _pass(SOME, 100, 1.0), _pass(FADING, 100, 1.0)]
    whole = [_pass(EVERYTHING, 1_000, 20.0), _pass(EQUAL, 1_000, 1.0), _pass(SOME, 1_000, 10.0)]
    grown = exponents([*tenth, *whole, _pass(FADING, 1_000, 100.0)])
    assert grown == pytest.approx({EVERYTHING: 1.0, EQUAL: 0.0, SOME: 1.0, FADING: 2.0})
    assert exponents(tenth) == {}


async def test_the_passes_promote_fade_and_let_fall_what_they_are_timed_for(tmp_path: Path) -> None:
    measured = await upkeep(f"embedded:{tmp_path}/store", "run", 300, 2, lambda *_: None)
    by_path = {(one.path, one.stored): one for one in measured.passes}
    some, faded = by_path[SOME, 303], by_path[FADING, 303]
    assert some.done == {"episode_to_observation": 1}
    assert faded.done["faded"] > 290
    assert (measured.cascade.runs, DEPTH) == (2, 6)
    assert measured.cascade.statements is not None
    assert set(measured.exponents) == {EVERYTHING, FADING}
