"""Strategies: any memory, any edge, any text, and the texts that have broken databases before."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import uuid4

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.memory import Level, Memory, Source, Trust
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import MEMORY_TYPES, parse_memory
from tests.memory_store.every_type import AWKWARD

FRAGMENTS = [
    *AWKWARD.values(), "'", '"', "`", "\\", "\\\\", '\\"', "''", "$group", "${x}", "{", "}", "[", "]", "(", ")",
    "//", "/*", "*/", "--", ";", "\n", "\r\n", "\t", "\u202e", "\u2066", "\u200f", "\u200b", "\ufeff", "\u2028", "\x01",
    "\x1f", "\x7f", "\x85", "null", "NULL", "true", "NaN", "-1", "1e999", "DETACH DELETE n", "' OR 1=1 //",
    "CYPHER x=1 RETURN x", "\\u0000", "@n:", "|", "-", "~", "%", "*", "?", "^2", "AND", "OR", "NOT", "TO", "&&", "||",
    "!", ":", "the", "and", "İ", "ß", "\U0001f9e0", "e\u0301", "\u1112\u1161\u11ab", "ﷺ", "\ud7ff", "\ue000", "\uffff",
    "\U0010ffff",
]  # fmt: skip

plain = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=40)
hostile = st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=4).map("".join)
text = st.one_of(plain, hostile)
filled = text.filter(bool)
said = text.filter(lambda t: bool(t.strip()))
"""Text that holds something besides blanks."""
texts = st.lists(text, max_size=3).map(tuple)
unit = st.floats(0, 1)
maybe = st.none() | text
offsets = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
times = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=offsets | st.just(UTC))  # noqa: DTZ001
maybe_time = st.none() | times
counts = st.integers(0, 2**53)

claims = st.fixed_dictionaries(
    {
        "subject": filled,
        "predicate": st.sampled_from(["uses", "prefers", "is", "undeclared_verb"]),
        "object": filled,
        "object_kind": st.sampled_from(["entity", "value"]),
        "qualifier": maybe,
        "topic": st.none() | filled.map(lambda t: t[:128]),
        "platforms": texts,
        "polarity": st.booleans(),
    }
)
steps = st.fixed_dictionaries({"order": st.integers(1, 99), "instruction": filled, "tool_call": maybe})
theories = st.fixed_dictionaries(
    {"statement": text, "confidence": unit, "evidence_for": texts, "evidence_against": texts}
)
NAMED: dict[str, SearchStrategy[Any]] = {"aliases": texts, "mention_count": counts, "last_mentioned": maybe_time}
OWN: dict[str, dict[str, SearchStrategy[Any]]] = {
    "episodic": {
        "timestamp": times,
        "duration_minutes": st.none() | st.floats(0, 1e6),
        "participants": texts,
        "emotional_valence": st.floats(-1, 1),
        "outcome": st.sampled_from(["success", "failure", "partial", "success_after_pivot", "knowledge_acquired"]),
        "lessons": texts,
        "kind": st.sampled_from(["work", "ritual", "feedback", "dialogue"]),
    },
    "semantic:hard_rule": {"severity": st.sampled_from(["block", "warn"]), "reason": maybe, "alternatives": texts},
    "semantic:decision": {"reasoning": maybe, "exception_to": maybe},
    "semantic:reference": {"uri": maybe},
    "procedural": {
        "name": filled,
        "trigger": st.fixed_dictionaries({"pattern": said, "context": texts}),
        "steps": st.lists(steps, max_size=5),
        "success_rate": unit,
        "times_used": counts,
        "last_used": maybe_time,
        "learned_from": texts,
    },
    "model:self": {"strong": texts, "weak": texts, "limitations": texts, "recent_misses": texts},
    "model:user": {
        "theories": st.lists(theories, max_size=3),
        "expectations": texts,
        "expertise": st.dictionaries(text, unit, max_size=4),
        "communication_style": maybe,
    },
    "model:relationship": {
        "trust_level": unit,
        "phase": st.sampled_from(["initial", "learning", "productive", "mature"]),
        "interaction_count": counts,
        "significant_events": texts,
    },
    "model:domain": {"characteristics": texts, "behaviour_rules": texts},
}


def _common(begins: datetime) -> dict[str, SearchStrategy[Any]]:
    return {
        "content": said,
        "summary": text,
        "status": st.sampled_from(Status),
        "level": st.sampled_from(Level),
        "confidence": unit,
        "source": st.sampled_from(Source),
        "trust": st.sampled_from(Trust),
        "created_at": times,
        "expired_at": maybe_time,
        "valid_from": st.just(begins),
        "valid_until": st.none() | st.timedeltas(timedelta(0), timedelta(days=36_500)).map(lambda span: begins + span),
        "valid_until_condition": maybe,
        "claim": st.none() | claims,
        "entities": texts,
        "source_episode_ids": texts,
        "quotes": st.lists(st.fixed_dictionaries({"episode_id": text, "text": text}), max_size=2),
        "lineage": st.fixed_dictionaries({"original_source_ids": texts, "promotion_chain": texts}),
        "domain": maybe,
        "technology": texts,
        "tags": texts,
        "promoted_to_shared": st.booleans(),
        "evidence_count": counts,
        "access_count": counts,
        "last_accessed": maybe_time,
        "extraction_method": text,
        "flagged": maybe,
        "revision": st.integers(1, 2**31),
    }


@st.composite
def memories(draw: st.DrawFn, scope: Scope) -> list[Memory]:
    """Memories of any types, any field drawn; ids are new each time, because ids are never used again."""
    names = filled.map(lambda t: t[:200])
    drawn: list[Memory] = []
    for type_ in draw(st.lists(st.sampled_from(MEMORY_TYPES), min_size=1, max_size=3)):
        own = NAMED if type_.startswith("entity:") else OWN.get(type_, {})
        fields = draw(st.fixed_dictionaries({**_common(draw(times)), **own}))
        whose = {"user_id": draw(st.none() | names), "session_id": draw(st.none() | names)}
        owner = scope.model_copy(update=whose)
        drawn.append(parse_memory({"type": type_, "id": uuid4().hex, "scope": owner.model_dump(), **fields}))
    return drawn


edge_fields = st.fixed_dictionaries(
    {
        "created_at": times,
        "valid_from": times,
        "valid_until": maybe_time,
        "weight": st.floats(0, 1e9),
        "confidence": unit,
        "evidence_count": st.integers(1, 2**53),
        "reason": maybe,
    }
)
promotions = st.fixed_dictionaries({"promotion_reason": filled, "promotion_threshold": st.floats(-1e9, 1e9)})


@st.composite
def edges_of_any_type(draw: st.DrawFn) -> dict[EdgeType, dict[str, Any]]:
    """The fields of edges of some types."""
    return {
        type_: {**draw(edge_fields), **(draw(promotions) if type_ is EdgeType.PROMOTED_TO else {})}
        for type_ in draw(st.sets(st.sampled_from(EdgeType), min_size=1, max_size=4))
    }


property_values = st.one_of(
    st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False, allow_infinity=False), text
)
properties = st.dictionaries(
    st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,20}", fullmatch=True),
    property_values | st.lists(property_values, max_size=4).map(tuple),
    max_size=5,
)
