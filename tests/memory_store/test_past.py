"""The past, rebuilt from entries of the change log."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memorist.memory_store.past import Past

NOON = datetime(2026, 2, 1, 12, tzinfo=UTC)


def relationship() -> dict[str, Any]:
    return {
        "id": "r",
        "type": "model:relationship",
        "content": "How dev_1 and mira work together",
        "scope": {"group_id": "g", "agent_id": "dev_1", "user_id": "mira"},
        "source": "observation",
        "created_at": NOON.isoformat(),
        "valid_from": NOON.isoformat(),
    }


@pytest.mark.parametrize(
    ("counter", "when"),
    [("access_count", "last_accessed"), ("interaction_count", None)],
)
def test_counters_count_whether_or_not_they_say_when(counter: str, when: str | None) -> None:
    past = Past(NOON)
    past.take_in(1, {"memories": [relationship()]})
    for sequence in (2, 3):
        past.take_in(sequence, {"counts": [{"memory_id": "r", "field": counter, "at": NOON.isoformat()}]})
    rebuilt = past.memories["r"]
    assert getattr(rebuilt, counter) == 2
    if when:
        assert getattr(rebuilt, when) == NOON
