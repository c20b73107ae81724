"""Update models: what was committed also says something about the people, agents and fields it comes from."""

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.actor import Actor
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import folded, stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import RULE_TYPES, RelationshipModel, UserModel, parse_memory
from memorist.memory_store.store import Store
from memorist.nodes.contexts import context_as
from memorist.nodes.ingestion.commit import told
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.kinds.rituals.carry_over import CARRIED
from memorist.nodes.reading.gate.verdict import GateVerdict
from memorist.nodes.recording.expertise import judge_expertise
from memorist.nodes.recording.model_nodes import (
    domain_model,
    own_view_of_user,
    relationship_model,
    self_model,
    user_model,
)
from memorist.nodes.recording.relationship import judge_relationship, significant
from memorist.nodes.resources import Resources

STANDING_KINDS = frozenset({"observation", "ritual", "feedback", "procedure_outcome", "dialogue"})
"""Inputs after which expertise and relationship are judged anew; single turns are only counted."""


def link_models(
    changes: ChangeBuilder,
    episode: RawEpisode,
    committed: Sequence[Memory],
    *,
    missed: Sequence[str] = (),
    standing: Sequence[Memory] = (),
) -> None:
    """Link what was committed to the models (user, agent, field) that it is about, and update their figures.

    A model is a node that others are linked to; ``standing`` are the models as they are stored, whose figures change
    in place. ``missed`` are rules that the agent did not keep.
    """
    links = [(model, type_, memory.id) for memory in committed for model, type_ in _belongs_to(memory, episode)]
    if missed and episode.scope.agent_id:
        links += [(self_model(episode), EdgeType.MISSED, memory_id) for memory_id in missed]
    for model, type_, memory_id in links:
        changes.add(model)
        changes.link(type_, model.id, memory_id, since=episode.at)
    for memory in standing:
        changes.change(memory, _figures(memory, committed), "what was seen together")
    person, seen = user_model(episode), judge_expertise({}, committed)
    if seen and person.id not in {memory.id for memory in standing}:
        changes.add(person.model_copy(update={"expertise": seen}))


def _figures(model: Memory, committed: Sequence[Memory]) -> dict[str, Any]:
    """Return a stored model's expertise, or trust and phase, after what was committed."""
    match model:
        case UserModel():
            return {"expertise": judge_expertise(model.expertise, committed)}
        case RelationshipModel():
            return judge_relationship(model, significant(committed))
        case _:
            return {}


def missed_rules(state: IngestionState, episode: RawEpisode) -> list[str]:
    """The rules that feedback on the agent's own work says it did not keep, known before or not."""
    given = state["input"]
    if given.get("kind") != "feedback" or given.get("about_agent") not in (None, episode.scope.agent_id):
        return []
    remembered: list[dict[str, Any]] = (state.get("result") or {}).get("memories", [])
    return [one["id"] for one in remembered if (one.get("claim") or {}).get("predicate") == "requires"]


def _belongs_to(memory: Memory, episode: RawEpisode) -> list[tuple[Memory, EdgeType]]:
    """The models a memory tells about, and how."""
    found: list[tuple[Memory, EdgeType]] = []
    weak = EdgeType.HAS_STRENGTH if "strength" in memory.tags or _positive(memory) else EdgeType.HAS_WEAKNESS
    if memory.type == "semantic:preference" and memory.claim is not None and folded(memory.claim.subject) == "user":
        found.append((user_model(episode), EdgeType.HAS_PREFERENCE))
    if CARRIED in memory.tags:
        found.append((user_model(episode), EdgeType.EXPECTS))
    if memory.type == "observation" and "self" in memory.tags and episode.scope.agent_id:
        found.append((self_model(episode), weak))
    if memory.type == "model:self":
        found.append((own_view_of_user(episode), weak))
    if memory.domain and memory.type in RULE_TYPES:
        found.append((domain_model(episode, memory.domain), EdgeType.HAS_RULE))
    if memory.domain and memory.type == "procedural":
        found.append((domain_model(episode, memory.domain), EdgeType.HAS_PROCEDURE))
    return found


def _positive(memory: Memory) -> bool:
    """ "I'm good at reviews" is a strength, "I tend to miss null checks" is none."""
    if memory.type != "model:self":
        return False
    said = memory.content.lower()
    good = any(word in said for word in (" good at", " great at", " strong ", " confident ", " experienced "))
    return good and " not " not in said and (memory.claim is None or memory.claim.polarity)


async def update_models(
    state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources
) -> dict[str, Any]:
    """Apply the links and figures; after a replay also tell what had been written then."""
    episode = RawEpisode.model_validate(state["episode"])
    committed = [parse_memory(memory) for memory in state["committed"]]
    if not context_as(IngestionContext, runtime.context).dry_run:
        await _apply(state, episode, committed, await resources.store())
    if not state.get("replayed"):
        return {}
    return IngestResult(
        id=episode.id,
        verdict=GateVerdict.model_validate(state["verdict"]),
        memories=tuple(told(m, "unchanged") for m in committed if not m.is_entity and m.type != "model:relationship"),
        entities=tuple(dict.fromkeys(name for memory in committed for name in memory.entities)),
        change_id=state["change_id"],
        replayed=True,
    ).as_update()


async def _apply(state: IngestionState, episode: RawEpisode, committed: Sequence[Memory], store: Store) -> None:
    """One read where figures may change, one write where something does.

    The change set's id follows from the commit's, so that it is applied once, also when the process died between them.
    """

    async def update(changes: ChangeBuilder) -> None:
        standing = await _standing(state, episode, store)
        link_models(changes, episode, committed, missed=missed_rules(state, episode), standing=standing)
        changes.id = stable_id(changes.group_id, "models", state["change_id"])
        changes.reason = "what was learned is linked to whom it tells about"
        changes.more = {"by": Actor.of(episode.scope), "operation": state["change_id"]}

    group = episode.scope.group_id
    await store.changes.decide(update, group, at=episode.created_at, run="ingestion:update_models")


async def _standing(state: IngestionState, episode: RawEpisode, store: Store) -> list[Memory]:
    """The models whose figures an input of this kind may move."""
    if state["input"].get("kind") not in STANDING_KINDS:
        return []
    wanted = [model for model in (user_model(episode), relationship_model(episode)) if model is not None]
    return await store.memories.get(episode.scope, [model.id for model in wanted])
