"""``memorist bench recall``: what a prompt says weeks after it was told, against chats that know it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from memorist.evals.errors_told import errors_told
from memorist.evals.options import AsJson, StoreOption, TotalsOnly

if TYPE_CHECKING:
    from memorist.evals.recall.case import Chat
    from memorist.evals.recall.score import RecallScore
    from memorist.memory_store.domain.clock import VirtualClock
    from memorist.memory_store.store import Store


def recall(
    data: Annotated[
        Path, typer.Option(help="JSON lines of chats: {id, user, persona, turns, questions}.", dir_okay=False)
    ],
    store: StoreOption = None,
    totals_only: TotalsOnly = False,
    as_json: AsJson = False,
) -> None:
    """Tell a memory chats of some weeks; see what its prompts say when it is asked long after them, without a model."""
    from memorist.evals.each_case import each_case, echo_totals
    from memorist.evals.recall.case import load_chats
    from memorist.evals.recall.score import total

    with errors_told():
        chats = load_chats(data)
        answered = each_case(chats, _answered, name="recall", start=chats[0].turns[0].at, store=store)
    answers = [answer for of_chat in answered for answer in of_chat]
    outdated = sum(bool(question.absent) for chat in chats for question in chat.questions)
    summed = total(len(chats), answers, outdated)
    if as_json:
        echo_totals(data, summed, None if totals_only else [answer.model_dump() for answer in answers])
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


async def _answered(chat: "Chat", store: "Store", clock: "VirtualClock", group: str) -> "list[RecallScore]":
    from memorist.api.memory import AsyncMemory
    from memorist.evals.conversation import tell_turns
    from memorist.evals.recall.score import score_answer
    from memorist.memory_store.domain.scope import Scope

    memory = AsyncMemory(store, Scope(group_id=group, user_id=chat.user))
    await tell_turns(chat.turns, memory, clock, lambda turn: f"{turn.at:%Y-%m-%d}")
    await store.settled()
    answers: list[RecallScore] = []
    for question in chat.questions:
        clock.move_to(question.at)
        answers.append(score_answer(chat.id, question, await memory.recall(question.ask)))
    return answers


def _show(console: Console, answers: "Sequence[RecallScore]") -> None:
    for answer in answers:
        wrong = answer.claimed if answer.unknown else (answer.missing or answer.outdated)
        if not wrong:
            continue
        console.print(f"\n{answer.chat}: {answer.ask}")
        for name in ("missing", "outdated", "lines"):
            for line in getattr(answer, name):
                console.print(f"  {name}: {line}")
