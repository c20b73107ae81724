"""Review list of an exchange: every item that would leave or arrive, looked at by a person before anything does."""

from collections.abc import Iterable

from memorist.memory_store.domain.errors import Conflict
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.private_life import private_theme
from memorist.nodes.persona.file import PersonaFile, Removal


class LeavingItem(Part):
    """One item of a review list.

    Args:
        id: of the memory, or of the item in the file.
        type: of the memory.
        content: the words, as they stand in the file.
        private: the theme of private life that they touch ("health"); null where they touch none.
    """

    id: str
    type: str
    content: str
    private: str | None = None


class PersonaReview(Part):
    """The review list of an export.

    ``fingerprint`` stands for the list: who confirms it is asked again when it changed.
    """

    name: str
    items: tuple[LeavingItem, ...]
    removals: tuple[Removal, ...]
    fingerprint: str


def fingerprint_of(group_id: str, items: Iterable[str]) -> str:
    """One id for everything on a list."""
    return stable_id(group_id, "review", *items)


def review_of(persona: PersonaFile) -> PersonaReview:
    """Return the review list of a persona that is to leave; what touches private life stands first."""
    items = [
        LeavingItem(id=one.origin.id, type=one.type, content=one.content, private=private_theme(one.content))
        for one in persona.knowledge()
    ]
    return PersonaReview(
        name=persona.name,
        items=tuple(sorted(items, key=lambda item: item.private is None)),
        removals=persona.removals,
        fingerprint=fingerprint_of(persona.provenance.group, (one.model_dump_json() for one in persona.knowledge())),
    )


def require(confirmed: str, fingerprint: str) -> None:
    """Raise :class:`Conflict` if a list is not the one that was confirmed."""
    if confirmed != fingerprint:
        raise Conflict(
            "what would be handed over is no longer what was confirmed: review it again; nothing was written"
        )
