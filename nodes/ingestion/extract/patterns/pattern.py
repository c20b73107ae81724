"""What a pattern is: a shape, what is built when it fits, and the examples that prove it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.claims import claim_about
from memorist.nodes.ingestion.extract.clause import Clause, draft_of
from memorist.nodes.ingestion.extract.groups import GROUP, group_named
from memorist.nodes.ingestion.extract.phrases import Named
from memorist.nodes.ingestion.extract.wording import joined
from memorist.nodes.ingestion.shapes import Finder, finder
from memorist.nodes.language.tokens import in_quotes

type Build = Callable[[Clause, re.Match[str]], Sequence[Draft]]


@dataclass(frozen=True, slots=True)
class Example:
    """A text and what must be read out of it.

    ``says`` are claims as "subject predicate object", with "not" before the object when negated.
    """

    text: str
    says: tuple[str, ...] = ()
    type: str | None = None
    content: str | None = None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A declared way of saying something.

    Args:
        name: also the extraction method (``pattern:NAME``).
        regex: searched in the clause without its phrases of time and reason.
        build: what it means; an empty result says "not meant after all", and the next pattern is tried.
        cues: words of which at least one must be there before the regex is tried; empty: always tried.
        examples: each must be read by this pattern, as told.
        counter_examples: none of these may be read by it.
        when: a further condition on the clause.
    """

    name: str
    regex: re.Pattern[str]
    build: Build
    examples: tuple[Example, ...]
    counter_examples: tuple[str, ...] = ()
    cues: frozenset[str] = frozenset()
    when: Callable[[Clause], bool] | None = None
    seek: Finder = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Keep the fastest way to look for the regex."""
        object.__setattr__(self, "seek", finder(self.regex))

    def match(self, clause: Clause) -> re.Match[str] | None:
        """Where the shape fits, unless it is denied or the condition does not hold."""
        if self.cues and self.cues.isdisjoint(clause.words):
            return None
        if self.when is not None and not self.when(clause):
            return None
        found = self.seek(clause.core)
        if found is None or _denied(clause.core, found) or in_quotes(clause.core, found.start()):
            return None
        return found

    def read(self, clause: Clause) -> tuple[Draft, ...]:
        """The drafts that this pattern reads out of a clause; none when it does not fit."""
        found = self.match(clause)
        if found is None:
            return ()
        return tuple(d.model_copy(update={"method": f"pattern:{self.name}"}) for d in self.build(clause, found))


_DENIAL = re.compile(
    r"^no\s|\b(?:not|never|no longer|nobody|no one|nothing|nowhere|none|neither|hardly|barely)\b|n['’]t\b",
    re.IGNORECASE,
)
_DENIAL_BEFORE = re.compile(
    r"(?:\b(?:not|never|no longer|nobody|without|hardly)|n['’]t)(?:\s[\w'’]+){0,3}\s*$", re.IGNORECASE
)
_MAY_DENY = frozenset({"word", "neg", "how"})


def _denied(core: str, found: re.Match[str]) -> bool:
    """Whether a "not" that the pattern does not know of stands before its verb: then it would say the opposite."""
    if _DENIAL_BEFORE.search(core[: found.start()]):
        return True
    subjects = (
        n for n, said in found.groupdict().items() if said and n not in _MAY_DENY and found.start(n) == found.start()
    )
    return any(_DENIAL.search(found[n]) for n in subjects)


def rx(pattern: str) -> re.Pattern[str]:
    """Compile with free layout: white space in the pattern is ignored, write ``\\s``."""
    return re.compile(pattern, re.IGNORECASE | re.VERBOSE)


def cues(words: str) -> frozenset[str]:
    """Words as a set."""
    return frozenset(words.split())


ADVERBS = (
    r"(?:(?:always|usually|currently|also|mostly|just|really|still|now|all|generally|typically|strongly|officially|"
    r"exclusively|mainly|primarily|only|simply|already|definitely|recently|finally|actually|both|do|absolutely|much|"
    r"normally|quite|personally|tend\sto)\s)*"
)
WHO = (
    rf"(?:(?P<who>{GROUP}|we|i|the\steam|our\steam|everyone|the\suser|(?-i:(?!(?:Nobody|None|Neither|What|Which|"
    r"Who)\b)[A-Z][a-z]+(?:-\d+)?)))"
)


START = (
    r"(?:^|,\s|\b(?:and|but|so|why|because|then|plus)\s"
    r"|^(?:for|in|on|at|with|currently|nowadays|today|here|internally|right\snow|these\sdays|from)\b[^,]{0,40}?\s)"
)
"""Where a statement may begin: "for auth we use …", but not "something we use"."""

_POINTING = re.compile(
    r"^(?:it|that|this|them|those|these|you|him|her|me|us|how|when|what|is|are|was)\b|^(?:n?either|both|any|all|none)(?:\sof\s\w+)?\W*$",
    re.IGNORECASE,
)


def points(text: str) -> bool:
    """Whether a phrase points at something instead of naming it."""
    return bool(_POINTING.match(text.strip()))


def subject_of(who: str | None, clause: Clause) -> str:
    """ "I" is the speaker, "we" and nobody named is the team, a name is itself."""
    if who is None or who.lower() in {"we", "the team", "our team", "everyone", "us", "our", "team", "the", "you"}:
        return "team"
    if who.lower() in {"i", "my", "me", "user", "the user"}:
        return clause.context.person
    if group := group_named(who):
        return group
    return who


def each_and_all(
    clause: Clause,
    things: Sequence[Named],
    *,
    subject: str,
    predicate: str,
    type: str,  # noqa: A002
    confidence: float,
    says: Callable[[Named], str],
    whole: str | None = None,
    polarity: bool = True,
    **more: Any,
) -> list[Draft]:
    """One memory for each thing and, when they are several, one for the list.

    ``says`` words one thing; ``whole`` the list (default: the clause's own words).
    """
    if len(things) == 1:
        claim = claim_about(subject, predicate, things[0], polarity=polarity)
        return [draft_of(clause, type=type, confidence=confidence, claim=claim, content=whole, **more)]
    drafts = [
        draft_of(
            clause,
            type=type,
            confidence=confidence,
            claim=claim_about(subject, predicate, thing, polarity=polarity, alone=True),
            content=says(thing) + (f" {clause.reason}" if clause.reason else ""),
            **more,
        )
        for thing in things
    ]
    listed = draft_of(clause, type=type, confidence=confidence, content=whole, tags=("list",), **more)
    return [*drafts, listed]


def purpose(thing: Named) -> str:
    """ " for testing", or nothing."""
    return f" for {thing.qualifier}" if thing.qualifier else ""


def said_of(subject: str) -> str:
    """The subject at the beginning of a sentence."""
    return {"team": "Team", "user": "User"}.get(subject, subject)


def value_claim(
    subject: str, predicate: str, value: str, *, qualifier: str | None = None, polarity: bool = True
) -> Claim:
    """A claim whose object is a plain value."""
    return Claim(subject=subject, predicate=predicate, object=value, qualifier=qualifier or None, polarity=polarity)


def wish(clause: Clause, what: str, *, polarity: bool = True) -> Draft:
    """What the speaker would like done, or not done, in his own words: his preference and nobody's rule."""
    claim = value_claim(clause.context.person, "prefers", what.strip(), polarity=polarity)
    return draft_of(clause, type="semantic:preference", confidence=0.9, claim=claim)


__all__ = [
    "ADVERBS",
    "START",
    "WHO",
    "Build",
    "Example",
    "Pattern",
    "claim_about",
    "cues",
    "draft_of",
    "each_and_all",
    "joined",
    "points",
    "purpose",
    "rx",
    "said_of",
    "subject_of",
    "value_claim",
    "wish",
]


_ARTICLE = re.compile(r"^(?:the|our|my|a|an)\s+", re.IGNORECASE)


def without_article(text: str) -> str:
    """What is named, without "the", "our", "my", "a" before it."""
    return _ARTICLE.sub("", text)
