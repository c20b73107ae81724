"""Keyed digests of what is forgotten: HMAC-SHA-256 of ids, claims, words, names and numbers under a group's key."""

import hmac
from collections.abc import Sequence

from memorist.memory_store.domain.claim import Claim, owner
from memorist.memory_store.domain.sameness import names, negated, numbers
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.visibility import SPEAKER
from memorist.memory_store.forgetting.normal_form import letters, words_of

DIGEST_LENGTH = 32
"""Hexadecimal digits of a digest that are kept: 128 bits."""


def digest(key: bytes, kind: str, *parts: str) -> str:
    """HMAC-SHA-256 of the parts, shortened."""
    said = "\x1f".join((kind, *parts)).encode()
    return hmac.digest(key, said, "sha256").hex()[:DIGEST_LENGTH]


def slip_digest(key: bytes, words: Sequence[str]) -> str:
    """Of words of which one may lack a letter; half as long, since there are many of them."""
    return digest(key, "slip", *words)[: DIGEST_LENGTH // 2]


def words_digest(key: bytes, text: str) -> str:
    """Of the words in their order, in the normal form."""
    return digest(key, "words", *words_of(text))


def name_digest(key: bytes, name: str) -> str:
    """Of a name."""
    return digest(key, "name", " ".join(words_of(name)))


def differences_of(key: bytes, type_: str, text: str) -> tuple[str, ...]:
    """Digests of type, numbers, names and negation, and of the bag of words: the same words are in another order."""
    return (
        digest(key, "type", type_),
        digest(key, "numbers", *numbers(text)),
        digest(key, "names", *sorted(names(text))),
        digest(key, "negation", str(negated(text))),
        digest(key, "bag", *sorted(words_of(text))),
    )


def number_digest(key: bytes, value: Sequence[str]) -> str:
    """Of a number, or of a short number with a word beside it."""
    return digest(key, "number", *value)


def whose_digest(key: bytes, person: str | None) -> str | None:
    """Of a person's name."""
    return digest(key, "whose", person) if person is not None else None


def claim_digests(key: bytes, scope: Scope, claim: Claim) -> tuple[str, ...]:
    core, narrowing = _parts(scope, claim)
    exact = digest(key, "claim", *core, *narrowing)
    return (exact, digest(key, "core", *core), *(() if any(narrowing) else (digest(key, "wide", *core),)))


def claim_lookups(key: bytes, scope: Scope, claim: Claim) -> tuple[str, ...]:
    """Digests that find a forgotten claim: the same, one without qualifier and, if this has none, any qualified."""
    core, narrowing = _parts(scope, claim)
    exact = (digest(key, "claim", *core, *narrowing), digest(key, "wide", *core))
    return exact if any(narrowing) else (*exact, digest(key, "core", *core))


def _parts(scope: Scope, claim: Claim) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Owner, subject, predicate, object and polarity; field and platforms.

    Who tells of themselves by name is the user.
    """
    if scope.user_id is not None and letters(claim.subject) == letters(scope.user_id):
        claim = claim.model_copy(update={"subject": SPEAKER})
    subject, predicate, object_, field_, platforms, polarity = claim.identity()
    return (owner(scope, claim), letters(subject), predicate, letters(object_), polarity), (field_, platforms)
