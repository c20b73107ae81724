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


def test_nothing_stored_means_add() -> None:
    (decision,) = decide(draft(uses("Clerk")))
    assert (decision.action, decision.rule) == ("add", "new")


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


def never_realm() -> Memory:
    never = uses("Realm", polarity=False, topic=None)
    return memory(SCOPE, "Never use Realm", "semantic:hard_rule", id="rule", claim=never, source="manual", at=NOW)


def test_a_hard_rule_is_contested_by_an_observation_but_not_moved() -> None:
    (decision,) = decide(draft(uses("Realm", topic=None), confidence=0.99), against=(never_realm(),))
    assert (decision.action, decision.rule) == ("contest", "hard_rule")


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


def test_what_the_user_merely_does_allows_nothing() -> None:
    """ "We use Realm for sync" may describe the fault that is to be mended."""
    (decision,) = decide(draft(uses("Realm", topic=None), by_user=True), against=(never_realm(),))
    assert (decision.action, decision.losers) == ("add", ())
    assert decision.flag is not None, "a person is asked to look at it"


def test_what_the_user_says_himself_settles_what_was_contested_and_does_not_repeat_it() -> None:
    contested = stored(uses("Realm", topic=None)).model_copy(update={"status": Status.CONTESTED})
    said, seen = draft(uses("Realm", topic=None), by_user=True), draft(uses("Realm", topic=None))
    candidates = [(contested, None, 1.0)]
    assert find_duplicate(said, 0, SCOPE, candidates) is None
    assert find_duplicate(seen, 0, SCOPE, candidates) is not None
    (decision,) = decide(said, against=(contested,))
    assert (decision.action, decision.rule) == ("supersede", "user_says")
    assert [loser.memory_id for loser in decision.losers] == [contested.id]


def test_what_two_agents_noticed_themselves_both_stands_and_is_flagged() -> None:
    theirs = stored(uses("Clerk"), agent="Dev-1")
    mine = draft(uses("Firebase Auth"), type="observation")
    (decision,) = decide(mine, against=(theirs,), scope=Scope(group_id="g", agent_id="Dev-2"))
    assert decision.action == "add"
    assert decision.flag


def test_different_platforms_both_stand() -> None:
    (decision,) = decide(
        draft(uses("Auth0", platforms=("web",)), by_user=True), against=(stored(uses("Clerk", platforms=("mobile",))),)
    )
    assert (decision.action, decision.flag) == ("add", None)


def test_the_user_supersedes_without_a_comparison_of_scores() -> None:
    (decision,) = decide(
        draft(uses("Firebase Auth"), confidence=0.5, by_user=True), against=(stored(uses("Clerk"), confidence=1.0),)
    )
    assert (decision.action, decision.rule) == ("supersede", "user_says")


def test_confidence_above_ninety_supersedes() -> None:
    (decision,) = decide(draft(uses("Firebase Auth"), confidence=0.91), against=(stored(uses("Clerk")),))
    assert (decision.action, decision.rule) == ("supersede", "confident")


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


def test_a_release_ends_what_waited_for_it() -> None:
    waiting = stored(Claim(subject="NativeWind", predicate="has_issue", object="flicker")).model_copy(
        update={"valid_until_condition": "NativeWind 4.1"}
    )
    (decision,) = decide(draft(None, resolves=("NativeWind 4.1",)), against=(waiting,))
    assert (decision.action, decision.rule) == ("supersede", "resolved")


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


def test_what_was_said_earlier_ends_nothing_that_began_later_and_held_until_then() -> None:
    (decision,) = decide(
        draft(uses("Clerk"), by_user=True, valid_from=NOW - timedelta(days=90)), against=(stored(uses("Okta")),)
    )
    assert (decision.action, decision.rule, decision.target) == ("yield", "earlier", "stored-Okta")


def test_earlier_words_do_not_lift_a_later_rule() -> None:
    earlier = draft(uses("Realm", topic=None), by_user=True, valid_from=NOW - timedelta(days=365))
    (decision,) = decide(earlier, against=(never_realm(),))
    assert (decision.action, decision.rule) == ("yield", "earlier")


def test_the_last_word_wins_within_equal_times() -> None:
    (decision,) = decide(draft(uses("Okta"), by_user=True), against=(stored(uses("Clerk")),))
    assert (decision.action, [loser.memory_id for loser in decision.losers]) == ("supersede", ["stored-Clerk"])


def test_what_a_reader_is_unsure_about_is_for_a_person() -> None:
    doubted = stored(uses("Clerk"))
    (decision,) = decide(draft(uses("Okta"), operation="unsure", targets=(doubted.id,)), against=(doubted,))
    assert (decision.action, decision.rule, decision.target) == ("contest", "unsure", doubted.id)
    assert decision.flag is not None
