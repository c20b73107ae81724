"""The names of the statements about raw episodes: writing what is searched of them, and searching.

A raw episode is found by the vector of its unit (``unit_embedding``) and by the words of its content. Those of one
session are linked in the order they were recorded, by Graphiti's ``NEXT_EPISODE``; ``(:Session {uuid, last})`` is the
end of each chain.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class TurnStatements:
    """One dialect's statements. Reads take ``$group``, ``$agent``, ``$valid_at``, ``$known_at`` and
    ``$unsaid`` (the kind of input that nobody said) besides."""

    indexes: Callable[[int], list[str]]
    """The indexes for vectors of this many dimensions, each a statement."""
    write: str
    """Part of the statement that applies a change set: $units [{uuid, vector}], $following [{uuid, source, target}],
    $sessions [{uuid, first, last, edge}]."""
    search_exact: str
    """$vector, $text, $text_fetch, $k, $chars → id, content, speaker, user, session, at, before, cosine, told [id],
    which are live, ended [id], replaced: the nearest by vector, the best by words, and their neighbours; every vector
    compared."""
    search_index: str
    """The same by the vector index; $fetch candidates are taken before filtering."""
    attended: str
    """$sessions, $user, $withheld → session: those of these sessions in which this person spoke or was answered, as far
    as their words are still there. One turn of each is looked for, by index."""
    overheard: str
    """$ids, $withheld, $within in microseconds → id: those of these episodes beside which another person speaks in the
    session, at most two turns and so long before or after."""


REPLACED = "count(CASE WHEN NOT m.live AND 'document' IN coalesce(m.tags, []) THEN 1 END) > 0"
"""True of a document whose reference, the memory that says which version holds, has ended."""


def overheard(visible: str) -> str:
    """Return the statement of that name; ``visible``: the dialect's condition on the turn ``n``."""
    return f"""
UNWIND $ids AS id
MATCH (e:Episodic {{uuid: id}}) WITH e, id
MATCH (e)-[:NEXT_EPISODE*1..2]-(n:Episodic)
WHERE n.role = 'user' AND n.content <> $withheld AND NOT {_person("n")} IN ['', {_person("e")}]
  AND abs(n.said - e.said) <= $within AND {visible}
RETURN DISTINCT id
"""


def _person(turn: str) -> str:
    """The person who said a turn, or to whom an agent said it."""
    named = f"{turn}.role = 'user' AND {turn}.speaker <> 'user'"
    return f"CASE WHEN {named} THEN {turn}.speaker ELSE coalesce({turn}.user_id, '') END"
