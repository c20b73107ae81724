"""A fact points to what a person said of the same thing later in the same prompt."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.retrieval.features import Retrievable
from memorist.nodes.retrieval.later import with_later
from memorist.nodes.retrieval.lines import PassageLine
from memorist.nodes.retrieval.scoring import Scored, score
from memorist.nodes.retrieval.state import Found, RememberedFields

NOW = datetime(2026, 3, 20, tzinfo=UTC)


def _scored(content: str, at: str, *, passage: bool = False, speaker: str = "ben", out: str | None = None) -> Scored:
    memory: RememberedFields = {
        "id": f"{content}@{at}",
        "type": "episodic" if passage else "semantic:fact",
        "content": content,
        "entities": [],
        "claim": None,
        "status": "confirmed",
        "confidence": 0.9,
        "valid_from": at,
    }
    text = Retrievable(content, datetime.fromisoformat(at), speaker=speaker) if passage else None
    line = PassageLine(at, speaker, content) if passage else None
    found = Found(memory, content, "raw_episodes" if passage else "semantic", 0.5, text=text, passage=line, out=out)
    return score(found, NOW, similarity=0.5, relevance=0.5)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("The payment timeout is 8 seconds", "The payment timeout is now 12 seconds."),
        ("The launch is on 18 January", "Good news. The launch moved to 2 February."),
        ("User works at Siemens", "I quit at Siemens."),
    ],
)
def test_a_fact_points_to_what_was_said_of_it_later(fact: str, said: str) -> None:
    marked, _ = with_later([_scored(fact, "2026-03-01T09:00:00Z"), _scored(said, "2026-03-09T14:00:00Z", passage=True)])
    assert marked.line == f"{fact} (later: see 2026-03-09 14:00)"


@pytest.mark.parametrize(
    "passage",
    [
        _scored("The payment timeout was 5 seconds.", "2026-02-09T14:00:00Z", passage=True),
        _scored("What is the payment timeout?", "2026-03-09T14:00:00Z", passage=True),
        _scored("The payment timeout is 8 seconds.", "2026-03-09T14:00:00Z", passage=True, speaker="assistant"),
        _scored("The payment timeout is now 12 seconds.", "2026-03-09T14:00:00Z", passage=True, out="no room"),
        _scored("Lunch was late.", "2026-03-09T14:00:00Z", passage=True),
    ],
    ids=["earlier", "a question", "an assistant's", "not in the prompt", "of something else"],
)
def test_nothing_else_changes_a_line(passage: Scored) -> None:
    fact = _scored("The payment timeout is 8 seconds", "2026-03-01T09:00:00Z")
    assert with_later([fact, passage])[0].line == fact.line
