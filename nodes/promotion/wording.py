"""Content of a promoted memory when no model words it: the claim of its sources, their common steps."""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.nodes.language.gazetteer import field_of, find_entities
from memorist.nodes.language.words import upper_first
from memorist.nodes.promotion.specificity import specificity

ACTED_ON = frozenset({"uses", "prefers", "practices", "requires", "recommends"})
"""Claims that say what to do, so that doing it is a procedure."""
NO_STEP = re.compile(r"^(?:worked|committed|posted|searched|read|ran tests?|merge request|tests? )", re.IGNORECASE)
MAX_STEPS = 8
REFUSED = re.compile(
    r"\b(?:and not|not|never|instead of|rather than|over|in place of)\s+(?P<names>[^.;:!?\n]+?)"
    r"(?=\s+(?:for|because|when|since|in|on|but|as)\b|[.;:!?\n]|$)",
    re.IGNORECASE,
)


def observed_wording(plain: Memory) -> str:
    """ "Team consistently uses pnpm for package management", from the plain statement of the claim."""
    claim = plain.claim
    first, _, rest = plain.content.partition(" ")
    if claim is not None and claim.polarity and rest and folded(first) == folded(claim.subject):
        return f"{first} consistently {rest}"
    return f"Seen again and again: {plain.content}"


def repeated_wording(experiences: Sequence[Memory]) -> str:
    """Return the common content of similar experiences, in the words of the most telling one."""
    shown = [e.summary or e.content for e in experiences]
    best = max(shown, key=lambda text: (min(specificity(other, text).score for other in shown), -len(text)))
    return f"Happened {len(experiences)} times: {best}"


def trigger_of(claim: Claim | None) -> str | None:
    """Return the trigger of a claim: the purpose it names."""
    if claim is None or not claim.polarity or claim.predicate not in ACTED_ON:
        return None
    field = field_of(claim.topic)
    purpose = claim.qualifier or (field.label.removeprefix("the ") if field else None)
    where = f" on {' and '.join(claim.platforms)}" if claim.platforms else ""
    if purpose is None:
        return None
    name = field.label.removeprefix("the ") if field else purpose
    said = purpose if folded(name) in folded(purpose) or folded(purpose) in folded(name) else f"{name}: {purpose}"
    return f"A project needs {said}{where}"


def steps_of(claim: Claim | None, instead_of: Sequence[str], experiences: Sequence[Memory]) -> tuple[str, ...]:
    """Return the steps: what the claim says, then the steps that the experiences have in common."""
    if claim is None or not claim.polarity or claim.predicate not in ACTED_ON:
        return ()
    verb = "Follow" if claim.predicate in ("practices", "requires") else "Use"
    aim = f" for {claim.qualifier}" if claim.qualifier else ""
    first = f"{verb} {claim.object}{aim}" + (f", not {' or '.join(instead_of)}" if instead_of else "")
    return (first, *common_steps(experiences))[:MAX_STEPS]


def refused_in(text: str) -> tuple[str, ...]:
    """The names that a text says are not to be taken: "pnpm, not npm or yarn" → npm, Yarn."""
    found = [m.canonical for part in REFUSED.finditer(text) for m in find_entities(part["names"]) if m.field != "file"]
    return tuple(dict.fromkeys(found))


def common_steps(experiences: Sequence[Memory]) -> tuple[str, ...]:
    """Pieces of what was done that occur in every one of the experiences, in the order of the first."""
    told = [_pieces(experience.content) for experience in experiences]
    if len(told) < 2:
        return ()
    shared = [piece for key, piece in told[0].items() if all(key in other for other in told[1:])]
    return tuple(upper_first(piece) for piece in shared if not NO_STEP.match(piece))


def _pieces(content: str) -> dict[str, str]:
    _, colon, body = content.partition(": ")
    parts = (part.strip().rstrip(".") for part in (body if colon else content).split(";"))
    return {folded(part): part for part in parts if part}
