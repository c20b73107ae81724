"""The prompt of a model that reads. Its version, which is stored, changes with its wording (``system.txt``)."""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from memorist.memory_store.domain.types import MODEL_OF_TYPE
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.reading.model.answer import OPERATIONS
from memorist.nodes.reading.reader import MAX_HELD, HeldMemory, Passage, ReadingRequest, Refused, Spoken, last_day

AGAIN = "Refused, with the reason; answer with these items alone, put right, and leave out what cannot be put right:"
MAX_TURNS_BEFORE = 6
MAX_TURN_CHARS = 400
"""A turn before is context: its beginning is enough."""
MAX_HELD_CHARS = 400
"""Held memories are shown whole, so that an answer can tell them again."""


@cache
def _wording() -> str:
    return (files(__package__ or "") / "system.txt").read_text(encoding="utf-8").strip()


@cache
def prompt_version() -> str:
    """Return the digest of the wording."""
    return f"prompt-{sha256(_wording().encode()).hexdigest()[:8]}"


def types_of(ontology: Ontology) -> dict[str, str]:
    """The types that a reading may propose, by the names a model uses for them (``fact``), each with ours."""
    return {
        name.removeprefix("semantic:").removeprefix("model:"): name
        for name in ontology.node_types
        if name in MODEL_OF_TYPE and (name.startswith("semantic:") or name in {"procedural", "model:self"})
    }


def system_prompt(ontology: Ontology) -> str:
    """The instructions, with the types and predicates that the ontology declares."""
    types = "; ".join(
        f"{short} ({ontology.node_types[name].description})" for short, name in types_of(ontology).items()
    )
    return _wording().format(types=types, predicates=", ".join(ontology.predicates), operations="|".join(OPERATIONS))


def short_ids(held: Sequence[HeldMemory]) -> dict[str, str]:
    """Ids that a model can copy without a mistake, each with the id it stands for."""
    return {f"m{place}": one.id for place, one in enumerate(held[:MAX_HELD], start=1)}


def user_message(request: ReadingRequest, passages: Sequence[Passage]) -> str:
    """Return the passages to read, as JSON."""
    asked: dict[str, Any] = {
        "held": [_held(f"m{n}", one, request.said_at) for n, one in enumerate(request.held[:MAX_HELD], start=1)],
        "before": [_before(turn) for turn in request.before[-MAX_TURNS_BEFORE:]],
        "said_at": local_time(request.said_at),
        "passages": [_passage(passage, request.person) for passage in passages],
    }
    said = json.dumps({key: value for key, value in asked.items() if value}, ensure_ascii=False, indent=0)
    return said.encode("utf-8", "replace").decode("utf-8")  # lone surrogates cannot be sent


def messages_for(request: ReadingRequest, passages: Sequence[Passage], ontology: Ontology) -> list[tuple[str, str]]:
    """The messages for a chat model: instructions, then the data."""
    return [("system", system_prompt(ontology)), ("human", user_message(request, passages))]


def again_for(refused: Sequence[Refused]) -> str:
    """Return the request to put refused items otherwise."""
    listed = "\n".join(
        f"- {json.dumps(_cut(one.content, MAX_HELD_CHARS), ensure_ascii=False)}: {one.reason}" for one in refused
    )
    return f"{AGAIN}\n{listed}"


def local_time(moment: datetime) -> str:
    """A time with its weekday in the speaker's zone: ``Sunday 2026-02-01 09:00 +09:00``."""
    zone = moment.strftime("%z") or "+0000"
    return f"{_WEEKDAYS[moment.weekday()]} {moment:%Y-%m-%d %H:%M} {zone[:3]}:{zone[3:5]}"


_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _before(turn: Spoken) -> dict[str, str]:
    return {turn.role: _cut(turn.content, MAX_TURN_CHARS)}


def _held(short: str, one: HeldMemory, said_at: datetime) -> str:
    """One line: ``m1 | fact | from 2026-01-05 | Team uses pnpm``, with the fields of an answer."""
    parts = [short, one.type.rpartition(":")[2], f"from {one.valid_from.astimezone(said_at.tzinfo).date()}"]
    if one.valid_until is not None:
        parts.append(f"until {last_day(one.valid_until, said_at)}")
    if one.condition:
        parts.append(f"until_event {_cut(one.condition, MAX_TURN_CHARS)}")
    return " | ".join((*parts, _cut(one.content, MAX_HELD_CHARS)))


def _passage(passage: Passage, person: str | None) -> dict[str, Any]:
    told: dict[str, Any] = {"key": passage.key, "speaker": _speaker(passage, person)}
    if passage.before:
        told["before"] = [_before(turn) for turn in passage.before[-MAX_TURNS_BEFORE:]]
    if passage.said_at is not None:
        told["said_at"] = local_time(passage.said_at)
    if passage.question:
        told["answers"] = _cut(passage.question, MAX_TURN_CHARS)
    return {**told, "text": passage.text}


def _speaker(passage: Passage, person: str | None) -> str:
    if not passage.own_words:
        return "a document: its I and we are not the user"
    return f"user ({person})" if passage.speaker == "user" and person else passage.speaker


def _cut(text: str, limit: int) -> str:
    flat = " ".join(text[: 4 * limit].split())
    return flat if len(flat) <= limit else f"{flat[: limit - 1]}…"


__all__ = ["again_for", "messages_for", "prompt_version", "short_ids", "system_prompt", "types_of"]
