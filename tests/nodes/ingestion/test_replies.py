"""Replies that are made whole by what they reply to."""

import pytest

from hypomnema.nodes.ingestion.draft import Utterance
from hypomnema.nodes.ingestion.replies import completed


def talk(*turns: str) -> tuple[Utterance, ...]:
    return tuple(
        Utterance(role="assistant" if said.startswith("A:") else "user", content=said.removeprefix("A:").strip())
        for said in turns
    )


@pytest.mark.parametrize(
    ("turns", "reply", "told"),
    [
        (
            ("Can you give me names for the new service?", "A: 1. Heron\n2. Kestrel\n3. Osprey"),
            "Number 3 it is.",
            "I decided on Osprey for the new service",
        ),
        (
            ("What could we use as the job queue for the shop?", "A: 1. BullMQ\n2. Sidekiq"),
            "2",
            "we decided on Sidekiq as the job queue for the shop",
        ),
        (
            ("I need a name for our new tool", "A: Harbor, Lantern or Quill."),
            "the last one!",
            "we decided on Quill for our new tool",
        ),
        (
            ("How should we store times?", "A: I would store all timestamps in UTC."),
            "Fine by me, as long as the zone sits next to them",
            "we decided to store all timestamps in UTC, as long as the zone sits next to them",
        ),
        (
            (
                "How do we find the slow queries?",
                "A: I propose to keep query logging switched on.",
                "doesn't that slow things down?",
                "A: By two percent.",
            ),
            "ok but only in staging",
            "we decided to keep query logging switched on, but only in staging",
        ),
        (
            ("How should we cache?", "A: I would cache the rates in Redis with a TTL of 30 minutes."),
            "sounds good but with a TTL of 5 minutes",
            "we decided to cache the rates in Redis with a TTL of 5 minutes",
        ),
        (
            ("How can we meet more?", "A: What about a fixed family dinner on Sundays at six?"),
            "works for us, but on saturdays",
            "we decided on a fixed family dinner on saturdays at six",
        ),
        (
            ("Write a migration", "A: Is the orders table partitioned by month?"),
            "yep",
            'Asked "is the orders table partitioned by month": yes',
        ),
        (("Write a mail", "A: Is the wording ok?"), "yep", "yep"),
        (("Does it do JSON?", "A: Yes, it does."), "right, so we use it for logs", "right, so we use it for logs"),
        (
            ("What does Clerk cost?", "A: Two cents a user."),
            "ok then we drop it",
            "we decided to drop it",
        ),
        (
            ("Write the README line", "A: edgewalk is a mesh library written in Rust."),
            "Zig, not Rust.",
            "Correction: edgewalk is a mesh library written in Zig.",
        ),
        (("Write a plan", "A: How often are you away for more than three days?"), "Every second week",
         "I am away for more than three days every second week"),
        (("Is it fast?", "A: I would cache it."), "sounds good, can you do it?", "sounds good, can you do it?"),
    ],
)  # fmt: skip
def test_a_reply_with_what_it_replies_to(turns: tuple[str, ...], reply: str, told: str) -> None:
    assert completed(reply, talk(*turns)) == told
