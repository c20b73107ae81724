"""The outbox: how far each change log was read, and every delivery with what became of it, in one SQLite file.

Several processes of a machine may share the file: who sends a delivery takes it first, for as long as sending may last.
All calls touch a file: run them in a thread.
"""

import hashlib
import sqlite3
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from memorist.app.webhooks.events import WebhookEvent
from memorist.memory_store.domain.clock import UtcTime, time_text
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.private_file import make_folder, private

type State = Literal["waiting", "sending", "delivered", "dead"]
STATES: tuple[State, ...] = ("waiting", "sending", "delivered", "dead")
_SCHEMA = """
CREATE TABLE IF NOT EXISTS read_to (
  store TEXT NOT NULL, grp TEXT NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (store, grp));
CREATE TABLE IF NOT EXISTS delivery (
  id TEXT NOT NULL, store TEXT NOT NULL, event TEXT NOT NULL, kind TEXT NOT NULL, grp TEXT NOT NULL,
  state TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, next_at TEXT NOT NULL, at TEXT NOT NULL,
  answered TEXT NOT NULL DEFAULT '', done_at TEXT, PRIMARY KEY (store, id));
CREATE INDEX IF NOT EXISTS due ON delivery (store, state, next_at);
"""
_TAKE = """
UPDATE delivery SET state = 'sending', attempts = attempts + 1, next_at = :until WHERE store = :store AND id IN (
  SELECT id FROM delivery WHERE store = :store AND state IN ('waiting', 'sending') AND next_at <= :now
  ORDER BY next_at, at LIMIT :limit)
RETURNING *
"""


class Delivery(Part):
    """One event on its way.

    Args:
        attempts: those that were made.
        next_at: when the next one is due; while it is being sent, when it may be taken over.
        answered: the status or the error of the last attempt.
        done_at: when it was delivered, or given up.
    """

    id: str
    event: WebhookEvent
    state: State
    attempts: int
    next_at: UtcTime
    answered: str
    done_at: UtcTime | None


class Outbox:
    """The deliveries of one store; of its URL, which may hold a password, the file keeps a digest."""

    def __init__(self, file: Path, store: str) -> None:
        self._file = file
        self._store = hashlib.sha256(store.encode()).hexdigest()[:16]

    @contextmanager
    def _open(self) -> Generator[sqlite3.Connection]:
        if not self._file.exists():
            make_folder(self._file.parent)
            with open(self._file, "ab", opener=private):
                pass
        try:
            with closing(sqlite3.connect(self._file, timeout=30)) as opened:
                opened.row_factory = sqlite3.Row
                opened.executescript(_SCHEMA)
                with opened:  # commits, or takes everything back
                    yield opened
        except sqlite3.DatabaseError as error:
            raise InvalidInput(f"webhooks: the file {self._file} cannot be used: {error}", field="log") from error

    def read_to(self) -> dict[str, int] | None:
        """Return the position up to which each group's log was read; null before the first look at this store."""
        with self._open() as opened:
            rows = opened.execute("SELECT grp, sequence FROM read_to WHERE store = ?", (self._store,)).fetchall()
        return {row["grp"]: row["sequence"] for row in rows} or None

    def begin(self, ends: Mapping[str, int]) -> None:
        """Note where the logs end when webhooks are first used: what happened before is not sent."""
        with self._open() as opened:
            given = [(self._store, "", 0), *((self._store, group, end) for group, end in ends.items())]
            opened.executemany("INSERT OR IGNORE INTO read_to VALUES (?, ?, ?)", given)

    def put(self, group: str, sequence: int, events: Sequence[WebhookEvent], now: datetime) -> None:
        """Keep events, and that the log of their group was read up to there: both or nothing."""
        at = time_text(now)
        rows = [(e.id, self._store, e.model_dump_json(), e.kind, group, "waiting", at, time_text(e.at)) for e in events]
        with self._open() as opened:
            opened.executemany(
                "INSERT OR IGNORE INTO delivery (id, store, event, kind, grp, state, next_at, at) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                rows,
            )
            opened.execute(
                "INSERT INTO read_to VALUES (?, ?, ?) ON CONFLICT (store, grp) "
                "DO UPDATE SET sequence = max(sequence, excluded.sequence)",
                (self._store, group, sequence),
            )

    def take(self, now: datetime, until: datetime, limit: int) -> list[Delivery]:
        """The deliveries that are due; nobody else gets them before ``until``."""
        given = {"store": self._store, "now": time_text(now), "until": time_text(until), "limit": limit}
        with self._open() as opened:
            return [_read(row) for row in opened.execute(_TAKE, given).fetchall()]

    def settle(self, id_: str, state: State, answered: str, at: datetime) -> None:
        """Note how an attempt ended; ``at``: when it was done, or when the next one is due."""
        done = time_text(at) if state in ("delivered", "dead") else None
        with self._open() as opened:
            opened.execute(
                "UPDATE delivery SET state = ?, answered = ?, next_at = ?, done_at = ? WHERE store = ? AND id = ?",
                (state, answered, time_text(at), done, self._store, id_),
            )

    def list(self, *, states: Sequence[str] = STATES, limit: int = 100) -> list[Delivery]:
        """Deliveries, the newest first."""
        marks = ", ".join("?" * len(states))
        wanted = f"SELECT * FROM delivery WHERE store = ? AND state IN ({marks}) ORDER BY at DESC, id LIMIT ?"
        with self._open() as opened:
            return [_read(row) for row in opened.execute(wanted, (self._store, *states, limit)).fetchall()]

    def counts(self) -> dict[str, int]:
        """Return the number of deliveries in each state."""
        with self._open() as opened:
            return dict(
                opened.execute("SELECT state, count(*) FROM delivery WHERE store = ? GROUP BY state", (self._store,))
            )

    def redeliver(self, id_: str, now: datetime) -> Delivery:
        """Have a delivery sent once more, as if it were new. Raises :class:`InvalidInput` for an unknown id."""
        with self._open() as opened:
            row = opened.execute(
                "UPDATE delivery SET state = 'waiting', attempts = 0, next_at = ?, done_at = NULL "
                "WHERE store = ? AND id = ? RETURNING *",
                (time_text(now), self._store, id_),
            ).fetchone()
        if row is None:
            said = f"webhooks redeliver: field ID: no delivery has the id {id_!r}; `memorist webhooks list` shows them"
            raise InvalidInput(said, field="ID")
        return _read(row)


def _read(row: Any) -> Delivery:
    given = {name: row[name] for name in ("id", "state", "attempts", "next_at", "answered", "done_at")}
    return Delivery.model_validate({**given, "event": WebhookEvent.model_validate_json(row["event"])})
