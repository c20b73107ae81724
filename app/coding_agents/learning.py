"""Exchanges in the transcript of a session that the memory does not hold yet."""

import asyncio
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memorist.app.importing.entries import Found, ImportEntry, digest, turn
from memorist.memory_store.domain.errors import InvalidInput

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory

MAX_MESSAGES = 20
"""Messages of the person that are learned at a time: a session that was begun without the memory is not imported."""


def exchanges_in(found: Iterable[Found]) -> list[dict[str, Any]]:
    """Return what the person said, answers to the agent's questions among it, each with the agent's last answer."""
    said: list[dict[str, Any]] = []
    for one in found:
        if not isinstance(one, ImportEntry):
            continue
        given = dict(one.input)
        if is_of_the_person(given):
            said.append(given)
        elif given.get("role") == "assistant" and said:
            if said[-1].get("role") == "assistant":
                said.pop()
            said.append(given)
    return said


def is_of_the_person(given: Mapping[str, Any]) -> bool:
    """Return true for the person's words: a message, or the answer to a question."""
    return given.get("role") == "user" or given.get("kind") == "dialogue"


def prompt_input(session: str, prompt: str) -> dict[str, Any]:
    """Return a prompt as an input, with the id that it has in the session's transcript."""
    prompt = prompt.strip()
    entry = turn(
        "prompt",
        "user",
        prompt,
        at=None,
        id_=f"transcript:{session}:{digest('user', prompt)}:1",
        session=f"transcript:{session}",
    )
    return dict(entry.input)


async def new_exchanges(memory: "AsyncMemory", transcript: str) -> list[dict[str, Any]]:
    """Return the exchanges behind the last one that the store holds: a turn that was interrupted is among them.

    Raises :class:`InvalidInput` for a transcript that is not there.
    """
    from memorist.app.importing.sources import reader_of

    read = reader_of("transcript")
    said = await asyncio.to_thread(lambda: exchanges_in(read(Path(transcript).expanduser())))
    places = [place for place, one in enumerate(said) if is_of_the_person(one)][-MAX_MESSAGES:]
    if not places:
        return []
    said = said[places[0] :]
    ids = [_episode_id(memory, one) for one in said]
    held = {str(one["uuid"]) for one in await memory.store.episodes.get(memory.scope, ids)}
    last = max((place for place, id_ in enumerate(ids) if id_ in held), default=-1)
    return said[last + 1 :]


def _episode_id(memory: "AsyncMemory", given: Mapping[str, Any]) -> str:
    from memorist.nodes.kinds.inputs import episode_id, parse_input

    try:
        item = parse_input(given)
    except InvalidInput:
        return ""  # it is refused when it is ingested, and the others are not
    return episode_id(memory.scope, item, item.moment(memory.clock.now()))
