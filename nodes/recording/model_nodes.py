"""The models as nodes: made when something is first linked to them, the same for ever after."""

from typing import Any

from memorist.memory_store.domain.change_set import Count
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import folded, stable_id
from memorist.memory_store.domain.memory import Lineage, Memory, Source, Trust
from memorist.memory_store.domain.types import BY_UPDATE_MODELS, DomainModel, RelationshipModel, SelfModel, UserModel

INTERACTIONS = frozenset({"turn", "dialogue", "manual", "ritual", "feedback"})
"""Inputs in which a person speaks; a raw episode's description is the kind of its input."""


def user_model(episode: RawEpisode) -> UserModel:
    """Return the model of the person: shared in the group."""
    user = episode.scope.user_id or "user"
    return UserModel(
        id=stable_id(episode.scope.group_id, "model:user", user),
        scope=episode.scope.model_copy(update={"agent_id": None, "session_id": None}),
        content=f"What is known about {'the user' if user == 'user' else user}",
        **_common(episode),
    )


def self_model(episode: RawEpisode) -> SelfModel:
    """Return the agent's model of itself: its own."""
    agent = str(episode.scope.agent_id)
    return SelfModel(
        id=stable_id(episode.scope.group_id, "model:self", agent),
        scope=episode.scope.model_copy(update={"user_id": None, "session_id": None}),
        content=f"What {agent} knows about itself",
        **_common(episode),
    )


def own_view_of_user(episode: RawEpisode) -> SelfModel:
    """Return a person's view of themselves: shared in the group."""
    user = episode.scope.user_id or "user"
    return SelfModel(
        id=stable_id(episode.scope.group_id, "model:self of user", user),
        scope=episode.scope.model_copy(update={"agent_id": None, "session_id": None}),
        content=f"What {'the user' if user == 'user' else user} says about themselves",
        **_common(episode),
    )


def relationship_model(episode: RawEpisode) -> RelationshipModel | None:
    """Return the model of how an agent and a person work together; null when either is unknown."""
    scope = episode.scope
    if scope.agent_id is None or scope.user_id is None:
        return None
    return RelationshipModel(
        id=stable_id(scope.group_id, "model:relationship", scope.agent_id, scope.user_id),
        scope=scope.model_copy(update={"session_id": None}),
        content=f"How {scope.agent_id} and {scope.user_id} work together",
        **_common(episode),
    )


def domain_model(episode: RawEpisode, domain: str) -> DomainModel:
    """Return the model of a field of work: shared in the group."""
    return DomainModel(
        id=stable_id(episode.scope.group_id, "model:domain", folded(domain)),
        scope=episode.scope.model_copy(update={"agent_id": None, "user_id": None, "session_id": None}),
        content=f"What holds for {domain}",
        domain=domain,
        **_common(episode),
    )


def interaction(episode: RawEpisode) -> tuple[list[Memory], list[Count]]:
    """One interaction more between the agent and the person: counted with the input itself, so once and for all."""
    model = relationship_model(episode) if episode.description in INTERACTIONS else None
    if model is None:
        return [], []
    return [model], [Count(memory_id=model.id, field="interaction_count", at=episode.at)]


def _common(episode: RawEpisode) -> dict[str, Any]:
    return {
        "source": Source.INFERENCE,
        "trust": Trust.INFERRED,
        "created_at": episode.created_at,
        "valid_from": episode.at,
        "lineage": Lineage(original_source_ids=(episode.id,)),
        "extraction_method": BY_UPDATE_MODELS,
    }
