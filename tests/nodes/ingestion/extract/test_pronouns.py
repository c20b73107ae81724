"""Pronouns get the thing that was last spoken of."""

import pytest

from hypomnema.nodes.ingestion.draft import Utterance
from hypomnema.nodes.ingestion.extract.pronouns import resolve


@pytest.mark.parametrize(
    ("clause", "earlier", "expected"),
    [
        ("It works well", ["We use Clerk for auth in the Expo app"], "Clerk works well"),
        ("it's slow on Android", ["we moved from Realm to SQLite"], "SQLite is slow on Android"),
        ("let's stick with that", ["pnpm is fast"], "let's stick with pnpm"),
        ("That breaks hot reload", ["Turbopack caches too much"], "Turbopack breaks hot reload"),
        (
            "ask them before touching its tokens",
            ["The search box is owned by Dana's people"],
            "ask Dana's people before touching the search box's tokens",
        ),
        ("we use it for events", ["Should we use Kafka?"], "we use Kafka for events"),
        ("it is raining", ["We use Clerk"], "it is raining"),
        ("it turned out that nobody cared", ["We use Clerk"], "it turned out that nobody cared"),
        ("Redis is fast because it is in memory", ["We use Clerk"], "Redis is fast because it is in memory"),
        ("But it is slow on Android", ["For styling, we are using Restyle"], "But Restyle is slow on Android"),
        ("it crashes", ["Zonky is what we use for tickets"], "Zonky crashes"),
        ("it is due on Friday", ["Northwind asked for a quote"], "it is due on Friday"),
        ("that team is nice", ["We use Clerk"], "that team is nice"),
        ("It works", [], "It works"),
    ],
)
def test_a_pronoun_is_replaced(clause: str, earlier: list[str], expected: str) -> None:
    assert resolve(clause, earlier) == expected


def test_turns_before_are_searched_backwards() -> None:
    before = (
        Utterance(role="user", content="We use Terraform."),
        Utterance(role="user", content="We use Vault for secrets."),
        Utterance(role="assistant", content="Noted."),
    )
    assert resolve("It needs a restart", [], before) == "Vault needs a restart"


@pytest.mark.parametrize(
    ("clause", "earlier", "expected"),
    [
        ("he starts on the 3rd", ["we just hired Kemal for the data team"], "Kemal starts on the 3rd"),
        ("close, she only does research", ["Camille leads the redesign"], "close, Camille only does research"),
        (
            "she hasn't eaten meat for years",
            ["my mother in law is coming"],
            "my mother in law hasn't eaten meat for years",
        ),
        ("he's got a chess tournament", ["son's nine now"], "my son has got a chess tournament"),
        ("the latter pays by invoice", ["our clients are Brightwell and Oakhouse"], "Oakhouse pays by invoice"),
        ("it eats tapes", ["I bought a Tandberg deck last week"], "the Tandberg deck eats tapes"),
        ("the law wants it that way", ["checkout runs on Medusa"], "the law wants it that way"),
    ],
)
def test_people_pairs_and_things_of_other_names_are_meant_too(clause: str, earlier: list[str], expected: str) -> None:
    assert resolve(clause, earlier) == expected


@pytest.mark.parametrize(
    ("clause", "earlier", "resolved"),
    [
        ("they're in the solar business", "we got a new client, Sonnberg", "Sonnberg is in the solar business"),
        ("it's written in Go", "we built a cli for the importer", "the cli is written in Go"),
        ("its name is Bruno", "we have a dog", "the dog's name is Bruno"),
        ("she thinks we need flags", "i talked to Lucia about the rollout", "Lucia thinks we need flags"),
        ("they're late again", "the trains were full of people", "they're late again"),
        (
            "yeah they're in s3 already",
            "whats a good way to store the match replays",
            "yeah the match replays are in s3 already",
        ),
        ("they like it", "our customers are lawyers", "the customers like it"),
        ("it rains", "I have a question", "it rains"),
    ],
)
def test_what_was_new_is_what_is_meant(clause: str, earlier: str, resolved: str) -> None:
    assert resolve(clause, [earlier]) == resolved
