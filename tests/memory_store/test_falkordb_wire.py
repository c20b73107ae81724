"""Answers of FalkorDB on the wire, read without its client's reader."""

from typing import Any

import pytest
import redis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memorist.memory_store.backends.falkordb_wire import rows_of
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
PLAIN = (
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(-1e9, 1e9).map(lambda x: round(x, 6)) | TEXT
)
NAMES = st.text("abcdefgh_", min_size=1)
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4))


@pytest.mark.parametrize("store_url", ["embedded"], indirect=True)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(value=VALUES)
async def test_what_is_sent_comes_back(store: Store, scope: Scope, value: Any):
    await store.database.write(scope.group_id, "RETURN 1 AS one", {})
    [row] = await store.database.read(scope.group_id, "RETURN $value AS value, vecf32([1, 0.5]) AS v", {"value": value})
    assert row == {"value": value, "v": [1.0, 0.5]}


@pytest.mark.parametrize("store_url", ["embedded"], indirect=True)
async def test_lists_of_numbers_are_read_back_as_they_were_sent(store: Store, scope: Scope):
    await store.database.write(scope.group_id, "RETURN 1 AS one", {})
    numbers = [0.1234567, -1e-7, 1.0, 0.0, 2.5e300, -3.5e16]
    [row] = await store.database.read(scope.group_id, "RETURN $all AS all", {"all": numbers})
    assert row == {"all": numbers}


def test_an_error_after_the_first_rows_is_an_error():
    answer = [[[1, "n"]], [[[3, 1]]], redis.ResponseError("division by zero")]
    with pytest.raises(redis.ResponseError, match="division by zero"):
        rows_of(answer)


def test_a_statement_that_returns_nothing_has_no_rows():
    assert rows_of([["Nodes created: 1"]]) == []


def test_a_value_that_no_statement_asks_for_is_not_taken_for_another():
    with pytest.raises(TypeError, match="kind 8"):
        rows_of([[[1, "n"]], [[[8, [0, [], []]]]], ["Query internal execution time: 1"]])
