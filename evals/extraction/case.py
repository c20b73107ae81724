"""Cases of the extraction corpus: turns, and what must be remembered of them."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast

from pydantic import BeforeValidator, Field

from memorist.evals.case_file import CasePart, Identified


class CaseTurn(CasePart):
    """One turn of the conversation, in order."""

    role: Literal["user", "assistant"]
    content: str = Field(min_length=1)
    speaker: str | None = None
    at: str | None = None


class ExpectedFact(CasePart):
    """Something that must be remembered, by its claim or by its words.

    Args:
        text: a short sentence; all its content words must be in one memory, at the same polarity.
        subject: with ``predicate`` and ``object``: the claim.
        words: instead of ``text``: the words themselves.
        polarity: false for "not so"; null: as ``text`` says it, true for a claim.
    """

    text: str | None = None
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    qualifier: str | None = None
    words: tuple[str, ...] = ()
    polarity: bool | None = None

    def said(self) -> str:
        """The fact as one line."""
        if self.text:
            return self.text
        return " ".join((*(p for p in (self.subject, self.predicate, self.object, self.qualifier) if p), *self.words))


def _fact(given: Any) -> Any:
    if isinstance(given, str):
        return {"text": given}
    if isinstance(given, list):
        return {"words": cast("list[str]", given)}
    if isinstance(given, Mapping):
        fact = dict(cast("Mapping[str, Any]", given))
        claim = fact.pop("claim", None)
        if isinstance(claim, Mapping):
            fact |= dict(cast("Mapping[str, Any]", claim))
        return {key: value for key, value in fact.items() if value is not None}
    return given


type Fact = Annotated[ExpectedFact, BeforeValidator(_fact)]


class Expected(CasePart):
    """Expected results of a case; a list that is left out is not scored. ``absent`` must not be remembered."""

    action: Literal["keep", "skip"]
    types: tuple[str, ...] | None = None
    entities: tuple[str, ...] | None = None
    facts: tuple[Fact, ...] | None = None
    absent: tuple[str, ...] = ()


class ExtractionCase(Identified):
    """A conversation and what must be remembered of it; ``family`` says what it is an example of.

    ``judged`` tells whether that is of all its turns, or of the last, the others being what was said before.
    """

    turns: tuple[CaseTurn, ...] = Field(min_length=1)
    expected: Expected
    judged: Literal["all", "last"] = "all"
    family: str | None = None
    category: str | None = None
    note: str | None = None
