"""An answer is an episode and a fact of .95."""

import pytest

from memorist.nodes.draft import Draft
from memorist.nodes.kinds.inputs import parse_input
from memorist.nodes.kinds.kind import kind_of
from memorist.nodes.reading.reader import Proposal
from tests.nodes.kinds.reading import drafts_of, proposal

SWITCHED = "You switched from JWT to Clerk. What should I learn?"


def read(question: str, answer: str, *proposals: Proposal) -> list[Draft]:
    return drafts_of({"kind": "dialogue", "question": question, "answer": answer}, *proposals)


def test_an_answer_teaches() -> None:
    said = proposal("JWT has token refresh issues in mobile/Expo", passage="answer", confidence=0.8)
    episode, fact = read(SWITCHED, said.quote, said)
    assert episode.type == "episodic"
    assert (episode.details["kind"], episode.details["outcome"]) == ("dialogue", "knowledge_acquired")
    assert episode.content == f'Asked "{SWITCHED}" and learned: {said.quote}'
    assert episode.details["lessons"] == (said.quote,)
    assert (fact.confidence, fact.by_user, fact.domain) == (0.95, True, "mobile-auth")


def test_the_reader_is_told_what_was_asked() -> None:
    dialogue = parse_input({"kind": "dialogue", "question": "Which database?", "answer": "Postgres"})
    (passage,) = kind_of(dialogue).passages(dialogue)
    assert (passage.text, passage.question) == ("Postgres", "Which database?")


@pytest.mark.parametrize(
    ("question", "answer", "content"),
    [
        ("What did you learn?", "Kafka drops messages on full disks.", "Kafka drops messages on full disks"),
        ("Do you use Redux?", "No", 'Asked "Do you use Redux?": No'),
        ("Which database do we use?", "Postgres", 'Asked "Which database do we use?": Postgres'),
    ],
)
def test_an_answer_that_no_reader_reads_is_kept_as_said(question: str, answer: str, content: str) -> None:
    _, fact = read(question, answer)
    assert (fact.content, fact.confidence, fact.quote) == (content, 0.95, answer)
    assert fact.extracted_by is not None, "a better reading may take its place"


@pytest.mark.parametrize("answer", ["thanks!", "I don't know", "ok, thank you", "Why do you ask?"])
def test_an_answer_that_says_nothing_is_an_episode_alone(answer: str) -> None:
    (episode,) = read("What should I learn?", answer)
    assert (episode.details["outcome"], episode.details["lessons"]) == ("unknown", ())


def test_a_hypothetical_answer_stays_low_and_is_no_lesson() -> None:
    maybe = proposal("maybe we would use Kafka", passage="answer", hypothetical=True)
    episode, fact = read("Will you move to Kafka?", maybe.quote, maybe)
    assert (fact.confidence, fact.by_user) == (0.5, False)
    assert episode.details["outcome"] == "unknown"
