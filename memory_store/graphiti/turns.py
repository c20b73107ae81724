"""Search properties of raw episodes, as parameters of the statement that applies a change set."""

from itertools import pairwise
from typing import Any

from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import stable_id


def turn_rows(changes: ChangeSet) -> dict[str, list[dict[str, Any]]]:
    """The vectors of the units, and how the episodes of each session follow each other."""
    by_session: dict[str, list[RawEpisode]] = {}
    for episode in changes.episodes:
        if episode.scope.session_id is not None:
            by_session.setdefault(_chain(episode), []).append(episode)
    return {
        "units": [
            {"uuid": episode.id, "vector": list(changes.vectors[episode.id])}
            for episode in changes.episodes
            if episode.id in changes.vectors
        ],
        "following": [
            {"uuid": _link(after), "source": before.id, "target": after.id}
            for episodes in by_session.values()
            for before, after in pairwise(episodes)
        ],
        "sessions": [
            {"uuid": chain, "first": episodes[0].id, "last": episodes[-1].id, "edge": _link(episodes[0])}
            for chain, episodes in by_session.items()
        ],
    }


def _chain(episode: RawEpisode) -> str:
    """The id of the chain of a session's episodes; each agent has its own, so that neighbours are visible alike."""
    scope = episode.scope
    return stable_id(scope.group_id, "session", scope.agent_id or "", str(scope.session_id))


def _link(after: RawEpisode) -> str:
    return stable_id(after.scope.group_id, "next_episode", after.id)
