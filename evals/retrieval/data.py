"""Conversations with questions, as gzip'd JSON lines: one conversation a line.

``{"conversation", "turns": [{id, session, at, speaker, text}], "questions": [{id, question, at, category, gold,
gold_sessions?, abstain, pool?, answer?}]}``. ``gold`` holds the ids of the turns that answer; ``pool`` says that only
so many turns had been said when the question was asked.
"""

import gzip
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from memorist.evals.case_file import parsed
from memorist.memory_store.domain.errors import InvalidInput

_TIME = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?")


def _time(value: object) -> object:
    """A time without a zone is taken as UTC; "2025-12-21 (Sunday)" is that day."""
    if isinstance(value, str) and (found := _TIME.match(value.strip())):
        return datetime.fromisoformat(found.group()).replace(tzinfo=UTC)
    return value


def _text(value: object) -> object:
    """A number that answers a question is taken as it is written."""
    return str(value) if isinstance(value, int | float) else value


Time = Annotated[datetime, BeforeValidator(_time)]


class Row(BaseModel):
    """Base of what is read: unknown fields are somebody else's business."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class RetrievalTurn(Row):
    """Something said."""

    id: str
    session: str
    at: Time
    speaker: str
    text: str


class RetrievalQuestion(Row):
    """Something asked, with the turns that answer it."""

    id: str
    question: str
    at: Time | None = None
    category: str = "all"
    gold: tuple[str, ...] = ()
    gold_sessions: tuple[str, ...] = ()
    abstain: bool = False
    pool: int | None = Field(default=None, ge=1)
    answer: Annotated[str | None, BeforeValidator(_text)] = None

    @property
    def counts(self) -> bool:
        """True if the question has an answer that can be found."""
        return bool(self.gold) and not self.abstain


class Conversation(Row):
    """A conversation, and the questions about it."""

    conversation: str = ""
    turns: tuple[RetrievalTurn, ...]
    questions: tuple[RetrievalQuestion, ...]

    def recorded(self) -> list[datetime]:
        """Return the time at which each turn was recorded: in their order, never before it was said, no two at one
        moment."""
        times: list[datetime] = []
        for turn in self.turns:
            earliest = times[-1] + timedelta(microseconds=1) if times else turn.at
            times.append(max(turn.at, earliest))
        return times

    def asked_at(self, question: RetrievalQuestion, recorded: list[datetime]) -> datetime:
        """The present of a question: its own time, but so that exactly the turns of its pool have been said."""
        pool = question.pool or len(recorded)
        present = max(recorded[pool - 1], question.at or recorded[pool - 1])
        return min(present, recorded[pool] - timedelta(microseconds=1)) if pool < len(recorded) else present


def conversations(path: Path) -> Iterator[Conversation]:
    """Read a file. Raises :class:`InvalidInput` naming file, line and field."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from parsed(path, lines, Conversation)
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path}: cannot be read as gzip'd JSON lines ({error})", field="data") from error
