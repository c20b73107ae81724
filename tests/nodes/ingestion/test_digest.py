"""News behind an announcement."""

import pytest

from memorist.nodes.ingestion.digest import pieces_of_news
from memorist.nodes.ingestion.sentences import segments_of


def test_each_piece_of_news_stands_alone() -> None:
    said = "What changed: staging moved to Hetzner, the nightly job runs at 4, and Aisha takes over the app."
    assert pieces_of_news(said) == (
        "staging moved to Hetzner",
        "the nightly job runs at 4",
        "Aisha takes over the app.",
    )
    assert pieces_of_news("retro: 1) we keep estimating 2) Jonas wants fewer meetings") == (
        "we keep estimating",
        "Jonas wants fewer meetings",
    )


@pytest.mark.parametrize(
    "text",
    ["update: the demo is on Friday", "we use Jest, Playwright and Detox", "notes: bring cake, balloons and candles",
     "to deploy: 1. build the image 2. push it", "the news is that we moved, and Aisha left"],
)  # fmt: skip
def test_a_list_of_things_or_steps_is_no_digest(text: str) -> None:
    assert pieces_of_news(text) == ()


def test_numbered_news_is_no_procedure() -> None:
    assert [s.kind for s in segments_of("retro: 1) we keep estimating 2) Jonas wants fewer meetings")] == ["clause"] * 2
