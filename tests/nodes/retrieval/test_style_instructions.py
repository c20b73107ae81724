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


@pytest.mark.parametrize(
    "content",
    [
        "I don't want bullets any more, they make my head hurt. Write me normal sentences, short ones.",
        "Keep your answers under five sentences",
        "Answer me in English again please",
        "No bullet points please, I read on my phone",
        "Stop using emojis when you write to me",
        "Write to me in German from now on",
        "Keep it short when you reply",
        "Please use plain words with me",
        "Give me the conclusion first",
        "I prefer tables over long paragraphs",
        "Use metric units when you tell me distances",
        "Skip the disclaimers",
        "Write in short sentences",
        "Without emojis please",
        "I can't stand filler words",
        "Give me the result first, then the reasons",
        "Explain it to me in simple language",
        "Cut the jargon",
        "I prefer full sentences to bullets",
        "Never use emojis",
    ],
)
def test_a_wish_about_the_form_of_answers_stands(content: str) -> None:
    assert is_standing(told(content, None))


@pytest.mark.parametrize(
    "content",
    [
        "The API responds in 200 ms",
        "Support replies within an hour",
        "Write the report in German",
        "The report must be short",
        "Bullets in the report are fine",
        "Jonas writes short sentences",
        "Keep the door closed",
        "We keep answers to customers in the CRM",
        "The client wants a summary in German",
        "Our style guide forbids bullets in slides",
        "Give Lena the keys first",
        "No emojis in the newsletter",
        "We don't want bullets on the slides",
        "Mira hates small talk at parties",
        "The kids like simple words in their books",
        "Skip the second paragraph of the letter",
        "Use whole sentences in commit messages",
        "Keep the answer key in the drawer",
        "Reply to Lena by Friday",
        "Answer the phone at nine",
        "Give me the number of the plumber",
        "Tell me when Lena comes",
        "Show me the way to the station",
        "He never writes full sentences",
        "Keep the receipts for the tax office",
    ],
)
def test_a_wish_about_another_text_or_thing_does_not(content: str) -> None:
    assert not is_standing(told(content, None))
