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
        asked = self.passage.question is not None or bool(self.before)
        return asked and (self.passage.question is not None or PICKS.search(plain(self.sentence)) is not None)

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
    said = content_words(content)
    missing = [word for word in evidence.words.missing(content) if word not in _verbs(evidence.proposal)]
    if not said or len(missing) > (1 - MIN_COVERED) * len(said):
        return "most of its words are not in the text"
    if _same_words(content, evidence.sentence) or (
        _same_words(content, evidence.located.quote) and evidence.located.is_whole
    ):
        return Wording(content)
    if problem := _not_from_the_quote(said, evidence) or _turned_round(content, evidence):
        return problem
    if missing:
        return _as_said(evidence, f"the word {missing[0]!r} is not in the text")
    if problem := _borrowed(content, evidence):
        return _as_said(evidence, problem)
    return Wording(content)


def _verbs(proposal: Proposal) -> Collection[str]:
    """The words by which the claim of a pattern is rendered: an explicit cue stands for its predicate."""
    if proposal.claim is None or not proposal.method.startswith("pattern"):
        return ()
    return words_of(render(proposal.claim.model_copy(update={"subject": "user", "object": "it", "qualifier": None})))


def invented(text: str, evidence: Evidence) -> str | None:
    """Why a text cannot be believed: a number or a name that nobody said."""
    rest = _ISO_DATE.sub(lambda m: " " if _computed(m.group(), evidence) else m.group(), text)
    if extra := sorted(figures_of(rest) - evidence.numbers):
        return f"the number {extra[0]} is not in the text"
    for name in names_of(rest):
        if name not in GLUE and not evidence.words.covers_name(name):
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
    if not left:
        return True
    told = Vocabulary([" ".join(said)])
    around = [word for word in content_words(sentence) if not any(c.isdecimal() for c in word)]
    if len(around) - sum(map(told.covers, around)) > max(1, (1 - MIN_CONSUMED) * len(around)):
        return False
    if any(not told.covers_name(name) for name in names_of(sentence) if not any(c.isdecimal() for c in name)):
        return False
    parties = _parties(evidence) & set(left)
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


def _borrowed(content: str, evidence: Evidence) -> str | None:
    """Why words of earlier turns may not be in a content: nothing in the sentence stands for them."""
    own = (evidence.passage.text, evidence.passage.question or "", *evidence.known_names)
    target = (evidence.target.content,) if evidence.target is not None else ()
    missing = vocabulary(*own, *target).missing(content)
    if missing and not evidence.refers_back:
        return f"nothing in the sentence stands for {missing[0]!r}"
    return None


def _turned_round(content: str, evidence: Evidence) -> str | None:
    """Why a content says the opposite of what it was read from."""
    sources = sources_of(content, clauses_of(evidence.sentence)) or [evidence.sentence]
    if evidence.is_answer:
        sources = [evidence.sentence, evidence.passage.question or ""]
    said_not, told_not = any(map(denies, sources)), denies(content)
    if said_not == told_not or (told_not and (evidence.proposal.operation in CHANGES or evidence.is_answer)):
        return None
    if said_not and evidence.is_answer and denies(evidence.passage.question or ""):
        return None
    return "it leaves out a negation" if said_not else "it brings in a negation"


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
