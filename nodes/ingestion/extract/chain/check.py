"""A model's words against the text: what is not in it is not believed, and the rules have the last word.

A model may add no name and no number, may not turn a negation round, may make nothing certain that might only be, and
may make no blocking rule. What fails is told with its reason; the statement then stays in its own words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.ingestion.draft import Draft, Statement
from memorist.nodes.ingestion.extract.chain.extractor import Said
from memorist.nodes.ingestion.extract.claims import claim_about
from memorist.nodes.ingestion.extract.clause import Clause, draft_of
from memorist.nodes.ingestion.extract.phrases import parse_object
from memorist.nodes.ingestion.extract.statement import details_for
from memorist.nodes.ingestion.extract.wording import sentence
from memorist.nodes.ingestion.route import route_statement
from memorist.nodes.language.gazetteer import find_entities
from memorist.nodes.language.name_lists import is_built
from memorist.nodes.language.repeated import REPEATS
from memorist.nodes.language.words import stems

MODEL_CONFIDENCE = 0.75
UNSURE_MODEL_CONFIDENCE = 0.65
"""A model's reading is worth more than the bare words and less than a pattern's."""
MIN_SHARED = 0.6
"""So much of what a memory says must stand in the text."""

TYPES = {
    "fact": "semantic:fact",
    "preference": "semantic:preference",
    "policy": "semantic:policy",
    "decision": "semantic:decision",
    "prohibition": "semantic:hard_rule",
    "procedure": "procedural",
    "reference": "semantic:reference",
    "self_observation": "model:self",
}
_NEGATION = re.compile(
    r"\b(?:not|no|nope|nah|never|none|nobody|nothing|without|neither\b.*?\bnor|neither|nor|cannot|avoids?|stop(?:s|ped)?|forbid\w*|"
    r"forbade|prohibit\w*|bans?|banned|refus\w*|reject\w*|rul\w+\sout|hate[sd]?|dislik\w+|"
    r"(?:do|does|did|is|are|was|were|ca|wo|would|could|should|have|has|had|ai)nt)\b|n['’]t\b",
    re.IGNORECASE,
)
_PARTS = re.compile(
    r"[,;:()]|\s[–—-]\s|\b(?:but|and|or|so|because|since|instead of|rather than|over|whereas|while|although)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME = re.compile(r"(?<![\w'’])(?:[@#][\w-]+|[A-Z][\w-]*(?:\.\w+)*|[a-z]+[A-Z]\w*)")
_OURSELVES = frozenset({"user", "team", "i", "we", "me", "us", "my", "our", "the", "a", "an", "it", "they", "this"})


@dataclass(frozen=True)
class Refused:
    """A memory that a model made up or turned round, and how one can tell."""

    content: str
    kind: Literal["empty", "number", "name", "words", "negation"]
    reason: str

    def __str__(self) -> str:
        """As it is told in a result."""
        return f"not believed: {self.content!r}: {self.reason}"


def checked(said: Said, statement: Statement, clause: Clause, heard: str, ontology: Ontology) -> Draft | Refused:
    """The draft, or why not. ``heard`` is everything the model was shown: the statement and the turns before."""
    content = sentence(" ".join(said.content.split()))
    if not re.search(r"\w\w", content):
        return Refused(content, "empty", "it says nothing")
    told = f"{content} {said.object} {said.purpose}"
    if invented := sorted(set(_NUMBER.findall(told)) - set(_NUMBER.findall(heard))):
        return Refused(content, "number", f"the number {invented[0]} is not in the text")
    if name := _foreign_name(told, heard):
        return Refused(content, "name", f"the name {name} is not in the text")
    words = stems(content) - _OURSELVES
    if not words or len(words & stems(heard)) / len(words) < MIN_SHARED:
        return Refused(content, "words", "most of its words are not in the text")
    if _turned(statement.resolved, content):
        return Refused(content, "negation", "it turns a negation round")
    claim = _claim(said, heard, ontology)
    if claim is not None and claim.polarity == negated_around(statement.resolved, claim.object):
        claim = None  # the sentence stands as it was said; without a claim it settles nothing
    return _draft(said, content, claim, statement, clause)


def negated_around(text: str, about: str) -> bool:
    """Whether the part of a text that speaks of something denies it: "deploy daily, not on Fridays" denies Fridays."""
    wanted = stems(about)
    best = max(_parts_of(text), key=lambda part: len(stems(part) & wanted), default=text)
    return _denies(best if stems(best) & wanted else text)


def _turned(text: str, content: str) -> bool:
    """Whether a part of a content leaves out a "not" of the parts it takes its words from, or brings one of its own."""
    parts = _parts_of(text)
    return any(_denies(part) is not any(map(_denies, _sources(part, parts))) for part in _clauses_of(content))


def _clauses_of(content: str) -> list[str]:
    """The parts of a content; the items of a list belong to what is said of them."""
    clauses: list[str] = []
    for part in _parts_of(content):
        if clauses and min(map(_weight, (part, clauses[-1]))) < _FEWEST and not _denies(part):
            clauses[-1] = f"{clauses[-1]} {part}"
        else:
            clauses.append(part)
    return clauses


_FEWEST = 3
"""In words that name something: less is an item of a list."""


def _weight(part: str) -> int:
    return len(stems(part) - _OURSELVES)


def _sources(part: str, parts: Sequence[str]) -> list[str]:
    """The fewest parts of a text that have the words of a part of a content, those with the most of them first."""
    left, sources = stems(part) - _OURSELVES, list[str]()
    while best := max(parts, key=lambda one: len(stems(one) & left), default=None):
        if not (shared := stems(best) & left):
            break
        sources.append(best)
        left -= shared
    return sources


def _parts_of(text: str) -> list[str]:
    quoted = REPEATS.match(text)
    parts = [part for part in _PARTS.split(text[quoted.end() :] if quoted else text) if part.strip()]
    return [f"{quoted.group()} {' '.join(parts[:1])}", *parts[1:]] if quoted else parts


def _denies(part: str) -> bool:
    return len(_NEGATION.findall(part)) % 2 == 1


def _foreign_name(told: str, heard: str) -> str | None:
    """A name that was not heard; the first word of a sentence is no name by its capital alone."""
    known = folded(heard)
    canonical = {folded(mention.canonical) for mention in find_entities(heard)}
    named = {mention.canonical for mention in find_entities(told)}
    for name in (*sorted(named), *(m.group() for m in _NAME.finditer(told) if m.start())):
        plain = folded(name)
        if (
            plain not in _OURSELVES
            and plain not in canonical
            and plain not in known
            and not stems(name) <= stems(heard)
        ):
            return name
    return None


def _may_be_a_name(name: str, text: str) -> bool:
    """Whether a model's entity is one: "logistic regression" is a thing, but has no name of its own."""
    if folded(name) in _OURSELVES:
        return False
    written = re.search(re.escape(name), text, re.IGNORECASE)
    as_written = written.group() if written else name
    words = re.findall(r"\w+", as_written)
    return bool(words) and not (words[-1].islower() and is_built(words[-1]))


