"""Claims that a switch ends."""

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.draft import Draft
from memorist.nodes.matching.replacing import ended_claims, for_the_same_purpose
from tests.nodes.drafts import draft


def uses(name: str, purpose: str | None = None, topic: str | None = None, platforms: tuple[str, ...] = ()) -> Claim:
    return Claim(subject="team", predicate="uses", object=name, qualifier=purpose, topic=topic, platforms=platforms)


def switch(claim: Claim, *replaced: str) -> Draft:
    return draft(f"Team uses {claim.object}", claim, replaces=replaced)


@pytest.mark.parametrize(
    ("new", "held", "ended"),
    [
        (uses("Rust", "the search service"), [uses("Java", "the billing service")], []),
        (uses("Rust", "the search service"), [uses("Java", "search service")], [0]),
        (uses("Rust"), [uses("Java", "billing"), uses("Java", "search")], [0, 1]),
        (uses("Rust", "search"), [uses("Java")], []),
        (uses("Okta", "sign-in", "auth"), [uses("Java", "mobile auth", "auth")], [0]),
        (uses("Okta", "auth", "auth", ("web",)), [uses("Java", "auth", "auth", ("mobile",))], []),
        (uses("Rust"), [uses("Java 17")], [0]),
    ],
)
def test_a_switch_ends_the_old_thing_for_its_own_purpose_only(new: Claim, held: list[Claim], ended: list[int]) -> None:
    assert ended_claims(switch(new, "Java"), held) == [held[place] for place in ended]


def test_a_switch_without_a_purpose_goes_on_for_the_one_that_the_old_thing_had() -> None:
    completed = for_the_same_purpose(switch(uses("Rust"), "Java"), [uses("Java", "the search service", "search")])
    assert completed.claim is not None
    assert (completed.claim.qualifier, completed.claim.topic) == ("the search service", "search")
    assert completed.content == "Team uses Rust"
