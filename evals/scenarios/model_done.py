"""What a scenario file may expect of a pass, a search, a persona, a question to a person; of links and of the log."""

from typing import Literal, Self

from pydantic import Field, model_validator

from hypomnema.evals.scenarios.basics import Sentence, Strict
from hypomnema.evals.scenarios.names import TypeName
from hypomnema.evals.scenarios.words import Pattern, Words
from hypomnema.memory_store.domain.edge import EdgeType
from hypomnema.memory_store.domain.status import Status


class DoneExpectation(Strict):
    """What a pass must have done: ``what`` is a rung's name, or faded, restored, archived, lowered, fallen, retracted.

    ``words`` are of the memory, ``reason`` of why. ``count`` 0: it must not have been done. With ``asked`` it is a
    question that waits for a person.
    """

    why: Sentence
    what: Pattern | None = None
    words: Words | None = None
    reason: Words | None = None
    count: int | None = Field(default=None, ge=0)
    asked: Literal[True] | None = None


class FoundExpectation(Strict):
    """A memory that a search must find (``count`` 0: must not), in this status when it is found."""

    why: Sentence
    words: Words
    status: Status | None = None
    count: int | None = Field(default=None, ge=0)


class HandedOnExpectation(Strict):
    """What a persona holds: ``words`` of one memory in it, or (``absent``) words that stand nowhere in the file.

    ``removed`` is a kind of thing that was removed, and must be listed.
    """

    why: Sentence
    type: TypeName | None = None
    words: Words | None = None
    absent: Words | None = None
    removed: Pattern | None = None

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        if sum(each is not None for each in (self.words, self.absent, self.removed)) != 1:
            raise ValueError("give exactly one of words, absent, removed")
        return self


class ArrivedExpectation(Strict):
    """What became of memories of a persona: ``effect`` as the import says it, or taken_back, or kept."""

    why: Sentence
    effect: Literal["added", "contested", "unchanged", "rejected", "forgotten", "taken_back", "kept"]
    words: Words | None = None
    count: int | None = Field(default=None, ge=0)


class AskedExpectation(Strict):
    """A question that a person was asked through an interrupt: words of it, with what it shows."""

    why: Sentence
    words: Words


class End(Strict):
    """One end of a link."""

    type: TypeName
    words: Words | None = None


class LinkExpectation(Strict):
    """A typed edge that must be there; ``count``: so many of them."""

    why: Sentence
    type: EdgeType
    source: End
    target: End
    count: int | None = Field(default=None, ge=0)


class LoggedExpectation(Strict):
    """An entry of the change log: words of its reason, or of the reason of a change in it, by a run of this name.

    ``about`` are words of the memory that was changed.
    """

    why: Sentence
    reason: Words
    run: Pattern | None = None
    about: Words | None = None
