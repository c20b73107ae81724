"""The wording of a proposal against its evidence: nothing that nobody said, and nothing paired anew."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from memorist.nodes.reading.context import CHANGES, ProposalContext
from memorist.nodes.reading.evidence import (
    Vocabulary,
    clauses_of,
    content_words,
    figures_of,
    names_of,
    numbers_of,
    sources_of,
    vocabulary,
    words_of,
)
from memorist.nodes.reading.markers import FIRST_PERSON, GLUE, SPEAKERS, TIME, denies, plain, speaker_of
from memorist.nodes.reading.pairing import ISO_DATE, mispaired
from memorist.nodes.reading.rendering import render
from memorist.nodes.reading.subjects import leaves_out_who_says_so, told_otherwise

MIN_COVERED = 0.5
"""A content with fewer of its words in the evidence is made up; with more, the speaker's sentence takes its place."""
MAX_FALLBACK_CHARS = 400
MIN_FALLBACK_WORDS = 3


@dataclass(frozen=True)
class Wording:
    """A content that the evidence covers; ``note`` says why it is not the one proposed."""

    content: str
    note: str = ""


def check_wording(evidence: ProposalContext) -> Wording | str:
    """The content to be kept, or why none can be: numbers, names, pairing, words, negation, in this order."""
    content, located = " ".join(evidence.proposal.content.split()), evidence.located
    if problem := invented(content, evidence):
        return problem
    if problem := mispaired(content, evidence):
        return _rather_as_said(evidence, problem)
    if leaves_out_who_says_so(content, evidence.sentence):
        return _as_said(evidence, "it leaves out who says so", whole=True)
    verbatim = _same_words(content, located.sentence) or (located.is_whole and _same_words(content, located.quote))
    missing = [] if verbatim else _missing(content, evidence.words, evidence)
    if not verbatim and (problem := _made_up(content, missing, evidence)):
        return problem
    if problem := _turned_round(content, evidence):
        return _rather_as_said(evidence, problem)
    if not verbatim and (problem := _said_otherwise(content, evidence)):
        return _as_said(evidence, problem, whole=True)
    unsaid = None if verbatim else _unsaid(content, missing, evidence)
    return _as_said(evidence, unsaid) if unsaid else Wording(content)


def _made_up(content: str, missing: list[str], evidence: ProposalContext) -> str | None:
    """Why a content is nobody's: too few of its words were said."""
    said = content_words(content)
    if not said and _of_the_speaker(content, evidence):
        return None
    if not said or len(missing) > (1 - MIN_COVERED) * len(said):
        return "most of its words are not in the text"
    return _not_from_the_quote(said, evidence)


def _of_the_speaker(content: str, evidence: ProposalContext) -> bool:
    """Return true if it is nothing but an amount that the speaker gives of himself: "I am 66"."""
    claim = evidence.proposal.claim
    himself = claim is not None and speaker_of(claim.subject) in SPEAKERS
    figures = figures_of(content)
    return (
        himself
        and bool(figures)
        and figures <= numbers_of(evidence.sentence)
        and FIRST_PERSON.search(plain(evidence.sentence)) is not None
    )


def _missing(content: str, heard: Vocabulary, evidence: ProposalContext) -> list[str]:
    """The words of a content that were not heard; the words of a date are heard by naming its day."""
    if not heard.missing(content):
        return []
    verbs = _verbs(evidence)
    return [word for word in heard.missing(_without_named_days(content, evidence)) if word not in verbs]


def _unsaid(content: str, missing: list[str], evidence: ProposalContext) -> str | None:
    """Why some of its words are too many: nobody said them, or only in another turn."""
    return f"the word {missing[0]!r} is not in the text" if missing else _borrowed(content, evidence)


def _said_otherwise(content: str, evidence: ProposalContext) -> str | None:
    """Why a content tells of another, more than was said, or the other way round; answers are too short to judge."""
    if evidence.answers_question or evidence.proposal.operation in CHANGES:
        return None
    return told_otherwise(content, evidence.sentence, evidence.texts)


def _verbs(evidence: ProposalContext) -> Collection[str]:
    """Words that render the claim's predicate; they need not be said where a pattern or a question implies it."""
    claim = evidence.proposal.claim
    if claim is None or not (evidence.proposal.method.startswith("pattern") or evidence.is_answer):
        return ()
    return words_of(render(claim.model_copy(update={"subject": "user", "object": "it", "qualifier": None})))


