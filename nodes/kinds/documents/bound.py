"""Tell whom a sentence of a file of instructions binds: its reader, or nobody in particular.

"Never push to main" binds the reader, and so does what must not be done to a thing ("generated files must not be
edited"). How things behave, what data looks like and what other people do is knowledge.
"""

import re

from memorist.memory_store.domain.clauses import has_finite_verb
from memorist.nodes.kinds.documents.leads import forbids_at_once, is_act
from memorist.nodes.language.verbs import PAST
from memorist.nodes.reading.markers import PEOPLE, plain

_READERS = re.compile(
    r"(?:you|we|us|our team|the team|agents?|the agent|claude|codex|"
    r"nobody|no one|none of us|everyone|everybody|anyone)\b"
)
_OF_ALL = re.compile(r"(?:every|each|all|any|no|only)\b")
"""Begins a convention: "Every endpoint has a test"."""
_DENIED = r"n't| not| never"
_DEMANDS = re.compile(
    rf"(?P<subject>[^,;:]+?) (?:(?:must|should|shall|(?:has|have|needs?) to)(?:{_DENIED}|(?P<granted>))|"
    rf"(?:can|may)(?:not|{_DENIED})|(?:is|are)(?: \w+ly)? (?:to be|required|mandatory|forbidden|prohibited|banned|"
    rf"off[- ]limits|(?:not|never) (?:allowed|permitted|to)))\b(?P<what>.*)"
)
_LEANS = re.compile(r"\b(?:that|which|who)$")
_UNDONE = re.compile(rf"[^,;:]+? (?:is|are|get|gets) never (?:\w+ly )?{PAST}\b")
_GROUP = re.compile(r"(?:\w+ (?:team|department|squad|crew|office|staff)|\w+['’]s? people)\b")
_OFTEN = re.compile(r"[^,;:]+? (?:never|always|usually|often) \w")
_STATE = re.compile(rf" be (?!an? |the |{PAST}\b(?! to )|\w+ing\b)")
"""State in which a thing is by itself: "must not be negative", "must not be expected to live long"."""


def binds_reader(text: str) -> bool:
    """Return true if a sentence can bind whoever reads it; also if it has no verb by which to tell."""
    said = plain(text)
    if is_act(text) or forbids_at_once(text) or _READERS.match(said) or _OF_ALL.match(said):
        return True
    if demand := _DEMANDS.match(said):
        is_state = demand["granted"] is None and _STATE.match(demand["what"]) is not None
        return not (is_state or _is_others(demand["subject"]))
    tells = has_finite_verb(said) or _OFTEN.match(said)
    return not tells or _UNDONE.match(said) is not None


def is_rule_itself(text: str) -> bool:
    """Return true if a sentence says by itself who must do what, or asks it, whatever stands above it."""
    said = plain(text)
    demand = _DEMANDS.match(said)
    return (
        "?" in text or _READERS.match(said) is not None or (demand is not None and not _LEANS.search(demand["subject"]))
    )


def _is_others(subject: str) -> bool:
    """Return true for people beside the reader: "the design team", "customers"."""
    nouns = {word.removesuffix("s") for word in re.findall(r"\w+", subject)[:2]}
    return _GROUP.search(subject) is not None or not nouns.isdisjoint(PEOPLE)
