"""The type of a memory follows from how it is said."""

import pytest

from hypomnema.nodes.ingestion.route import route_statement


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we use Clerk", "semantic:fact"),
        ("My sister is called Anna", "semantic:fact"),
        ("The client mandates WCAG AA", "semantic:policy"),
        ("I prefer tabs", "semantic:preference"),
        ("I really like dark mode", "semantic:preference"),
        ("we always squash", "semantic:policy"),
        ("Every PR must have a changelog entry", "semantic:policy"),
        ("Always answer in German", "semantic:policy"),
        ("Never use Realm", "semantic:hard_rule"),
        ("Secrets must never be committed", "semantic:hard_rule"),
        ("jQuery is banned", "semantic:hard_rule"),
        ("we never deploy on Fridays", "semantic:policy"),
        ("When the build fails, clear the cache", "procedural"),
        ("1. build 2. push", "procedural"),
        ("Run the linter before committing", "procedural"),
        ("When I was young, I lived in Rome", "semantic:fact"),
        ("I tend to miss null checks", "model:self"),
        ("I'm bad at estimating", "model:self"),
        ("We decided to drop Redis", "semantic:decision"),
        ("let's go with Drizzle", "semantic:decision"),
        ("we would never use Realm if it were up to me", "semantic:fact"),
        ("the API is documented at https://a.b", "semantic:reference"),
    ],
)
def test_a_statement_is_typed(text: str, expected: str) -> None:
    assert route_statement(text) == expected
