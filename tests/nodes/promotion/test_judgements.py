"""Lineage, wording, severity, checklists, fading, archive and cascade: pure judgements as tables."""

from datetime import timedelta
from typing import Any, cast

import pytest

from memorist.memory_store.domain.memory import Decay, Lineage, Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import Procedure
from memorist.nodes.promotion.cascade import Dependent, settle
from memorist.nodes.promotion.checklist import missed_by_all, with_step
from memorist.nodes.promotion.decay import GALATEA, JACQ, DecayPolicy, DecayVerdict, judge_archive, judge_decay
from memorist.nodes.promotion.evidence import Severity
from memorist.nodes.promotion.lineage import ancestry, extended, is_circular
from memorist.nodes.promotion.rules.fact_to_rule import severity_of
from memorist.nodes.promotion.specificity import specificity
from memorist.nodes.promotion.wording import refused_in
from tests.memory_store.builders import memory, procedure
from tests.stores import START

SCOPE = Scope(group_id="g")


def fact(content: str = "The team uses pnpm", type_: str = "semantic:fact", **fields: Any) -> Memory:
    return memory(SCOPE, content, type_, **fields)


def days(number: float) -> Any:
    return START + timedelta(days=number)


def faded(day: float, policy: DecayPolicy = GALATEA, **fields: Any) -> DecayVerdict:
    return judge_decay(fact(**fields), days(day), policy)


def test_lineage_is_followed_through_cycles() -> None:
    parents = {"fact": ["obs"], "obs": ["e1", "e2"], "e2": ["fact"]}
    assert ancestry(["fact"], parents) == {"obs", "e1", "e2", "fact"}
    assert is_circular(["e2"], "fact", parents)
    assert not is_circular(["e1"], "fact", parents)


def test_a_promoted_lineage_keeps_every_episode_of_every_source() -> None:
    one = fact(lineage=Lineage(original_source_ids=("r1",), promotion_chain=("x",)), source_episode_ids=("r1", "r2"))
    two = fact(source_episode_ids=("r3",))
    made = extended([one, two], ["r4"])
    assert set(made.original_source_ids) == {"r1", "r2", "r3", "r4"}
    assert made.promotion_chain == ("x", one.id, two.id)


@pytest.mark.parametrize(
    ("original", "abstraction", "keeps"),
    [
        ("NativeWind Pressable flickers", "Animations are buggy", True),
        ("JWT failed in Expo", "JWT failed in Expo apps", False),
        ("Team uses pnpm for package management", "Team consistently uses pnpm for package management", False),
        ("Dev-1 misses null checks in PR 456", "Reviews find things", True),
    ],
)
def test_an_abstraction_that_forgets_the_names_does_not_replace_the_original(
    original: str, abstraction: str, keeps: bool
) -> None:
    assert specificity(original, abstraction).keep_original is keeps


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("We use pnpm, not npm or yarn", ("npm", "Yarn")),
        ("We use Clerk instead of JWT for auth", ("JWT",)),
        ("Prefer Zustand over Redux because it is small", ("Redux",)),
        ("We never use npm for new projects; Yarn is fine", ("npm",)),
        ("We use pnpm for package management", ()),
        ("Not today", ()),
    ],
)
def test_what_a_person_refuses_is_read_out_of_a_sentence(text: str, names: tuple[str, ...]) -> None:
    assert refused_in(text) == names


@pytest.mark.parametrize(
    ("content", "severity"),
    [
        ("Realm loses data when two devices sync", Severity.HIGH),
        ("Realm migrations are painful", Severity.MEDIUM),
        ("The old linter is slow", Severity.LOW),
        ("Team uses pnpm", Severity.NONE),
    ],
)
def test_severity_is_read_from_what_would_follow(content: str, severity: Severity) -> None:
    assert severity_of(fact(content))[0] is severity


def test_two_failures_make_it_medium() -> None:
    failed = [fact("tried it", "episodic", outcome="failure") for _ in range(2)]
    assert severity_of(fact("Team uses pnpm"), failed)[0] is Severity.MEDIUM


CLAIM = {"subject": "team", "predicate": "tends_to", "object": "miss null checks"}
PATTERN = fact("Team tends to miss null checks", claim=CLAIM, promoted_to_shared=True, source="cross_agent")


def test_only_a_shared_habit_of_missing_something_counts() -> None:
    assert missed_by_all(PATTERN) == "null checks"
    assert missed_by_all(PATTERN.model_copy(update={"promoted_to_shared": False})) is None
    assert missed_by_all(fact("Team uses Clerk", promoted_to_shared=True)) is None


