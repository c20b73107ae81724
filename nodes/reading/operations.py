"""Conditions of an operation on a held memory: its target exists, is about the same, and began earlier."""

from datetime import datetime

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.sameness import numbers
from memorist.nodes.reading.claims import same_subject
from memorist.nodes.reading.context import ProposalContext
from memorist.nodes.reading.evidence import content_words, names_of, vocabulary
from memorist.nodes.reading.markers import ALLOWS, CONDITION, DOUBT, PEOPLE, SPEAKERS, denies, plain, speaker_of
from memorist.nodes.reading.reader import CHANGES, SAID, HeldMemory

RULE = "semantic:hard_rule"


def operation_problem(evidence: ProposalContext, claim: Claim | None, began: datetime) -> str | None:
    """Return why a proposal may not do to one of its targets what it wants to; null if it may.

    Args:
        evidence: the proposal with what it rests on.
        claim: the claim as it was checked.
        began: when what is proposed began to hold.
    """
    proposal = evidence.proposal
    if not proposal.targets:
        return None
    known = {one.id for one in evidence.held}
    if unknown := [id_ for id_ in proposal.targets if id_ not in known and not id_.startswith(SAID)]:
        return f"there is no memory {unknown[0]!r}"
    problems = (_problem(target, evidence, claim, began) for target in evidence.targets)
    return next(filter(None, problems), None)


def _problem(target: HeldMemory, evidence: ProposalContext, claim: Claim | None, began: datetime) -> str | None:
    operation = evidence.proposal.operation
    if operation in CHANGES and began < target.valid_from:
        return "it was true before what is held began"
    if problem := _about_something_else(target, evidence, claim):
        return problem
    if target.type == RULE and operation in CHANGES and not _lifted(target, evidence):
        return "a rule is lifted by explicit words only"
    if operation == "confirms" and _differs(evidence.located.quote, target.content):
        return "it differs from what it would confirm"
    return None


def changes_what_was_told(evidence: ProposalContext, began: datetime) -> bool:
    """Return true if a proposal ends or replaces a target and dates the change before that began.

    Said in March, "we dropped Jira in January" still ends "uses Jira", which was told in February: the later statement
    counts as the better informed one.
    """
    if evidence.proposal.operation not in CHANGES:
        return False
    return any(began < target.valid_from <= evidence.said_at for target in evidence.targets)


def _about_something_else(target: HeldMemory, evidence: ProposalContext, claim: Claim | None) -> str | None:
    """Return why a proposal does not concern a target: another subject, another aspect, or no word in common."""
    here = vocabulary(evidence.passage.text, evidence.passage.question or "", *(t.content for t in evidence.before))
    proposed = claim or evidence.proposal.claim
    if target.claim is not None and proposed is not None:
        if not _takes_over(proposed, target.claim) and _of_another(proposed.subject, target.claim.subject, evidence):
            return f"it is about {proposed.subject}, not about {target.claim.subject}"
        aspect = content_words(target.claim.qualifier or "")
        if aspect and not proposed.same_aspect(target.claim) and not all(map(here.covers, aspect)):
            return f"it is about another aspect than {target.claim.qualifier}"
    own = vocabulary(evidence.content).covers
    if not any(here.covers(word) or own(word) for word in content_words(target.content)):
        return "it has no word in common with what is held"
    return None


def _takes_over(proposed: Claim, held: Claim) -> bool:
    """Return true if somebody gets the role that somebody else has: "she leads the platform team now"."""
    roles = {proposed.predicate, held.predicate} == {"role_is"}
    return roles and all(map(vocabulary(proposed.object).covers, content_words(held.object)))


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
    names = " ".join(name for name in names_of(f"of {subject}") if name not in PEOPLE)
    if _covered(subject, near.covers) or _covered(names, near.covers):
        return True
    around = vocabulary(evidence.passage.text, *(turn.content for turn in evidence.before[-2:]))
    return evidence.refers_back and _covered(subject, around.covers)


def _covered(text: str, covers: object) -> bool:
    words = content_words(text)
    return bool(words) and all(map(covers, words))  # pyright: ignore[reportArgumentType]


def _lifted(target: HeldMemory, evidence: ProposalContext) -> bool:
    """Return true if the user's words allow what a rule forbids, or tell that the event has come that it waits for."""
    said = plain(evidence.sentence)
    if DOUBT.search(said) is not None or CONDITION.search(said) is not None:
        return False
    near = vocabulary(evidence.sentence)
    awaited = content_words(target.condition or "")
    if awaited and sum(map(near.covers, awaited)) * 2 >= len(awaited):
        return not denies(evidence.sentence)
    return ALLOWS.search(said) is not None


def _differs(said: str, held: str) -> bool:
    """Return true if the words of a confirmation deny what is held, or give a number that it does not have."""
    return bool(set(numbers(said)) - set(numbers(held))) or denies(said) != denies(held)


__all__ = ["changes_what_was_told", "operation_problem"]
