"""Two denials in one breath affirm."""

import pytest

from memorist.nodes.ingestion.double_negation import without_double_negation


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("it's not that we don't use Kafka, just for billing", "we use Kafka, just for billing"),
        ("its not that Omar never reviews PRs", "Omar reviews PRs"),
        ("It's not that she doesn't eat meat", "she does eat meat"),
        ("it is not as if the build isn't slow", "the build is slow"),
        ("i wouldn't say i don't play guitar anymore", "i play guitar"),
    ],
)
def test_a_denied_denial_is_said_as_what_it_affirms(said: str, meant: str) -> None:
    assert without_double_negation(said) == meant


@pytest.mark.parametrize(
    "said",
    ["it's not that expensive", "we don't use Kafka", "it's not that we use Kafka", "I would not say that it is slow"],
)
def test_where_one_thing_is_denied_it_stays(said: str) -> None:
    assert without_double_negation(said) == said