def _claim(said: Said, heard: str, ontology: Ontology) -> Claim | None:
    """The claim, if it uses the declared vocabulary about something that was heard; else none, which loses little."""
    subject = {"i": "user", "me": "user", "we": "team", "us": "team"}.get(folded(said.subject), said.subject.strip())
    known = folded(subject) in {"user", "team"} or (subject and folded(subject) in folded(heard))
    if said.predicate not in ontology.predicates or not known or not said.object.strip():
        return None
    if not stems(said.object) <= stems(heard):
        return None
    thing = parse_object(f"{said.object} for {said.purpose}" if said.purpose else said.object)
    return claim_about(subject, said.predicate, thing, polarity=not said.negated, alone=False)


def _draft(said: Said, content: str, claim: Claim | None, statement: Statement, clause: Clause) -> Draft:
    kind = TYPES[said.type]
    if kind == "semantic:hard_rule" and route_statement(statement.resolved) != kind:
        kind = "semantic:policy"  # only what the person himself forbids becomes a rule in every prompt
    heard = folded(statement.resolved)
    extra: dict[str, Any] = {"tags": ("hypothetical",)} if clause.hypothetical else {}
    draft = draft_of(
        clause,
        type="semantic:fact" if clause.hypothetical else kind,
        confidence=MODEL_CONFIDENCE if statement.verdict.action == "keep" else UNSURE_MODEL_CONFIDENCE,
        claim=claim,
        content=content,
        details={} if clause.hypothetical else details_for(kind, content, clause.reason),
        by_user=False,  # a reading may be wrong: it is weighed against what is stored, and ends nothing by itself
        **extra,
    )
    names = [name for name in said.entities if folded(name) in heard and _may_be_a_name(name, statement.resolved)]
    canonical = [m.canonical for name in names for m in find_entities(name)] or names
    return draft.model_copy(update={"entities": tuple(dict.fromkeys((*draft.entities, *canonical)))})
