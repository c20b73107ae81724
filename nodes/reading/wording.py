"""The wording of a proposal against its evidence: nothing that nobody said, and nothing paired anew."""

from collections.abc import Collection
from datetime import date

from memorist.nodes.reading.context import ProposalContext
from memorist.nodes.reading.evidence import (
    Vocabulary,
    content_words,
    figures_of,
    fragments_of,
    names_of,
    numbers_of,
    sources_of,
    vocabulary,
    words_of,
)
from memorist.nodes.reading.markers import (
    CONDITION,
    DOUBT,
    FIRST_PERSON,
    GLUE,
    RENDERING,
    SPEAKERS,
    TIME,
    denies,
    plain,
    speaker_of,
)
from memorist.nodes.reading.pairing import ISO_DATE, mispaired
from memorist.nodes.reading.reader import CHANGES
from memorist.nodes.reading.rendering import render
from memorist.nodes.reading.subjects import leaves_out_who_says_so, told_otherwise


def wording_problem(evidence: ProposalContext) -> str | None:
    """Return why the proposed content is not what was said; null if it is.

    It asks for numbers and names, pairing, words, negation and doubt, and subjects, in this order.
    """
    content, located = evidence.content, evidence.located
    if evidence.restated is not None and _restates(content, evidence.restated):
        return None
    if problem := invented(content, evidence) or mispaired(content, evidence):
        return problem
    if leaves_out_who_says_so(content, evidence.sentence):
        return "it leaves out who says so"
    verbatim = _same_words(content, located.sentence) or (located.is_whole and _same_words(content, located.quote))
    if problem := (None if verbatim else _unsaid(content, evidence)) or _turned_round(content, evidence):
        return problem
    return None if verbatim else _leaves_out(content, evidence) or _said_otherwise(content, evidence)


def _unsaid(content: str, evidence: ProposalContext) -> str | None:
    """Return why a content is nobody's: it has a word that nobody said, or none of the quoted words."""
    said = content_words(content)
    if not said:
        return None if _of_the_speaker(content, evidence) else "none of its words are in the text"
    if missing := _missing(content, evidence.words, evidence):
        return f"the word {missing[0]!r} is not in the text"
    heard = vocabulary(" ".join((evidence.sentence, *evidence.known_names)))
    if evidence.is_answer or any(map(heard.covers, said)):
        return None
    return None if figures_of(content) & numbers_of(evidence.sentence) else "none of its words are in the quote"


def _of_the_speaker(content: str, evidence: ProposalContext) -> bool:
    """Return true if it is nothing but an amount that the speaker gives about themselves: "I am 66"."""
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
    """Return the words of a content that were not heard; the words of a date are heard by naming its day."""
    if not heard.missing(content):
        return []
    verbs = _verbs(evidence)
    return [word for word in heard.missing(_without_named_days(content, evidence)) if word not in verbs]


def _verbs(evidence: ProposalContext) -> Collection[str]:
    """Return the words that render the claim's predicate: a pattern, a question or a list implies them."""
    claim = evidence.proposal.claim
    if claim is None:
        return ()
    return words_of(render(claim.model_copy(update={"subject": "user", "object": "it", "qualifier": None})))


def _leaves_out(content: str, evidence: ProposalContext) -> str | None:
    """Return what a content leaves out: a condition, a doubt, or a name where it takes words from elsewhere."""
    said, told = plain(evidence.sentence), plain(content)
    for what, marker in (("condition", CONDITION), ("doubt", DOUBT)):
        if (found := marker.search(said)) is not None and not marker.search(told):
            return f"it leaves out a {what} ({found.group()!r})"
    own, known = vocabulary(evidence.sentence, *evidence.known_names), vocabulary(content)
    borrows = any(word not in RENDERING and not own.covers(word) for word in content_words(content))
    if not borrows or evidence.proposal.operation in CHANGES:
        return None
    for clause in sources_of(content, fragments_of(evidence.sentence)):
        for name in names_of(f"of {clause}"):
            if not known.covers_name(name) and not TIME.fullmatch(name):
                return f"it leaves out {name!r}"
    return None


def _said_otherwise(content: str, evidence: ProposalContext) -> str | None:
    """Return why a content tells of another, more than was said, or the other way round; answers are too short."""
    if evidence.answers_question or evidence.proposal.operation in CHANGES:
        return None
    return told_otherwise(content, evidence.sentence, evidence.texts)


def invented(text: str, evidence: ProposalContext) -> str | None:
    """Return why a text cannot be believed: a number or a name that nobody said."""
    rest = ISO_DATE.sub(lambda m: " " if _computed(m.group(), evidence) else m.group(), text)
    if not all(map(evidence.heard, figures_of(rest))):
        rest = _without_named_days(rest, evidence)
    unsaid = sorted(figure for figure in figures_of(rest) if not evidence.heard(figure))
    if extra := [figure for figure in unsaid if not (figure.isdigit() and int(figure) in evidence.years)]:
        return f"the number {extra[0]} is not in the text"
    for name in names_of(rest):
        told = evidence.words.covers_name(name) or (evidence.has_time and TIME.fullmatch(name))
        if name not in GLUE and not told:
            return f"the name {name} is not in the text"
    return None


def _without_named_days(text: str, evidence: ProposalContext) -> str:
    """Return the text without its times that were named in other words: "March 14, 2026" for "the 14th"."""
    for place in reversed(evidence.named_days(text)):
        text = f"{text[: place.start]} {text[place.end :]}"
    return text


def _computed(iso: str, evidence: ProposalContext) -> bool:
    """Return true if a day, or a month (2026-03), can have been computed."""
    try:
        if iso.count("-") == 1:
            return int(iso[:4]) in evidence.years
        return evidence.may_be_computed(date.fromisoformat(iso[:10]))
    except ValueError:
        return False


def _turned_round(content: str, evidence: ProposalContext) -> str | None:
    """Return why a content says the opposite of what it was read from.

    A content without a negation must have its words, but for its subject, from clauses without one; a content with one
    needs one in the clauses it is from. What is replaced may be told with a negation of its own.
    """
    told_not = denies(content)
    if told_not and (evidence.proposal.operation in CHANGES or _is_within(content, evidence.sentence)):
        return None
    clauses = fragments_of(evidence.sentence)
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
    """Return what a content is about, which a denying clause may name too: its claim's subject, or its first word."""
    claim = evidence.proposal.claim
    return content_words(claim.subject) if claim is not None else content_words(content)[:1]


def _is_within(content: str, sentence: str) -> bool:
    return f" {' '.join(words_of(content))} " in f" {' '.join(words_of(sentence))} "


def _restates(content: str, sentence: str) -> bool:
    """Return true if a content is a sentence, or a piece of it that leaves out no negation and no condition."""
    if not _is_within(content, sentence) or denies(content) != denies(sentence):
        return False
    return CONDITION.search(plain(sentence)) is None or CONDITION.search(plain(content)) is not None


def _same_words(one: str, other: str) -> bool:
    return words_of(one) == words_of(other)


__all__ = ["invented", "wording_problem"]
