"""The run: conversations go in turn by turn, questions are recalled within several targets of tokens."""

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import NamedTuple

from memorist.api.memory import AsyncMemory
from memorist.evals.answers.folder import Prompt
from memorist.evals.benchmark import store_at
from memorist.evals.retrieval.baselines import Baselines
from memorist.evals.retrieval.data import Conversation, RetrievalQuestion, RetrievalTurn, conversations
from memorist.evals.told.evidence import EvidenceTold, evidence_in
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.visibility import ASSISTANT
from memorist.memory_store.threads import in_thread
from memorist.nodes.token_count import count_text

SYSTEMS = ("bm25", "dense")


OWN = "memorist"
SCOPE = Scope(group_id="told")


@dataclass(frozen=True)
class RecalledPrompt:
    """A prompt, how much of the evidence it holds, and how long it took; a baseline's time is not measured."""

    prompt: Prompt
    evidence: EvidenceTold
    seconds: float | None = None


class Selected(NamedTuple):
    """A conversation in the order of its times, and the questions of it that are asked."""

    conversation: Conversation
    questions: Sequence[RetrievalQuestion]


def selected(path: Path, every: int, offset: int) -> list[Selected]:
    """Take each ``every``-th question of a file, from number ``offset`` on, with their conversations."""
    number, chosen = 0, list[Selected]()
    for one in conversations(path):
        asked = [q for place, q in enumerate(one.questions, start=number) if place % every == offset % every]
        number += len(one.questions)
        if asked:
            ordered = one.model_copy(update={"turns": tuple(sorted(one.turns, key=lambda turn: turn.at))})
            chosen.append(Selected(ordered, asked))
    if not chosen:
        raise InvalidInput(f"{path}: no question is left by --every {every} --offset {offset}", field="every")
    return chosen


async def ask(
    every: Sequence[Selected], folder: Path, targets: Sequence[int], readers: str, tell: Callable[..., None]
) -> list[RecalledPrompt]:
    """Ingest conversations unless ``folder`` holds them, and recall their questions.

    Args:
        every: the conversations and their questions.
        folder: where their stores are kept, each by the name and the words of its conversation.
        targets: tokens that knowledge about a question may fill.
        readers: of what was said, in their order.
        tell: hears of each question that is done.
    """
    told: list[RecalledPrompt] = []
    for conversation, questions in every:
        said = (f"{turn.at} {turn.speaker}: {turn.text}" for turn in conversation.turns)
        place = folder / stable_id(SCOPE.group_id, conversation.conversation, *said)
        if not (place / "ingested").exists():
            await _ingest(conversation, place, readers)
        async with store_at(conversation.turns[0].at, f"embedded:{place}/store", readers=readers) as (store, clock):
            memory, baselines = AsyncMemory(store, SCOPE), Baselines(conversation.turns, store.embedder.embed)
            await memory.recall("hello", record=False)  # whatever is loaded once is none of the first question's time
            for target, question in product(targets, questions):
                told += await _recalled(memory, clock, conversation, question, target, baselines)
                tell(advance=1)
    return told


async def _ingest(conversation: Conversation, place: Path, readers: str) -> None:
    """Fill a store with a conversation; what an interrupted run left is written anew."""
    await in_thread(_emptied, place)
    async with store_at(conversation.turns[0].at, f"embedded:{place}/store", readers=readers) as (store, clock):
        memory = AsyncMemory(store, SCOPE)
        for turn, moment in zip(conversation.turns, conversation.recorded(), strict=True):
            if not turn.text.strip():
                continue
            clock.move_to(moment)
            for result in await memory.ingest(_input(turn)):
                if result.error is not None:
                    raise InvalidInput(f"turn {turn.id}: {result.error.message}", field=result.error.field)
        await store.settled()
    (place / "ingested").write_text(f"{len(conversation.turns)} turns\n", encoding="utf-8")


def _emptied(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def _input(turn: RetrievalTurn) -> dict[str, object]:
    """Return a turn as an application tells it: two people are each a speaker of user turns."""
    role = ASSISTANT if turn.speaker == ASSISTANT else "user"
    speaker = {} if turn.speaker in ("user", ASSISTANT) else {"speaker": turn.speaker}
    said = {"kind": "turn", "role": role, "content": turn.text, "session_id": turn.session, "at": turn.at}
    return {**said, **speaker, "id": turn.id}


async def _recalled(
    memory: AsyncMemory,
    clock: VirtualClock,
    conversation: Conversation,
    question: RetrievalQuestion,
    target: int,
    baselines: Baselines,
) -> list[RecalledPrompt]:
    clock.move_to(conversation.asked_at(question, conversation.recorded()))
    began = time.perf_counter()
    recall = await memory.recall(question.question, target=target, record=False)
    seconds = time.perf_counter() - began
    gold = [turn for turn in conversation.turns if turn.id in question.gold]

    def told(system: str, prompt: str, tokens: int, seconds: float | None = None) -> RecalledPrompt:
        row = Prompt(
            id=question.id,
            question=question.question,
            at=clock.now(),
            category=question.category,
            answer=question.answer,
            abstain=question.abstain,
            system=system,
            target=target,
            prompt=prompt,
            tokens=tokens,
        )
        return RecalledPrompt(row, evidence_in(prompt, gold), seconds)

    orders = await baselines.orders(question.question)
    beside = {system: _filled(baselines.units, orders[system], recall.tokens) for system in SYSTEMS}
    own = told(OWN, recall.prompt, recall.tokens, seconds)
    return [own, *(told(system, prompt, count_text(prompt)) for system, prompt in beside.items())]


def _filled(units: Sequence[str], order: Sequence[int], tokens: int) -> str:
    """Fill ``tokens`` with the turns of ``order`` that still fit; the earliest stands first."""
    left, taken = tokens, list[int]()
    for place in order:
        size = count_text(units[place])
        if size <= left:
            taken.append(place)
            left -= size
    return "\n".join(units[place] for place in sorted(taken))
