"""Claims as patterns build them."""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.identity import folded
from memorist.nodes.ingestion.extract.phrases import Named
from memorist.nodes.language.gazetteer import Mention


def as_named(claim: Claim, named: Sequence[Mention]) -> Claim:
    """A claim whose ends are written as the names are that they are."""
    names = {folded(m.canonical): m.canonical for m in named if not m.canonical.islower()}
    subject, object_ = (names.get(folded(end), end) for end in (claim.subject, claim.object))
    same = (subject, object_) == (claim.subject, claim.object)
    return claim if same else claim.model_copy(update={"subject": subject, "object": object_})


_STANDS_FOR = re.compile(
    r"(?:it|they|them|this|that|these|those|ours|mine|yours|theirs|he|she|him|both|which|who|one|there)"
    r"(?:\s(?:all|both|one|ones|too|now|also))?",
    re.IGNORECASE,
)


_BY_NOW = re.compile(
    r"(?:,?\s(?:now|from now on|nowadays|these days|going forward|as of (?:now|today)|instead|for good))+$",
    re.IGNORECASE,
)


LONGEST_VALUE = 8
"""In words: what is longer is a sentence, and says of something else that it is so by now."""


def without_now(claim: Claim) -> Claim:
    """A claim whose value does not say that it is so by now: "60 seconds now" is 60 seconds."""
    value = _BY_NOW.sub("", claim.object) if len(claim.object.split()) <= LONGEST_VALUE else claim.object
    return claim if value == claim.object or not value else claim.model_copy(update={"object": value})


def is_of_nothing(claim: Claim) -> bool:
    """Whether an end of a claim is a bare pronoun, which would fill a slot of its own: "they all located_in Osaka"."""
    return any(_STANDS_FOR.fullmatch(end) for end in (claim.subject, claim.object))


def claim_about(
    subject: str, predicate: str, thing: Named, *, polarity: bool = True, alone: bool = True, extra: str = ""
) -> Claim:
    """A claim with a named thing as its object.

    The topic says what it competes for. A negated claim and an item of a list compete with nothing but themselves,
    so they have none.
    """
    competes = polarity and alone and not thing.listed
    platforms = {*thing.platforms_said, *(thing.platforms_implied if polarity else ())}
    return Claim(
        subject=subject,
        predicate=predicate,
        object=thing.object,
        object_kind="entity" if thing.known else "value",
        qualifier=thing.narrowing or (extra or None),
        topic=thing.topic if competes else None,
        platforms=tuple(sorted(platforms)),
        polarity=polarity,
    )
