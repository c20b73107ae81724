"""The rule that a message lifts, among several that are held."""

import pytest

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.embedders.words import loaded_vectors
from memorist.nodes.matching.meant import MAX_JUDGED, lifted, nearest
from tests.memory_store.builders import memory

HELD = (
    "Never deploy to production on Fridays",
    "Never deploy without a ticket",
    "No peanuts in anything you cook for Leo",
    "Don't call my mother before nine",
    "Never push to main",
)


def rule(content: str) -> Memory:
    return memory(Scope(group_id="g", user_id="mira"), content, "semantic:hard_rule", id=content)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Deploying on Fridays is fine from now on.", "Never deploy to production on Fridays"),
        ("You can cook with peanuts for Leo again, he outgrew the allergy.", "No peanuts in anything you cook for Leo"),
        ("From today you may call my mother early again.", "Don't call my mother before nine"),
    ],
)
def test_the_rule_that_is_meant_is_the_likeliest_of_those_held(said: str, meant: str) -> None:
    found = lifted(said, said, [rule(content) for content in HELD], loaded_vectors())
    assert found is not None
    assert found.rule.content == meant


def test_a_message_about_something_else_lifts_nothing() -> None:
    message = "I told everybody at lunch that I'm moving to Tczew. So it's no secret anymore."
    held = rule("The bootloader key is kept in the YubiHSM at Signe's desk").model_copy(
        update={"type": "semantic:policy"}
    )
    assert lifted("So it's no secret anymore.", message, [held], loaded_vectors()) is None


def test_a_rule_with_another_number_is_not_meant() -> None:
    said = "Merging with 2 approvals is fine now."
    assert lifted(said, said, [rule("Never merge with 1 approval")], loaded_vectors()) is None


def test_so_many_rules_are_judged_those_with_the_nearest_words() -> None:
    many = [rule(f"Never touch folder {name}") for name in "abcdefghijklmnopqrstuvwxyz"] + [rule(HELD[2])]
    near = nearest("Peanuts are fine for Leo", many, loaded_vectors())
    assert len(near) == MAX_JUDGED
    assert near[0].content == HELD[2]
