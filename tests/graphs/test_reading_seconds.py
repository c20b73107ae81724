"""The time that a call may take grows with the text: reading it must not look like a store that hangs."""

import pytest

from memorist.api.ingesting import _reading_seconds  # pyright: ignore[reportPrivateUsage]
from tests.stores import test_settings


@pytest.mark.parametrize(("length", "least", "most"), [(100, 0, 1), (1_200, 1, 3), (20_000, 30, 60), (200_000, 60, 60)])
def test_a_long_turn_has_time_to_be_read(length: int, least: float, most: float) -> None:
    turn = {"kind": "turn", "role": "user", "content": "x" * length}
    assert least <= _reading_seconds([turn], test_settings()) <= most
