"""Arrive: what becomes of the knowledge of a persona in a group that holds some already. It overrides nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from memorist.memory_store.domain.claim import subject_key
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import folded, stable_id
from memorist.memory_store.domain.memory import Memory, Part, Source, memory_id
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import VERSION_PREDICATE
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.draft import Draft
from memorist.nodes.homeostasis.intake import THRESHOLD
from memorist.nodes.ingestion.reconcile import judge_conflict
from memorist.nodes.matching.duplicates import find_duplicate
from memorist.nodes.persona.about_people import about_the_speaker
from memorist.nodes.persona.file import FieldOfWork, PersonaFile, PersonaKnowledge, Rule
from memorist.nodes.persona.hand_on import IMPORTED_TAG

CONFIDENCE_FACTOR = 0.7
"""Factor on the confidence of imported knowledge, which has yet to prove itself in this group."""
MAX_AT_ONCE = 50
"""So many memories one change set carries."""
METHOD = "persona:"
"""Beginning of the extraction method of an imported memory; the ids of the persona and of the memory there follow."""

Effect = Literal["added", "contested", "unchanged", "rejected", "forgotten"]


class Arrival(Part):
    """Fate of one memory of a persona, with the reason.

    ``added``: it is here, staged. ``contested``: it is here, but speaks against what the group holds; a person decides.
    ``unchanged``: the group knows it, or knew it. ``rejected``: what the group holds is surer, or it tells of a person
    there. ``forgotten``: it was forgotten on request. ``memory_id`` is the one that is here; of what is not, null.
    """

    origin_id: str
    type: str
    content: str
    effect: Effect
    reason: str
    memory_id: str | None = None
    against: str | None = None
    flag: str | None = None


@dataclass
class Arrived:
    """Memories that arrived earlier in the same file, to compare with."""

    by_subject: dict[str, list[Draft]] = field(default_factory=dict[str, list[Draft]])
    words: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])

    def add(self, draft: Draft) -> None:
        """Remember one."""
        self.words.add((draft.type, folded(draft.content)))
        if draft.claim is not None:
            self.by_subject.setdefault(subject_key(draft.claim), []).append(draft)


def episode_of(persona: PersonaFile, scope: Scope, now: datetime, times_undone: int) -> RawEpisode:
    """The raw episode of an import, which all that it brings is traced back to: one for each time it was undone."""
    return RawEpisode(
        id=stable_id(scope.group_id, "episode", "persona", persona.id, str(times_undone)),
        scope=Scope(group_id=scope.group_id),
        name=f"persona {persona.name}",
        content=f"The persona {persona.name} was imported: what agents of type {persona.agent_type} learned about "
        f"{persona.domain}.",
        source="text",
        description="persona",
        at=now,
        created_at=now,
    )


def draft_of(knowledge: PersonaKnowledge, persona: PersonaFile) -> Draft:
    """A memory of the file as a draft: less sure, from outside; a rule only warns, and nobody's thresholds are set."""
    details = knowledge.details()
    if isinstance(knowledge, Rule):
        details["severity"] = "warn"
    if isinstance(knowledge, FieldOfWork):
        details["behaviour_rules"] = tuple(r for r in knowledge.behaviour_rules if not r.startswith(THRESHOLD))
    claim = knowledge.claim
    if claim is not None and claim.predicate == VERSION_PREDICATE:
        claim = None  # which version of a file holds here, only the file says
    return Draft(
        type=knowledge.type,
        content=knowledge.content,
        summary=knowledge.summary,
        claim=claim,
        entities=knowledge.entities,
        confidence=knowledge.confidence * CONFIDENCE_FACTOR,
        method=f"{METHOD}{persona.id}/{knowledge.origin.id}",
        source=Source.IMPORTED,
        valid_from=knowledge.valid_from,
        valid_until=knowledge.valid_until,
        valid_until_condition=knowledge.valid_until_condition,
        domain=knowledge.domain,
        technology=knowledge.technology,
        tags=(*(t for t in knowledge.tags if not t.startswith(IMPORTED_TAG)), f"{IMPORTED_TAG}{persona.name}"),
        details=details,
    )


