"""Claims in words."""

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.ontology.loading import load_ontology
from memorist.nodes.reading.rendering import render


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (
            Claim(subject="user", predicate="prefers", object="Clerk", qualifier="mobile auth"),
            "User prefers Clerk for mobile auth",
        ),
        (Claim(subject="team", predicate="uses", object="Realm", polarity=False), "Team does not use Realm"),
        (Claim(subject="user", predicate="located_in", object="Berlin"), "User lives in Berlin"),
        (Claim(subject="iOS app", predicate="uses", object="Expo"), "iOS app uses Expo"),
        (Claim(subject="team", predicate="uses", object="Vim", qualifier="when pairing"), "Team uses Vim when pairing"),
    ],
)
def test_a_claim_is_one_sentence_of_its_own_words(claim: Claim, words: str) -> None:
    assert render(claim) == words


def test_the_reason_stands_at_the_end() -> None:
    claim = Claim(subject="team", predicate="uses", object="Clerk")
    assert render(claim, "because of token refresh issues") == "Team uses Clerk because of token refresh issues"


def test_every_predicate_of_the_ontology_has_its_words() -> None:
    for predicate in load_ontology("galatea").predicates:
        for polarity in (True, False):
            words = render(Claim(subject="team", predicate=predicate, object="it", polarity=polarity))
            assert "_" not in words
