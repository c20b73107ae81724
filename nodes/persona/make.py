"""Make a persona: everything a scope holds becomes the file, with the list of what was removed."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from pydantic import ValidationError

from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.invalid import invalid_from
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.nodes.persona.file import VERSION, Period, PersonaFile, PersonaKnowledge, Provenance, Removal
from memorist.nodes.persona.hand_on import cleaned, left_out, people_in
from memorist.nodes.persona.personal import Cleaner
from memorist.nodes.secrets.shapes import SHAPES

GENERAL = "general"
"""The domain of knowledge that names none."""
SECRETS = frozenset(shape.kind for shape in SHAPES)


def persona_of(
    memories: Sequence[Memory],
    scope: Scope,
    now: datetime,
    *,
    written_by: str,
    name: str | None = None,
    domain: str | None = None,
    agent_type: str | None = None,
) -> PersonaFile:
    """The persona of a scope.

    Args:
        memories: everything live that the scope sees, named persons included: their names are what is removed.
        written_by: the program and its version.
        name: what it is called; default: the agent, else the group. Each name is a persona of its own.
        domain: default: the one that most of the knowledge names, else the technology.
        agent_type: default: the agent, else "agent".

    Raises :class:`InvalidInput` for a name, domain or agent type that is not one short line.
    """
    cleaner = Cleaner(people_in(list(memories), scope.user_id))
    removed: dict[tuple[str, str, str], list[tuple[int, str]]] = {}
    handed: list[PersonaKnowledge] = []
    learned: list[datetime] = []

    def remove(kind: str, action: str, reason: str, memory: Memory, count: int = 1) -> None:
        removed.setdefault((kind, action, reason), []).append((count, memory.id))

    for memory in sorted(memories, key=lambda m: m.id):
        if memory.is_entity:
            continue
        if (why := left_out(memory, cleaner)) is not None:
            remove(why[0], "left_out", why[1], memory)
            continue
        knowledge, taken_out = cleaned(memory, cleaner)
        for kind, count in sorted(taken_out.items()):
            remove(kind, "rewritten", "a secret" if kind in SECRETS else "personal data", memory, count)
        handed.append(knowledge)
        learned += [memory.created_at, memory.reinforced_at or memory.created_at]
    data = {
        "kind": "memorist persona",
        "version": VERSION,
        "id": stable_id(scope.group_id, "persona", scope.agent_id or "", name or ""),
        "name": name or scope.agent_id or scope.group_id,
        "exported_at": now,
        "domain": domain or _domain(handed),
        "agent_type": agent_type or scope.agent_id or "agent",
        "learning_period": Period(start=min(learned), end=max(learned)) if learned else None,
        "provenance": Provenance(group=scope.group_id, agent=scope.agent_id, written_by=written_by),
        "semantic": [k for k in handed if k.type.startswith("semantic:")],
        "procedural": [k for k in handed if k.type == "procedural"],
        "domain_model": [k for k in handed if k.type == "model:domain"],
        "removals": [
            Removal(
                kind=kind,
                action=action,  # pyright: ignore[reportArgumentType]
                count=sum(count for count, _ in items),
                memory_ids=tuple(id_ for _, id_ in items),
                reason=reason,
            )
            for (kind, action, reason), items in sorted(removed.items())
        ],
    }
    try:
        return PersonaFile.model_validate(data)
    except ValidationError as error:
        raise invalid_from(error, of="persona") from error


def _domain(handed: Sequence[PersonaKnowledge]) -> str:
    for names in ([k.domain for k in handed if k.domain], [t for k in handed for t in k.technology]):
        if names:
            counts = Counter(names)
            return min(counts, key=lambda name: (-counts[name], name))
    return GENERAL
