"""The machine-readable core of a semantic memory, and the place it occupies among the others."""

import re
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from memorist.memory_store.domain.gist import gist
from memorist.memory_store.domain.identity import folded, stable_id
from memorist.memory_store.domain.scope import Scope


class Cardinality(StrEnum):
    """Number of objects that a subject can have under one predicate at a time."""

    ONE = "one"
    """A new object contradicts the old one: *lives in*."""
    ONE_PER_QUALIFIER = "one_per_qualifier"
    """A new object contradicts on the same topic only: *uses … for auth*."""
    MANY = "many"
    """Objects live side by side; only the opposite polarity contradicts: *knows*."""


IMPLIED = {"prefers": "likes"}
"""Predicates implied by others: whoever prefers a thing likes it, and no longer does after starting to dislike it."""


class Claim(BaseModel):
    """Subject, predicate, object and what narrows it; polarity false is "not so".

    ``qualifier`` is the purpose or place as it was said ("mobile auth"). ``topic`` is its canonical field ("auth"),
    the same for every wording; two claims on one topic are compared before both are believed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    subject: str = Field(min_length=1, max_length=512)
    predicate: str = Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=64)
    object: str = Field(min_length=1, max_length=4096)
    object_kind: Literal["entity", "value"] = "value"
    qualifier: str | None = Field(default=None, max_length=512)
    topic: str | None = Field(default=None, max_length=128)
    platforms: tuple[str, ...] = ()
    polarity: bool = True

    def identity(self) -> tuple[str, ...]:
        """The comparable form: two claims with one identity say the same."""
        return (
            gist(self.subject),
            self.predicate,
            self._thing(),
            *self._narrowing(),
            str(self.polarity),
        )

    def contradicts(self, other: "Claim", cardinality: Cardinality) -> bool:
        """Return true if both cannot be true at once.

        Another object contradicts where only one fits; the same object contradicts at the other polarity, also where
        what is denied is only implied (:data:`IMPLIED`). Claims about different aspects ("for web" and "for mobile",
        "in staging" and "in production") never do.
        """
        if (gist(self.subject), self._implied()) != (gist(other.subject), other._implied()):
            return False
        if self._same_thing(other):
            alike = gist(self.qualifier or "") == gist(other.qualifier or "")  # a denial competes for no topic
            return self._denies(other) and (alike or self.same_aspect(other))
        if self.predicate != other.predicate:
            return False
        one_fits = self.takes_one(cardinality) and self._field() == other._field()
        return one_fits and self.polarity and other.polarity and self.same_aspect(other)

    def met_by(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Keys to index this claim under: a claim that contradicts it has one of them among its :meth:`meets`."""
        subject = gist(self.subject)
        return (subject, self._implied(), "thing", gist(self.object)), (subject, self.predicate, "field", self._field())

    def denied(self) -> tuple[str, ...]:
        """The other predicates under which the same subject may have said the contrary of the same thing."""
        if self.polarity:
            return (IMPLIED[self.predicate],) if self.predicate in IMPLIED else ()
        return tuple(stronger for stronger, implied in IMPLIED.items() if implied == self.predicate)

    def meets(self, cardinality: Cardinality) -> tuple[tuple[str, ...], ...]:
        """Keys that find every claim which this one may contradict, among others that it does not contradict."""
        thing, field = self.met_by()
        return (thing, field) if self.takes_one(cardinality) else (thing,)

    def same_aspect(self, other: "Claim") -> bool:
        """Return true if neither is narrowed to something that the other excludes."""
        if self._field() != other._field() and self._field() and other._field():
            return False
        return not (self.platforms and other.platforms and not set(self.platforms) & set(other.platforms))

    def takes_one(self, cardinality: Cardinality) -> bool:
        """Return true if one object fits at a time. Only a topic is canonical enough to compete for."""
        if cardinality is Cardinality.ONE_PER_QUALIFIER:
            return self.topic is not None
        return cardinality is Cardinality.ONE

    def slot_parts(self, cardinality: Cardinality) -> tuple[str, ...]:
        """The claim without its object, unless several objects may stand side by side."""
        parts = (gist(self.subject), self.predicate, *self._narrowing())
        return parts if self.takes_one(cardinality) else (*parts, self._thing())

    def _implied(self) -> str:
        return IMPLIED.get(self.predicate, self.predicate)

    def _denies(self, other: "Claim") -> bool:
        """Return true if one of two claims about one thing says what the other denies."""
        if self.polarity == other.polarity:
            return False
        return self.predicate == other.predicate or other.predicate in self.denied()

    def _thing(self) -> str:
        """The object to compare by: a name as it is, a value by its gist."""
        return folded(self.object) if self.object_kind == "entity" else gist(self.object)

    def _same_thing(self, other: "Claim") -> bool:
        """Return true if both are about one object; a name may have been taken for a value by one of two readers."""
        if self.object_kind == other.object_kind:
            return self._thing() == other._thing()
        return gist(self.object) == gist(other.object)

    def _field(self) -> str:
        return self.topic or gist(self.qualifier or "")

    def _narrowing(self) -> tuple[str, str]:
        return (self._field(), "+".join(sorted(self.platforms)))


