"""The wording of a proposal against its evidence: nothing that nobody said, and nothing paired anew."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from memorist.nodes.reading.evidence import (
    Located,
    Vocabulary,
    clauses_of,
    content_words,
    figures_of,
    names_of,
    numbers_of,
    sentence_spans,
    sources_of,
    vocabulary,
    words_of,
)
from memorist.nodes.reading.markers import FIRST_PERSON, GLUE, PICKS, RENDERING, THIRD_PERSON, TIME, denies, plain
from memorist.nodes.reading.reader import Held, Passage, Proposal, Spoken
from memorist.nodes.reading.rendering import render

MIN_COVERED = 0.5
"""A content with fewer of its words in the evidence is made up; with more, the speaker's sentence takes its place."""
MIN_CONSUMED = 0.6
"""What is told of an amount with a subject from elsewhere must use this share of the words around the amount."""
MAX_HOLDING = 32
"""So many sentences with one amount are looked at."""
MAX_ASIDE = 3
"""In words that say something: "sorry, I meant 500" says nothing but its amount."""
MAX_ELLIPSIS = 4
"""In words that say something: a sentence as short as that leans on what was said before."""
MAX_DAYS_AWAY = 400
"""Relative dates ("next spring") are nearer to when they are said."""
MAX_FALLBACK_CHARS = 400
MIN_FALLBACK_WORDS = 3

CHANGES = frozenset({"replaces", "ends", "lifts"})
_ISO_DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?\b")


@dataclass(frozen=True)
class Evidence:
    """Everything that one proposal may rest on."""

    proposal: Proposal
    passage: Passage
    located: Located
    before: tuple[Spoken, ...]
    target: Held | None
    said_at: datetime
    known_names: Collection[str] = ()

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The passage, what it answers, the turns before, the memory that the operation concerns."""
        own = (self.passage.text, self.passage.question or "", self.target.content if self.target else "")
        return (*own, *(turn.content for turn in self.before), *self.known_names)

    @cached_property
    def words(self) -> Vocabulary:
        """The words of all of it."""
        return vocabulary(*self.texts)

    @cached_property
    def sentence(self) -> str:
        """The sentence of the quote."""
        return self.located.sentence

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers of all of it."""
        return frozenset(number for text in self.texts for number in numbers_of(text))

    @cached_property
    def is_answer(self) -> bool:
        """Whether the passage answers or picks from what was said before it."""
        if self.passage.question is not None:
            return True
        if not self.before:
            return False
        last = self.before[-1]
        asked = last.role == "assistant" and any(mark in last.content for mark in "?？؟")
        short = len(content_words(self.passage.text)) <= MAX_ELLIPSIS
        return (asked and short) or PICKS.search(plain(self.sentence)) is not None

    @cached_property
    def refers_back(self) -> bool:
        """Whether the sentence leans on something said before: a pronoun, a pick, an answer, an ellipsis."""
        said = plain(self.sentence)
        if self.is_answer or THIRD_PERSON.search(said) is not None:
            return True
        return len(content_words(said)) <= MAX_ELLIPSIS and FIRST_PERSON.search(said) is None

    @cached_property
    def has_time(self) -> bool:
        """Whether the sentence, or the question it answers, tells a time."""
        said = plain(f"{self.sentence} {self.passage.question or ''}")
        return TIME.search(said) is not None or any(c.isdecimal() for c in said)

    def may_be_computed(self, day: date) -> bool:
        """Whether a date can have been computed from the words and from when they were said."""
        if day == self.said_at.date():
            return True
        near = abs((day - self.said_at.date()).days) <= MAX_DAYS_AWAY
        return self.has_time and (near or str(day.year) in self.numbers)


@dataclass(frozen=True)
class Wording:
    """A content that the evidence covers; ``note`` says why it is not the one proposed."""

    content: str
    note: str = ""


def check_wording(evidence: Evidence) -> Wording | str:
    """The content to be kept, or why none can be: numbers, names, pairing, words, negation, in this order."""
    content = " ".join(evidence.proposal.content.split())
    if problem := invented(content, evidence) or mispaired(content, evidence):
        return problem
    located = evidence.located
    if _same_words(content, located.sentence) or (located.is_whole and _same_words(content, located.quote)):
        return _unless_turned_round(content, evidence)
    said = content_words(content)
    verbs = _verbs(evidence)
    missing = [word for word in evidence.words.missing(content) if word not in verbs]
    if not said or len(missing) > (1 - MIN_COVERED) * len(said):
        return "most of its words are not in the text"
    if problem := _not_from_the_quote(said, evidence):
        return problem
    if isinstance(kept := _unless_turned_round(content, evidence), str):
        return kept
    if missing:
        return _as_said(evidence, f"the word {missing[0]!r} is not in the text")
    if problem := _borrowed(content, evidence, verbs):
        return _as_said(evidence, problem)
    return kept


def _unless_turned_round(content: str, evidence: Evidence) -> Wording | str:
    return _turned_round(content, evidence) or Wording(content)


def _verbs(evidence: Evidence) -> Collection[str]:
    """The words by which a claim is rendered, where a cue or a question stands for its predicate."""
    claim = evidence.proposal.claim
    if claim is None or not (evidence.proposal.method.startswith("pattern") or evidence.is_answer):
        return ()
    return words_of(render(claim.model_copy(update={"subject": "user", "object": "it", "qualifier": None})))


