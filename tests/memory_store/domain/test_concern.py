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


BESIDE_PRIVATE_WORDS = [
    "My doctor is Dr. Zumwinkel.",
    "I see Prof. Zumwinkel on Mondays.",
    "I was treated by Mrs. Zumwinkel.",
    "I live in St. Zumwinkel.",
    "Ich wohne in der Lindenstr. 5, Zumwinkel",
    "I have a few allergies:\n- Zumwinkel nuts\n- pollen",
    "I take two things:\n1. Zumwinkel is for the morning\n2. Aspirin",
    "My address is\nZumwinkel Street 5\n12345 Bonn",
    "My therapist:\nZumwinkel",
    "My meds are as follows.\nZumwinkel 20mg\nAspirin 5mg",
    "I am allergic to two things. Zumwinkel and pollen.",
    "Guess what my doctor found? Zumwinkel syndrome.",
    "I have a secret. Zumwinkel syndrome since birth.",
    "My ex is awful! Zumwinkel never again.",
    "My diagnosis, confirmed yesterday. Zumwinkel.",
    "It runs in my family: Zumwinkel.",
    "Diagnosed with Zumwinkel",
    "got diagnosed with Zumwinkel yesterday",
    "still allergic to Zumwinkel nuts",
    "J'ai le syndrome de Zumwinkel.",
    "Ho la sindrome di Zumwinkel.",
    "У меня синдром Zumwinkel.",
    "Mam zespół Zumwinkel.",
]


@pytest.mark.parametrize("said", BESIDE_PRIVATE_WORDS)
def test_words_that_say_nothing_without_private_ones_are_as_private(said: str) -> None:
    assert not may_see_words("tom", "priya", said)
    assert "zumwinkel" not in words_for_others(said, "turn", "priya").lower()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I have migraines.\n- We deploy on Tuesdays\n- pollen", "- We deploy on Tuesdays"),
        ("I'm off on Friday. Use Postgres for the ledger.", "Use Postgres for the ledger."),
        ("I live in Graz. Redis handles it. Dr. Lee owns it.", "Redis handles it. Dr. Lee owns it."),
    ],
)
def test_sentences_with_a_verb_of_their_own_are_told_to_others(said: str, told: str) -> None:
    assert words_for_others(said, "turn", "priya") == told


@pytest.mark.parametrize("said", ["Vegan options belong on the menu.", "Married people pay less.", "Allergic users"])
def test_a_state_of_others_is_not_the_speaker_s(said: str) -> None:
    assert may_see_words("tom", "priya", said)
