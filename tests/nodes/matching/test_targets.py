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
from memorist.nodes.reading.patterns.words import listed
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


LIKES_VIM = memory("User likes Vim", claim("user", "likes", "Vim"))
JAVA = [memory(f"Team uses Java for {what}", claim("team", "uses", "Java", what)) for what in ("billing", "search")]
RUNS = [memory(f"I run in the {when}", None) for when in ("morning with Tom", "evening with Ida")]
JONAS = memory("User likes Vim", claim("user", "likes", "Vim"), user="jonas")


@pytest.mark.parametrize(
    ("said", "gone", "stored", "wanted"),
    [
        ("I no longer use Vim", claim("user", "uses", "Vim"), [LIKES_VIM], (LIKES_VIM.id,)),
        ("search no longer uses Java", claim("team", "uses", "Java", "search"), JAVA, (JAVA[1].id,)),
        ("I stopped running", claim("user", "does", "run"), RUNS, ()),
        ("I no longer like Vim", claim("user", "likes", "Vim"), [JONAS], ()),
    ],
    ids=["under a related predicate", "of one purpose", "may mean two memories", "of another person"],
)
def test_an_end_finds_the_one_state_that_it_means(
    said: str, gone: Claim, stored: list[Memory], wanted: tuple[str, ...]
) -> None:
    assert ended(draft(said, operation="ends", ends_claim=gone), *stored) == wanted


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
    lifting = draft("You can push to staging now", operation="lifts", ends_claim=act)
    [settled], notices = with_targets([lifting], [stored], MIRA, VECTORS, lifting.quote)
    assert settled.ends == ()
    assert notices == ["'Never push to main' still binds: say “I'm lifting the rule: Never push to main” to end it"]


RULES = (
    "Never send anything to a client on a weekend",
    "Never push to main",
    "No Docker on this machine",
    "Never deploy on Fridays",
    "Never call my mother before noon",
    "No nuts in any recipe for the kids",
)


def told_of(said: str) -> list[str]:
    """The rules that the notices of a lift in these words name."""
    act = " ".join(word for word in said.replace(",", "").split() if word.casefold() not in listed("lifting"))
    lifting = draft(said, operation="lifts", ends_claim=claim("team", "practices", act))
    stored = [memory(rule, None, kind="semantic:hard_rule") for rule in RULES]
    _, notices = with_targets([lifting], stored, MIRA, VECTORS, said)
    return [rule for rule in RULES if any(notice.startswith(f"{rule!r} still binds") for notice in notices)]


@pytest.mark.parametrize(
    "said",
    [
        "Client call with Odense Bryghus went well, Mette Sørensen is lovely. They want a brand refresh, I quoted "
        "9 days at 680, so 6,120. She decides by October 20.",
        "Odense wants Thursdays at 9:30 for the weekly call from now on, starting October 9.",
        "You can book things without asking me from now on, I trust you",
        "We no longer use Jenkins, builds run on GitHub now",
        "The retro moves to Fridays from now on",
        "My mother can drive again, so I don't need the car on Mondays",
        "The kids can walk to school alone from now on",
        "The client may pay in two parts from now on",
        "You can tell Lena about the surprise now",
        "You can sign letters with my name from now on",
        "We stopped the Friday beers",
    ],
)
def test_a_rule_that_a_message_hardly_means_is_not_named(said: str) -> None:
    assert told_of(said) == []


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("You can push to staging now", 1),
        ("Forget what I said about weekends", 0),
        ("You may send the draft to clients on Saturdays now", 0),
        ("Deploys on Fridays until noon are ok now", 3),
        ("Docker is allowed for tests now", 2),
        ("Sending to clients at the weekend is okay from now on if Mette agrees", 0),
        ("Push to main if CI is green, I changed my mind", 1),
    ],
)
def test_a_rule_that_a_message_may_mean_is_named(said: str, rule: int) -> None:
    assert told_of(said) == [RULES[rule]]


def test_a_wish_of_how_to_answer_is_lifted_and_any_other_preference_is_not() -> None:
    wish, liking = (
        memory(t, None, kind="semantic:preference") for t in ("Please never use emojis", "User likes emojis")
    )
    lifting = draft("Emojis are fine again", operation="lifts", ends_claim=claim("team", "practices", "emojis"))
    assert ended(lifting, wish, liking) == ("Please never use emojis",)


def test_the_own_words_of_a_rule_lift_it() -> None:
    stored = [
        memory(said, None, kind="semantic:hard_rule") for said in ("No Docker on this machine", "Never push to main")
    ]
    said = "I'm lifting the rule: no Docker on this machine"
    lifting = draft(said, operation="lifts", ends_claim=claim("team", "practices", "Docker"))
    assert ended(lifting, *stored) == ("No Docker on this machine",)


@pytest.mark.parametrize(
    ("said", "more", "why"),
    [
        ("pushed to main", {"operation": "ends", "by_user": False}, "explicit user action"),
        (
            "We can push to main",
            {"operation": "lifts", "valid_from": NOW - timedelta(days=300)},
            "it began on 2026-04-30",
        ),
    ],
    ids=["not the user's own words", "said before it began"],
)
def test_a_hard_rule_stands_against(said: str, more: dict[str, Any], why: str) -> None:
    rule = memory("Never push to main", None, kind="semantic:hard_rule", days=1)
    settled, notices = with_targets([draft(said, targets=(rule.id,), **more)], [rule], MIRA, VECTORS, said)
    assert settled == []
    assert why in notices[0]


def test_an_id_that_nobody_holds_ends_nothing() -> None:
    assert ended(draft("I like Emacs", operation="replaces", targets=("invented",)), LIKES_VIM) == ()


def test_one_statement_may_end_several() -> None:
    fact, way = memory("Pressable flickers", None), memory("keep the styles inline", None, kind="semantic:policy")
    news = draft("NativeWind 4.1 fixes it", operation="ends", targets=(fact.id, way.id))
    [settled], _ = with_targets([news], [fact, way], MIRA, VECTORS, news.quote)
    assert settled.ends == (fact.id, way.id)