def is_of_the_user(claim: Claim) -> bool:
    """Return true if a claim is about the one who spoke, or about something of theirs: "user", "user's birthday"."""
    return re.match(r"user(?:['’]s\s|$)", folded(claim.subject)) is not None


def owner(scope: Scope, claim: Claim) -> str:
    """Return the owner of a claim: the agent for its own claims; "the user" is the one who spoke."""
    user = scope.user_id if is_of_the_user(claim) else None
    return f"{scope.agent_id or ''}/{user or ''}"


def claim_id(scope: Scope, claim: Claim) -> str:
    """The id under which equal claims of one owner meet."""
    return stable_id(scope.group_id, "claim", owner(scope, claim), *claim.identity())


def same_claims(scope: Scope, claim: Claim, other_scope: Scope, other: Claim) -> bool:
    """Return true if two claims meet under one id: :func:`claim_id`, without making any."""
    if (claim.predicate, claim.polarity) != (other.predicate, other.polarity):
        return False
    if (scope.group_id, owner(scope, claim)) != (other_scope.group_id, owner(other_scope, other)):
        return False
    return claim.identity() == other.identity()


HABIT = "tends_to"
"""The predicate of what is noticed in somebody: several may have one habit."""


def pattern_id(group_id: str, claim: Claim) -> str:
    """The id that equal claims share whoever makes them, on whichever rung; for habits, of whatever subject."""
    subject, *rest = claim.identity()
    return stable_id(group_id, "pattern", *([] if claim.predicate == HABIT else [subject]), *rest)


def slot_kind(type_: str) -> str:
    """Return the kind of slot that a type competes for: hard rules, observations, or all other types together.

    So a rule or an observation may stand beside a fact with the same claim; a policy competes with the fact.
    """
    return {"semantic:hard_rule": "rule_slot", "observation": "observation_slot"}.get(type_, "slot")


def slot_id(scope: Scope, claim: Claim, cardinality: Cardinality, *, kind: str = "slot") -> str:
    """The id of the slot a claim occupies: one live memory each, unless contested; each kind has slots of its own."""
    return stable_id(scope.group_id, kind, owner(scope, claim), *claim.slot_parts(cardinality))


_VERSION = re.compile(r"\s+v?\d[\w.]*$")


def thing_id(group_id: str, claim: Claim, name: str | None = None) -> str:
    """The id that a subject's claims about one thing share, whatever their purpose and polarity.

    A version at the end of the thing's name does not count. ``name`` is used instead of the claim's object.
    """
    return stable_id(group_id, "thing", subject_key(claim), _VERSION.sub("", gist(name or claim.object)))


def subject_key(claim: Claim) -> str:
    """Subject and predicate as one key, of which a subject may have many claims."""
    return f"{gist(claim.subject)}|{claim.predicate}"
