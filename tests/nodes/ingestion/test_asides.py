"""Sayings, irony, jokes and unfinished thoughts."""

import pytest

from memorist.nodes.ingestion.asides import is_aside
from memorist.nodes.ingestion.gatekeep import judge_clause


@pytest.mark.parametrize(
    "text",
    [
        "that summary was spot on, chapeau",
        "the linter hates me",
        "nobody is keen, so forget that",
        "oh wonderful, yet another meeting",
        "brilliant, it broke itself again",
        "yeah right, because that went so smoothly last time",
        "could be dns",
        "or the proxy",
        "let's see, carry the one, that makes forty-two",
        "hm, if I move the guard up",
        "I have a hunch it's the cache",
        "ahh so it's the consumer that says slow down",
        "interesting read, thanks",
        "bit late today, sorry",
        "running late, sorry",
    ],
)
def test_what_is_not_meant_by_its_words_is_not_kept(text: str) -> None:
    assert is_aside(text)
    assert judge_clause(text).action == "skip"


@pytest.mark.parametrize(
    "text",
    [
        "great, we use Postgres",
        "great, the build is down because we ran out of disk",
        "perfect, use that everywhere",
        "Ada owes you a pint",
        "it could be dns that breaks staging every Monday",
        "let's see the numbers every Monday",
        "I have a feeling for colours",
        "Let me see the invoices before they go out",
        "hats off policy: no hats in the office",
    ],
)
def test_a_name_a_reason_or_a_rule_makes_it_a_statement(text: str) -> None:
    assert not is_aside(text)
    assert judge_clause(text).action != "skip"
