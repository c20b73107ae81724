"""A chat model may pick the lines that a task needs, where one is configured; without it nearness alone decides.

Nearness cannot tell what a task needs from what is merely about the same things: the line of the other child, of the
other supplier, of how it was before. Whoever reads task and lines together can.
"""

from collections.abc import Collection, Sequence
from importlib.resources import files
from typing import Final

from pydantic import BaseModel, Field

from memorist.memory_store.settings import Settings
from memorist.nodes.reading.model.helper import ask_helper
from memorist.nodes.retrieval.assess import ENOUGH
from memorist.nodes.retrieval.fence import one_line
from memorist.nodes.retrieval.formulate import MAX_TASK_CHARS
from memorist.nodes.retrieval.result import FailedChannel
from memorist.nodes.retrieval.scoring import Scored

SELECTOR: Final = "selector"
"""The channel under which a failure is told."""
MOST = 100
"""Lines that it is shown, the nearest; about 2,500 tokens."""
PROMPT = (files(__package__ or "") / "select.txt").read_text(encoding="utf-8").strip()


class Selection(BaseModel):
    """Answer of the model."""

    lines: list[int] = Field(description="numbers of the lines that the task needs; empty if it needs none")


def offered(ranked: Sequence[Scored]) -> list[Scored]:
    """Return the most relevant of the candidates that compete, the oldest first.

    Rules, standing constraints and procedures whose trigger fits are included whatever a model thinks.
    """
    lines = [s for s in ranked if s.line and s.competes and s.out is None]
    nearest = sorted(lines, key=lambda s: (-s.relevance, s.memory["content"]))[:MOST]
    return sorted(nearest, key=lambda s: (s.memory["valid_from"], s.memory["content"]))


def question(task: str, lines: Sequence[Scored], *, at: str, user: str | None) -> list[tuple[str, str]]:
    """The messages: ``at`` is the moment that is asked about, as text; ``user`` whom the task is done for."""
    whose = f"The task is put by {one_line(user)} on {at[:10]}" if user else f"The task is put on {at[:10]}"
    told = "\n".join(f"{number}. {_said(s)}" for number, s in enumerate(lines, 1))
    return [("system", PROMPT), ("human", f"{whose}: {one_line(task[:MAX_TASK_CHARS])}\n\nMemory:\n{told}")]


def with_selection(ranked: Sequence[Scored], lines: Sequence[Scored], chosen: Collection[int], by: str) -> list[Scored]:
    """The candidates with what was chosen in and the other ``lines`` out; numbers that no line has mean nothing."""
    picked = {s.key for number, s in enumerate(lines, 1) if number in chosen}

    def judged(scored: Scored) -> Scored:
        if not scored.competes or scored.out is not None:
            return scored
        if scored.key not in picked:
            return scored._replace(out=f"{by} did not choose it")
        note = f"chosen by {by}; {scored.note}"
        return scored._replace(note=note, similarity=max(scored.similarity, ENOUGH))

    return [judged(scored) for scored in ranked]


async def select(
    task: str, ranked: list[Scored], settings: Settings, *, at: str, user: str | None
) -> tuple[list[Scored], FailedChannel | None]:
    """Ask the model that the settings name. When it fails or is slow, what is near, and the reason."""
    lines = offered(ranked)
    if not lines:
        return ranked, None
    answer = await ask_helper(SELECTOR, question(task, lines, at=at, user=user), Selection, settings)
    if isinstance(answer, str):
        return ranked, FailedChannel(channel=SELECTOR, error=f"{answer}; what is near was told")
    return with_selection(ranked, lines, set(answer.lines), settings.selector), None


def _said(scored: Scored) -> str:
    memory = scored.memory
    day, user = memory["valid_from"][:10], memory.get("user")
    told = memory["content"] if scored.section == "turns" else str(scored.line)
    return f"[{day}, {one_line(user)}] {one_line(told)}" if user else f"[{day}] {one_line(told)}"
