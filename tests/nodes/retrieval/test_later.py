"""A fact points to what a person said of the same thing later in the same prompt."""

from datetime import UTC, datetime

import pytest

from memorist.memory_store.embedders.words import word_vectors
from memorist.nodes.retrieval.features import Retrievable
from memorist.nodes.retrieval.later import with_later
from memorist.nodes.retrieval.passage_line import PassageLine
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


async def test_a_fact_points_to_what_ended_it() -> None:
    fact = _scored("The payment timeout is 8 seconds", "2026-03-01T09:00:00Z")
    said = _scored("The payment timeout is now 12 seconds.", "2026-03-09T14:00:00Z", passage=True)
    marked, _ = with_later([fact, said], await word_vectors())
    assert marked.line == f"{fact.line} (later: see 2026-03-09 14:00)"


async def test_a_passage_points_to_what_ended_a_part_of_it() -> None:
    said = _scored("I work at Siemens. I like the canteen there.", "2026-03-01T09:00:00Z", passage=True)
    later = _scored("I quit at Siemens.", "2026-03-09T14:00:00Z", passage=True)
    marked, _ = with_later([said, later], await word_vectors())
    assert str(marked.line) == f"{said.passage} (later: see 2026-03-09 14:00)"


@pytest.mark.parametrize(
    ("said", "points"),
    [
        ("agent: Sign-in of the app is on Clerk now instead of JWT. Why?\nben: The token refresh failed.", False),
        ("agent: Which sign-in?\nben: Sign-in of the app is on Clerk now instead of JWT.", True),
    ],
)
async def test_an_agent_s_question_changes_nothing_and_the_answer_does(said: str, points: bool) -> None:
    fact = _scored("Sign-in of the app is on JWT", "2026-03-01T09:00:00Z")
    marked, _ = with_later([fact, _scored(said, "2026-03-09T14:00:00Z", passage=True)], await word_vectors())
    assert ("later: see" in str(marked.line)) == points


async def test_what_is_pointed_to_tells_its_day() -> None:
    old = _scored("The payment timeout is 8 seconds", "2026-03-01T09:00:00Z")
    new = _scored("The payment timeout is now 12 seconds", "2026-03-09T14:00:00Z")
    said = _scored("The payment timeout is now 12 seconds.", "2026-03-09T14:00:00Z", passage=True)
    said = said._replace(told=(new.memory["id"],), out=f"said by memory {new.memory['id']}, which was learned from it")
    _, marked, _ = with_later([old, new, said], await word_vectors())
    assert marked.line == f"{new.line} (said 2026-03-09 14:00)"


async def test_a_rule_does_not_point_and_what_is_known_does() -> None:
    rule = _scored("No deploys on Fridays", "2026-03-01T09:00:00Z")
    lifted = _scored("Deploys on Fridays are fine again.", "2026-03-09T14:00:00Z", passage=True)
    binding, _ = with_later([rule._replace(section="constraints"), lifted], await word_vectors())
    assert binding.line == rule.line
    assert str(with_later([rule, lifted], await word_vectors())[0].line).endswith("(later: see 2026-03-09 14:00)")


async def test_only_the_speaker_changes_what_they_say_of_themselves() -> None:
    said = _scored("I work at Siemens.", "2026-03-01T09:00:00Z", passage=True, speaker="ann")
    later = _scored("I quit at Siemens.", "2026-03-09T14:00:00Z", passage=True)
    assert with_later([said, later], await word_vectors())[0].line == said.line


async def test_a_memory_is_not_changed_by_the_passage_it_was_learned_from() -> None:
    fact = _scored("The payment timeout is now 12 seconds", "2026-03-01T09:00:00Z")
    said = _scored("The payment timeout is now 12 seconds.", "2026-03-09T14:00:00Z", passage=True)
    learned = said._replace(told=(fact.memory["id"],))
    assert with_later([fact, learned], await word_vectors())[0].line == fact.line


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
async def test_nothing_else_changes_a_line(passage: Scored) -> None:
    fact = _scored("The payment timeout is 8 seconds", "2026-03-01T09:00:00Z")
    assert with_later([fact, passage], await word_vectors())[0].line == fact.line
