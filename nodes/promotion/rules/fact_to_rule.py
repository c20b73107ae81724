"""Fact → rule: what is nearly certain and bad to act against."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Level, Memory, Trust
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import Episodic
from memorist.memory_store.domain.visibility import says_of_himself
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.language.names import names_a_person
from memorist.nodes.language.verbs import PAST
from memorist.nodes.promotion.evidence import PromotionEvidence, Severity
from memorist.nodes.promotion.group_extract import ClaimFamily, GroupExtract
from memorist.nodes.promotion.proposal import PromotionProposal, promoted_memory
from memorist.nodes.promotion.rule import Admission, PromotionRule
from memorist.nodes.reading.speech_acts.acts import act_of

_SEVERITY_WORDS: tuple[tuple[Severity, str], ...] = (
    (
        Severity.HIGH,
        r"data loss|los(?:e|es|ing|t) data|corrupt\w*|outage|downtime|breach\w*|leak\w*|vulnerab\w*|security|secret\w*|"
        r"credential\w*|production|irreversibl\w*|illegal|compliance|gdpr|legal\w*|destroy\w*|wipe[sd]?",
    ),
    (
        Severity.MEDIUM,
        r"painful|broke|breaks?|broken|fail(?:s|ed|ure|ures|ing)?|"
        r"crash\w*|regression\w*|blocked|blocks?|rollback\w*|sync issues?|deadline|rejected|costly|expensive",
    ),
    (Severity.LOW, r"slow\w*|annoying|flicker\w*|inconsistent|confusing|warning\w*|noisy|avoid"),
)
"""The first line whose words occur decides."""

_PATTERNS = tuple((severity, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for severity, words in _SEVERITY_WORDS)
BAD_ENDS = 2
"""So many failed episodes make acting against it at least of medium consequence."""


def severity_of(memory: Memory, episodes: Sequence[Memory] = ()) -> tuple[Severity, str]:
    """The severity, and what shows it."""
    texts = " ".join(
        filter(None, (memory.content, getattr(memory, "reason", None), getattr(memory, "reasoning", None)))
    )
    severity, why = Severity.NONE, "nothing says what would follow"
    for level, pattern in _PATTERNS:
        if found := pattern.search(texts):
            severity, why = level, f"it says {found.group(0)!r}"
            break
    if severity < Severity.MEDIUM and act_of(memory.content).likeliest == "rule":
        severity, why = Severity.MEDIUM, "it is said as a rule"
    failed = [e for e in episodes if isinstance(e, Episodic) and e.outcome == "failure"]
    if len(failed) >= BAD_ENDS and severity < Severity.MEDIUM:
        return Severity.MEDIUM, f"{len(failed)} episodes failed over it"
    return severity, why


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


FACT_TO_RULE = PromotionRule(
    name="fact_to_rule",
    source="fact",
    target=Level.RULE,
    threshold=0.9,
    confidence=0.9,
    severity=Severity.MEDIUM,
    uncontradicted=True,
    confirmed=True,
)
"""Conditions of a rule. Only a lineage of user statements may become a blocking rule without a person being asked."""


def rules(extract: GroupExtract, now: datetime, ontology: Ontology) -> Iterator[PromotionProposal | Admission]:
    """Return rules made of facts that forbid or demand, once they are certain and their breach would hurt; they block
    where their words forbid."""
    for family in extract.families():
        if family.rules:
            continue
        for fact in family.facts:
            if may_bind(fact) and not any(_is_rule(extract, i) for i in extract.rungs_above(fact.id)):
                yield _judged(family, fact, now, ontology)


def _judged(family: ClaimFamily, fact: Memory, now: datetime, ontology: Ontology) -> PromotionProposal | Admission:
    episodes = [e for s in family.seen if (e := family.experience(s)) is not None]
    severity, why = severity_of(fact, episodes)
    evidence = PromotionEvidence(
        supports=tuple(family.support(s, fact.id) for s in family.seen),
        confidence=fact.confidence,
        severity=severity,
        contradictions=family.against(fact, ontology),
        confirmed=fact.status is Status.CONFIRMED,
    )
    admission = FACT_TO_RULE.admits(evidence)
    if not admission.admits:
        return admission
    new = promoted_memory(
        FACT_TO_RULE,
        "semantic:hard_rule",
        fact.content,
        [fact],
        like=fact,
        seen=family.seen,
        now=now,
        confidence=fact.confidence,
        claim=fact.claim,
        severity="block" if forbids(fact) else "warn",
        reason=why,
    )
    asked = None
    if new.trust is not Trust.USER:
        asked = (
            f"May this become a blocking rule? {fact.content!r}: {admission.reason}; {why}; "
            f"its lineage is not made of user statements alone ({new.trust})"
        )
        new = new.model_copy(update={"severity": "block"})  # whoever is asked says whether it warns instead
    return PromotionProposal.making(FACT_TO_RULE, admission, [fact], new, family.seen, question=asked)


def _is_rule(extract: GroupExtract, id_: str) -> bool:
    return id_ not in extract.memories or extract.memories[id_].type == "semantic:hard_rule"
