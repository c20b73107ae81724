"""An answer is an episode and a fact of .95."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.dialogue import draft_dialogue
from memorist.nodes.ingestion.inputs import Dialogue

AT = datetime(2026, 2, 1, 16, 35, tzinfo=UTC)


def read(question: str, answer: str) -> list[Draft]:
    return draft_dialogue(Dialogue(question=question, answer=answer), AT)


def test_an_answer_teaches() -> None:
    episode, fact = read(
        "You switched from JWT to Clerk. What should I learn?", "JWT has token refresh issues in mobile/Expo"
    )
    assert episode.type == "episodic"
    assert episode.details["kind"] == "dialogue"
    assert episode.details["outcome"] == "knowledge_acquired"
    assert fact.confidence == 0.95
    assert fact.by_user
    assert fact.domain == "mobile-auth"
    assert fact.claim is not None
    assert (fact.claim.subject, fact.claim.predicate, fact.claim.object) == ("JWT", "has_issue", "token refresh issues")
    assert (fact.claim.qualifier, fact.claim.platforms) == ("mobile/Expo", ("mobile",))


@pytest.mark.parametrize(
    ("question", "answer", "content"),
    [
        (
            "Which library do we use for push notifications?",
            "expo-notifications",
            "Team uses expo-notifications for push notifications",
        ),
        ("What database do you use?", "Postgres", "Team uses PostgreSQL for database"),
        ("Should we always use pnpm?", "Yes, because of disk space", "Team always uses pnpm because of disk space"),
        ("Do you use Redux?", "No", "Team does not use Redux"),
        ("How should I style screens?", "we use NativeWind", "Team uses NativeWind"),
        (
            "What did you learn?",
            "Kafka loses messages when the disk is full",
            "Kafka loses messages when the disk is full",
        ),
    ],
)
def test_a_short_answer_is_completed(question: str, answer: str, content: str) -> None:
    _, fact, *_ = read(question, answer)
    assert fact.content == content
    assert fact.confidence == 0.95


@pytest.mark.parametrize("answer", ["Our team uses OneSignal for push notifications", "The team uses OneSignal"])
def test_an_answer_with_a_subject_of_its_own_is_no_short_one(answer: str) -> None:
    _, told = read("What are we using for push notifications?", answer)
    assert told.claim is not None
    assert (told.claim.subject, told.claim.predicate, told.claim.object) == ("team", "uses", "OneSignal")
    assert "Asked" not in told.content


def test_an_answer_that_says_nothing_is_an_episode_alone() -> None:
    (episode,) = read("What should I learn?", "thanks!")
    assert episode.details["outcome"] == "unknown"


def test_the_question_asserts_nothing() -> None:
    drafts = read("Should we use MongoDB instead of Postgres?", "we keep Postgres for now")
    assert not any(d.claim and d.claim.object == "MongoDB" for d in drafts)


def test_a_hypothetical_answer_stays_low() -> None:
    _, fact = read("Will you move to Kafka?", "maybe we would use Kafka if traffic grew")
    assert fact.confidence <= 0.5
    assert not fact.by_user
