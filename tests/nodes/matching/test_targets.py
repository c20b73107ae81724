"""Stored memories that an operation ends, and those it may not end."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.embedders.words import loaded_vectors
from memorist.nodes.draft import Draft
from memorist.nodes.matching.targets import with_targets
from tests.memory_store import builders
from tests.nodes import drafts

NOW = datetime(2026, 5, 1, 9, tzinfo=UTC)
VECTORS = loaded_vectors()
MIRA = Scope(group_id="g", user_id="mira")


def claim(subject: str, predicate: str, object_: str, qualifier: str | None = None, *, polarity: bool = True) -> Claim:
    return Claim(subject=subject, predicate=predicate, object=object_, qualifier=qualifier, polarity=polarity)


def memory(
    content: str, said: Claim | None, *, kind: str = "semantic:fact", user: str = "mira", days: int = 30
) -> Memory:
    began = NOW - timedelta(days=days)
    return builders.memory(Scope(group_id="g", user_id=user), content, kind, id=content, claim=said, at=began)


def draft(content: str, **more: Any) -> Draft:
    given: dict[str, Any] = {"quote": content, "valid_from": NOW, "by_user": True}
    return drafts.draft(content, **{**given, **more})


def ended(one: Draft, *stored: Memory, scope: Scope = MIRA) -> tuple[str, ...]:
    [settled], _ = with_targets([one], stored, scope, VECTORS, one.quote)
    return settled.ends


def test_an_end_finds_the_state_under_a_related_predicate() -> None:
    likes = memory("User likes Vim", claim("user", "likes", "Vim"))
    gone = draft("I no longer use Vim", operation="ends", ends_claim=claim("user", "uses", "Vim"))
    assert ended(gone, likes) == (likes.id,)


def test_an_end_of_one_purpose_leaves_the_other() -> None:
    billing = memory("Team uses Java for billing", claim("team", "uses", "Java", "billing"))
    search = memory("Team uses Java for search", claim("team", "uses", "Java", "search"))
    gone = draft("search no longer uses Java", operation="ends", ends_claim=claim("team", "uses", "Java", "search"))
    assert ended(gone, billing, search) == (search.id,)


def test_an_end_that_may_mean_two_memories_ends_none() -> None:
    one = memory("I run in the morning with Tom", None)
    other = memory("I run in the evening with Ida", None)
    gone = draft("I stopped running", operation="ends", ends_claim=claim("user", "does", "run"))
    assert ended(gone, one, other) == ()


def test_what_another_person_said_of_himself_does_not_end() -> None:
    his = memory("User likes Vim", claim("user", "likes", "Vim"), user="jonas")
    gone = draft("I no longer like Vim", operation="ends", ends_claim=claim("user", "likes", "Vim"))
    assert ended(gone, his) == ()


@pytest.mark.parametrize(
    ("rule", "act", "lifted"),
    [
        ("Never push to main", "push to main", True),
        ("Never deploy to production on Friday", "deploy to production on Friday", True),
        ("Never push to main", "push to staging", False),
        ("Never merge with 1 approval", "merge with 2 approvals", False),
    ],
)
def test_a_permission_lifts_the_rule_about_the_same_act(rule: str, act: str, *, lifted: bool) -> None:
    stored = memory(rule, None, kind="semantic:hard_rule")
    allowed = draft(f"You can {act} now", operation="lifts", ends_claim=claim("team", "practices", act))
    assert (ended(allowed, stored) == (stored.id,)) is lifted


def test_a_rule_that_is_perhaps_meant_is_named_and_stays() -> None:
    stored = memory("Never push to main", None, kind="semantic:hard_rule")
    act = claim("team", "practices", "push to staging")
    [settled], notices = with_targets(
        [draft("You can push to staging now", operation="lifts", ends_claim=act)],
        [stored],
        MIRA,
        VECTORS,
        "You can push to staging now",
    )
    assert settled.ends == ()
    assert notices == ["'Never push to main' still binds: say “I'm lifting the rule: Never push to main” to end it"]


def test_the_own_words_of_a_rule_lift_it() -> None:
    stored = [
        memory(said, None, kind="semantic:hard_rule") for said in ("No Docker on this machine", "Never push to main")
    ]
    said = "I'm lifting the rule: no Docker on this machine"
    lifting = draft(said, operation="lifts", ends_claim=claim("team", "practices", "Docker"))
    assert ended(lifting, *stored) == ("No Docker on this machine",)


def test_a_hard_rule_yields_to_nobody_but_the_user() -> None:
    rule = memory("Never push to main", None, kind="semantic:hard_rule")
    seen = draft("pushed to main", operation="ends", targets=(rule.id,), by_user=False)
    settled, notices = with_targets([seen], [rule], MIRA, VECTORS, seen.quote)
    assert settled == []
    assert "explicit user action" in notices[0]


def test_what_was_said_earlier_never_ends_what_began_later() -> None:
    rule = memory("Never push to main", None, kind="semantic:hard_rule", days=1)
    earlier = draft("We can push to main", operation="lifts", targets=(rule.id,), valid_from=NOW - timedelta(days=300))
    settled, notices = with_targets([earlier], [rule], MIRA, VECTORS, earlier.quote)
    assert settled == []
    assert "it began on 2026-04-30" in notices[0]


def test_an_id_that_nobody_holds_ends_nothing() -> None:
    stored = memory("User likes Vim", claim("user", "likes", "Vim"))
    assert ended(draft("I like Emacs", operation="replaces", targets=("invented",)), stored) == ()


def test_one_statement_may_end_several() -> None:
    fact, way = memory("Pressable flickers", None), memory("keep the styles inline", None, kind="semantic:policy")
    news = draft("NativeWind 4.1 fixes it", operation="ends", targets=(fact.id, way.id))
    [settled], _ = with_targets([news], [fact, way], MIRA, VECTORS, news.quote)
    assert settled.ends == (fact.id, way.id)