@pytest.mark.parametrize(
    ("trigger", "step", "grows"),
    [
        ("you open a pull request", "Run the tests", True),
        ("before opening a merge request", "Run the tests", True),
        ("you review code: code review", "Run the tests", True),
        ("you open a pull request", "Check null checks on the user object", False),
        ("a release is cut", "Run the tests", False),
    ],
)
def test_a_checklist_before_a_review_grows_by_what_it_lacks(trigger: str, step: str, grows: bool) -> None:
    new = with_step(cast("Procedure", procedure(SCOPE, trigger, step)), "null checks", PATTERN, START)
    steps = [(s.order, s.instruction) for s in new.steps] if new is not None else None
    assert steps == ([(1, step), (2, "Check null checks")] if grows else None)


@pytest.mark.parametrize(("day", "confidence"), [(0, 0.85), (30, 0.85), (36, 0.85), (37, 0.825), (60, 0.752)])
def test_a_fact_fades_after_a_month_without_use(day: int, confidence: float) -> None:
    verdict = faded(day, confidence=0.85)
    assert verdict.confidence == pytest.approx(confidence, abs=0.001)
    assert verdict.action == ("keep" if day < 37 else "fade")


def test_use_brings_back_what_had_faded() -> None:
    verdict = faded(71, confidence=0.75, decay=Decay(base=0.85, to=0.75), last_accessed=days(70))
    assert (verdict.action, verdict.confidence, verdict.decay) == ("fade", 0.85, None)


def test_a_confidence_that_somebody_else_set_is_where_fading_begins() -> None:
    assert faded(20, confidence=0.6, decay=Decay(base=0.85, to=0.75)).confidence == 0.6


@pytest.mark.parametrize("type_", ["semantic:hard_rule", "episodic", "model:self"])
def test_rules_experiences_and_models_never_fade(type_: str) -> None:
    verdict = faded(400, type_=type_)
    assert (verdict.action, verdict.look_on_day) == ("keep", None)
    assert not judge_archive(fact(type_=type_, confidence=0.1), 0.1, days(400)).archive


@pytest.mark.parametrize(
    ("day", "fields", "action"),
    [
        (6, {"confidence": 0.19}, "keep"),
        (8, {"confidence": 0.19}, "retract"),
        (7 + 7 * 17, {"confidence": 0.5}, "keep"),
        (7 + 7 * 18, {"confidence": 0.5}, "retract"),
        (7 + 7 * 18, {"confidence": 0.5, "access_count": 4}, "keep"),
        (7 + 7 * 31, {"confidence": 0.5, "source": "manual"}, "keep"),
        (7 + 7 * 32, {"confidence": 0.5, "source": "manual"}, "retract"),
        (2000, {"confidence": 0.5, "access_count": 5}, "keep"),
        (2000, {"confidence": 0.5, "access_count": 4}, "retract"),
    ],
)
def test_jacq_retracts_what_is_no_longer_relevant(day: int, fields: dict[str, Any], action: str) -> None:
    assert faded(day, JACQ, **fields).action == action


@pytest.mark.parametrize(
    ("day", "confidence", "fields", "archive"),
    [
        (89, 0.29, {}, False),
        (90, 0.29, {}, True),
        (90, 0.3, {}, False),
        (90, 0.95, {"status": "superseded", "expired_at": START}, True),
        (90, 0.95, {"status": "superseded", "expired_at": days(10)}, False),
        (90, 0.1, {"status": "contested"}, False),
        (90, 0.1, {"last_accessed": days(1)}, False),
    ],
)
def test_what_is_hardly_believed_and_unused_is_archived(
    day: int, confidence: float, fields: dict[str, Any], archive: bool
) -> None:
    assert judge_archive(fact(**fields), confidence, days(day)).archive is archive


CHAIN = [Dependent(id=f"n{i}", confidence=0.9, evidence=(f"n{i - 1}",)) for i in range(1, 7)]


def test_a_chain_of_six_falls_when_its_foot_is_taken_away_and_nothing_moves_when_nothing_is_gone() -> None:
    settled = settle(CHAIN, ["n0"])
    assert [settled[dependent.id].action for dependent in CHAIN] == ["fall"] * 6
    assert settle(CHAIN, []) == {}


def test_what_has_other_evidence_is_only_lowered() -> None:
    node = Dependent(id="fact", confidence=0.85, evidence=("o1", "o2", "o3"))
    (settled,) = settle([node], ["o1"]).values()
    assert (settled.action, settled.lost) == ("lower", ("o1",))
    assert settled.confidence == pytest.approx(0.85 * 0.75 / 0.875)


def test_what_only_holds_itself_up_falls() -> None:
    ring = [Dependent(id=id_, confidence=0.8, evidence=by) for id_, by in (("a", ("root", "b")), ("b", ("a",)))]
    assert {s.action for s in settle(ring, ["root"]).values()} == {"fall"}
