"""Owners of statements: personal ones, and those that merely speak of users."""

import pytest

from memorist.memory_store.domain.visibility import is_own, named_instead, tells_of_user


@pytest.mark.parametrize(
    "content",
    [
        "User prefers Vim",
        "User's salary is 90000 euros",
        "User and family live in Graz",
        "The user is allergic to nuts",
        "From now on the user wants detailed answers, with bullet points",
        "Going forward, the user would like short replies",
        "In general the user does not like meetings",
        'Asked "what is our diet": User is vegan',
        "User emails Ben every Monday",
    ],
)
def test_what_a_person_says_of_himself(content: str) -> None:
    assert tells_of_user(content)


@pytest.mark.parametrize(
    "content",
    [
        "Team uses Redis",
        "User data is kept for 30 days",
        "User passwords are hashed with argon2id",
        "User dashboards are cached",
        "Users are stored in Postgres",
        "Never show the password to the user",
        "If the user wants a refund, open a ticket",
        "When the user clicks save, validate the form",
        "Always ask the user before deleting",
        "On the first login the user sees a tour",
        "User-facing text is reviewed",
    ],
)
def test_what_merely_speaks_of_users(content: str) -> None:
    assert not tells_of_user(content)


def test_the_claim_and_the_name_of_the_speaker_tell_it_too() -> None:
    assert is_own("No nuts, please", subject="user")
    assert is_own("zoe and family live in Graz", user="zoe")
    assert not is_own("zoey lives in Graz", user="zoe")
    assert not is_own("Team uses Redis", subject="team", user="zoe")


def test_another_is_told_it_by_name_and_a_user_table_stays_one() -> None:
    told = named_instead("User prefers the user's own theme for the user table", "zoe")
    assert told == "zoe prefers zoe's own theme for the user table"
