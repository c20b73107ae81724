"""Writing pieces into a group: what is there stays as it is, what was forgotten on request stays forgotten."""

from collections import Counter
from collections.abc import Mapping, Sequence

from memorist.memory_store.adopting.mapping import Into
from memorist.memory_store.adopting.pieces import AdoptedPiece, change_set_of, in_parts
from memorist.memory_store.adopting.result import Kind, Left
from memorist.memory_store.domain.errors import Forgotten
from memorist.memory_store.statements import dialects
from memorist.memory_store.store import Store

FORGOTTEN = "it was forgotten on request"


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
        self._group = into.scope.group_id
        self._dry_run = dry_run
        self._there = dialects.ADOPTING[store.database.dialect].there

    async def there(self, ids: Sequence[str]) -> dict[str, str | None]:
        """Return those of these ids that the group holds, with the status of memories: one statement."""
        if not ids:
            return {}
        rows = await self._store.connection.read(self._group, self._there, nodes=list(ids), mentions=list(ids))
        return {row["id"]: row["status"] for row in rows}

    async def write_missing(self, kind: Kind, pieces: Mapping[str, AdoptedPiece], uuids: Mapping[str, str]) -> None:
        """Write a page of what is not there yet; ``uuids`` are Graphiti's, by the ids of the pieces."""
        known = await self.there(list(pieces))
        self.already_there += len(known)
        await self.write(kind, [piece for id_, piece in pieces.items() if id_ not in known], uuids)

    async def write(self, kind: Kind, pieces: Sequence[AdoptedPiece], uuids: Mapping[str, str]) -> None:
        """Write what is known not to be there."""
        for part in in_parts(pieces):
            refused = await self.apply(part)
            self.written[kind] += len(part) - len(refused)
            for id_ in sorted(refused):
                self.leave(kind, uuids[id_], FORGOTTEN)

    async def apply(self, part: Sequence[AdoptedPiece]) -> set[str]:
        """Apply all pieces but those that were forgotten, and return the ids of these; a dry run applies none."""
        refused: set[str] = set()
        if self._dry_run:
            return refused
        while pending := [piece for piece in part if piece.id not in refused]:
            try:
                await self._store.changes.apply(change_set_of(pending, group=self._group, at=self._into.at))
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
