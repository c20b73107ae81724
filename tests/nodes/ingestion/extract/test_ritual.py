"""What a morning plans and an evening tells."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from memorist.memory_store.domain.errors import InvalidInput
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.ritual import draft_ritual, end_of_day, goals_in, zone_of
from memorist.nodes.ingestion.work_inputs import Ritual

AT = datetime(2026, 2, 2, 8, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "goals"),
    [
        (
            "Today I'll finish the profile screen, then review Jonas' PR",
            ("finish the profile screen", "review Jonas' PR"),
        ),
        ("Plan: fix the login bug", ("fix the login bug",)),
        ("Client meeting at 3 pm", ("Client meeting at 3 pm",)),
        ("My priority today is the login bug", ("the login bug",)),
        ("I want to write the docs and call the client", ("write the docs", "call the client")),
        ("I need to buy bread and butter", ("buy bread and butter",)),
    ],
)
def test_goals_are_cut_out_of_a_plan(said: str, goals: tuple[str, ...]) -> None:
    assert goals_in(said) == goals


def test_a_greeting_plans_nothing() -> None:
    ritual = Ritual.model_validate({"ritual": "morning", "turns": [{"role": "user", "content": "Good morning!"}]})
    (episode,) = draft_ritual(ritual, AT, Context(), UTC)
    assert "good morning" not in episode.content.lower()


def test_what_the_assistant_says_is_no_plan() -> None:
    turns = [
        {"role": "assistant", "content": "Today you should rewrite it in Rust"},
        {"role": "user", "content": "thanks"},
    ]
    drafts = draft_ritual(Ritual.model_validate({"ritual": "morning", "turns": turns}), AT, Context(), UTC)
    assert [draft.type for draft in drafts] == ["episodic"]


def test_a_day_ends_where_the_person_is() -> None:
    assert end_of_day(AT, UTC) == datetime(2026, 2, 3, tzinfo=UTC)
    west = timezone(timedelta(hours=-8))
    assert end_of_day(datetime(2026, 2, 2, 16, 30, tzinfo=UTC), west) == datetime(2026, 2, 3, 8, tzinfo=UTC)
    assert zone_of("2026-02-02T08:30:00-08:00", "UTC").utcoffset(None) == timedelta(hours=-8)
    assert str(zone_of("2026-02-02T08:30:00Z", "Europe/Berlin")) == "Europe/Berlin"
    with pytest.raises(InvalidInput, match="Mars/Base"):
        zone_of(None, "Mars/Base")
