"""Import of the knowledge of a persona into a group that holds some already."""

from typing import Any

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.ontology.loading import load_ontology
from memorist.nodes.homeostasis.intake import THRESHOLD
from memorist.nodes.persona.arrive import CONFIDENCE_FACTOR, Arrival, Arriving, draft_of, episode_of, in_order, judge
from tests.evals.examples import NOON
from tests.memory_store.builders import uses
from tests.nodes.persona.test_hand_on import made, shared

CLERK, AUTH0 = (uses(name).model_dump() for name in ("Clerk", "Auth0"))
SCOPE = Scope(group_id="here")
LONG_AGO = NOON.replace(year=2024)


def held(content: str, type_: str = "semantic:fact", **fields: Any) -> Memory:
    return shared(content, type_, **{"scope": SCOPE.model_dump(), **fields})


def arrival(arriving: Memory, *stored: Memory, similarity: float = 0.5, **changed: Any) -> Arrival:
    persona = made(arriving)
    [knowledge] = (known.model_copy(update=changed) for known in in_order(persona))
    [found] = judge(
        [Arriving(knowledge, draft_of(knowledge, persona))],
        {},
        episode=episode_of(persona, SCOPE, NOON, 0),
        here={},
        found=[(m, 0, similarity) for m in stored],
        ontology=load_ontology("galatea"),
    )
    return found


@pytest.mark.parametrize(
    ("stored", "effect"),
    [
        (held("Team uses Clerk", claim=CLERK), "unchanged"),
        (held("Clerk is what the team uses", claim=CLERK), "unchanged"),
        (held("Team uses Auth0", claim=AUTH0), "rejected"),
        (held("Team uses Auth0", claim=AUTH0, confidence=0.7), "contested"),
        (held("Team uses Auth0", claim=AUTH0, valid_from=LONG_AGO), "contested"),
        (held("Never use Clerk", "semantic:hard_rule", claim={**CLERK, "polarity": False}), "contested"),
        (held("Team uses MySQL", claim=uses("MySQL", "storage").model_dump()), "added"),
    ],
)
def test_nothing_that_the_group_holds_is_overridden(stored: Memory, effect: str) -> None:
    found = arrival(shared("Team uses Clerk", claim=CLERK, confidence=0.95), stored)
    assert found.effect == effect
    assert (found.flag is not None) is (effect == "contested")


ABOUT_ME = Claim(subject="user", predicate="prefers", object="short answers")


@pytest.mark.parametrize(
    "told", [{"content": "User's salary is 90000 euros"}, {"content": "Keep it short", "claim": ABOUT_ME}]
)
def test_what_a_file_says_of_a_person_is_not_taken_for_whoever_imports_it(told: dict[str, Any]) -> None:
    found = arrival(shared("Team uses Clerk"), **told)
    assert (found.effect, found.memory_id) == ("rejected", None)
    assert "person" in found.reason


def test_the_same_words_are_known_and_numbers_tell_apart() -> None:
    limit = shared("The rate limit is 100")
    assert arrival(limit, held("the rate limit is 100."), similarity=0.99).effect == "unchanged"
    assert arrival(limit, held("The rate limit is 500"), similarity=0.99).effect == "added"


def test_what_one_agent_keeps_for_itself_does_not_make_it_known() -> None:
    own = held("The rate limit is 100", scope={"group_id": "here", "agent_id": "dev"})
    assert arrival(shared("The rate limit is 100"), own, similarity=1.0).effect == "added"


@pytest.mark.parametrize("severity", ["block", "warn"])
def test_a_rule_only_warns_and_waits_for_a_person(severity: str) -> None:
    rule = shared("Never use Realm", "semantic:hard_rule", severity=severity)
    persona = made(rule)
    draft = draft_of(persona.semantic[0], persona)
    assert (draft.details["severity"], draft.confidence, draft.source) == ("warn", CONFIDENCE_FACTOR, "imported")
    assert (draft.by_user, draft.forced) == (False, False)
    assert arrival(rule).flag


def test_a_file_cannot_set_thresholds_or_say_which_version_of_a_file_holds() -> None:
    persona = made(shared("Apps go offline", "model:domain", behaviour_rules=[f"{THRESHOLD}silence: 9", "Cache"]))
    assert draft_of(persona.domain_model[0], persona).details["behaviour_rules"] == ("Cache",)
    version = Claim(subject="AGENTS.md", predicate="has_version", object="1")
    [fact] = made(shared("a")).semantic
    assert draft_of(fact.model_copy(update={"claim": version}), persona).claim is None


def test_the_surest_comes_first() -> None:
    persona = made(shared("a", confidence=0.5), shared("b", confidence=0.9))
    assert [k.content for k in in_order(persona)] == ["b", "a"]


def test_a_persona_with_the_longest_name_arrives() -> None:
    persona = made(shared("Team uses Clerk")).model_copy(update={"name": "n" * 256})
    assert episode_of(persona, SCOPE, NOON, 0).name.startswith("persona nn")
