"""Every pattern reads its examples and leaves its counter-examples alone."""

from datetime import UTC, datetime

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.types import MODEL_OF_TYPE
from memorist.memory_store.ontology.loading import load_ontology
from memorist.nodes.ingestion.extract.clause import clause_of_text
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.patterns import CATALOGUE, Example, Pattern, read

AT = datetime(2026, 2, 1, 17, 0, tzinfo=UTC)


def said(claim: Claim) -> str:
    return f"{claim.subject} {claim.predicate} {'' if claim.polarity else 'not '}{claim.object}"


EXAMPLES = [
    pytest.param(pattern, example, id=f"{pattern.name}: {example.text[:50]}")
    for pattern in CATALOGUE
    for example in pattern.examples
]
COUNTER_EXAMPLES = [
    pytest.param(pattern, text, id=f"{pattern.name}: {text[:50]}")
    for pattern in CATALOGUE
    for text in pattern.counter_examples
]


@pytest.mark.parametrize(("pattern", "example"), EXAMPLES)
def test_an_example_is_read_by_its_pattern_before_any_other(pattern: Pattern, example: Example) -> None:
    drafts = read(clause_of_text(example.text, AT, Context()))
    assert drafts, "nothing was read"
    assert drafts[0].method == f"pattern:{pattern.name}"
    claims = {said(d.claim) for d in drafts if d.claim}
    assert claims >= set(example.says), claims
    if example.type:
        assert drafts[0].type == example.type
    if example.content:
        assert any(example.content in d.content for d in drafts), [d.content for d in drafts]


@pytest.mark.parametrize(("pattern", "text"), COUNTER_EXAMPLES)
def test_a_counter_example_is_not_read(pattern: Pattern, text: str) -> None:
    assert pattern.read(clause_of_text(text, AT, Context())) == ()


@pytest.mark.parametrize(("pattern", "example"), EXAMPLES)
def test_claims_keep_to_the_declared_vocabulary_and_details_to_the_type(pattern: Pattern, example: Example) -> None:
    predicates = load_ontology("galatea").predicates
    for draft in read(clause_of_text(example.text, AT, Context())):
        if draft.claim:
            assert draft.claim.predicate in predicates
        assert set(draft.details) <= set(MODEL_OF_TYPE[draft.type].model_fields)


def test_pattern_names_are_unique() -> None:
    names = [pattern.name for pattern in CATALOGUE]
    assert len(names) == len(set(names))
