"""Reading raw episodes by what they say: the conversation itself, beside what was learned from it."""

from dataclasses import dataclass
from datetime import datetime

from memorist.memory_store.backends.database import Row
from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.episode import OBSERVATION
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.reading import Moment
from memorist.memory_store.searching import Searching

MAX_CHARS = 4_000
"""As much of a raw episode is read: what a person can say at once, the beginning of a document."""


@dataclass(frozen=True)
class TurnFound:
    """A raw episode near a question, or beside one that is.

    Args:
        before: the one before it in its session.
        kind: of the input that it was.
        cosine: to the question; null for an episode without a vector.
        told: the memories learned from it that are live, and ``ended`` those that no longer are.
    """

    id: str
    content: str
    speaker: str | None
    session: str | None
    at: datetime
    before: str | None
    cosine: float | None
    told: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    kind: str = "turn"


class Turns(Searching):
    """One statement a search, and a second one where the index failed or brought too few."""

    async def search_turns(
        self, scope: Scope, vector: Vector, words: list[str], moment: Moment, *, k: int = 50
    ) -> list[TurnFound]:
        """The ``k`` raw episodes nearest by vector, the ``k`` best by words, and what was said beside them.

        Everything is compared in a small group, when the question is about the past, and when filtering left too
        little of what the index gave. Observation batches are not among them: nobody said those, and what was seen
        is told by the memories of its sessions.
        """
        if not await self.known(scope.group_id):
            return []
        when = moment.parameters()
        rows, _ = await self._planned(
            scope.group_id,
            self._plan_of_turns(scope.group_id, k, historic=moment.historic),
            self.database.turns.search_exact,
            self.database.turns.search_index,
            enough=lambda rows: len(rows) >= k,
            agent=scope.agent_id,
            unsaid=OBSERVATION,
            vector=self.checked(vector),
            text=self.database.turn_text_query(scope.group_id, words),
            k=k,
            text_fetch=k * self.settings.over_fetch,
            chars=MAX_CHARS,
            valid_at=when["valid_at"],
            known_at=when["known_at"],
        )
        return [_found(row) for row in rows]

    def count_turns(self, group_id: str, added: int) -> None:
        """Note that raw episodes were added to a group that is known: its number is counted once, then kept up."""
        self._turns[group_id] += added


def _found(row: Row) -> TurnFound:
    return TurnFound(
        id=row["id"],
        content=row["content"],
        speaker=row["speaker"],
        session=row["session"],
        at=parse_time(row["at"]),
        before=row["before"],
        cosine=None if row["cosine"] is None else float(row["cosine"]),
        told=tuple(row["told"]),
        ended=tuple(row["ended"]),
        kind=row["kind"] or "",
    )
