"""Replay: an input that was ingested before changes nothing, and another one under the same id is not it.

An id names one input. What that was is told by the raw episode in the entry of the change log, secrets masked as here.
"""

from collections.abc import Mapping
from typing import Any

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.forgetting.redact import WITHHELD

_VERSIONS = "; a new version of a document is known by its title or path"


def judge_replay(episode: RawEpisode, written: Mapping[str, Any], given_id: str | None) -> InvalidInput | None:
    """The error for an input whose id was given to another input before; null if it is the same input again.

    Args:
        episode: the input as it would be kept.
        written: the entry of the change log.
        given_id: the id that the input came with.

    An input whose stored words were forgotten counts as the same, so that nothing of it comes back.
    """
    kept = next((e for e in written.get("episodes", ()) if e.get("id") == episode.id), None)
    if kept is None or kept["content"] == WITHHELD:
        return None
    kind, before = episode.description, kept["description"]
    if (kept["content"], before) == (episode.content, kind):
        return None
    return InvalidInput(
        f"{kind} input: field id: {given_id!r} was given to another {before} before: nothing was written; give "
        f"this one an id of its own, or none{_VERSIONS if kind == 'document' else ''}",
        field="id",
    )
