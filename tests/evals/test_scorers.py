"""Each scorer answers one question, and says what it expected and what it found."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from memorist.evals.scenarios import scorers
from memorist.evals.scenarios.model_memory import (
    AbsentExpectation,
    HistoryExpectation,
    PromptExpectation,
    RememberedExpectation,
)
from memorist.evals.scenarios.score import Score
from memorist.evals.scenarios.words import holds
from memorist.memory_store.reading import HistoryEntry
from memorist.nodes.retrieval.result import Recall
from tests.evals.examples import claim, episode, memory, recall

CLERK = memory(
    "The team uses Clerk instead of JWT for auth",
    claim=claim("Clerk", topic="auth", platforms=("mobile",)),
    confidence=0.95,
    domain="expo-auth",
)
JWT = memory(
    "The team uses custom JWT for auth",
    claim=claim("JWT", topic="auth"),
    status="superseded",
    valid_until=datetime(2026, 2, 1, 16, tzinfo=UTC),
)
PIVOT = episode(
    "Tried JWT, switched to Clerk",
    outcome="success_after_pivot",
    duration_minutes=150,
    emotional_valence=0.6,
    lessons=("JWT refresh fails on mobile",),
)
WORKAROUND = memory(
    "Handle the flicker of a Pressable",
    "procedural",
    name="Flicker workaround",
    trigger={"pattern": "Pressable flickers", "context": ["NativeWind"]},
    steps=[{"order": 1, "instruction": "Keep static styles in className"}],
    valid_until_condition="NativeWind 4.1",
)
RULE = memory(
    "Never use Realm",
    "semantic:hard_rule",
    reason="sync issues",
    alternatives=("SQLite + Drizzle", "WatermelonDB"),
)
EVERYTHING = (CLERK, JWT, PIVOT, WORKAROUND, RULE, memory("Auth0", "entity:technology"))


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Null-checks on the user object", ["null check"], True),
        ("the latest release", ["test"], False),
        ("posts in #mobile-dev", ["#mobile dev"], True),
        ("Expo Router for navigation", ["expo-router", "navigation|routing"], True),
        ("Expo Router for screens", ["expo-router", "navigation|routing"], False),
        ("We use\nClerk", ["use Clerk"], True),
        ("", ["Clerk"], False),
    ],
)
def test_words_begin_where_words_begin_and_hyphens_are_spaces(text: str, words: list[str], expected: bool) -> None:
    assert holds(text, words) is expected


WHOLE = ("25 euros", "25€", "25k", "25, later more", "25.", "EUR25 or 25-30", "(25)")
PARTS = ("250 euros", "1250 euros", "2.25 euros", "2,25 euros", "25.5 euros", "25,000 euros")


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        *((f"The fee is {text}", ["25"], True) for text in WHOLE),
        *((f"The fee is {text}", [words], False) for text in PARTS for words in ("25", "The fee is 25")),
        ("write to bob@acme.com", ["@acme.com"], True),
        ("it lies in prod.env", [".env"], True),
        ("我们住在东京都", ["东京"], True),
        ("費用は税込み", ["税"], True),
    ],
)
def test_a_number_is_found_only_as_a_whole_and_a_sign_anywhere(text: str, words: list[str], expected: bool) -> None:
    assert holds(text, words) is expected


@pytest.mark.parametrize(
    "expected",
    [
        {"type": "semantic:fact", "words": ["Clerk", "JWT"], "confidence": 0.94, "domain": "auth"},
        {"type": "semantic", "claim": {"subject": "team", "predicate": "uses", "object": "Clerk", "polarity": True}},
        {"type": "semantic:fact", "words": ["Clerk"], "scoped_to": "mobile", "domain": "*", "count": 1},
        {"type": "semantic:fact", "words": ["JWT"], "status": "superseded", "valid_until": "2026-02-01"},
        {"type": "semantic:fact", "words": ["Clerk"], "valid_from": "2026-02-01", "valid_until": "open"},
        {"type": "episodic", "words": ["JWT"], "outcome": "success_after_pivot", "emotional_valence": 0.6},
        {"type": "episodic", "words": ["Clerk"], "duration_minutes": 150, "lessons": ["refresh", "mobile"]},
        {"type": "procedural", "words": ["flicker"], "trigger": ["Pressable"], "steps": ["static", "className"]},
        {"type": "procedural", "words": ["flicker"], "valid_until_condition": "NativeWind 4.1|NativeWind v4.1"},
        {"type": "semantic:hard_rule", "words": ["Realm"], "severity": "block", "reason": ["sync"]},
        {"type": "semantic:hard_rule", "words": ["Realm"], "alternatives": ["Drizzle", "WatermelonDB"]},
    ],
)
def test_what_is_remembered_passes(expected: dict[str, object]) -> None:
    score = scorers.remembered(_remembered(expected), EVERYTHING)
    assert score.passed, score


@pytest.mark.parametrize(
    ("expected", "explanation"),
    [
        ({"type": "semantic:preference", "words": ["Clerk"]}, "no such memory"),
        ({"type": "semantic:fact", "words": ["Firebase"]}, "no such memory"),
        ({"type": "semantic:fact", "words": ["custom JWT"]}, "no such memory"),
        ({"type": "semantic", "claim": {"object": "Clerk", "polarity": False}}, "no such memory"),
        ({"type": "semantic:fact", "words": ["Clerk"], "confidence": 0.9}, "confidence: expected 0.9, found 0.95"),
        ({"type": "semantic:fact", "words": ["Clerk"], "domain": "styling"}, "found expo-auth"),
        ({"type": "semantic:fact", "words": ["Clerk"], "scoped_to": "web"}, "scoped_to: expected web"),
        ({"type": "semantic:fact", "words": ["Clerk"], "valid_until": "2026-02-01"}, "found open"),
        ({"type": "semantic:fact", "words": ["Clerk"], "count": 2}, "count: expected 2, found 1"),
        (
            {"type": "semantic:fact", "words": ["Clerk"], "outcome": "success"},
            "expected success, found nothing",
        ),
        ({"type": "episodic", "words": ["Clerk"], "emotional_valence": 0.5}, "emotional_valence: expected 0.5"),
        ({"type": "procedural", "words": ["flicker"], "steps": ["inline"]}, "steps: expected inline"),
    ],
)
def test_what_is_not_remembered_so_says_what_differs(expected: dict[str, object], explanation: str) -> None:
    score = scorers.remembered(_remembered(expected), EVERYTHING)
    assert not score.passed
    assert explanation in score.explanation
    assert score.expected
    assert score.found


def test_a_miss_shows_the_memories_that_come_nearest() -> None:
    score = scorers.remembered(_remembered({"type": "semantic:policy", "words": ["Clerk", "auth", "web"]}), EVERYTHING)
    assert score.found.splitlines()[0].endswith(CLERK.content)


def test_of_several_candidates_the_one_that_fits_best_is_judged() -> None:
    weaker = memory("The team uses Clerk", confidence=0.5)
    expected = _remembered({"type": "semantic:fact", "words": ["Clerk"], "confidence": 0.95})
    assert scorers.remembered(expected, (weaker, CLERK)).passed


def test_count_is_how_many_fit_the_whole_description() -> None:
    weaker = memory("The team uses Clerk", confidence=0.5)
    expected = {"type": "semantic:fact", "words": ["Clerk"], "count": 1}
    assert scorers.remembered(_remembered({**expected, "confidence": 0.95}), (weaker, CLERK)).passed
    assert not scorers.remembered(_remembered(expected), (weaker, CLERK)).passed


@pytest.mark.parametrize(
    ("words", "passed"),
    [(["good morning"], True), (["Auth0"], True), (["Realm"], False), (["WatermelonDB"], False)],
)
def test_absent_looks_at_every_statement_but_lets_entities_be_noted(words: list[str], passed: bool) -> None:
    expected = AbsentExpectation.model_validate({"why": "a reason", "words": words})
    score = scorers.absent(expected, EVERYTHING)
    assert score.passed is passed
    assert passed or RULE.content in score.found


PROMPT = recall(
    prompt="## Task\nAdd auth with Clerk\n## Relevant Knowledge\n- JWT (2026-02-01 to 2026-02-01)",
    Task=["Add auth with Clerk"],
    Relevant_Knowledge=["We use Clerk", "JWT refresh fails on mobile", "NativeWind for styling"],
    How_To=[],
)


@pytest.mark.parametrize(
    ("expected", "passed"),
    [
        ({"section": "Relevant Knowledge", "first": ["Clerk"]}, True),
        ({"section": "Relevant Knowledge", "first": ["JWT"]}, False),
        ({"section": "How To", "first": ["Clerk"]}, False),
        ({"section": "Relevant Knowledge", "contains": [["JWT", "mobile"]]}, True),
        ({"section": "Relevant Knowledge", "contains": [["Clerk", "mobile"]]}, False),
        ({"contains": [["JWT", "2026-02-01"]]}, True),
        ({"section": "Relevant Knowledge", "contains": [["JWT", "2026-02-01"]]}, False),
        ({"section": "Relevant Knowledge", "order": [["Clerk"], ["NativeWind"]]}, True),
        ({"section": "Relevant Knowledge", "order": [["NativeWind"], ["Clerk"]]}, False),
        ({"absent": [["Add auth"]]}, True),
        ({"absent": [["Clerk"]]}, False),
        ({"section": "How To", "absent": [["Clerk"]]}, True),
        ({"section": "Recent Context", "contains": [["Clerk"]]}, False),
        ({"section": "Relevant Knowledge", "items": 3, "tokens": [9, 11]}, True),
        ({"section": "Relevant Knowledge", "items": 2}, False),
        ({"section": "Relevant Knowledge", "tokens": [0, 9]}, False),
    ],
)
def test_prompts_are_judged_item_by_item(expected: dict[str, object], passed: bool) -> None:
    assert all(score.passed for score in _prompt_scores(expected, PROMPT)) is passed


@pytest.mark.parametrize("asked", [{"first": ["Clerk"]}, {"contains": [["Clerk"]]}])
def test_what_stands_in_another_section_is_told(asked: dict[str, object]) -> None:
    [score] = _prompt_scores({"section": "How To", **asked}, PROMPT)
    assert "it stands in Relevant Knowledge" in score.explanation


def test_each_thing_expected_of_a_prompt_is_a_question_of_its_own() -> None:
    expected = {
        "section": "Relevant Knowledge",
        "first": ["Clerk"],
        "contains": [["JWT"], ["Firebase"]],
        "absent": [["Auth0"]],
    }
    assert [score.passed for score in _prompt_scores(expected, PROMPT)] == [True, True, False, True]


STORY = (HistoryEntry(JWT, CLERK.id, "switched"), HistoryEntry(CLERK, None, None))


@pytest.mark.parametrize(
    ("entries", "passed"),
    [
        ([{"words": ["custom JWT"]}, {"words": ["Clerk"]}], True),
        ([{"words": ["Clerk"]}, {"words": ["custom JWT"]}], False),
        ([{"words": ["custom JWT"], "begins": "2026-02-01", "ends": "2026-02-01"}], True),
        ([{"words": ["custom JWT"], "ends": "open"}], False),
        ([{"words": ["custom JWT"], "superseded_by": ["Clerk"]}], True),
        ([{"words": ["custom JWT"], "superseded_by": ["Firebase"]}], False),
        ([{"words": ["instead of"], "ends": "open"}], True),
    ],
)
def test_a_history_is_told_in_order_with_its_dates(entries: list[dict[str, object]], passed: bool) -> None:
    expected = HistoryExpectation.model_validate({"topic": "auth", "entries": entries})
    assert scorers.history(expected, STORY).passed is passed


def _remembered(expected: Mapping[str, object]) -> RememberedExpectation:
    return RememberedExpectation.model_validate({"why": "a reason", **expected})


def _prompt_scores(expected: Mapping[str, object], asked: Recall) -> list[Score]:
    one = PromptExpectation.model_validate({"why": "a reason", **expected})
    return [*scorers.prompt_scores(one, "Add auth with Clerk", asked)]
