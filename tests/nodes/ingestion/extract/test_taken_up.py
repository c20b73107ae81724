"""What "do that", "there" and "ours" take up."""

import pytest

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.leaning import told_with_answer
from memorist.nodes.ingestion.extract.pronouns import resolve


def talk(*turns: str) -> tuple[Utterance, ...]:
    """Turns in order, the user's and the assistant's by turns, the last one the assistant's."""
    roles = ["assistant" if (len(turns) - place) % 2 else "user" for place in range(len(turns))]
    return tuple(
        Utterance(role="assistant" if role == "assistant" else "user", content=said)
        for role, said in zip(roles, turns, strict=True)
    )


@pytest.mark.parametrize(
    ("turns", "clause", "told"),
    [
        (
            ("How do I roll back a Helm release?", "Run helm rollback."),
            "We never do that by hand",
            "We never roll back a Helm release by hand",
        ),
        (
            ("What's the capital of Slovenia?", "Ljubljana."),
            "my grandmother was born there",
            "my grandmother was born in Ljubljana",
        ),
        (("What is a usual timeout?", "30 seconds."), "Ours is 15 minutes", "our timeout is 15 minutes"),
        (
            ("What does Clerk cost beyond 10k users?", "Two cents a user."),
            "we drop it",
            "we drop Clerk",
        ),
        (
            ("Who could review the parser?", "I'd suggest Ilse or Bram."),
            "The second one is on leave",
            "Bram is on leave",
        ),
        (
            ("Which zone should the report use?", "UTC. Where do your readers live?"),
            "They live in Osaka",
            "our readers live in Osaka",
        ),
        (
            ("We use Redis for the job queue", "You should really use MongoDB."),
            "It is hosted on Hetzner",
            "Redis is hosted on Hetzner",
        ),
        (
            ("I use Helix.", "Noted."),
            "when it's about security, explain more",
            "when it's about security, explain more",
        ),
    ],
)
def test_a_reply_means_what_was_spoken_of(turns: tuple[str, ...], clause: str, told: str) -> None:
    assert resolve(clause, (), talk(*turns)) == told


def test_there_is_a_place_of_the_same_message() -> None:
    earlier = ["Tailwind is gone from the admin panel"]
    assert resolve("we write plain CSS there now", earlier) == "we write plain CSS in the admin panel now"
    assert resolve("there are two of them", earlier) == "there are two of them"
    own = "I moved to Berlin because my sister lives there"
    assert resolve(own, earlier) == own


@pytest.mark.parametrize(
    ("turns", "reply", "told"),
    [
        (
            ("How often is the iOS app released?", "The iOS app is released every second Monday."),
            "same for Android",
            'About "the iOS app is released every second Monday": same for Android.',
        ),
        (
            ("What milk is used for a flat white?", "Usually whole milk, because it foams well."),
            "oat for me, always",
            'About "what milk is used for a flat white": oat for me, always.',
        ),
        (
            ("Who has admin rights in this export?", "Nadine has admin rights."),
            "so does Karl, since last week. He needs them",
            'About "nadine has admin rights": so does Karl, since last week. He needs them',
        ),
        (("Where do jobs publish to?", "The release job publishes to Artifactory."), "no, that was last year", None),
        (("How should we cache rates?", "I would cache them in Redis for an hour."), "only for staging", None),
        (("Write a mail to Ann", "Dear Ann, the demo is on Monday."), "except shorter please", None),
        (("Do you use pnpm?", "Which version do you run?"), "same as before", None),
        (("What does it cost?", "It costs two cents a user."), "We pay three on the old plan", None),
    ],
)
def test_what_goes_on_with_an_answer_is_told_with_it(turns: tuple[str, ...], reply: str, told: str | None) -> None:
    assert told_with_answer(reply, talk(*turns)) == told
