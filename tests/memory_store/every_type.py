"""One memory of each type with every field filled, and the awkward texts that have to survive."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

from datetime import datetime, timedelta, timezone
from typing import Any

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import MEMORY_TYPES
from tests.memory_store.builders import memory
from tests.stores import START

MICROSECOND = START + timedelta(microseconds=1)
IN_KOLKATA = datetime(2026, 2, 1, 23, 59, 59, 999999, tzinfo=timezone(timedelta(hours=5, minutes=30)))

AWKWARD = {
    "unicode": "Grüße 漢字 🧠👩‍👩‍👧 \U0001f600 é é ﷽",
    "right to left": "\u202eבדיקה\u202c والاختبار \u200f\u200e",
    "quotes": """it's "quoted" `code` ''' \"\"\" """.strip(),
    "backslashes": r"C:\new\table \\ \" \' \u0041 \x41 \n",
    "backslash at the end": "ends with \\",
    "control characters": "tab\there\nnew line\r\nbell \x07 escape \x1b unit \x1f delete \x7f",
    "cypher": "'}) DETACH DELETE n // $group {uuid: null} CYPHER x=1 MATCH (n) RETURN n;",
    "lucene": '+a -b && || ! (c) {d} [e TO f] ^2 "g"~3 h* i? j:k / \\l AND NOT OR',
    "redisearch": "@name:{tag} (a|b) -c ~d %fuzzy% pre* [1 2] =>{$weight: 2} $param",
    "json": '{"a": [1, null, {"b": "\\u0000"}]} \\"',
    "separators": "line\u2028separator paragraph\u2029separator nbsp\u00a0zwj\u200d bom\ufeff",
    "blanks in the middle": "a  b   c",
}
LONG = ("All work and no play makes Jack a dull boy. " * 1_400)[:60_000].strip()

COMMON: dict[str, Any] = {
    "summary": AWKWARD["quotes"],
    "status": "contested",
    "level": "shared",
    "confidence": 0.1 + 0.2,
    "source": "cross_agent",
    "trust": "observed",
    "created_at": IN_KOLKATA,
    "expired_at": IN_KOLKATA + timedelta(days=900),
    "valid_from": MICROSECOND,
    "valid_until": MICROSECOND + timedelta(days=36_500),
    "valid_until_condition": AWKWARD["backslashes"],
    "claim": {
        "subject": AWKWARD["unicode"],
        "predicate": "uses",
        "object": AWKWARD["cypher"],
        "object_kind": "entity",
        "qualifier": AWKWARD["lucene"],
        "topic": AWKWARD["redisearch"],
        "platforms": ["ios", "null", ""],
        "polarity": False,
    },
    "entities": ["Clerk", "", "null", AWKWARD["json"]],
    "source_episode_ids": ["e1", AWKWARD["right to left"]],
    "lineage": {"original_source_ids": ["e1"], "promotion_chain": [AWKWARD["backslashes"], "true"]},
    "domain": "security",
    "technology": ["React Native", "c++"],
    "tags": ["#1", "[]", "{}", "1.0", "NaN"],
    "promoted_to_shared": True,
    "evidence_count": 0,
    "access_count": 2**40,
    "last_accessed": IN_KOLKATA,
    "extraction_method": "ollama:qwen",
    "flagged": AWKWARD["separators"],
    "revision": 7,
}
NAMED: dict[str, Any] = {"aliases": ["k8s", AWKWARD["unicode"]], "mention_count": 3, "last_mentioned": MICROSECOND}
OWN: dict[str, dict[str, Any]] = {
    "episodic": {
        "timestamp": IN_KOLKATA,
        "duration_minutes": 0.5,
        "participants": ["Ann", "אבי"],
        "emotional_valence": -1.0,
        "outcome": "success_after_pivot",
        "lessons": [AWKWARD["quotes"], "second"],
        "kind": "dialogue",
    },
    "semantic:hard_rule": {"severity": "warn", "reason": AWKWARD["json"], "alternatives": ["SQLite", ""]},
    "semantic:decision": {"reasoning": AWKWARD["control characters"], "exception_to": "a rule"},
    "semantic:reference": {"uri": "https://example.org/?q=a b&c=%20#'\""},
    "procedural": {
        "name": AWKWARD["cypher"],
        "trigger": {"pattern": AWKWARD["lucene"], "context": ["mobile", AWKWARD["quotes"]]},
        "steps": [
            {"order": 2, "instruction": AWKWARD["backslashes"], "tool_call": '{"cmd": "npx \\"clerk\\""}'},
            {"order": 1, "instruction": "install", "tool_call": None},
        ],
        "success_rate": 1 / 3,
        "times_used": 12,
        "last_used": IN_KOLKATA,
        "learned_from": ["e1"],
    },
    "model:self": {"strong": ["types"], "weak": ["css"], "limitations": [""], "recent_misses": ["race"]},
    "model:user": {
        "theories": [
            {"statement": "s", "confidence": 0.25, "evidence_for": ["e1", "e2"], "evidence_against": []},
            {"statement": AWKWARD["json"], "confidence": 1, "evidence_for": [], "evidence_against": ["e3"]},
        ],
        "expectations": ["short answers"],
        "expertise": {"react native": 0.9, AWKWARD["quotes"]: 0.0, "a`b": 1.0, "": 0.5},
        "communication_style": "terse",
    },
    "model:relationship": {
        "trust_level": 0.75,
        "phase": "mature",
        "interaction_count": 41,
        "significant_events": ["first pair session"],
    },
    "model:domain": {"characteristics": ["fast"], "behaviour_rules": ["ask first"]},
}


def filled(scope: Scope) -> list[Memory]:
    """One memory of each of the eighteen types, no field left at its default."""
    return [
        memory(
            scope.model_copy(update={"agent_id": "agent \\'1'", "user_id": 'u"1', "session_id": "s\n1"}),
            f"{type_} {AWKWARD['unicode']}",
            type_,
            **COMMON,
            **(NAMED if type_.startswith("entity:") else OWN.get(type_, {})),
        )
        for type_ in MEMORY_TYPES
    ]


def bare(scope: Scope) -> list[Memory]:
    """One memory of each type with only what is required: empty lists, nulls, defaults."""
    required = {"procedural": {"name": "n", "trigger": {"pattern": "p"}, "steps": []}}
    return [memory(scope, type_, type_, **required.get(type_, {})) for type_ in MEMORY_TYPES]
