"""Conditions of an operation on a held memory: its target exists, is about the same, and began earlier."""

from dataclasses import dataclass
from datetime import datetime

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.sameness import numbers
from memorist.nodes.reading.claims import same_subject
from memorist.nodes.reading.context import CHANGES, ProposalContext
from memorist.nodes.reading.evidence import content_words, names_of, vocabulary
from memorist.nodes.reading.markers import ALLOWS, CONDITION, DOUBT, SPEAKERS, denies, plain, speaker_of
from memorist.nodes.reading.reader import Operation

RULE = "semantic:hard_rule"


@dataclass(frozen=True)
class JudgedOperation:
    """The operation that is allowed, and why it is not the one proposed."""

    operation: Operation
    note: str = ""
    keeps_target: bool = True


def judge_operation(evidence: ProposalContext, claim: Claim | None, content: str, began: datetime) -> JudgedOperation:
    """Judge the proposed operation.

    Args:
        evidence: the proposal with what it rests on; its target, if it is among what is held.
        claim: the claim as it was checked.
        content: the content as it was checked.
        began: when what is proposed began to hold.
    """
    proposal, target = evidence.proposal, evidence.target
    if proposal.operation == "add" or proposal.target is None:
        return JudgedOperation(proposal.operation)
    if target is None:
        return JudgedOperation("add", f"there is no memory {proposal.target!r}", keeps_target=False)
    if proposal.operation in CHANGES and not evidence.passage.own_words:
        return JudgedOperation("unsure", "a document does not end what is held")
    if proposal.operation in CHANGES and began < target.valid_from:
        return JudgedOperation("add", "it was true before what is held began", keeps_target=False)
    if problem := _about_something_else(evidence, claim):
        return JudgedOperation("add", problem, keeps_target=False)
    if target.type == RULE and proposal.operation in CHANGES and not _lifted(evidence):
        return JudgedOperation("add", "a rule is lifted by explicit words only", keeps_target=False)
    if proposal.operation == "confirms" and _differs(content, target.content):
        return JudgedOperation("add", "it differs from what it would confirm", keeps_target=False)
    return JudgedOperation(proposal.operation)


def changes_what_was_told(evidence: ProposalContext, began: datetime) -> bool:
    """Return true if a proposal ends or replaces its target and dates the change before the target began.

    Said in March, "we dropped Jira in January" still ends "uses Jira", which was told in February: the later statement
    counts as the better informed one.
    """
    target = evidence.target
    if target is None or evidence.proposal.operation not in CHANGES:
        return False
    return began < target.valid_from <= evidence.said_at


def _about_something_else(evidence: ProposalContext, claim: Claim | None) -> str | None:
    """Why a proposal does not concern its target: another subject, another aspect, or no word in common."""
    target = evidence.target
    assert target is not None
    here = vocabulary(evidence.passage.text, evidence.passage.question or "", *(t.content for t in evidence.before))
    proposed = claim or evidence.proposal.claim
    if target.claim is not None and proposed is not None:
        if _of_another(proposed.subject, target.claim.subject, evidence):
            return f"it is about {proposed.subject}, not about {target.claim.subject}"
        if not proposed.same_aspect(target.claim) and not _covered(target.claim.qualifier or "", here.covers):
            return f"it is about another aspect than {target.claim.qualifier}"
    shared = here.covers
    own = vocabulary(evidence.proposal.content).covers
    if not any(shared(word) or own(word) for word in content_words(target.content)):
        return "it has no word in common with what is held"
    return None


def _of_another(proposed: str, held: str, evidence: ProposalContext) -> bool:
    """Return true if a proposal is about something else than what is held.

    It is not where the passage names the subject of what is held. A subject without a name of its own ("the pool") may
    be called otherwise, or be told of by the one who speaks: "we may ship again" ends the freeze of the app.
    """
    if same_subject(proposed, held) or _named(held, evidence):
        return False
    if names_of(f"of {held}"):  # inside a sentence a capital is a name
        return True
    shared = vocabulary(proposed).covers
    return speaker_of(proposed) not in SPEAKERS and not any(map(shared, content_words(held)))


def _named(subject: str, evidence: ProposalContext) -> bool:
    """Return true if the subject of what is held is named in the passage, or stood for by it."""
    if speaker_of(subject) in SPEAKERS:
        return True  # user and team stand for each other: "we moved off it" may end what the user said of himself
    near = vocabulary(evidence.passage.text, evidence.passage.question or "")
    if _covered(subject, near.covers):
        return True
    around = vocabulary(evidence.passage.text, *(turn.content for turn in evidence.before[-2:]))
    return evidence.refers_back and _covered(subject, around.covers)


def _covered(text: str, covers: object) -> bool:
    words = content_words(text)
    return bool(words) and all(map(covers, words))  # pyright: ignore[reportArgumentType]


def _lifted(evidence: ProposalContext) -> bool:
    """Return true if the user's words allow what a rule forbids, or tell that the event has come that the rule waits
    for."""
    said, target = plain(evidence.sentence), evidence.target
    assert target is not None
    if DOUBT.search(said) is not None or CONDITION.search(said) is not None:
        return False
    near = vocabulary(evidence.sentence)
    awaited = content_words(target.condition or "")
    if awaited and sum(map(near.covers, awaited)) * 2 >= len(awaited):
        return not denies(evidence.sentence)
    return ALLOWS.search(said) is not None


def _differs(content: str, held: str) -> bool:
    return numbers(content) != numbers(held) or denies(content) != denies(held)


__all__ = ["JudgedOperation", "changes_what_was_told", "judge_operation"]
