"""Duplicates, and what only looks the same."""

import json
import os
from pathlib import Path

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Memory, Source
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.embedders.wordllama import WordLlamaEmbedder
from memorist.nodes.matching.duplicates import find_duplicate, told_apart
from tests.memory_store.builders import memory
from tests.nodes.drafts import draft

SCOPE = Scope(group_id="g")
PAIRS = Path(os.environ.get("MEMORIST_BENCH_DATA", "../shared/data")) / "similarity_pairs.json"


def fact(content: str, claim: Claim | None = None) -> Memory:
    return memory(SCOPE, content, claim=claim)


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("The rate limit is 100", "The rate limit is 500", "numbers"),
        ("NativeWind 4.1 is out", "NativeWind 4.2 is out", "numbers"),
        ("We use Postgres", "We do not use Postgres", "negation"),
        ("We never deploy on Friday", "We deploy on Friday", "negation"),
        ("Team prefers tabs over spaces", "Team prefers spaces over tabs", "order"),
        ("Ask Dana about the search box", "Ask Milan about the search box", "names"),
        ("The bug is in src/auth.ts", "The bug is in src/user.ts", "names"),
    ],
)
def test_what_differs_keeps_two_texts_apart(one: str, other: str, found: str) -> None:
    assert found in told_apart(one, other)


def test_spelling_alone_is_no_difference() -> None:
    assert told_apart("Team uses pnpm for packages", "Team uses pnpm for packages.") == ()
    assert told_apart("The build takes 10 minutes", "the build takes 10 minutes") == ()


def test_the_same_claim_is_a_duplicate_in_any_words() -> None:
    claim = Claim(subject="team", predicate="uses", object="Clerk", topic="auth")
    found = find_duplicate(
        draft("We're on Clerk for sign-in", claim), 0, SCOPE, [(fact("Team uses Clerk for auth", claim), None, 1.0)]
    )
    assert found is not None
    assert found.by == "claim"


def test_events_that_do_not_tell_where_show_what_is_known_for_one_place() -> None:
    claim = Claim(subject="team", predicate="uses", object="Clerk", topic="auth")
    mobile = fact("Team uses Clerk for Expo auth", claim.model_copy(update={"platforms": ("mobile",)}))
    web = mobile.model_copy(update={"id": "web", "claim": claim.model_copy(update={"platforms": ("web",)})})
    said = draft("Team uses Clerk for auth", claim)
    seen = said.model_copy(update={"source": Source.OBSERVATION})
    found = find_duplicate(seen, 0, SCOPE, [(mobile, None, 1.0)])
    assert found is not None
    assert found.memory_id == mobile.id
    # A person who says it without a place means everywhere; and of two places none is meant.
    assert find_duplicate(said, 0, SCOPE, [(mobile, None, 1.0)]) is None
    assert find_duplicate(seen, 0, SCOPE, [(mobile, None, 1.0), (web, None, 1.0)]) is None


BOX = "The search box belongs to the platform team"


@pytest.mark.parametrize(
    ("said", "stored", "of", "similarity", "by"),
    [
        ("The rate limit is 500 requests", "The rate limit is 100 requests", 0, 0.97, None),
        (f"{BOX}!", BOX, 0, 0.98, "similarity"),
        (BOX, BOX, 1, 0.99, None),  # a candidate of another draft is not compared
    ],
)
def test_likeness_merges_the_same_words_alone(said: str, stored: str, of: int, similarity: float, by: str | None):
    found = find_duplicate(draft(said), 0, SCOPE, [(fact(stored), of, similarity)])
    assert (found and found.by) == by


@pytest.mark.skipif(not PAIRS.exists(), reason="the benchmark data is not here (MEMORIST_BENCH_DATA)")
async def test_no_pair_that_means_two_things_would_be_merged() -> None:
    embedder = WordLlamaEmbedder()
    await embedder.ready()
    apart = [pair for pair in json.loads(PAIRS.read_text()) if pair["class"] != "paraphrase"]
    vectors = await embedder.embed([text for pair in apart for text in (pair["a"], pair["b"])])
    merged: list[str] = []
    for place, pair in enumerate(apart):
        one, other = vectors[2 * place], vectors[2 * place + 1]
        cosine = sum(x * y for x, y in zip(one, other, strict=True))
        if find_duplicate(draft(pair["b"]), 0, SCOPE, [(fact(pair["a"]), 0, cosine)]) is not None:
            merged.append(f"{pair['a']} | {pair['b']}")
    assert merged == []


def test_the_same_claim_with_another_detail_beside_it_is_no_repetition() -> None:
    starts = Claim(subject="Femke", predicate="due_on", object="on May 4")
    known = fact("Femke starts on May 4, her code is 7120", starts)
    anew = draft("Femke starts on May 4, her code is 7210", starts)
    assert find_duplicate(anew, 0, SCOPE, [(known, None, 1.0)]) is None
    again = find_duplicate(draft("So Femke starts on May 4", starts), 0, SCOPE, [(known, None, 1.0)])
    assert again is not None
    assert again.by == "claim"