def in_order(persona: PersonaFile) -> list[PersonaKnowledge]:
    """The knowledge by falling confidence, so that of two contradicting statements the surer one is imported first."""
    return sorted(persona.knowledge(), key=lambda k: (-k.confidence, k.origin.id))


def judge(
    knowledge: PersonaKnowledge,
    draft: Draft,
    place: int,
    *,
    episode: RawEpisode,
    here: Mapping[str, Memory],
    candidates: Sequence[tuple[Memory, int | None, float]],
    arrived: Arrived,
    ontology: Ontology,
) -> Arrival:
    """Decide about one draft.

    Args:
        knowledge: what the file says, and ``draft`` what was made of it.
        place: of the draft among those that ``candidates`` were fetched for.
        episode: the import.
        here: stored memories with the ids that this import gives, of whatever status.
        candidates: stored live memories to compare with, as ``deduplicate`` takes them.
        arrived: what came before it in the file.
        ontology: how many objects a predicate takes.
    """
    scope = episode.scope
    id_ = memory_id(scope.group_id, draft.type, draft.content, [episode.id])

    def told(effect: Effect, reason: str, **more: str | None) -> Arrival:
        given = {"origin_id": knowledge.origin.id, "type": draft.type, "content": draft.content}
        return Arrival.model_validate({**given, "effect": effect, "reason": reason, **more})

    if id_ in here:
        return told("unchanged", f"it came before, and is {here[id_].status}", memory_id=id_)
    if about_the_speaker(draft.content, draft.claim):
        return told("rejected", "it tells of a person where it comes from, and would be taken for whoever asks here")
    shared = [each for each in candidates if each[0].scope.agent_id is None]
    known = find_duplicate(draft, place, scope, shared) if not draft.type.startswith("model:") else None
    known_id = known.memory_id if known is not None else _same_words(draft, [memory for memory, _, _ in shared])
    if known_id is not None:
        return told("unchanged", "the group knows it already", memory_id=known_id)
    if (draft.type, folded(draft.content)) in arrived.words or any(_same(draft, d) for d in _rivals(draft, arrived)):
        return told("unchanged", "the file says it twice")
    flag = _question(knowledge)
    for memory in {m.id: m for m, _, _ in candidates}.values():
        if draft.claim is None or memory.claim is None:
            continue
        if not draft.claim.contradicts(memory.claim, ontology.cardinality(memory.claim.predicate)):
            continue
        _, action, reason = judge_conflict(draft, memory, scope=scope)
        if action == "yield":
            return told("rejected", f"{memory.id} says otherwise and is surer: {reason}", against=memory.id)
        why = f"a persona says otherwise than {memory.id}: {reason}"
        return told("contested", why, memory_id=id_, against=memory.id, flag=why)
    for other in _rivals(draft, arrived):
        if (
            draft.claim
            and other.claim
            and draft.claim.contradicts(other.claim, ontology.cardinality(other.claim.predicate))
        ):
            against = memory_id(scope.group_id, other.type, other.content, [episode.id])
            why = f"the persona contradicts itself: {other.content}"
            return told("contested", why, memory_id=id_, against=against, flag=why)
    return told("added", "nothing contradicts it", memory_id=id_, flag=flag)


def _question(knowledge: PersonaKnowledge) -> str | None:
    """Return the question for a person: a rule is in every prompt, and this one comes from outside."""
    if not isinstance(knowledge, Rule):
        return None
    blocked = knowledge.severity == "block"
    return "it blocked where it comes from and only warns here" if blocked else "a rule that comes from outside"


def _rivals(draft: Draft, arrived: Arrived) -> Sequence[Draft]:
    return arrived.by_subject.get(subject_key(draft.claim), ()) if draft.claim is not None else ()


def _same(one: Draft, other: Draft) -> bool:
    return (
        one.type == other.type
        and one.claim is not None
        and other.claim is not None
        and one.claim.identity() == other.claim.identity()
    )


def _same_words(draft: Draft, stored: Sequence[Memory]) -> str | None:
    return next((m.id for m in stored if m.type == draft.type and folded(m.content) == folded(draft.content)), None)
