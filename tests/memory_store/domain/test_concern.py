"""Owners of the sentences of an input: what concerns the team or others is theirs, though somebody says "my" in it."""

import pytest

from memorist.memory_store.domain.concern import concerns_others
from memorist.memory_store.domain.visibility import PERSONAL_DOCUMENT, may_see_words, words_for_others

OF_OTHERS = [
    "Because of Black Friday: no prod deploys from 23 to 30 November, hotfixes only with my ok",
    "But I'm away then, Tom takes over the launch.",
    "FYI I'm switching us from Redux Toolkit to Zustand, the boilerplate was killing me.",
    "No merges to main without asking me.",
    "Nobody touches the ledger before I've approved it.",
    "I'm on call this week and Lena will lead the retro.",
]
HIS_OWN = [
    "I'm allergic to peanuts.",
    "My sister Ottilie visits me every Whitsun, and I bake for her.",
    "I'm pregnant, Tom takes over the launch.",
    "My husband and I moved, our kids love it.",
    "I was diagnosed with diabetes, only my team knows.",
    "my cat is called Gossamer",
]


@pytest.mark.parametrize("said", OF_OTHERS)
def test_what_concerns_others_is_not_the_speaker_s_alone(said: str) -> None:
    assert concerns_others(said)
    assert may_see_words("tom", "priya", said)


@pytest.mark.parametrize("said", HIS_OWN)
def test_what_touches_the_speaker_s_own_life_stays_his(said: str) -> None:
    assert not concerns_others(said)
    assert not may_see_words("tom", "priya", said)


@pytest.mark.parametrize(
    ("said", "kind", "told"),
    [
        ("The launch is on 2 December. I have migraines.", "turn", "The launch is on 2 December."),
        ("I'm pregnant. Due in June. The baby room is blue.", "turn", "The baby room is blue."),
        ("I earn little. It is 900 euros.", "turn", ""),
        ("User is vegan. The database is Postgres 16.", "document", "The database is Postgres 16."),
        ("The user clicks Save. The form is validated.", "document", "The user clicks Save. The form is validated."),
        ("Allergic to penicillin", PERSONAL_DOCUMENT, ""),
        (
            "[2026-02-01T10:00:00Z] chat.post: I eat no nuts\n[2026-02-01T10:01:00Z] chat.post: We ship Tuesdays",
            "observation",
            "[2026-02-01T10:01:00Z] chat.post: We ship Tuesdays",
        ),
    ],
)  # fmt: skip
def test_others_are_told_what_is_left_without_private_sentences(said: str, kind: str, told: str) -> None:
    assert words_for_others(said, kind, "priya") == told
