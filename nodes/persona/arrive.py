"""Arrive: what becomes of the knowledge of a persona in a group that holds some already. It overrides nothing."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from memorist.memory_store.domain.episode import RawEpisode, text_episode
from memorist.memory_store.domain.identity import folded, stable_id
from memorist.memory_store.domain.memory import Memory, Part, Source, memory_id
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import VERSION_PREDICATE
from memorist.memory_store.forgetting.tombstone import Refusal
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.draft import Draft
from memorist.nodes.homeostasis.intake import THRESHOLD
from memorist.nodes.ingestion.reconcile import reconcile_all
from memorist.nodes.matching.candidates import Candidate, Candidates
from memorist.nodes.matching.duplicates import Duplicate, find_duplicate
from memorist.nodes.matching.relations import concerned
from memorist.nodes.persona.about_people import about_the_speaker
from memorist.nodes.persona.file import FieldOfWork, PersonaFile, PersonaKnowledge, Rule
from memorist.nodes.persona.hand_on import IMPORTED_TAG
from memorist.nodes.recording.decision import DraftDecision

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


class Arriving(NamedTuple):
    """One piece of a file's knowledge, and what was made of it."""

    knowledge: PersonaKnowledge
    draft: Draft


def episode_of(persona: PersonaFile, scope: Scope, now: datetime, times_undone: int) -> RawEpisode:
    """The raw episode of an import, which all that it brings is traced back to: one for each time it was undone."""
    return text_episode(
        stable_id(scope.group_id, "episode", "persona", persona.id, str(times_undone)),
        Scope(group_id=scope.group_id),
        now,
        name=f"persona {persona.name}",
        content=f"The persona {persona.name} was imported: what agents of type {persona.agent_type} learned about "
        f"{persona.domain}.",
        description="persona",
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


def id_of(draft: Draft, episode: RawEpisode) -> str:
    """The id that a memory of this import has."""
    return memory_id(episode.scope.group_id, draft.type, draft.content, [episode.id])


def judge(
    batch: Sequence[Arriving],
    refused: Mapping[int, Refusal],
    *,
    episode: RawEpisode,
    here: Mapping[str, Memory],
    found: Sequence[Candidate],
    ontology: Ontology,
) -> list[Arrival]:
    """Decide about knowledge as about every other draft, but override nothing: a person decides instead.

    Args:
        batch: what arrives, the surest first.
        refused: what was forgotten on request, by the place in the batch.
        episode: the import.
        here: stored memories with the ids that this import gives, of whatever status.
        found: stored live memories to compare with, and those that came earlier in the file.
        ontology: how many objects a predicate takes.
    """
    arrivals: dict[int, Arrival] = {}
    for place, each in enumerate(batch):
        id_ = id_of(each.draft, episode)
        if place in refused:
            arrivals[place] = _told(each, "forgotten", refused[place].reason)
        elif id_ in here:
            arrivals[place] = _told(each, "unchanged", f"it came before, and is {here[id_].status}", memory_id=id_)
        elif about_the_speaker(each.draft.content, each.draft.claim):
            reason = "it tells of a person where it comes from, and would be taken for whoever asks here"
            arrivals[place] = _told(each, "rejected", reason)
    left = [place for place in range(len(batch)) if place not in arrivals]
    drafts = [batch[place].draft for place in left]
    duplicates = _duplicates(left, drafts, episode.scope, found)
    stored = list({memory.id: memory for memory, _, _ in found}.values())
    stored = concerned(drafts, stored, (), scope=episode.scope, ontology=ontology)
    for decision in reconcile_all(drafts, duplicates, stored, scope=episode.scope, ontology=ontology):
        place = left[decision.draft]
        arrivals[place] = _arrival(batch[place], decision, drafts, episode)
    return [arrivals[place] for place in range(len(batch))]


def _duplicates(
    places: Sequence[int], drafts: Sequence[Draft], scope: Scope, found: Sequence[Candidate]
) -> dict[int, Duplicate]:
    """Find what the group shares already, in these words or others; an agent's own memory makes nothing known."""
    shared = [each for each in found if each[0].scope.agent_id is None]
    candidates = Candidates(shared)
    in_words = {(memory.type, folded(memory.content)): memory.id for memory, _, _ in shared}
    duplicates: dict[int, Duplicate] = {}
    for number, (place, draft) in enumerate(zip(places, drafts, strict=True)):
        if known := in_words.get((draft.type, folded(draft.content))):
            duplicates[number] = Duplicate(memory_id=known, by="words", similarity=1.0)
        elif duplicate := find_duplicate(draft, place, scope, candidates.of(draft, place)):
            duplicates[number] = duplicate
    return duplicates


def _arrival(arriving: Arriving, decision: DraftDecision, drafts: Sequence[Draft], episode: RawEpisode) -> Arrival:
    """Turn a decision into the fate of knowledge from outside."""
    id_ = id_of(arriving.draft, episode)
    if decision.action == "merge":
        if decision.rule == "said_twice":
            return _told(arriving, "unchanged", "the file says it twice")
        return _told(arriving, "unchanged", "the group knows it already", memory_id=decision.target)
    if decision.action == "add":
        flag = None
        if isinstance(arriving.knowledge, Rule):  # a rule is in every prompt, and this one comes from outside
            blocked = arriving.knowledge.severity == "block"
            flag = "it blocked where it comes from and only warns here" if blocked else "a rule that comes from outside"
        return _told(arriving, "added", "nothing contradicts it", memory_id=id_, flag=flag)
    if decision.action == "yield":
        reason = f"{decision.target} says otherwise and is surer: {decision.reason}"
        return _told(arriving, "rejected", reason, against=decision.target)
    against, why = decision.target, f"a persona says otherwise than {decision.target}: {decision.reason}"
    if decision.losers:
        loser = decision.losers[0]
        against, why = loser.memory_id, f"a persona says otherwise than {loser.memory_id}: {decision.reason}"
        if loser.draft is not None:
            against = id_of(drafts[loser.draft], episode)
            why = f"the persona contradicts itself: {drafts[loser.draft].content}"
    return _told(arriving, "contested", why, memory_id=id_, against=against, flag=why)


def _told(arriving: Arriving, effect: Effect, reason: str, **more: str | None) -> Arrival:
    draft, given = arriving.draft, {"effect": effect, "reason": reason, **more}
    return Arrival.model_validate(
        {"origin_id": arriving.knowledge.origin.id, "type": draft.type, "content": draft.content, **given}
    )
