"""Stand-ins: what changes for a time how a rule is to be followed, told beside the rule.

They are instructions, outside the fence, so only sentences that a person states in their own words become one.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from memorist.memory_store.standing import stands_in
from memorist.nodes.language.lexical import stems_of
from memorist.nodes.reading.announcing import reports
from memorist.nodes.reading.gate.rules import plays_a_role, rule_of_segment
from memorist.nodes.reading.segments import Segment, segments_of

_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w-]+")
SHARED_STEMS = 2


def rule_of(content: str, rules: Sequence[str]) -> int | None:
    """The place of the rule that a statement is an exception to: the one that shares a name, or most words with it."""
    said, names = stems_of(content), _names(content)
    shared = [
        (len(names & _names(rule)) * SHARED_STEMS + len(said & stems_of(rule)), -place)
        for place, rule in enumerate(rules)
    ]
    best, place = max(shared, default=(0, 0))
    return -place if best >= SHARED_STEMS else None


@lru_cache(maxsize=8_192)
def stand_ins_in(message: str) -> tuple[str, ...]:
    """Return the sentences of a person's message that say what stands in and that the person states themself.

    A text that is passed on or worked on, a report of what somebody said, a question and a story make none.
    """
    if not stands_in(message) or plays_a_role(message):
        return ()
    return tuple(one.text for one in segments_of(message) if stands_in(one.text) and _stated(one))


def _stated(segment: Segment) -> bool:
    verdict = rule_of_segment(segment)
    said = verdict is None or verdict.action != "skip"
    return segment.own and not segment.doubtful and said and not reports(segment.text)


@lru_cache(maxsize=8_192)
def _names(content: str) -> frozenset[str]:
    return frozenset(found[0] for found in _NAME.finditer(content))
