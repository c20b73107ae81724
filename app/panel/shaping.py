"""Pure functions that turn what was read into what is shown."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from memorist.app.panel.views import Connected, Filters, Picture, RawInput
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.visibility import may_see_words
from memorist.memory_store.reading import Link
from memorist.nodes.promotion.rules import LADDER
from memorist.nodes.retrieval.attribution import HIDDEN

_ID = re.compile(r"(?<![\w-])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})(?![\w-])")


def fits(memory: Memory, filters: Filters, *, named: str = "", project: str = "") -> bool:
    """Return true if a memory is one of those that the filters let through.

    ``named`` is the person's name and ``project`` that of the project, as the memory keeps them.
    """
    whose = (memory.scope.user_id or "").lower()
    return (
        (not filters.types or memory.type in filters.types)
        and (not filters.statuses or memory.status in filters.statuses)
        and (not project or project in memory.entities)
        and (not filters.person or whose == filters.person.lower() or named in memory.entities)
        and (filters.since is None or memory.valid_from >= filters.since)
        and (filters.until is None or memory.valid_from < filters.until)
    )


def own_fields(memory: Memory) -> dict[str, Any]:
    """The fields that only this type of memory has, where they say something."""
    common = set(Memory.model_fields)
    data = memory.model_dump(mode="json")
    return {name: value for name, value in data.items() if name not in common and value not in (None, "", [], {})}


def needs_from(level: str) -> tuple[str, ...]:
    """Return the conditions of climbing from a rung, in words, as the rules of promotion define them."""
    return tuple(_rule_in_words(rule) for rule in LADDER if rule.source.startswith(level))


def _rule_in_words(rule: Any) -> str:
    needs = {
        "supports": "{} pieces of evidence",
        "similarity": "similarity {}",
        "confidence": "confidence {}",
        "agents": "{} agents",
        "accesses": "{} uses",
    }
    said = [text.format(f"{value:g}") for name, text in needs.items() if (value := getattr(rule, name)) is not None]
    if rule.apart is not None:
        said.append(f"{rule.apart.total_seconds() / 3600:g} h apart")
    said += ["no contradiction"] if rule.uncontradicted else []
    said += [f"severity {rule.severity.name.lower()} or more"] if rule.severity is not None else []
    said += ["a trigger and concrete steps"] if rule.procedural else []
    return f"to {rule.target or 'confirmed'}: {', '.join(said)}"


def picture_of(name: str, memories: Sequence[Memory], links: Sequence[Link]) -> Picture:
    """Nodes and edges around a name: the memories, the names in them, and what connects the memories. Pure."""
    nodes: dict[str, dict[str, Any]] = {f"name:{name}": {"id": f"name:{name}", "label": name, "kind": "centre"}}
    edges: list[dict[str, Any]] = []
    for memory in memories:
        nodes[memory.id] = {"id": memory.id, "label": memory.title(), "kind": memory.type.split(":")[0]}
        for other in memory.entities:
            nodes.setdefault(f"name:{other}", {"id": f"name:{other}", "label": other, "kind": "name"})
            edges.append({"source": memory.id, "target": f"name:{other}", "label": "about"})
    for link in links:
        if link.source in nodes and link.target in nodes:
            edges.append({"source": link.source, "target": link.target, "label": link.type.replace("_", " ").lower()})
    return Picture(name, list(nodes.values()) if memories else [], edges, tuple(memories))


def connected(link: Link, id_: str, beside: Mapping[str, Memory]) -> Connected | None:
    outgoing = link.source == id_
    other = beside.get(link.target if outgoing else link.source)
    return Connected(other, link.type, link.reason, outgoing) if other is not None else None


def evidence_of(episode: Mapping[str, Any], viewer: str | None) -> RawInput:
    """A raw input as evidence; another person's personal statement is replaced by :data:`HIDDEN`."""
    kind, content = str(episode.get("source_description") or ""), str(episode.get("content") or "")
    if not may_see_words(viewer, episode.get("user_id"), content, kind, episode.get("private")):
        content = HIDDEN
    return RawInput(
        id=str(episode["uuid"]),
        kind=kind,
        at=str(episode.get("valid_at") or "") or None,
        speaker=episode.get("speaker"),
        content=content,
    )


def ids_in(text: str) -> list[str]:
    """The ids of memories that a text names."""
    return _ID.findall(text)


def in_words(text: str, words: Mapping[str, str]) -> list[tuple[str, str | None]]:
    """A text in pieces, each with the id of the memory whose words it is, if it is; an id that is hidden is left out.

    ``words`` are those of the memories by their ids.
    """
    pieces: list[tuple[str, str | None]] = []
    place = 0
    for found in _ID.finditer(text):
        pieces.append((text[place : found.start()], None))
        known = words.get(found[0])
        pieces.append((f"“{known}”", found[0]) if known is not None else ("that is not shown", None))
        place = found.end()
    return [(piece, id_) for piece, id_ in [*pieces, (text[place:], None)] if piece]
