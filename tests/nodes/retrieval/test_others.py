"""What one person said of himself, as it is told to another."""

import pytest

from memorist.nodes.retrieval.others import told_to
from memorist.nodes.retrieval.state import Channel, Found


def found(content: str, *, type_: str = "semantic:fact", channel: Channel = "semantic") -> Found:
    return Found(
        memory={
            "id": "m", "type": type_, "content": content, "entities": [], "claim": None, "status": "confirmed",
            "confidence": 0.9, "valid_from": "2026-01-01", "user": "zoe",
        },
        line=f"{content} (since 2026-01-01)",
        channel=channel,
        similarity=0.5,
    )  # fmt: skip


@pytest.mark.parametrize("user", [None, "zoe"])
def test_to_himself_and_to_nobody_in_particular_as_it_stands(user: str | None) -> None:
    own = found("User prefers Vim")
    assert told_to(user, own) == own


def test_to_another_by_name() -> None:
    told = told_to("tom", found("User prefers the user's own theme for the user table"))
    assert told.memory["content"] == "zoe prefers zoe's own theme for the user table"
    assert told.line == "zoe prefers zoe's own theme for the user table (since 2026-01-01)"
    assert told.out is None


def test_a_wish_in_the_middle_of_a_policy_is_told_by_name_too() -> None:
    wish = found("From now on the user wants detailed answers", type_="semantic:policy")
    assert told_to("tom", wish).memory["content"] == "From now on zoe wants detailed answers"
    assert told_to("zoe", wish) == wish


def test_how_somebody_wants_to_be_answered_is_no_instruction_for_another() -> None:
    wish = found("From now on the user wants detailed answers", type_="semantic:policy", channel="user_model")
    assert told_to("tom", wish).out == "zoe wished it, not tom"
    assert told_to("zoe", wish).out is None


def test_users_of_the_product_are_nobody_in_particular() -> None:
    for content in ("If the user wants a refund, open a ticket", "User passwords are hashed with argon2id"):
        held = found(content, type_="semantic:policy")
        assert told_to("tom", held) == held


def test_a_wish_that_names_nobody_is_only_the_wisher_s() -> None:
    wish = found("Please always answer in French", type_="semantic:policy", channel="user_model")
    assert told_to("tom", wish).out == "zoe wished it, not tom"
    assert told_to("tom", found("Team uses Go")).out is None
    rule = found("Never show the password to the user", type_="semantic:hard_rule", channel="hard_rules")
    assert told_to("tom", rule) == rule


def test_whom_a_rule_says_to_ask_is_the_one_who_laid_it_down() -> None:
    rule = found("Never change the colours without asking the user", type_="semantic:hard_rule", channel="hard_rules")
    assert told_to("tom", rule).memory["content"] == "Never change the colours without asking zoe"
    assert told_to("zoe", rule) == rule
