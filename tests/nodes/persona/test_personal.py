"""Personal data and secrets in a text: what is taken out, and what must stay."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memorist.nodes.persona.personal import Cleaner

KNOWN = Cleaner(["Mira Novak", "Zed", "Will", "tomasz.k", "user", "team", "admin"])
KEY = "ghp_" + "a1B2c3D4e5" * 4


@pytest.mark.parametrize(
    ("text", "cleaned", "kinds"),
    [
        ("Ask Mira Novak for a review", "Ask [person] for a review", {"name"}),
        ("mira's branch is protected", "[person]'s branch is protected", {"name"}),
        ("Novak signs the releases", "[person] signs the releases", {"name"}),
        ("Will merges, and it will fail alone", "[person] merges, and it will fail alone", {"name"}),
        ("Deploys go through tomasz.k", "Deploys go through [person]", {"name"}),
        ("Ask Priya before the release", "Ask [person] before the release", {"name"}),
        ("Mail ops.lead+ci@example.co.uk first", "Mail [email address] first", {"email address"}),
        ("Ping @mira-n in the channel", "Ping [handle] in the channel", {"handle"}),
        ("Call +49 171 1234567 at night", "Call [phone number] at night", {"phone number"}),
        ("On call: (555) 123-4567", "On call: [phone number]", {"phone number"}),
        ("The pager is 0171 2345678", "The pager is [phone number]", {"phone number"}),
        ("phone 4455667", "phone [phone number]", {"phone number"}),
        ("Dial 1-800-555-0199", "Dial [phone number]", {"phone number"}),
        ("SSN 123-45-6789", "SSN [social security number]", {"social security number"}),
        ("Pay to DE89 3704 0044 0532 0130 00", "Pay to [account number]", {"account number"}),
        ("Test with 4111 1111 1111 1111", "Test with [card number]", {"card number"}),
        ("Run /home/mira/bin/build", "Run [home folder]/bin/build", {"home folder"}),
        (f"Push with {KEY}", "Push with [masked github token]", {"github_token"}),
    ],
)  # fmt: skip
def test_what_is_personal_or_secret_is_taken_out(text: str, cleaned: str, kinds: set[str]) -> None:
    found, taken = KNOWN.clean(text)
    assert found == cleaned
    assert set(taken) == kinds


@pytest.mark.parametrize(
    "text",
    [
        "Team uses PostgreSQL 16.2 for storage",
        "User prefers Clerk for mobile auth",
        "Clone git@github.com:acme/app.git",
        "Install @expo/vector-icons@14.0.0 and foo@latest",
        "Put `@media` and @tailwind at the top",
        "Released on 2026-02-01 at 14:00, build 20260201140000",
        "Retry after 1000 2000 4000 milliseconds",
        "The admin panel runs on 10.0.0.12:8080",
        "Error 1234567890123 is harmless",
        "We call 1000000 times per second",
        "It will fail without a rebase",
    ],
)
def test_what_is_neither_stays(text: str) -> None:
    assert KNOWN.clean(text) == (text, {})


@pytest.mark.parametrize(
    ("name", "person"), [("Mira", True), ("user", False), ("team", False), ("Clerk", False), ("Priya", True)]
)
def test_whom_a_claim_is_about(name: str, person: bool) -> None:
    assert KNOWN.is_person(name) is person


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["Ask", "Mira Novak", "a@b.example", "@mira", "about", "+49 171 1234567", KEY, ".", "zed"])
    )
)
def test_cleaning_again_changes_nothing_and_no_trace_is_left(words: list[str]) -> None:
    once, _ = KNOWN.clean(" ".join(words))
    assert KNOWN.clean(once) == (once, {})
    assert not any(trace in once.casefold() for trace in ("mira", "novak", "b.example", "1234567", "zed", "ghp_"))
