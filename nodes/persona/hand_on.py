"""Hand on: which memories go into a persona, and what is taken out of them first."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from memorist.memory_store.domain.memory import Memory, Part
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import VERSION_PREDICATE, DomainModel, Episodic, NamedEntity
from memorist.nodes.homeostasis.intake import TAG as INTAKE
from memorist.nodes.persona.about_people import about_a_person
from memorist.nodes.persona.file import MODEL_OF, Origin, PersonaKnowledge
from memorist.nodes.persona.personal import NAME, Cleaner

IMPORTED_TAG = "persona:"
"""A tag that begins so names the persona a memory came with."""
_NEVER = {
    "episodic": "what happened stays where it happened",
    "observation": "what one agent noticed stays its own until it is elevated",
    "model:self": "what an agent thinks of itself stays its own",
    "model:user": "what is known about a person stays here",
    "model:relationship": "how an agent and a person work together stays here",
}


def left_out(memory: Memory, cleaner: Cleaner) -> tuple[str, str] | None:
    """The kind of thing a memory is, and the reason to leave it out; null if it goes into the persona.

    Shared semantic, procedural and domain knowledge goes, if nobody contests it and it is about nobody.
    """
    claim = memory.claim
    own = memory.scope.agent_id is not None and not memory.promoted_to_shared and memory.type != "model:domain"
    reasons = (
        (
            memory.type not in MODEL_OF,
            memory.type,
            _NEVER.get(memory.type, "it is no semantic, procedural or domain knowledge"),
        ),
        (own, "an agent's own", "it was never elevated to what the group shares"),
        (INTAKE in memory.tags, "an agent's own", "it was set for one agent"),
        (memory.status is Status.CONTESTED, "contested", "a person has yet to decide whether it holds"),
        (
            claim is not None and claim.predicate == VERSION_PREDICATE,
            "document",
            "it says which version of a file holds here",
        ),
        (
            isinstance(memory, DomainModel) and not memory.says_something,
            "field of work",
            "it is no more than the name of a field, under which memories are gathered here",
        ),
        (memory.type == "procedural" and not getattr(memory, "steps", ()), "procedural", "it has no steps"),
        (about_a_person(memory, cleaner), "about a person", "it is about a person"),
    )
    return next(((kind, reason) for stays, kind, reason in reasons if stays), None)


def people_in(memories: list[Memory], *more: str | None) -> set[str]:
    """The names of everybody that these memories know: their nodes, whom they belong to, who took part."""
    names = {name for name in more if name}
    for memory in memories:
        if memory.scope.user_id:
            names.add(memory.scope.user_id)
        if memory.type == "entity:person" and isinstance(memory, NamedEntity):
            names.update((memory.content, *memory.aliases))
        if isinstance(memory, Episodic):
            names.update(memory.participants)
    return names


def cleaned(memory: Memory, cleaner: Cleaner) -> tuple[PersonaKnowledge, Mapping[str, int]]:
    """Return the memory without personal data and secrets, and how many pieces of which kind were taken out of it.

    A claim in which any stood is left out: it no longer compares.
    """
    found, in_claim = Counter[str](), Counter[str]()

    def text(said: str) -> str:
        return _counted(said, cleaner, found)

    def names(said: tuple[str, ...]) -> tuple[str, ...]:
        kept: list[str] = []
        for name in said:
            person = cleaner.is_person(name)
            found.update({NAME: 1} if person else {})
            if not person and text(name) == name:
                kept.append(name)
        return tuple(kept)

    model = MODEL_OF[memory.type]
    own = {field: getattr(memory, field) for field in model.model_fields if field not in PersonaKnowledge.model_fields}
    if memory.type == "semantic:reference" and not str(own["uri"]).startswith(("http://", "https://")):
        own["uri"] = None  # a local path means nothing on another machine
    claim = memory.claim.model_dump() if memory.claim is not None else None
    _deep(claim, lambda said: _counted(said, cleaner, in_claim))
    fields: dict[str, Any] = {
        "type": memory.type,
        "content": text(memory.content),
        "summary": text(memory.summary),
        "confidence": memory.confidence,
        "claim": None if in_claim else claim,
        "entities": names(memory.entities),
        "domain": text(memory.domain) if memory.domain else None,
        "technology": names(memory.technology),
        "tags": names(tuple(tag for tag in memory.tags if not tag.startswith(IMPORTED_TAG))),
        "valid_from": memory.valid_from,
        "valid_until": memory.valid_until,
        "valid_until_condition": text(memory.valid_until_condition) if memory.valid_until_condition else None,
        "origin": Origin(
            id=memory.id,
            source=memory.source,
            trust=memory.trust,
            status=memory.status,
            learned_at=memory.created_at,
            evidence_count=memory.evidence_count,
            sources=len(set(memory.lineage.original_source_ids) or set(memory.source_episode_ids)),
        ),
        **{
            field: _deep(value, text) or None if isinstance(value, str) else _deep(value, text)
            for field, value in own.items()
        },
    }
    # The claim repeats the content: what was removed from both counts once.
    return model.model_validate(fields), {**in_claim, **found}


def _counted(said: str, cleaner: Cleaner, found: Counter[str]) -> str:
    said, here = cleaner.clean(said)
    found.update(here)
    return said


def _deep(value: Any, text: Callable[[str], str]) -> Any:
    match value:
        case str():
            return text(value)
        case Part():
            return _deep(value.model_dump(), text)
        case Mapping():
            return {key: _deep(each, text) for key, each in value.items()}  # pyright: ignore[reportUnknownVariableType]
        case tuple() | list():
            return tuple(_deep(each, text) for each in value if each != "")  # pyright: ignore[reportUnknownVariableType]
        case _:
            return value