def invented(text: str, evidence: Evidence) -> str | None:
    """Why a text cannot be believed: a number or a name that nobody said."""
    rest = _ISO_DATE.sub(lambda m: " " if _computed(m.group(), evidence) else m.group(), text)
    if extra := sorted(figures_of(rest) - evidence.numbers):
        return f"the number {extra[0]} is not in the text"
    for name in names_of(rest):
        told = evidence.words.covers_name(name) or (evidence.has_time and TIME.fullmatch(name))
        if name not in GLUE and not told:
            return f"the name {name} is not in the text"
    return None


def _computed(iso: str, evidence: Evidence) -> bool:
    try:
        return evidence.may_be_computed(datetime.fromisoformat(iso).date())
    except ValueError:
        return False


def mispaired(text: str, evidence: Evidence) -> str | None:
    """Why an amount in a text is told of somebody of whom it was not said.

    An amount belongs to the sentence it stands in. What else the text tells must be in that sentence; or the text tells
    what the sentence says, and takes only what a pronoun or an ellipsis stands for from the sentences around it, which
    then have no amount of their own.
    """
    figures = figures_of(text) - {figure for date_text in _ISO_DATE.findall(text) for figure in figures_of(date_text)}
    said = [word for word in content_words(text) if word not in RENDERING and not any(c.isdecimal() for c in word)]
    if not figures or not said:
        return None
    sentences = [
        (sentence := source[start:end], numbers_of(sentence))
        for source in evidence.texts
        for start, end in sentence_spans(source)
    ]
    for figure in sorted(figures):
        holding = [sentence for sentence, numbers in sentences if figure in numbers][:MAX_HOLDING]
        if holding and not any(_told_of(said, figures, sentence, sentences, evidence) for sentence in holding):
            return f"the amount {figure} is said of something else"
    return None


def _told_of(
    said: list[str], figures: set[str], sentence: str, sentences: Iterable[tuple[str, set[str]]], evidence: Evidence
) -> bool:
    """Whether a sentence that holds an amount may be what a text tells of it; see :func:`mispaired`."""
    near = vocabulary(sentence)
    left = [word for word in said if not near.covers(word)]
    parties = _parties(evidence) & set(left)
    if not left or (not parties and len(left) <= (1 - MIN_CONSUMED) * len(said)):
        return True
    told = Vocabulary([" ".join(said)])
    holding = [clause for clause in clauses_of(sentence) if numbers_of(clause) & figures] or [sentence]
    around = [word for word in content_words(" ".join(holding)) if not any(c.isdecimal() for c in word)]
    unused = len(around) - sum(map(told.covers, around))
    if len(content_words(sentence)) > MAX_ASIDE and unused > max(1, (1 - MIN_CONSUMED) * len(around)):
        return False
    if any(not told.covers_name(name) for name in names_of(sentence) if not any(c.isdecimal() for c in name)):
        return False
    replaced = evidence.target if evidence.proposal.operation in CHANGES else None
    old = numbers_of(replaced.content) if replaced is not None else set[str]()
    return not parties or not any(
        numbers and figures_of(other) - figures - old and parties & set(words_of(other)) for other, numbers in sentences
    )


def _parties(evidence: Evidence) -> set[str]:
    claim = evidence.proposal.claim
    subject = content_words(claim.subject) if claim else []
    return {*subject, *names_of(evidence.proposal.content)}


def _not_from_the_quote(said: list[str], evidence: Evidence) -> str | None:
    heard = " ".join((evidence.sentence, *evidence.known_names))
    if evidence.is_answer or any(map(vocabulary(heard).covers, said)):
        return None
    if figures_of(evidence.proposal.content) & numbers_of(evidence.sentence):
        return None
    return "none of its words are in the quote"


def _borrowed(content: str, evidence: Evidence, verbs: Collection[str]) -> str | None:
    """Why words of earlier turns may not be in a content: nothing in the sentence stands for them."""
    own = (evidence.passage.text, evidence.passage.question or "", *evidence.known_names)
    target = (evidence.target.content,) if evidence.target is not None else ()
    missing = [word for word in vocabulary(*own, *target).missing(content) if word not in verbs]
    if missing and not evidence.refers_back:
        return f"nothing in the sentence stands for {missing[0]!r}"
    return None


def _turned_round(content: str, evidence: Evidence) -> str | None:
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


def _subject_words(content: str, evidence: Evidence) -> list[str]:
    """What a content is about, which a denying clause may name too: the subject of its claim, or its first word."""
    claim = evidence.proposal.claim
    return content_words(claim.subject) if claim is not None else content_words(content)[:1]


def _is_within(content: str, sentence: str) -> bool:
    return f" {' '.join(words_of(content))} " in f" {' '.join(words_of(sentence))} "


def _as_said(evidence: Evidence, why: str) -> Wording | str:
    """The speaker's own sentence in place of a content that goes beyond it."""
    located = evidence.located
    for text in (located.sentence, located.quote):
        fits = len(text) <= MAX_FALLBACK_CHARS and len(words_of(text)) >= MIN_FALLBACK_WORDS
        if fits and (located.is_whole or text == located.quote):
            return Wording(text, why)
    return why


def _same_words(one: str, other: str) -> bool:
    return words_of(one) == words_of(other)


__all__ = ["CHANGES", "Evidence", "Wording", "check_wording", "invented", "mispaired"]
