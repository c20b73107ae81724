"""Which stored claims drafts have to be compared with: the keys by which the store finds them among however many."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypedDict

from memorist.memory_store.domain.claim import claim_id, slot_id, slot_kind, subject_key, thing_id
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.ingestion.draft import Draft, Utterance, owner_of

LONGEST_NAME = 3
"""Words of a name that is looked for among what was said before."""
LONGEST_CONTEXT = 200
"""So many words of what was said last are looked through for names."""
_WORD = re.compile(r"\w[\w.+-]*")


class Keys(TypedDict):
    """What :meth:`Store.comparable` is asked for because of claims."""

    subjects: list[str]
    claims: list[str]
    slots: list[str]
    things: list[str]
    fields: list[tuple[str, str]]


def keys_of(
    drafts: Sequence[Draft],
    scope: Scope,
    ontology: Ontology,
    before: Sequence[Utterance] = (),
    *,
    owned: Callable[[Draft, Scope], Scope] = owner_of,
) -> Keys:
    """The keys of the drafts' claims, and of those that may take their place.

    A claim meets what is in its slot and in its field, what speaks of the same thing, and what speaks of a thing that
    it replaces, also where that was only named in the turns ``before``. ``owned`` tells whose the memories will be.
    """
    possible = [option for draft in drafts for option in (draft, *draft.if_used)]
    claimed = [(option, option.claim, owned(option, scope)) for option in possible if option.claim is not None]
    slots = {
        slot_id(owner, claim, ontology.cardinality(claim.predicate), kind=slot_kind(option.type))
        for option, claim, owner in claimed
    }
    switching = [option for draft in drafts for option in draft.if_used if not option.replaces]
    spoken = tuple(_names_in(before)) if switching else ()
    things = {
        thing_id(scope.group_id, claim, name)
        for option, claim, _ in claimed
        for name in (claim.object, *option.replaces, *(spoken if option in switching else ()))
    }
    return {
        "subjects": sorted({subject_key(claim) for _, claim, _ in claimed}),
        "claims": sorted({claim_id(owner, claim) for _, claim, owner in claimed}),
        "slots": sorted(slots),
        "things": sorted(things),
        "fields": sorted({(subject_key(claim), claim.topic) for _, claim, _ in claimed if claim.topic}),
    }


def _names_in(before: Sequence[Utterance]) -> Iterator[str]:
    """Whatever may be a name in what was said last."""
    words = _WORD.findall(" ".join(utterance.content for utterance in before))[-LONGEST_CONTEXT:]
    seen = dict.fromkeys(
        " ".join(words[start : start + length])
        for length in range(1, LONGEST_NAME + 1)
        for start in range(len(words) - length + 1)
    )
    yield from (name.rstrip(".") for name in seen)
