"""What follows the verb ends where another sentence begins."""

import pytest

from memorist.nodes.ingestion.extract.phrases import parse_list, parse_object


@pytest.mark.parametrize(
    ("said", "things"),
    [
        ("redis anymore, moved everything over to memcached", ["Redis"]),
        ("drf tho, and everything runs on fly.io", ["drf"]),
        ("cilantro, tastes like soap, so no recipes with it", ["cilantro"]),
        ("heroku, it's metabase now", ["Heroku"]),
        ("postgres, redis and it works fine", ["PostgreSQL", "Redis"]),
        ("jest, playwright and detox for testing", ["Jest", "Playwright", "Detox"]),
        ("shared preferences", ["shared preferences"]),
    ],
)
def test_a_list_holds_things_and_no_sentences(said: str, things: list[str]) -> None:
    assert [thing.object for thing in parse_list(said)] == things


@pytest.mark.parametrize(
    ("said", "topic"),
    [
        ("Postgres for the billing service", "database billing"),
        ("GitHub for the auth service repo", "version_control auth repo"),
        ("Go for the search service", None),
        ("Stripe for payments", "payments"),
        ("Clerk for the auth service", "auth"),
        ("Redis for the job queue", "background_jobs"),
    ],
)
def test_where_a_thing_is_used_is_not_what_it_is_used_for(said: str, topic: str | None) -> None:
    assert parse_object(said).topic == topic
