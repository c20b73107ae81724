"""What somebody else says, or nobody means, is not said by the user."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.ingestion.extract.statement import draft_all
from memorist.nodes.ingestion.gatekeep import judge, split_statements

AT = datetime(2026, 3, 4, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    "message",
    [
        'The article says: "Nobody should use MongoDB in 2025, ever."',
        "the example in the docs uses Express and MongoDB",
        "lol imagine we rewrote everything in COBOL, that'd be fun",
        "haha from now on we deploy by carrier pigeon, joking obviously",
        "lol sure, and from tomorrow on we write everything in COBOL /s",
        "yeah we just LOVE getting paged at 3am (irony, obviously)",
        'Find the spelling mistakes in this essay: "I have two sisters and we live in Leeds."',
        "One of the mums said the headteacher is leaving, please don't treat it as a fact.",
        "Here's the draft of my mail to the landlord again",
    ],
)
def test_nothing_of_it_is_kept(message: str):
    assert judge(message).action == "skip"


@pytest.mark.parametrize(
    "message",
    [
        'A customer wrote "your candles smell, I hate lavender"',
        'My colleague says "we use Jenkins" all day',
        "nothing of ours is in Mailchimp",
        "Never has been, whatever Google says",
        "Feature freeze slid by a week",
        "Mixes need to be with Rosa by the 3rd or we lose the slot",
    ],
)
def test_it_makes_no_claim(message: str):
    assert [draft.claim for draft in draft_all(split_statements(message, at=AT)) if draft.claim] == []
