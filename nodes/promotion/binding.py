"""Binding: which statements may become rules for everybody, and which of these may block.

Personal statements (habits, tastes, past) are nobody else's rules, however often they are recalled.
"""

import re

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.visibility import says_of_himself
from memorist.nodes.language.names import names_a_person
from memorist.nodes.language.verbs import PAST
from memorist.nodes.reading.speech_acts.acts import act_of

DEMANDS = frozenset({"avoids", "requires"})
"""Claims that forbid or demand; any other is a rule only when it denies ("does not use") or is a policy."""

_FORBIDS = re.compile(
    r"\b(?:never|do(?:es)?\snot|(?:do|does|must|should)n['’]?t|(?:must|may|shall|should|can)\s(?:not|never)|cannot|avoids?|"
    r"avoid(?:ed|ing)|(?:is|are)\s(?:not\s(?:allowed|permitted)|forbidden|banned|prohibited|off.limits|taboo)|hands\soff|"
    r"under\sno\scircumstances|nobody|no\sone|no\s[a-z-]+s?\s(?:on|in|before|after|without|for|at|during|to|from|with)|stop)\b",
    re.IGNORECASE,
)
_WAS_NEVER = re.compile(
    rf"\b(?:never\s(?:\w+ly\s)?{PAST}\b|did(?:\snot|n['’]?t)\b|"
    r"ha(?:s|ve|d)(?:\s(?:not|never)|n['’]?t)\b|w(?:as|ere)(?:\s(?:not|never)|n['’]?t)\b)",
    re.IGNORECASE,
)


def may_bind(fact: Memory) -> bool:
    """Return true if a memory says how work is to be done, in a way that a rule can: it forbids, demands, or is a
    policy.

    Not personal statements, what is told of another person, nor what merely was never done.
    """
    claim = fact.claim
    if claim is None or says_of_himself(fact) or names_a_person(claim.subject):
        return False
    if claim.predicate == "requires" and not act_of(fact.content).may_be_rule:
        return False
    if fact.type == "semantic:policy" or claim.predicate in DEMANDS:
        return True
    return not claim.polarity and not _WAS_NEVER.search(fact.content)


def forbids(fact: Memory) -> bool:
    """Return true if its words forbid something to those who work here: only then may a rule made of it block."""
    claim = fact.claim
    return claim is not None and _denies(fact, claim) and bool(_FORBIDS.search(fact.content))


def _denies(fact: Memory, claim: Claim) -> bool:
    if claim.predicate == "avoids":
        return claim.polarity
    return not claim.polarity and (fact.type != "semantic:fact" or not _IS_SO.search(fact.content))


_IS_SO = re.compile(r"\bdo(?:es)?(?:\snot|n['’]?t)\b", re.IGNORECASE)
""""Does not" in a fact only says how things are ("the team does not use Redis"); in a policy it forbids."""
