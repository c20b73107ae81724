"""Claims in words."""

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.ontology.loading import load_ontology
from memorist.nodes.reading.rendering import render
from tests.nodes.reading.made import claim_of


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (claim_of("user", "prefers", "Clerk", "mobile auth"), "User prefers Clerk for mobile auth"),
        (claim_of("team", "uses", "Realm", polarity=False), "Team does not use Realm"),
        (claim_of("user", "located_in", "Berlin"), "User lives in Berlin"),
        (claim_of("iOS app", "uses", "Expo"), "iOS app uses Expo"),
        (claim_of("team", "uses", "Vim", "when pairing"), "Team uses Vim when pairing"),
    ],
)
def test_a_claim_is_one_sentence_of_its_own_words(claim: Claim, words: str) -> None:
    assert render(claim) == words


def test_the_reason_stands_at_the_end() -> None:
    told = render(claim_of("team", "uses", "Clerk"), "because of token refresh issues")
    assert told == "Team uses Clerk because of token refresh issues"


def test_every_predicate_of_the_ontology_has_its_words() -> None:
    for predicate in load_ontology("galatea").predicates:
        for polarity in (True, False):
            assert "_" not in render(claim_of("team", predicate, "it", polarity=polarity))
