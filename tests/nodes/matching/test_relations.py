"""Memories that no decision can be about are left out, and nothing is decided otherwise for that."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memorist.memory_store.domain.claim import Cardinality, Claim, claim_id, same_claims, thing_id
from memorist.memory_store.domain.memory import Memory, Source
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import Fact, HardRule
from memorist.memory_store.ontology.loading import load_ontology
from memorist.nodes.draft import Draft
from memorist.nodes.ingestion.reconcile import reconcile_all
from memorist.nodes.matching.candidates import Candidates
from memorist.nodes.matching.duplicates import find_duplicate
from memorist.nodes.matching.keys import contraries
from memorist.nodes.matching.relations import concerned
from tests.memory_store.builders import memory, uses
from tests.nodes.drafts import draft

NOW = datetime(2026, 3, 1, tzinfo=UTC)
SCOPE = Scope(group_id="g", agent_id="dev", user_id="ann")
ONTOLOGY = load_ontology("galatea")

claims = st.builds(
    Claim,
    subject=st.sampled_from(["team", "user", "Dana"]),
    predicate=st.sampled_from(["uses", "prefers", "likes", "lives_in"]),
    object=st.sampled_from(["Clerk", "Okta", "Okta 2", "every Monday", "on Mondays"]),
    object_kind=st.sampled_from(["entity", "value"]),
    qualifier=st.sampled_from([None, "auth", "the app"]),
    topic=st.sampled_from([None, "auth"]),
    platforms=st.sampled_from([(), ("web",), ("mobile",), ("mobile", "web")]),
    polarity=st.booleans(),
)
scopes = st.builds(
    Scope,
    group_id=st.just("g"),
    agent_id=st.sampled_from([None, "dev", "qa"]),
    user_id=st.sampled_from([None, "ann", "bob"]),
)


@st.composite
def stored(draw: st.DrawFn) -> Memory:
    made = {
        "id": f"m{draw(st.integers(0, 10_000))}",
        "scope": draw(scopes),
        "content": draw(st.sampled_from(["Standup is at 9", "Deploys happen on Friday", "Okta is used"])),
        "claim": draw(st.none() | claims),
        "confidence": draw(st.sampled_from([0.5, 0.8, 0.95])),
        "status": draw(st.sampled_from([Status.CONFIRMED, Status.CONTESTED])),
        "valid_until_condition": draw(st.sampled_from([None, "Okta 2"])),
        "source": Source.USER_STATED,
        "created_at": NOW - timedelta(days=3),
        "valid_from": NOW - timedelta(days=3),
    }
    return draw(st.sampled_from([Fact, HardRule])).model_validate(made)


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    return draft(
        draw(st.sampled_from(["Standup is at 10", "Okta is used", "We moved from Clerk to Okta"])),
        draw(st.none() | claims),
        type=draw(st.sampled_from(["semantic:fact", "semantic:hard_rule", "episodic"])),
        confidence=draw(st.sampled_from([0.5, 0.8, 0.95])),
        source=draw(st.sampled_from([Source.OBSERVATION, Source.USER_STATED])),
        valid_from=NOW,
        by_user=draw(st.booleans()),
        corrects=draw(st.booleans()),
        replaces=draw(st.sampled_from([(), ("Clerk",), ("Okta",)])),
        resolves=draw(st.sampled_from([(), ("Okta 2",)])),
        ends=draw(st.sampled_from([(), ("m1",)])),
    )


@given(claims, claims, st.sampled_from(Cardinality))
def test_what_a_claim_contradicts_is_found_by_its_keys(one: Claim, other: Claim, cardinality: Cardinality):
    if one.contradicts(other, cardinality):
        assert set(one.meets(cardinality)) & set(other.met_by())


@pytest.mark.parametrize(
    ("one", "other", "so"),
    [
        ({"predicate": "prefers"}, {"predicate": "likes", "polarity": False}, True),
        ({"predicate": "likes"}, {"predicate": "prefers", "polarity": False}, False),
        ({"predicate": "prefers"}, {"predicate": "likes"}, False),
        ({"predicate": "prefers", "object": "tabs"}, {"predicate": "likes", "polarity": False}, False),
        ({"predicate": "prefers", "subject": "Dana"}, {"predicate": "likes", "polarity": False}, False),
        ({"predicate": "prefers", "object_kind": "entity"}, {"predicate": "likes", "polarity": False}, True),
        ({"predicate": "uses"}, {"predicate": "likes", "polarity": False}, False),
    ],
)
def test_a_denial_contradicts_what_implies_the_denied(one: dict[str, Any], other: dict[str, Any], *, so: bool):
    first, second = (Claim.model_validate({"subject": "user", "object": "dark mode"} | given) for given in (one, other))
    for said, known in ((first, second), (second, first)):
        assert said.contradicts(known, Cardinality.MANY) is so
        found = {thing_id("g", claim) for claim in (said, *contraries(said))}
        assert not so or thing_id("g", known) in found


@given(drafts(), st.lists(st.tuples(stored(), st.sampled_from([None, 0, 1]), st.sampled_from([0.5, 0.95])), max_size=8))
def test_a_draft_repeats_the_same_among_its_own_candidates_as_among_all(
    said: Draft, found: list[tuple[Memory, int | None, float]]
):
    own = Candidates(found).of(said, 0)
    assert find_duplicate(said, 0, SCOPE, own) == find_duplicate(said, 0, SCOPE, found)


@given(st.lists(drafts(), min_size=1, max_size=3), st.lists(stored(), max_size=8, unique_by=lambda m: m.id))
def test_decisions_are_the_same_without_those_that_are_left_behind(said: list[Draft], known: list[Memory]):
    left = concerned(said, known, (), scope=SCOPE, ontology=ONTOLOGY)
    of_all = reconcile_all(said, {}, known, scope=SCOPE, ontology=ONTOLOGY)
    assert reconcile_all(said, {}, left, scope=SCOPE, ontology=ONTOLOGY) == of_all
    touched = {d.target for d in of_all if d.target} | {x.memory_id for d in of_all for x in d.losers if x.memory_id}
    assert touched <= {m.id for m in left}


def test_one_tool_more_touches_none_of_the_hundred_in_use():
    group = Scope(group_id="g")
    known = [memory(group, f"Team uses tool {n}", id=f"m{n}", claim=uses(f"tool {n}", None)) for n in range(100)]
    more = draft("Team uses Bun", uses("Bun", None))
    assert concerned([more], known, (), scope=SCOPE, ontology=ONTOLOGY) == []
    assert concerned([more], known, {"m7"}, scope=SCOPE, ontology=ONTOLOGY) == [known[7]]


@given(scopes, claims, scopes, claims)
def test_claims_are_the_same_where_their_ids_are(scope: Scope, claim: Claim, other_scope: Scope, other: Claim):
    assert same_claims(scope, claim, other_scope, other) == (claim_id(scope, claim) == claim_id(other_scope, other))
