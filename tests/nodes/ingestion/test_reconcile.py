"""The five rules of reconciliation, one after the other."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Memory, Source
from memorist.memory_store.domain.recency import recency
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.ontology.loading import load_ontology
from memorist.nodes.draft import Draft
from memorist.nodes.ingestion.reconcile import reconcile_all
from memorist.nodes.matching.duplicates import Duplicate, find_duplicate
from memorist.nodes.recording.decision import DraftDecision
from tests.memory_store.builders import memory
from tests.nodes import drafts

NOW = datetime(2026, 3, 1, tzinfo=UTC)
SCOPE = Scope(group_id="g")
ONTOLOGY = load_ontology("galatea")


def uses(name: str, *, platforms: tuple[str, ...] = (), polarity: bool = True, topic: str | None = "auth") -> Claim:
    return Claim(subject="team", predicate="uses", object=name, topic=topic, platforms=platforms, polarity=polarity)


def stored(claim: Claim, *, confidence: float = 0.9, days_old: float = 0, agent: str | None = None) -> Memory:
    scope = Scope(group_id="g", agent_id=agent)
    return memory(
        scope, f"Team uses {claim.object}", id=f"stored-{claim.object}", claim=claim, confidence=confidence,
        at=NOW - timedelta(days=days_old),
    )  # fmt: skip


def draft(claim: Claim | None, *, confidence: float = 0.8, by_user: bool = False, **more: Any) -> Draft:
    content = f"Team uses {claim.object}" if claim else "Something happened"
    given: dict[str, Any] = {"content": content, "source": Source.OBSERVATION, "valid_from": NOW, "by_user": by_user}
    return drafts.draft(claim=claim, confidence=confidence, **{**given, **more})


def decide(*drafts: Draft, against: tuple[Memory, ...] = (), scope: Scope = SCOPE) -> list[DraftDecision]:
    return reconcile_all(list(drafts), {}, against, scope=scope, ontology=ONTOLOGY)


def never_realm() -> Memory:
    never = uses("Realm", polarity=False, topic=None)
    return memory(SCOPE, "Never use Realm", "semantic:hard_rule", id="rule", claim=never, source="manual", at=NOW)


CLERK, OKTA, FIREBASE, REALM = uses("Clerk"), uses("Okta"), uses("Firebase Auth"), uses("Realm", topic=None)
LONG_AGO, YEAR = NOW - timedelta(days=90), timedelta(days=365)
FLICKER = stored(Claim(subject="NativeWind", predicate="has_issue", object="flicker")).model_copy(
    update={"valid_until_condition": "NativeWind 4.1"}
)
# what is said; what is stored; what is decided
DECIDED: dict[str, tuple[Draft, Memory | None, dict[str, Any]]] = {
    "nothing is stored": (draft(CLERK), None, {"action": "add", "rule": "new"}),
    "a hard rule, and an observation": (
        draft(REALM, confidence=0.99), never_realm(), {"action": "contest", "rule": "hard_rule"},
    ),
    "a hard rule, and what the user merely does, maybe as the fault that is to be mended": (
        draft(REALM, by_user=True), never_realm(), {"action": "add", "losers": [], "flagged": True},
    ),
    "a hard rule, and earlier words": (
        draft(REALM, by_user=True, valid_from=NOW - YEAR), never_realm(), {"action": "yield", "rule": "earlier"},
    ),
    "what another agent noticed itself": (
        draft(FIREBASE, type="observation"), stored(CLERK, agent="Dev-1"), {"action": "add", "flagged": True},
    ),
    "different platforms": (
        draft(uses("Auth0", platforms=("web",)), by_user=True), stored(uses("Clerk", platforms=("mobile",))),
        {"action": "add", "flagged": None},
    ),
    "the user says so, whatever the scores": (
        draft(FIREBASE, confidence=0.5, by_user=True), stored(CLERK, confidence=1.0),
        {"action": "supersede", "rule": "user_says"},
    ),
    "confidence above ninety": (
        draft(FIREBASE, confidence=0.91), stored(CLERK), {"action": "supersede", "rule": "confident"},
    ),
    "a release that it waited for": (
        draft(None, resolves=("NativeWind 4.1",)), FLICKER, {"action": "supersede", "rule": "resolved"},
    ),
    "what was said earlier held until what began later": (
        draft(CLERK, by_user=True, valid_from=LONG_AGO), stored(OKTA),
        {"action": "yield", "rule": "earlier", "target": "stored-Okta"},
    ),
    "the last word within equal times": (
        draft(OKTA, by_user=True), stored(CLERK), {"action": "supersede", "losers": ["stored-Clerk"]},
    ),
    "what a reader is unsure about": (
        draft(OKTA, operation="unsure", targets=("stored-Clerk",)), stored(CLERK),
        {"action": "contest", "rule": "unsure", "target": "stored-Clerk", "flagged": True},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("said", "known", "wanted"), DECIDED.values(), ids=DECIDED.keys())
def test_what_one_draft_does_to_what_is_stored(said: Draft, known: Memory | None, wanted: dict[str, Any]) -> None:
    (decision,) = decide(said, against=(known,) if known else (), scope=Scope(group_id="g", agent_id="Dev-2"))
    found: dict[str, Any] = decision.model_dump(include={"action", "rule", "target"})
    found["losers"] = [loser.memory_id for loser in decision.losers]
    found["flagged"] = None if decision.flag is None else bool(decision.flag)
    assert {name: found[name] for name in wanted} == wanted


def test_what_was_over_stands_against_nothing_and_may_be_so_again() -> None:
    over = stored(uses("Clerk"), days_old=9).model_copy(update={"valid_until": NOW - timedelta(days=1)})
    (other,) = decide(draft(uses("Okta")), against=(over,))
    assert (other.action, other.rule, [loser.memory_id for loser in other.losers]) == (
        "supersede",
        "had_ended",
        ["stored-Clerk"],
    )
    again = draft(uses("Clerk"))
    assert find_duplicate(again, 0, SCOPE, [(over, 0, 1.0)]) is None
    (same,) = decide(again, against=(over,))
    assert (same.action, same.reason) == ("supersede", "it held for a time alone, and does so again")


def test_a_duplicate_is_merged_and_says_what_it_repeats() -> None:
    (decision,) = reconcile_all(
        [draft(uses("Clerk"))],
        {0: Duplicate(memory_id="m", by="claim", similarity=1.0)},
        [],
        scope=SCOPE,
        ontology=ONTOLOGY,
    )
    assert (decision.action, decision.target) == ("merge", "m")


@pytest.mark.parametrize(
    "words",
    [
        {"operation": "lifts"},
        {"operation": "replaces"},
        {"corrects": True},
        {"type": "semantic:hard_rule"},
        {"forced": True},
    ],
    ids=str,
)
def test_a_hard_rule_yields_to_words_of_the_user_about_what_may_be_done(words: dict[str, Any]) -> None:
    (decision,) = decide(draft(uses("Realm", topic=None), by_user=True, **words), against=(never_realm(),))
    assert decision.action == "supersede"
    assert [loser.memory_id for loser in decision.losers] == ["rule"]


def test_what_the_user_says_himself_settles_what_was_contested_and_does_not_repeat_it() -> None:
    contested = stored(uses("Realm", topic=None)).model_copy(update={"status": Status.CONTESTED})
    said, seen = draft(uses("Realm", topic=None), by_user=True), draft(uses("Realm", topic=None))
    candidates = [(contested, None, 1.0)]
    assert find_duplicate(said, 0, SCOPE, candidates) is None
    assert find_duplicate(seen, 0, SCOPE, candidates) is not None
    (decision,) = decide(said, against=(contested,))
    assert (decision.action, decision.rule) == ("supersede", "user_says")
    assert [loser.memory_id for loser in decision.losers] == [contested.id]


@pytest.mark.parametrize(
    ("incoming", "existing", "days_old", "action"),
    [
        (0.7, 0.7, 0, "contest"),
        (0.7, 0.89, 0, "contest"),
        (0.5, 0.9, 0, "yield"),
        (0.8, 0.9, 60, "supersede"),
    ],
)
def test_otherwise_the_scores_decide_or_a_person(
    incoming: float, existing: float, days_old: float, action: str
) -> None:
    (decision,) = decide(
        draft(uses("Firebase Auth"), confidence=incoming),
        against=(stored(uses("Clerk"), confidence=existing, days_old=days_old),),
    )
    assert decision.action == action


def test_recency_halves_every_thirty_days() -> None:
    assert recency(NOW - timedelta(days=30), NOW) == pytest.approx(0.5)
    assert recency(NOW + timedelta(days=1), NOW) == 1.0


def test_a_later_draft_of_one_input_ends_an_earlier_one() -> None:
    first, second = decide(draft(uses("JWT")), draft(uses("Clerk"), replaces=("JWT",)))
    assert first.action == "add"
    assert second.action == "supersede"
    assert [loser.draft for loser in second.losers] == [0]


def test_saying_it_twice_in_one_input_makes_one_memory() -> None:
    first, second = decide(draft(uses("Clerk")), draft(uses("Clerk")))
    assert (first.action, second.action) == ("add", "merge")
    assert second.target is None


def test_one_sentence_kept_for_two_proposals_is_one_memory_unless_it_is_a_rule() -> None:
    fact = draft(None, content="Mira prefers Vim and Jonas prefers Emacs.")
    taste = fact.model_copy(update={"type": "semantic:preference"})
    assert [decision.action for decision in decide(fact, taste)] == ["add", "merge"]
    rule = fact.model_copy(update={"type": "semantic:hard_rule"})
    assert [decision.action for decision in decide(fact, rule)] == ["add", "add"]


def test_of_two_authors_the_later_one_is_not_righter_for_being_later() -> None:
    old = stored(uses("Redux"), confidence=0.7, days_old=60).model_copy(update={"source": Source.EXTERNAL})
    (decision,) = decide(draft(uses("Zustand"), confidence=0.7, source=Source.EXTERNAL), against=(old,))
    assert (decision.action, decision.rule) == ("contest", "too_close")
    seen = old.model_copy(update={"source": Source.OBSERVATION})
    (decision,) = decide(draft(uses("Zustand"), confidence=0.7, source=Source.EXTERNAL), against=(seen,))
    assert decision.action == "supersede"


def test_another_number_beside_the_same_claim_takes_the_place_of_the_one_before() -> None:
    before = stored(uses("x")).model_copy(update={"content": "Femke starts on May 4, her code is 7120"})
    anew = draft(uses("x"), content="Femke starts on May 4, her code is 7210", source=Source.USER_STATED)
    [decision] = decide(anew, against=(before,))
    assert (decision.action, [loser.memory_id for loser in decision.losers]) == ("supersede", ["stored-x"])
    assert decision.reason == "it tells the same with another number"
    [seen] = decide(anew.model_copy(update={"source": Source.OBSERVATION}), against=(before,))
    assert seen.action == "add"
