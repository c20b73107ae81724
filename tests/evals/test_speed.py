"""The measurement of maintenance does what it says it times."""

from pathlib import Path

import pytest

from memorist.api.opening import open_memory
from memorist.evals.speed.crowd import BEGINNING
from memorist.evals.speed.measure import ingestion
from memorist.evals.speed.talk import talk
from memorist.evals.speed.upkeep import DEPTH, EQUAL, EVERYTHING, FADING, SOME, Pass, exponents, upkeep
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import MemoristError
from tests.evals.benches import refusal
from tests.stores import test_settings


def _pass(path: str, stored: int, seconds: float) -> Pass:
    return Pass(path=path, stored=stored, touched=1, done={}, seconds=seconds, statements=1, touched_per_second=1.0)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--memories", value) for value in ("many", "", "10,", "1e3", "0", "10,-5", "9" * 5_000)),
        ("--server", "4194305"),  # above every process id that Linux gives
        ("--server", "0"),
        ("--data", "nowhere"),
        ("--store", "nowhere"),
    ],
)
def test_a_value_that_load_cannot_use_is_refused_by_the_name_of_its_option(option: str, value: str) -> None:
    sizes = () if option == "--memories" else ("--memories", "10")
    code, said = refusal("load", *sizes, option, value)
    assert (code, option.strip("-") in said, "Traceback" in said) == (2, True, False)


def test_an_exponent_says_how_time_grows_with_the_group() -> None:
    tenth = [_pass(EVERYTHING, 100, 2.0), _pass(SOME, 100, 1.0), _pass(FADING, 100, 1.0)]
    whole = [_pass(EVERYTHING, 1_000, 20.0), _pass(EQUAL, 1_000, 1.0), _pass(SOME, 1_000, 10.0)]
    grown = exponents([*tenth, *whole, _pass(FADING, 1_000, 100.0)])
    assert grown == pytest.approx({EVERYTHING: 1.0, EQUAL: 0.0, SOME: 1.0, FADING: 2.0})
    assert exponents(tenth) == {}


async def test_a_conversation_goes_in_as_one_batch(tmp_path: Path) -> None:
    async with open_memory(f"embedded:{tmp_path}/store", group="g", user="u", settings=test_settings()) as memory:
        told = await talk(memory, turns=12)
    assert (told["turns"], told["by_users"] < 12, told["remembered"] > 0) == (12, True, True)
    assert told["turns_per_second"] == pytest.approx(12 / told["seconds"], rel=0.2)


async def test_turns_that_are_timed_are_read_and_written_however_many_went_before(tmp_path: Path) -> None:
    async with open_memory(f"embedded:{tmp_path}/store", group="g", settings=test_settings()) as memory:
        assert (await ingestion(memory, 2, first=1_000_000)).statements
    late = VirtualClock(BEGINNING)  # to which all turns are in the future, and refused
    async with open_memory(f"embedded:{tmp_path}/store", group="h", clock=late, settings=test_settings()) as memory:
        with pytest.raises(MemoristError, match="nothing was measured"):
            await ingestion(memory, 2)


async def test_the_passes_promote_fade_and_let_fall_what_they_are_timed_for(tmp_path: Path) -> None:
    measured = await upkeep(f"embedded:{tmp_path}/store", "run", 300, 2, lambda *_: None)
    by_path = {(one.path, one.stored): one for one in measured.passes}
    some, faded = by_path[SOME, 303], by_path[FADING, 303]
    assert some.done == {"episode_to_observation": 1}
    assert faded.done["faded"] > 290
    assert (measured.cascade.runs, DEPTH) == (2, 6)
    assert measured.cascade.statements is not None
    assert set(measured.exponents) == {EVERYTHING, FADING}