def invented(text: str, evidence: ProposalContext) -> str | None:
    """Why a text cannot be believed: a number or a name that nobody said."""
    rest = ISO_DATE.sub(lambda m: " " if _computed(m.group(), evidence) else m.group(), text)
    if not all(map(evidence.heard, figures_of(rest))):
        rest = _without_named_days(rest, evidence)
    if extra := sorted(figure for figure in figures_of(rest) if not evidence.heard(figure)):
        return f"the number {extra[0]} is not in the text"
    for name in names_of(rest):
        told = evidence.words.covers_name(name) or (evidence.has_time and TIME.fullmatch(name))
        if name not in GLUE and not told:
            return f"the name {name} is not in the text"
    return None


def _without_named_days(text: str, evidence: ProposalContext) -> str:
    """The text without its times that were named in other words: "March 14, 2026" for "the 14th"."""
    for place in reversed(evidence.named_days(text)):
        text = f"{text[: place.start]} {text[place.end :]}"
    return text


def _computed(iso: str, evidence: ProposalContext) -> bool:
    try:
        return evidence.may_be_computed(datetime.fromisoformat(iso).date())
    except ValueError:
        return False


def _not_from_the_quote(said: list[str], evidence: ProposalContext) -> str | None:
    heard = " ".join((evidence.sentence, *evidence.known_names))
    if evidence.is_answer or any(map(vocabulary(heard).covers, said)):
        return None
    if figures_of(evidence.proposal.content) & numbers_of(evidence.sentence):
        return None
    return "none of its words are in the quote"


def _borrowed(content: str, evidence: ProposalContext) -> str | None:
    """Why words of earlier turns may not be in a content: nothing in the sentence stands for them."""
    own = (evidence.passage.text, evidence.passage.question or "", *evidence.known_names)
    target = (evidence.target.content,) if evidence.target is not None else ()
    missing = _missing(content, vocabulary(*own, *target), evidence)
    if missing and not evidence.refers_back:
        return f"nothing in the sentence stands for {missing[0]!r}"
    return None


def _turned_round(content: str, evidence: ProposalContext) -> str | None:
    """Why a content says the opposite of what it was read from.

    A content without a negation must have its words, but for its subject, from clauses without one; a content with one
    needs one in the clauses it is from. What ends is told with a negation of its own.
    """
    told_not = denies(content)
    if told_not and (evidence.proposal.operation in CHANGES or _is_within(content, evidence.sentence)):
        return None
    clauses = clauses_of(evidence.sentence)
    own = [word for word in content_words(content) if vocabulary(evidence.sentence).covers(word)]
    if not own and evidence.is_answer and not figures_of(content) & numbers_of(evidence.sentence):
        said_not = denies(evidence.sentence) != denies(evidence.passage.question or "")
        return "it turns the answer round" if said_not != told_not else None
    if told_not:
        sources = sources_of(content, clauses) or [evidence.sentence]
        return None if any(map(denies, sources)) else "it brings in a negation"
    refused = vocabulary(*(clause for clause in clauses if denies(clause))).covers
    affirmed = vocabulary(*(clause for clause in clauses if not denies(clause))).covers
    subject = _subject_words(content, evidence)
    denied = [word for word in own if refused(word) and not affirmed(word) and word not in subject]
    return "it leaves out a negation" if denied else None


def _subject_words(content: str, evidence: ProposalContext) -> list[str]:
    """Return the words for a content's subject, which a denying clause may name too: of its claim, or its first
    word."""
    claim = evidence.proposal.claim
    return content_words(claim.subject) if claim is not None else content_words(content)[:1]


def _is_within(content: str, sentence: str) -> bool:
    return f" {' '.join(words_of(content))} " in f" {' '.join(words_of(sentence))} "


def _as_said(evidence: ProposalContext, why: str, *, whole: bool = False) -> Wording | str:
    """The speaker's sentence or quote in place of a content that goes beyond it, else ``why``; ``whole``: no quote."""
    located = evidence.located
    if whole:
        return Wording(located.sentence, why) if len(located.sentence) <= MAX_FALLBACK_CHARS else why
    for text in (located.sentence, located.quote):
        fits = len(text) <= MAX_FALLBACK_CHARS and len(words_of(text)) >= MIN_FALLBACK_WORDS
        if fits and (located.is_whole or text == located.quote):
            return Wording(text, why)
    return why


def _rather_as_said(evidence: ProposalContext, why: str) -> Wording | str:
    """The whole sentence in place of a wrong content if it can be understood alone or by its target, else ``why``."""
    alone = not evidence.refers_back or evidence.proposal.operation in CHANGES
    return _as_said(evidence, why, whole=True) if alone else why


def _same_words(one: str, other: str) -> bool:
    return words_of(one) == words_of(other)


__all__ = ["Wording", "check_wording", "invented"]
