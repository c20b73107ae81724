"""``memorist bench recall``: what a prompt says weeks after it was told, against chats that know it."""

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer
from rich.console import Console

from memorist.evals.errors_told import errors_told
from memorist.evals.options import AsJson, StoreOption
from memorist.evals.place import place
from memorist.evals.progress import progress

if TYPE_CHECKING:
    from memorist.evals.recall.case import Chat
    from memorist.evals.recall.score import Answered


def recall(
    data: Annotated[
        Path, typer.Option(help="JSON lines of chats: {id, user, persona, turns, questions}.", dir_okay=False)
    ],
    store: StoreOption = None,
    totals_only: Annotated[bool, typer.Option("--totals", help="Only the figures, no single question.")] = False,
    as_json: AsJson = False,
) -> None:
    """Tell a memory chats of some weeks; see what its prompts say when it is asked long after them, without a model."""
    from memorist.evals.recall.case import load_chats
    from memorist.evals.recall.score import total

    with errors_told():
        chats = load_chats(data)
        with place(store) as url, progress() as bars:
            task = bars.add_task("chats", total=len(chats))
            answers = asyncio.run(_answered(chats, url, lambda: bars.advance(task)))
    outdated = sum(bool(question.absent) for chat in chats for question in chat.questions)
    summed = total(len(chats), answers, outdated)
    if as_json:
        results = {} if totals_only else {"results": [answer.model_dump() for answer in answers]}
        typer.echo(json.dumps({"data": data.name, **summed.model_dump(), **results}, ensure_ascii=False))
        return
    console = Console(highlight=False, markup=False)
    console.print(
        f"{summed.questions} questions about {summed.chats} chats of {data.name}: {summed.found:.3f} of what they need "
        f"is told, all of it to {summed.whole:.3f}; something outdated to "
        f"{summed.outdated:.3f} of those that have some; {summed.claimed:.3f} of what was never told is taken to be "
        f"known; {summed.lines:.1f} lines a prompt"
    )
    if not totals_only:
        _show(console, answers)


async def _answered(chats: "Sequence[Chat]", url: str, tell: Callable[[], None]) -> "list[Answered]":
    from memorist.api.memory import Memory
    from memorist.evals.conversation import store_at, tell_turns
    from memorist.evals.recall.score import score_answer
    from memorist.memory_store.domain.scope import Scope

    run = uuid4().hex[:8]
    answers: list[Answered] = []
    async with store_at(chats[0].turns[0].at, url) as (store, clock):
        for number, chat in enumerate(chats):
            memory = Memory(store, Scope(group_id=f"recall{run}n{number}", user_id=chat.user))
            await tell_turns(chat.turns, memory, clock, lambda turn: f"{turn.at:%Y-%m-%d}")
            await store.settled()
            for question in chat.questions:
                clock.move_to(question.at)
                answers.append(score_answer(chat.id, question, await memory.recall(question.ask)))
            tell()
    return answers


def _show(console: Console, answers: "Sequence[Answered]") -> None:
    for answer in answers:
        wrong = answer.claimed if answer.unknown else (answer.missing or answer.outdated)
        if not wrong:
            continue
        console.print(f"\n{answer.chat}: {answer.ask}")
        for name in ("missing", "outdated", "lines"):
            for line in getattr(answer, name):
                console.print(f"  {name}: {line}")
