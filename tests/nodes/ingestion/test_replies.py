"""Replies that are made whole by what they reply to."""

import pytest

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.gatekeep import judge
from memorist.nodes.ingestion.replies import completed


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
            ("who maintains the ansible playbooks?", "A: I don't know; you haven't told me."),
            "right. that's Greta",
            "Greta maintains the ansible playbooks",
        ),
        (
            ("What could we use as the job queue for the shop?", "A: 1. BullMQ\n2. Sidekiq"),
            "2",
            "we decided on Sidekiq as the job queue for the shop",
        ),
        (
            ("A: For the app backend I see three options:\n1. Supabase\n2. Firebase\n3. Appwrite",),
            "ok lets take number 2",
            "we decided on Firebase for the app backend",
        ),
        (
            ("A: For your club logo:\na) navy blue with a sans font\nb) dark green with a serif font",),
            "we decided on b",
            "we decided on dark green with a serif font for our club logo",
        ),
        (
            ("A: How should the checkout rollout go?\n1) feature flags\n2) big bang cutover\n3) shadow traffic",),
            "lets go with the first and the third, the second is too risky",
            "we decided on feature flags and shadow traffic for the checkout rollout. we decided against "
            "big bang cutover because that option is too risky",
        ),
        (
            ("A: How should the checkout rollout go?\n1) feature flags\n2) big bang cutover\n3) shadow traffic",),
            "1 and 3 please",
            "we decided on feature flags and shadow traffic for the checkout rollout",
        ),
        (
            ("Where to put the ad?", "A: 1. The local paper\n2. The parish newsletter\n3. JobsIreland\nI'd use all."),
            "first two. up by Wednesday",
            "I decided on the local paper and the parish newsletter. up by Wednesday",
        ),
        (
            ("What is open?", "A: 1. Fia's poster\n2. Call the bank"),
            "1 is Tom's, 2 is done",
            'About "Fia\'s poster": it is Tom\'s.\nAbout "call the bank": it is done.',
        ),
        (
            ("A: Do you deploy the API with Fly.io or with Render?",),
            "the former. the worker is on the latter",
            "We deploy the API with Fly.io. The worker is on the latter",
        ),
        (
            ("A: Do you host the docs on GitHub Pages or on Netlify?",),
            "the first one, netlify got too expensive",
            "We host the docs on GitHub Pages. Netlify got too expensive",
        ),
        (
            ("A: 1. What does the service store?\n2. Who can reach it?",),
            "1. only hashed ids\n2. just the vpn subnet",
            'Asked "what does the service store": only hashed ids.\n'
            'Asked "who can reach the service": just the vpn subnet.',
        ),
        (
            ("A: For dinner on Friday: 1. Thai 2. Italian",),
            "lets take the second one",
            "we decided on Italian for dinner on Friday",
        ),
        (
            ("A: Do you want: 1) a new oven 2) a second mixer?",),
            "1",
            "we decided on a new oven",
        ),
        (
            ("A: For hosting the shop I see: 1) Hetzner 2) Fly.io",),
            "we take 1",
            "we decided on Hetzner for hosting the shop",
        ),
        (
            ("A: Do you write your invoices with Excel or DATEV?",),
            "DATEV. only for the gym",
            "We write our invoices with DATEV. Only for the gym",
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


@pytest.mark.parametrize(
    ("asked", "reply", "told"),
    [
        ("Do you want me to A) shorten the text or B) rewrite it from scratch?", "A please", "shorten the text"),
        ("Do you want: 1) a summary 2) a table?", "1", "make me a summary"),
        ("I can now:\n1. write the tests\n2. fix the typo", "ok lets do 2", "fix the typo"),
    ],
)
def test_a_choice_among_what_is_to_be_done_now_is_a_request(asked: str, reply: str, told: str) -> None:
    assert completed(reply, talk(f"A: {asked}")) == told
    assert judge(told).category == "request"


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("Do you want it in a table or as a list?", "the former"),
        ("We could take 1) Fly.io 2) Render", "we need 2 and a half days for it"),
    ],
)
def test_a_choice_about_the_answer_is_no_statement_of_use(asked: str, reply: str) -> None:
    assert not completed(reply, talk(f"A: {asked}")).lower().startswith(("we decided", "we want"))
