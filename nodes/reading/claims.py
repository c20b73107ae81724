"""The claim of a proposal against its evidence: a claim that is not covered is left out, which loses little."""

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.gist import gist
from memorist.memory_store.domain.identity import folded
from memorist.nodes.reading.context import ProposalContext
from memorist.nodes.reading.evidence import content_words, fragments_of, sources_of, vocabulary, words_of
from memorist.nodes.reading.markers import FIRST_PERSON, SPEAKERS, THIRD_PERSON, denies, plain, speaker_of
from memorist.nodes.reading.pairing import mispaired
from memorist.nodes.reading.reader import CHANGES
from memorist.nodes.reading.subjects import claimed_otherwise, swapped
from memorist.nodes.reading.wording import invented

POLARITY_INSIDE = frozenset({"avoids", "has_issue", "requires", "fixes"})
"""Predicates whose meaning is a negation by itself: "I do not eat meat" is "user avoids meat"."""

IMPERSONAL = "advice"
"""Subject of a recommendation that nobody in particular gives: "for state management, Redux is recommended"."""


def check_claim(claim: Claim, evidence: ProposalContext) -> Claim | str:
    """The claim, with "user" or "team" for any subject that means them, or why the evidence does not cover it."""
    subject = speaker_of(claim.subject)
    own = subject in SPEAKERS or folded(subject).replace("’", "'").startswith(("user's ", "team's "))
    if own and not evidence.passage.own_words:
        return "a document's own words are no claim about the user or the team"
    named = not own and subject != IMPERSONAL
    by_cue = evidence.proposal.method.startswith("pattern")  # its subject may be a word of the pattern: "user's age"
    told = vocabulary(evidence.content)
    known = vocabulary(*evidence.texts, evidence.content)
    if subject not in SPEAKERS and not by_cue and (missing := known.missing(claim.subject)):
        return f"its subject: {missing[0]!r} is not in the text"
    if not any(map(told.missing, (claim.subject if named else "", claim.object, claim.qualifier or ""))):
        opposite = _opposite(claim, evidence)  # it says in its form what the content says, which was checked
        return "its polarity is not that of the sentence" if opposite else claim.model_copy(update={"subject": subject})
    if named and _speaks_of_himself(subject, evidence):
        return "the sentence is about its speaker"
    for part in filter(None, (claim.object, claim.qualifier)):
        if problem := invented(part, evidence):
            return problem
        if missing := known.missing(part):
            return f"the word {missing[0]!r} is not in the text"
    rendered = f"{subject if named else ''} {claim.object} {claim.qualifier or ''}"
    if problem := mispaired(rendered, evidence) or _said_otherwise(claim, subject, evidence):
        return problem
    return claim.model_copy(update={"subject": subject})


def _said_otherwise(claim: Claim, subject: str, evidence: ProposalContext) -> str | None:
    """Why a claim tells of another, more than was said, or the opposite; answers are too short to judge."""
    if _opposite(claim, evidence):
        return "its polarity is not that of the sentence"
    if evidence.answers_question or evidence.proposal.operation in CHANGES:
        return None
    about, whose = f"{claim.object} {claim.qualifier or ''}", subject if subject != IMPERSONAL else None
    affirmed = claim.polarity and claim.predicate not in POLARITY_INSIDE
    return claimed_otherwise(whose, about, claim.predicate, evidence.sentence, evidence.texts) or (
        swapped(claim.object, evidence.sentence) if affirmed else None
    )


def same_subject(one: str, other: str) -> bool:
    """Return true if two claims are about one subject, whatever its wording."""
    return gist(speaker_of(one)) == gist(speaker_of(other))


def _speaks_of_himself(subject: str, evidence: ProposalContext) -> bool:
    """Return true if a sentence says "I" and nothing that could stand for a subject named in another one."""
    said = plain(evidence.sentence)
    if FIRST_PERSON.search(said) is None or THIRD_PERSON.search(said) is not None or evidence.is_answer:
        return False
    named = vocabulary(evidence.passage.text)
    return not any(named.covers(word) for word in content_words(subject))


def _opposite(claim: Claim, evidence: ProposalContext) -> bool:
    if claim.predicate in POLARITY_INSIDE or evidence.proposal.operation in CHANGES or evidence.is_answer:
        return False
    if denies(claim.object):
        return False
    about = f"{claim.object} {claim.qualifier or ''}"
    clauses = fragments_of(evidence.sentence)
    sources = sources_of(about, clauses) or [evidence.sentence]
    held = [clause for clause in sources if set(words_of(clause)) & set(words_of(claim.object))] or sources
    return any(map(denies, held)) == claim.polarity


__all__ = ["check_claim", "same_subject"]
