"""How somebody wants to be answered: what is such a wish, and what only speaks of languages, units and lists."""

from datetime import UTC, datetime

import pytest

from memorist.evals.extraction.reading import read_turn
from memorist.nodes.ingestion.answering.reading import answer_wish, split_at_wish, wish_for_now


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("pls reply in german", "wants answers in German"),
        ("don't apologise", "does not want the assistant to apologise"),
        ("stop repeating my question", "does not want the assistant to repeat the user's question"),
        ("stop asking me if i want more", "does not want the assistant to ask the user if the user wants more"),
        ("never suggest windows tools to me", "does not want the assistant to suggest windows tools to the user"),
        ("if you're unsure say so", "wants the assistant to say so if it is unsure"),
        ("tell me when you guess", "wants the assistant to tell the user when it guesses"),
        ("please explain the why before the how", "wants the assistant to explain the why before the how"),
        ("show me diffs instead of whole files", "wants the assistant to show the user diffs instead of whole files"),
        (
            "always just the lines that change / a diff, never the whole file",
            "wants the lines that change / a diff, never the whole file",
        ),
        ("always in English please", "wants answers in English"),
        ("english always, even if i mix", "wants answers in English"),
        ("please always answer me short, maximum five lines", "wants short answers"),
        ("assume i know git", "wants the assistant to assume the user knows git"),
        ("cite your sources", "wants the assistant to cite its sources"),
        ("code first, prose after", "wants code first, prose after in answers"),
        ("use they/them for me", "wants they/them as pronouns"),
        ("metric units only for recipes pls", "wants amounts in metric units"),
        ("so back to english with you 😅", "wants answers in English"),
        ("Please always answer in French", "wants answers in French"),
        ("your answers should be in dutch please", "wants answers in Dutch"),
        ("Never answer in German", "does not want answers in German"),
        ("You can answer in English again", "wants answers in English"),
        ("English is fine again", "wants answers in English"),
        ("No more German please", "does not want answers in German"),
        ("Call me Mira.", "wants to be called Mira"),
        ("call me ferdi", "wants to be called Ferdi"),
        ("and call me Kat, nobody says Katharina", "wants to be called Kat"),
        ("call me Mr. Abernathy, please", "wants to be called Mr. Abernathy"),
        ("give me grams", "wants amounts in grams"),
        ("Recipes in cups for me, please", "wants amounts in cups"),
        ("Oven temperatures in Fahrenheit", "wants temperatures in Fahrenheit"),
        ("write your answers as plain paragraphs please", "wants answers as plain paragraphs"),
        ("so bullets, by default", "wants answers as bullets"),
        ("keep your answers short from now on", "wants short answers"),
        ("I want detailed explanations", "wants detailed answers"),
        ("short answers please", "wants short answers"),
        ("Answer in one or two sentences please", "wants answers of one or two sentences"),
        ("never more than three sentences", "wants answers of at most three sentences"),
        ("be brief from now on", "wants brief answers"),
        ("Always keep it short", "wants short answers"),
        ("No emojis please", "wants no emojis in answers"),
        ("please stop using emojis", "wants no emojis in answers"),
        ("i can't stand emojis in your answers", "wants no emojis in answers"),
        ("Emojis are okay from now on", "is fine with emojis in answers"),
        ("you can use emojis again", "is fine with emojis in answers"),
        ("Stop using bullet points", "wants no bullet points in answers"),
        ("please don't use tables", "wants no tables in answers"),
        ("Write dates as YYYY-MM-DD", "wants dates as YYYY-MM-DD"),
        ("dates in European format please", "wants dates as European format"),
        ("give me times in 24h format", "wants times in 24-hour format"),
        ("24h clock please, no am/pm", "wants times in 24-hour format"),
        ("Write dates as 2025-03-09, not 3/9/25.", "wants dates as 2025-03-09"),
        ("bullet points over paragraphs, always", "wants answers as bullet points"),
        ("Keep it to three sentences at most unless I ask for more", "wants answers of three sentences"),
        ("prices in euros please", "wants prices in euros"),
        ("Don't call me Mira any more", "does not want to be called Mira"),
        ("I go by Belle", "wants to be called Belle"),
        ("stop being so formal", "does not want answers to be formal"),
        ("Always be direct with me", "wants answers to be direct"),
        ("skip the disclaimers", "wants no disclaimers in answers"),
        ("no code comments please", "wants no code comments in answers"),
        ('Sign my mails with "Best, F."', 'signs with "Best, F."'),
        ('Let the letters end with "With gratitude, Judith".', 'signs with "With gratitude, Judith"'),
    ],
)
def test_a_wish(text: str, told: str):
    wish = answer_wish(text)
    assert wish is not None
    assert wish.told == told


@pytest.mark.parametrize(
    "text",
    [
        "answer in german",
        "write the docs in german",
        "translate it to german please",
        "summarize it in german please",
        "reply to her in german please",
        "call me later",
        "call me when you are done",
        "give me a list of miles",
        "We speak German at home",
        "The recipe needs two cups of flour",
        "keep the functions short please",
        "keep it short",
        "the tables are short",
        "We sign with GPG",
        "be brief",
        "please keep your answers short from now on, no intro no summary",
        "be honest",
        "no emojis in commit messages",
        "no bullet points in the release notes",
        "No emojis on the website please",
        "I go by bike",
        "The dates are in UTC",
        "we write dates as ISO strings in the API",
        "no more than three people in the lift",
        "Don't call me at work",
        "don't be late",
        "no jokes about Stefan",
        "No warnings in the build",
        "skip the intro of the talk",
    ],
)
def test_and_what_is_none(text: str):
    assert answer_wish(text) is None


@pytest.mark.parametrize(
    ("sentence", "halves"),
    [
        (
            "I treated myself to a kitchen scale, so give me grams",
            ("I treated myself to a kitchen scale", "give me grams"),
        ),
        ("recipes in cups please, and scale them for 2 people", ("recipes in cups please", "scale them for 2 people")),
        ("my brain is mush, so back to english with you", ("my brain is mush", "back to english with you")),
        ("I live in Graz, and we speak German at home", None),
        ("short answers today I'm in the incident channel", ("short answers today", "I'm in the incident channel")),
        ("I'd rather you keep answers short, no preamble", ("I'd rather you keep answers short", "no preamble")),
        ("When you summarize stuff for me, bullet points, always", None),
        ("write them in typescript, call me later", None),
    ],
)
def test_where_a_sentence_holds_one(sentence: str, halves: tuple[str, str] | None):
    assert split_at_wish(sentence) == halves


def test_a_wish_for_today_is_told_until_the_evening_and_takes_the_place_of_none():
    drafts = read_turn("short answers today please", at=datetime(2026, 3, 10, 9, tzinfo=UTC)).drafts
    assert [draft.content for draft in drafts] == ["User wants short answers today"]
    assert drafts[0].claim is None
    assert drafts[0].valid_until == datetime(2026, 3, 10, 23, 59, 59, 999999, UTC)
    assert wish_for_now("short answers today, bullet points tomorrow and today") is None
