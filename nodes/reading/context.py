"""Context of one proposal: its passage, the turns before, the held memories; and its references to them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from memorist.nodes.dates.calendar import Days
from memorist.nodes.dates.find import TimeExpression, places_in
from memorist.nodes.dates.grammar import View
from memorist.nodes.reading.evidence import Located, Vocabulary, content_words, numbers_of, vocabulary
from memorist.nodes.reading.laid_down import asked_for
from memorist.nodes.reading.markers import FIRST_PERSON, PICKS, THIRD_PERSON, TIME, plain
from memorist.nodes.reading.reader import HeldMemory, Passage, Proposal, Spoken, last_day
from memorist.nodes.reading.referring import with_time_before
from memorist.nodes.reading.segments import segments_of

MAX_ELLIPSIS = 4
"""Content words up to which a sentence is taken to depend on what was said before it."""
MAX_DAYS_AWAY = 400
"""Relative dates ("next spring") are nearer to when they are said."""


@dataclass(frozen=True)
class ProposalContext:
    """Everything that one proposal may rest on."""

    proposal: Proposal
    passage: Passage
    located: Located
    before: tuple[Spoken, ...]
    held: tuple[HeldMemory, ...]
    said_at: datetime
    known_names: Collection[str] = ()

    @cached_property
    def targets(self) -> tuple[HeldMemory, ...]:
        """The held memories that the operation concerns."""
        return tuple(one for one in self.held if one.id in self.proposal.targets)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The passage, what it answers, the turns before, what is held: all of it counts as said."""
        own = (self.passage.text, self.passage.question or "")
        names = ("\n".join(self.known_names),) if self.known_names else ()  # as one text: a long passage has many
        return (*own, *(turn.content for turn in self.before), *(one.content for one in self.held), *names)

    @cached_property
    def content(self) -> str:
        """The proposed content, on one line."""
        return " ".join(self.proposal.content.split())

    @cached_property
    def words(self) -> Vocabulary:
        """The words of all of it."""
        return vocabulary(*self.texts)

    @cached_property
    def sentence(self) -> str:
        """The sentence of the quote."""
        return self.located.sentence

    @cached_property
    def restated(self) -> str | None:
        """The sentence in plain words: what it politely asks for, or with the time that it refers to; else null."""
        last = segments_of(self.sentence)[-1:]
        referring = with_time_before(last[0].text, self.passage.text) if last else None
        return asked_for(self.sentence) or (referring.said if referring else None)

    def heard(self, number: str) -> bool:
        """Return true if any of it holds a number."""
        return any(number in numbers_of(text) for text in self.texts)

    @cached_property
    def answers_question(self) -> bool:
        """True if the passage answers a question that was put right before it."""
        if self.passage.question is not None:
            return True
        if not self.before:
            return False
        last = self.before[-1]
        asked = last.role == "assistant" and any(mark in last.content for mark in "?？؟")
        return asked and len(content_words(self.passage.text)) <= MAX_ELLIPSIS

    @cached_property
    def is_answer(self) -> bool:
        """True if the passage answers or picks from what was said before it."""
        return self.answers_question or (bool(self.before) and PICKS.search(plain(self.sentence)) is not None)

    @cached_property
    def refers_back(self) -> bool:
        """True if the sentence leans on something said before: a pronoun, a pick, an answer, an ellipsis."""
        said = plain(self.sentence)
        if self.is_answer or THIRD_PERSON.search(said) is not None:
            return True
        return len(content_words(said)) <= MAX_ELLIPSIS and FIRST_PERSON.search(said) is None

    @cached_property
    def has_time(self) -> bool:
        """True if the sentence, or the question it answers, tells a time."""
        said = plain(f"{self.sentence} {self.passage.question or ''}")
        return TIME.search(said) is not None or any(c.isdecimal() for c in said)

    @cached_property
    def spans(self) -> frozenset[Days]:
        """The days that the texts name, each time resolved both as past and as coming from when it was said."""
        views = [View(self.said_at.date(), ahead=ahead) for ahead in (False, True)]
        named = (place.days(view) for text in self.texts for place in places_in(text) for view in views)
        return frozenset(days for days in named if days is not None)

    def named_days(self, text: str) -> list[TimeExpression]:
        """The times in a text that the evidence names, too, if in other words: "March 14, 2026" for "the 14th"."""
        view = View(self.said_at.date())
        dated = ((place, place.days(view)) for place in places_in(text))
        return [
            place
            for place, days in dated
            if days is not None and any(days[0] <= first and last <= days[1] for first, last in self.spans)
        ]

    @cached_property
    def years(self) -> frozenset[int]:
        """The years of the days that the texts name, and of the present if the sentence tells a time."""
        present = {self.said_at.year} if self.has_time else set[int]()
        return frozenset(present.union(day.year for days in self.spans for day in days))

    @cached_property
    def held_days(self) -> frozenset[date]:
        """The first and the last days of held memories."""
        begins = {one.valid_from.astimezone(self.said_at.tzinfo).date() for one in self.held}
        return frozenset(begins | {last_day(one.valid_until, self.said_at) for one in self.held if one.valid_until})

    def may_be_computed(self, day: date) -> bool:
        """Return true if a date can come from the words, from when they were said, or from what is held."""
        if day == self.said_at.date() or day in self.held_days:
            return True
        near = abs((day - self.said_at.date()).days) <= MAX_DAYS_AWAY
        return self.has_time and (near or any(first <= day <= last for first, last in self.spans))


__all__ = ["MAX_ELLIPSIS", "ProposalContext"]
