"""Answers that lean on their question are kept as the statement that they make with it."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.statement import draft_all
from memorist.nodes.ingestion.gatekeep import split_statements

AT = datetime(2026, 3, 4, 10, tzinfo=UTC)


def kept(text: str, *before: str) -> list[str]:
    """What becomes of a message after these turns; the last of them is the assistant's."""
    roles = ["assistant" if n % 2 == 0 else "user" for n in range(len(before))][::-1]
    said = [
        Utterance.model_validate({"role": role, "content": content})
        for role, content in zip(roles, before, strict=True)
    ]
    return [draft.content for draft in draft_all(split_statements(text, at=AT, before=said))]


@pytest.mark.parametrize(
    ("question", "answer", "told"),
    [
        (
            "Is Ivo still your release manager?",
            "not since May. Anouk is",
            ["Ivo is not the team's release manager since May", "Anouk is the team's release manager"],
        ),
        ("Is Dana the product owner?", "no, Ravi is", ["Ravi is the product owner"]),
        ("Do you have any pets?", "a cat called Miso", ["User has a cat called Miso"]),
        ("Do you have kids?", "yes, two boys", ["User has two boys"]),
        ("Do you have a minute?", "one sec", []),
        ("Do you want me to add tests?", "always, please", ["Always add tests"]),
        ("Shall I go on?", "always", []),
        (
            "Should I write the minutes in English or in Czech?",
            "always in Czech",
            ["Always write the minutes in Czech"],
        ),
        ("Window table or bar table?", "window", ["User prefers window table over bar table"]),
        ("Who signs off the invoices?", "Marta does", ["Marta signs off the invoices"]),
        ("So the review is on Monday?", "no, Tuesday", ['Asked "the review is on Monday": no, Tuesday']),
        (
            "Are interns allowed to merge?",
            "only with an ok from a senior",
            ['Asked "are interns allowed to merge": only with an ok from a senior'],
        ),
        ("What time zone are you in?", "CET", ['Asked "what time zone the user is in": CET']),
        ("How long are logs kept?", "30 days", ["Logs are kept 30 days"]),
        (
            "What does the importer do with a broken row?",
            "it skips the row and logs it",
            ["The importer skips the row and logs it"],
        ),
        ("Do you use Redux?", "no, Zustand", ["Team does not use Redux", "Team uses Zustand"]),
        ("Do we support IE11?", "god no", ["Team does not support IE11"]),
        ("What should I never do?", "push to main", ["Never push to main"]),
        ("Do you prefer long or short answers?", "short ones", ["User prefers short answers over long"]),
        ("Does Dana still own billing?", "no, it's Sam", ['Asked "does Dana still own billing": no, it\'s Sam']),
        ("Is Lena in Berlin?", "she moved to Porto in January", ["Lena moved to Porto in January"]),
        ("I noted that the limit is 500.", "it's 300", ["The limit is 300"]),
        ("Which port does the simulator listen on?", "9443", ['Asked "which port does the simulator listen on": 9443']),
        ("Do you already have a crash reporter?", "yep, Bugfender", ["Team's crash reporter is Bugfender"]),
        (
            "Should I name files after the page or after their purpose?",
            "purpose, always",
            ["Always name files after their purpose"],
        ),
        (
            "1. Is the data encrypted? 2. Who rotates the keys?",
            "1. yes\n2. Ivo",
            ['Asked "is the data encrypted": yes', "Ivo rotates the keys"],
        ),
        (
            "1. How many lines? 2. Which engine are you on?",
            "1 - 90\n2 - Godot",
            ['Asked "how many lines": 90', "Team uses Godot for engine"],
        ),
        (
            "You don't shoot video, do you?",
            "i do actually, mostly skate clips",
            ["User shoots video, mostly skate clips"],
        ),
        (
            "Is she allergic to ibuprofen or paracetamol?",
            "neither",
            ['Asked "is she allergic to ibuprofen or paracetamol": neither'],
        ),
        (
            "Will the owner and the tenant come?",
            "she will. he won't",
            ['Asked "will the owner and the tenant come": she will / he won\'t'],
        ),
        ("Who should review it?", "Eero, he owns it now", ["Eero owns it now"]),
        ("Is everything ok with your cat?", "yes, Mogli just needs a diet", ["Mogli just needs a diet"]),
    ],
)
def test_an_answer_is_told_with_its_question(question: str, answer: str, told: list[str]) -> None:
    assert kept(answer, question) == told


@pytest.mark.parametrize(
    ("said", "question", "answer", "told"),
    [
        (
            "we hired someone for QA",
            "Great, who?",
            "Mirela, she starts in June",
            ["Team hired Mirela for QA", "Mirela starts in June"],
        ),
        ("the new CFO starts on Monday", "Nice, who is it?", "Mirela", ["Mirela is the new CFO"]),
        (
            "the nightly build is slow",
            "Since when?",
            "since the move to arm",
            ["The nightly build is slow, since the move to arm"],
        ),
        (
            "we dropped Kafka",
            "Oh, why?",
            "too much ops work for three people",
            ["Team dropped Kafka because of too much ops work for three people"],
        ),
        (
            "back from a call with Novalis",
            "What did they say?",
            "they want a pen test before each go-live",
            ["Novalis wants a pen test before each go-live"],
        ),
        (
            "Mara and Ben split the platform work",
            "Who does what?",
            "he does networking, she does storage",
            ["Ben does networking", "Mara does storage"],
        ),
        ("Ivo and Ben split the platform work", "Who does what?", "he does networking", ["He does networking"]),
    ],
)
def test_an_answer_goes_on_with_what_was_said_before(said: str, question: str, answer: str, told: list[str]) -> None:
    assert kept(answer, said, question) == told


def test_an_answer_does_not_begin_when_its_question_was_asked() -> None:
    before = [Utterance(role="assistant", content="When do you want the report?")]
    (draft,) = draft_all(split_statements("Friday noon", at=AT, before=before))
    assert draft.valid_from == AT
