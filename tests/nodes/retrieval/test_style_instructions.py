"""Memories that say how the assistant is to answer, and those that only speak of somebody who answers."""

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.glance import Glance
from memorist.nodes.retrieval.style_instructions import is_standing
from tests.evals.examples import memory


def told(content: str, subject: str | None = None) -> Glance:
    claim = Claim(subject=subject, predicate="prefers", object="it") if subject else None
    return Glance.of(memory(content, "semantic:policy", claim=claim))


@pytest.mark.parametrize(
    ("content", "subject"),
    [
        ("Please always answer in French", None),
        ("An assistant must always give answers in English", None),
        ("Always answer in German", "team"),
        ("Always answer in German", None),
        ("Never reply with emojis", None),
        ("User prefers short answers", "user"),
        ("User prefers short answers", None),
        ("From now on the user wants detailed answers, with bullet points", None),
        ("User always wants answers with sources", None),
        ("User wants the assistant to answer briefly, always", None),
        ("Team wants answers in English", None),
        ("You should always respond in one sentence", None),
        ("The agent should always answer in English", None),
        ("When explaining things, always answer with code", None),
        ("Answers must be short", "answers"),
        ("Give short answers, please", None),
        ("Never answer without a source", None),
    ],
)
def test_how_the_assistant_is_to_answer(content: str, subject: str | None) -> None:
    assert is_standing(told(content, subject))


@pytest.mark.parametrize(
    ("content", "subject"),
    [
        ("Ben never answers before noon", None),
        ("I answer my mail in the morning", None),
        ("Team uses Clerk", None),
        ("Support always replies within two hours", None),
        ("The API always responds with JSON", None),
        ("Team must always answer tickets within an hour", None),
        ("User never answers calls before noon", "user"),
        ("User's landlord never answers", None),
        ("Ben prefers short answers", "Ben"),
        ("Dana does not like long replies", None),
        ("The client wants detailed replies", None),
        ('About "ask me again": the user does not have to explain it every time, she only comes on Tuesdays', None),
        ("Told him he'd have an answer by Friday; the runners all want him", None),
    ],
)
def test_who_answers_is_another_matter(content: str, subject: str | None) -> None:
    assert not is_standing(told(content, subject))
