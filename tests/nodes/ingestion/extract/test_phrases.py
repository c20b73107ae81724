"""What follows the verb ends where another sentence begins."""

import pytest

from hypomnema.nodes.ingestion.extract.phrases import parse_list


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
