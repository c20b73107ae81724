"""Claims in words: the content of a memory whose sentence is told whole by its claim."""

import re

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.language.words import upper_first

_PHRASES: dict[str, tuple[str, str]] = {
    "uses": ("uses", "does not use"),
    "prefers": ("prefers", "does not prefer"),
    "avoids": ("avoids", "does not avoid"),
    "practices": ("practices", "does not practice"),
    "considers": ("considers", "does not consider"),
    "requires": ("requires", "does not require"),
    "recommends": ("recommends", "does not recommend"),
    "expects": ("expects", "does not expect"),
    "has_issue": ("has an issue:", "no longer has the issue:"),
    "fixes": ("fixes", "does not fix"),
    "supports": ("supports", "does not support"),
    "depends_on": ("depends on", "does not depend on"),
    "provides": ("provides", "does not provide"),
    "posts_in": ("posts in", "does not post in"),
    "located_in": ("is in", "is not in"),
    "owned_by": ("is owned by", "is not owned by"),
    "works_on": ("works on", "does not work on"),
    "role_is": ("is", "is not"),
    "named": ("is called", "is not called"),
    "has_value": ("is", "is not"),
    "due_on": ("is due on", "is not due on"),
    "happens_on": ("is on", "is not on"),
    "tends_to": ("tends to", "does not tend to"),
    "improves_at": ("improves at", "does not improve at"),
    "learned": ("learned", "did not learn"),
    "has": ("has", "does not have"),
    "is": ("is", "is not"),
    "likes": ("likes", "does not like"),
    "does": ("does", "does not"),
    "plans": ("plans", "does not plan"),
    "has_version": ("has the version", "does not have the version"),
}
_LIVES = ("lives in", "does not live in")
_OWN_JOINT = re.compile(
    r"(?:for|in|on|at|as|with|within|across|during|when|whenever|if|every|each|on|by|after|before|over|to)\b",
    re.IGNORECASE,
)


def render(claim: Claim, reason: str | None = None, *, joint: str = "for") -> str:
    """A claim as one sentence in the third person, made of its own words.

    Args:
        reason: why it is so, with the word that brings it in ("because of token refresh issues").
        joint: the word between the object and the qualifier, unless the qualifier begins with one.
    """
    parts = [_subject(claim.subject), _verb(claim), claim.object]
    if claim.qualifier:
        parts += [claim.qualifier] if _OWN_JOINT.match(claim.qualifier) else [joint, claim.qualifier]
    if reason:
        parts.append(reason)
    return " ".join(parts)


def _subject(subject: str) -> str:
    first = subject.split(" ", 1)[0]
    is_name = any(character.isupper() for character in first[1:]) or not first[0].isalpha()
    return subject if is_name else upper_first(subject)


def _verb(claim: Claim) -> str:
    phrases = _LIVES if claim.predicate == "located_in" and claim.subject == "user" else _PHRASES.get(claim.predicate)
    if phrases is None:
        words = claim.predicate.replace("_", " ")
        return words if claim.polarity else f"not {words}"
    return phrases[0] if claim.polarity else phrases[1]
