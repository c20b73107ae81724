"""The type of a memory follows from how it is said."""

import pytest

from hypomnema.nodes.ingestion.route import route_statement


def test_the_beginning_of_a_long_text_tells_its_type() -> None:
    assert route_statement("We always squash. " + "we a-" * 20_000) == "semantic:policy"


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
        ("The app has to be submitted by the 14th", "semantic:fact"),
        ("Refunds have to be approved by Ruth", "semantic:policy"),
        ("we never adopted GraphQL", "semantic:fact"),
        ("half the team only knows TypeScript", "semantic:fact"),
        ("Ravi needs a new laptop from now on", "semantic:fact"),
        ("house rule: whoever breaks main reverts", "semantic:policy"),
        ("all new tables get a created_by column", "semantic:policy"),
        ("any change to the pricing page goes past legal", "semantic:policy"),
        ("all our servers are in Frankfurt", "semantic:fact"),
        ("nobody runs migrations by hand", "semantic:policy"),
        ("nobody knows why it fails", "semantic:fact"),
        ("hands off the seed script", "semantic:hard_rule"),
        ("never looked back", "semantic:fact"),
        ("every morning, before standup, check the jobs", "procedural"),
        ("when you summarize stuff for me, bullet points", "semantic:preference"),
        ("the payroll tables are off limits", "semantic:hard_rule"),
        ("payroll goes out on the 25th rather than month end", "semantic:fact"),
        ("I can't stand carousels", "semantic:preference"),
        ("answer me in bullet points", "semantic:preference"),
        ("when you explain things keep it short", "semantic:preference"),
        ("no shellfish for me", "semantic:preference"),
        ("we settled it, one schema for all", "semantic:decision"),
        ("Ruben and I agreed on event sourcing", "semantic:decision"),
        ("it's official, the app gets sunset", "semantic:decision"),
        ("we stick with Pulumi", "semantic:decision"),
        ("I'm lactose intolerant, so oat milk it is", "semantic:fact"),
        ("let's postpone the rebrand to next year", "semantic:decision"),
        ("we won't support internet explorer", "semantic:decision"),
        ("we won't be in the office on Monday", "semantic:fact"),
        ("after some back and forth we picked Temporal", "semantic:decision"),
        ("nobody touches the billing tables by hand", "semantic:hard_rule"),
        ("absolutely no friday deploys", "semantic:hard_rule"),
        ("to get a new laptop you open a ticket with it", "procedural"),
        ("after every schema change regenerate the client", "procedural"),
        ("i'm more of a cli person than a gui person", "semantic:preference"),
        ("keep your answers to five lines max", "semantic:preference"),
        ("i can't concentrate with music on", "semantic:preference"),
        ("naming things is my kryptonite", "model:self"),
        ("we've never had a security audit", "semantic:fact"),
        ("we keep sessions in Valkey rather than Redis", "semantic:fact"),
        ("I get defensive in code review", "model:self"),
        ("whenever I'm tired I skip the edge cases", "model:self"),
        ("I keep promising dates too early", "model:self"),
        ("to add a tenant: create the schema, run the seeds", "procedural"),
    ],
)
def test_a_statement_is_typed(text: str, expected: str) -> None:
    assert route_statement(text) == expected
