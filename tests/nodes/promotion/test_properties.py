"""Properties for any input: order does not matter, fading composes, cascades end, no episode is lost on the way up."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memorist.memory_store.domain.memory import Memory, Trust
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.ontology.loading import load_ontology
from memorist.nodes.promotion.cascade import FALLS_BELOW, Dependent, settle
from memorist.nodes.promotion.confidence import promoted_confidence
from memorist.nodes.promotion.decay import GALATEA, JACQ, DecayPolicy, judge_decay
from memorist.nodes.promotion.group_extract import GroupExtract, SourceEpisode
from memorist.nodes.promotion.judge import Climb, climb, promoted, result_of
from memorist.nodes.promotion.rules import CLIMBING
from tests.memory_store.builders import memory, uses
from tests.stores import START

SCOPE = Scope(group_id="g", agent_id="dev-1")
TOOLS = ("pnpm", "Clerk", "Expo", "Vite")
Event = tuple[int, int, str]
"""A tool, an hour, an outcome; or that a user says so."""
events = st.lists(
    st.tuples(
        st.integers(0, len(TOOLS) - 1), st.integers(0, 400), st.sampled_from(["success", "failure", "unknown", "said"])
    ),
    max_size=14,
    unique=True,
)


def extract_of(told: list[Event]) -> GroupExtract:
    """State left by ingestion: one fact a tool, and the experiences that show it."""
    memories: dict[str, Memory] = {}
    seen: list[SourceEpisode] = []
    for tool, hour, outcome in told:
        at, raw = START + timedelta(hours=hour), f"raw-{tool}-{hour}-{outcome}"
        experience, trust = f"episode-{tool}-{hour}-{outcome}", Trust.OBSERVED
        if outcome == "said":
            experience, trust = None, Trust.USER
        else:
            fields: dict[str, Any] = {"id": experience, "outcome": outcome, "source_episode_ids": (raw,)}
            memories[experience] = memory(SCOPE, f"Worked with {TOOLS[tool]}; ran it", "episodic", at=at, **fields)
        of: dict[str, Any] = {"memory_id": f"fact-{tool}", "episode_id": raw, "experience": experience}
        seen.append(SourceEpisode(**of, at=at, agent="dev-1", trust=trust))
    for tool in sorted({tool for tool, _, _ in told}):
        heard = sorted(s.episode_id for s in seen if s.memory_id == f"fact-{tool}")
        memories[f"fact-{tool}"] = memory(
            Scope(group_id="g"), f"Team uses {TOOLS[tool]} for it {tool}", id=f"fact-{tool}",
            claim=uses(TOOLS[tool], f"topic {tool}"), status="staged", confidence=0.92, source_episode_ids=heard,
        )  # fmt: skip
    return GroupExtract(memories=memories, seen=tuple(seen))


def climbed(extract: GroupExtract) -> Climb:
    return climb(extract, START + timedelta(days=20), load_ontology("galatea"), CLIMBING)


def after(extract: GroupExtract) -> GroupExtract:
    for proposal in climbed(extract).proposals:
        extract = promoted(extract, proposal)
    return extract


@given(events, st.integers())
@settings(max_examples=60, deadline=None)
def test_the_order_of_events_does_not_matter(told: list[Event], seed: int) -> None:
    shuffled = told.copy()
    Random(seed).shuffle(shuffled)
    one, other = climbed(extract_of(told)), climbed(extract_of(shuffled))
    assert {p.key: p.model_dump() for p in one.proposals} == {p.key: p.model_dump() for p in other.proposals}


@given(events)
@settings(max_examples=60, deadline=None)
def test_a_second_climb_finds_nothing(told: list[Event]) -> None:
    assert climbed(after(extract_of(told))).proposals == ()


@given(events)
@settings(max_examples=60, deadline=None)
def test_no_episode_is_lost_on_the_way_up(told: list[Event]) -> None:
    extract = extract_of(told)
    for proposal in climbed(extract).proposals:
        above = result_of(extract, proposal)
        for source in proposal.sources:
            below = extract.memories[source]
            known = set(above.lineage.original_source_ids)
            assert known >= set(below.source_episode_ids) | set(below.lineage.original_source_ids)
            assert {source, *below.lineage.promotion_chain} <= set(above.lineage.promotion_chain)
        extract = promoted(extract, proposal)


@given(
    st.lists(st.tuples(st.integers(1, 300), st.booleans()), max_size=12),
    st.floats(0.05, 1.0),
    st.sampled_from([GALATEA, JACQ]),
)
@settings(deadline=None)
def test_fading_composes(days: list[tuple[int, bool]], confidence: float, policy: DecayPolicy) -> None:
    """However many passes lie between, and whatever is used meanwhile, the last pass finds what one pass finds."""
    last = START + timedelta(days=301)
    often = once = memory(SCOPE, "x", confidence=confidence)
    for day, used in sorted(days):
        at = START + timedelta(days=day)
        if used:
            often, once = (m.model_copy(update={"last_accessed": at, "access_count": 1}) for m in (often, once))
        often = faded(often, at, policy)
        if often is None:
            return  # retracted: nobody can use it any more
    often, once = faded(often, last, policy), faded(once, last, policy)
    if often is not None and once is not None:
        assert often.confidence == pytest.approx(once.confidence)
        assert often.settled_confidence == pytest.approx(confidence)
    else:
        assert often is once


def faded(m: Memory, at: object, policy: DecayPolicy) -> Memory | None:
    verdict = judge_decay(m, at, policy)  # pyright: ignore[reportArgumentType]
    if verdict.action == "retract":
        return None
    return m.model_copy(update={"confidence": verdict.confidence, "decay": verdict.decay})


graphs = st.lists(
    st.tuples(st.floats(0.3, 1.0), st.sets(st.integers(0, 14), min_size=1, max_size=4)), min_size=1, max_size=15
)


@given(graphs, st.sets(st.integers(0, 14), min_size=1))
@settings(deadline=None)
def test_a_cascade_ends_whatever_stands_on_what(graph: list[tuple[float, set[int]]], gone: set[int]) -> None:
    nodes = [
        Dependent(id=f"n{i}", confidence=c, evidence=tuple(f"n{e}" for e in sorted(evidence)))
        for i, (c, evidence) in enumerate(graph)
    ]
    lost = {f"n{g}" for g in gone}
    settled = settle([n for n in nodes if n.id not in lost], lost)
    assert settled == settle([n for n in reversed(nodes) if n.id not in lost], lost)
    before = {n.id: n.confidence for n in nodes}
    for outcome in settled.values():
        assert 0.0 <= outcome.confidence < before[outcome.id]
        assert (outcome.confidence < FALLS_BELOW) == (outcome.action == "fall")


@given(st.floats(0, 30), st.floats(0, 30), st.floats(0, 5))
def test_more_evidence_never_makes_less_sure(episodes: float, supports: float, more: float) -> None:
    confidence = promoted_confidence(episodes, supports)
    assert 0.0 <= confidence <= 1.0
    assert promoted_confidence(episodes + more, supports) >= confidence - 1e-12
    assert promoted_confidence(episodes, supports + more) >= confidence - 1e-12
