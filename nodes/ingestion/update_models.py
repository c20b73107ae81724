"""Update models: what was committed also says something about the people and agents it comes from."""

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from hypomnema.memory_store.domain.change_set import ChangeSet
from hypomnema.memory_store.domain.edge import Edge, EdgeType
from hypomnema.memory_store.domain.episode import RawEpisode
from hypomnema.memory_store.domain.identity import folded, stable_id
from hypomnema.memory_store.domain.memory import Lineage, Memory, Source, Trust
from hypomnema.memory_store.domain.types import SelfModel, UserModel, parse_memory
from hypomnema.nodes.ingestion.commit import told, with_vectors
from hypomnema.nodes.ingestion.draft import Verdict
from hypomnema.nodes.ingestion.result import IngestResult
from hypomnema.nodes.ingestion.state import IngestionContext, IngestionState
from hypomnema.nodes.resources import Resources, context_as


def model_changes(change_id: str, episode: RawEpisode, committed: Sequence[Memory]) -> ChangeSet:
    """Hang preferences onto the user's model and self-observations onto the agent's.

    Content never changes in place, so a model is a node that others are linked to. The change set's id follows from
    the commit's, so that it is applied once, also when the process died between the two.
    """
    models: dict[str, Memory] = {}
    edges: list[Edge] = []
    for memory in committed:
        found = _belongs_to(memory, episode)
        if found is None:
            continue
        model, edge_type = found
        models[model.id] = model
        edges.append(
            Edge(
                type=edge_type,
                group_id=episode.scope.group_id,
                source=model.id,
                target=memory.id,
                created_at=episode.created_at,
                valid_from=memory.valid_from,
            )
        )
    return ChangeSet.model_construct(
        id=stable_id(episode.scope.group_id, "models", change_id),
        group_id=episode.scope.group_id,
        at=episode.created_at,
        run="ingestion:update_models",
        reason="what was learned is linked to whom it tells about",
        episodes=(),
        memories=tuple(models.values()),
        updates=(),
        counts=(),
        edges=tuple(edges),
        claims=(),
        mentions=(),
        holds=(),
        vectors={},
    )


def _belongs_to(memory: Memory, episode: RawEpisode) -> tuple[Memory, EdgeType] | None:
    if memory.type == "semantic:preference" and memory.claim is not None and folded(memory.claim.subject) == "user":
        return _user_model(episode), EdgeType.HAS_PREFERENCE
    if memory.type == "observation" and "self" in memory.tags and episode.scope.agent_id:
        return _self_model(episode), EdgeType.HAS_WEAKNESS if "weakness" in memory.tags else EdgeType.HAS_STRENGTH
    return None


def _user_model(episode: RawEpisode) -> UserModel:
    user = episode.scope.user_id or "user"
    return UserModel(
        id=stable_id(episode.scope.group_id, "model:user", user),
        scope=episode.scope.model_copy(update={"agent_id": None, "session_id": None}),
        content=f"What is known about {'the user' if user == 'user' else user}",
        **_common(episode),
    )


def _self_model(episode: RawEpisode) -> SelfModel:
    agent = str(episode.scope.agent_id)
    return SelfModel(
        id=stable_id(episode.scope.group_id, "model:self", agent),
        scope=episode.scope.model_copy(update={"user_id": None, "session_id": None}),
        content=f"What {agent} knows about itself",
        **_common(episode),
    )


def _common(episode: RawEpisode) -> dict[str, Any]:
    return {
        "source": Source.INFERENCE,
        "trust": Trust.INFERRED,
        "created_at": episode.created_at,
        "valid_from": episode.at,
        "lineage": Lineage(original_source_ids=(episode.id,)),
        "extraction_method": "update_models",
    }


async def update_models(
    state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources
) -> dict[str, Any]:
    """Apply the links; after a replay also tell what had been written then."""
    episode = RawEpisode.model_validate(state["episode"])
    committed = [parse_memory(memory) for memory in state["committed"]]
    changes = model_changes(state["change_id"], episode, committed)
    if changes.edges and not context_as(IngestionContext, runtime.context).dry_run:
        store = await resources.store()
        await store.apply(await with_vectors(changes, store))
    if not state.get("replayed"):
        return {}
    result = IngestResult(
        id=episode.id,
        verdict=Verdict.model_validate(state["verdict"]),
        memories=tuple(told(memory, "unchanged") for memory in committed if not memory.is_entity),
        entities=tuple(dict.fromkeys(name for memory in committed for name in memory.entities)),
        change_id=state["change_id"],
        replayed=True,
    )
    return {"result": result.model_dump(mode="json")}
