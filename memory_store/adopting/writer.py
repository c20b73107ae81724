"""Writing adopted pieces into a group: what is there stays as it is, what was forgotten stays forgotten."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from memorist.memory_store.adopting.mapping import Into
from memorist.memory_store.adopting.result import Kind, Left
from memorist.memory_store.domain.change_set import ChangeSet, Mention
from memorist.memory_store.domain.claim_edge import ClaimEdge
from memorist.memory_store.domain.edge import Edge
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.errors import Forgotten
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.moving.writer import in_parts
from memorist.memory_store.statements import dialects
from memorist.memory_store.store import Store

REASON = "adopted from Graphiti"
RUN = "adoption"
FORGOTTEN = "it was forgotten on request"
MAX_CHARS = 1_000_000
"""About how much text one change set carries: raw episodes may be whole documents."""


@dataclass(frozen=True)
class AdoptedPiece:
    """One memory, raw episode, mention or edge, with what is written only together with it, and Graphiti's uuid."""

    id: str
    uuid: str
    memory: Memory | None = None
    episode: RawEpisode | None = None
    mention: Mention | None = None
    edges: tuple[Edge, ...] = ()

    @property
    def chars(self) -> int:
        """Length of its text."""
        return len(self.memory.content if self.memory else self.episode.content if self.episode else "")


class PieceWriter:
    """Writes the pieces of one run, and keeps count."""

    def __init__(self, store: Store, into: Into, *, dry_run: bool) -> None:
        self.written: Counter[Kind] = Counter()
        """Number written of each kind, or with a dry run the number to write."""
        self.already_there = 0
        self.refused: set[str] = set()
        """The ids of what was forgotten."""
        self.left: dict[Left, None] = {}
        """Rows that are left out, each once."""
        self._store = store
        self._into = into
        self._dry_run = dry_run

    async def there(self, ids: Sequence[str]) -> dict[str, str | None]:
        """Count and return those of these ids that the group holds, with the status of memories: one statement."""
        if not ids:
            return {}
        statement = dialects.ADOPTING[self._store.database.dialect].there
        rows = await self._store.connection.read(
            self._into.scope.group_id, statement, nodes=list(ids), mentions=list(ids)
        )
        there = {row["id"]: row["status"] for row in rows}
        self.already_there += len(there)
        return there

    async def write(self, kind: Kind, pieces: Sequence[AdoptedPiece]) -> None:
        """Write pieces known not to be there; those that were forgotten are left with this reason."""
        for part in in_parts(pieces, lambda piece: piece.chars, MAX_CHARS):
            refused = await self.apply(part)
            self.written[kind] += len(part) - len(refused)
            for piece in part:
                if piece.id in refused:
                    self.leave(kind, piece.uuid, FORGOTTEN)

    async def apply(self, part: Sequence[AdoptedPiece]) -> set[str]:
        """Apply all pieces but those that were forgotten, and return the ids of these; a dry run applies none."""
        refused: set[str] = set()
        if self._dry_run:
            return refused
        while pending := [piece for piece in part if piece.id not in refused]:
            try:
                await self._store.changes.apply(self._change_set_of(pending))
                break
            except Forgotten as error:
                found = set(error.ids) & {piece.id for piece in pending}
                if not found:
                    raise
                refused |= found
        self.refused |= refused
        return refused

    def leave(self, kind: Kind, uuid: str, reason: str) -> None:
        """Note what stays behind."""
        self.left[Left(kind, uuid, reason)] = None

    def _change_set_of(self, pieces: Sequence[AdoptedPiece]) -> ChangeSet:
        """The pieces as one change set; its id follows from theirs, so that it is applied once."""
        group = self._into.scope.group_id
        changes = self._store.changes.builder(group, at=self._into.at, run=RUN)
        changes.id, changes.reason = stable_id(group, RUN, *(piece.id for piece in pieces)), REASON
        changes.add(*(piece.memory for piece in pieces if piece.memory is not None))
        for edge in (edge for piece in pieces for edge in piece.edges):
            changes.draw(edge)
        stated = [memory for memory in changes.memories.values() if memory.claim]
        sources = [Mention(episode_id=e, memory_id=m.id) for m in stated for e in m.source_episode_ids]
        changes.more = {
            "episodes": tuple(piece.episode for piece in pieces if piece.episode is not None),
            "claims": tuple(ClaimEdge.of(memory, at=memory.created_at) for memory in stated),
            "mentions": (*sources, *(piece.mention for piece in pieces if piece.mention is not None)),
        }
        return changes.build()
