"""A checkpoint is asked: of the memory, of a prompt, of the log, or of what the event answered."""

from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime

from memorist.api.memory import AsyncMemory as OpenMemory
from memorist.evals.scenarios import scorers
from memorist.evals.scenarios.answer_scorers import ANSWER_SCORERS
from memorist.evals.scenarios.asking import ask, everything, move_to, seen_with
from memorist.evals.scenarios.model import Checkpoint
from memorist.evals.scenarios.model_memory import RecallExpectation
from memorist.evals.scenarios.trace import AskedRecall, CheckpointTrace, EventTrace, Judged
from memorist.memory_store.domain.visibility import may_see
from memorist.memory_store.reading import ChangeEntry, HistoryEntry

BEFORE_ALL = datetime(1970, 1, 1, tzinfo=UTC)


async def look(checkpoint: Checkpoint, memory: OpenMemory, happened: EventTrace) -> CheckpointTrace:
    """Ask the checkpoint at its time, after what happened."""
    memory, group = seen_with(memory, checkpoint.user, checkpoint.agent), happened.event.group
    move_to(memory, checkpoint.at or happened.event.at)
    at = memory.clock.now()
    recalls: list[AskedRecall] = []
    entries: Sequence[HistoryEntry] = ()
    if checkpoint.recall:
        recalls = [await ask(memory, checkpoint.recall, agent, group) for agent in checkpoint.recall.askers]
        judged = [*_of_prompts(checkpoint.recall, recalls, checkpoint.agent)]
    elif checkpoint.history:
        entries = await memory.history(checkpoint.history.topic)
        judged = [Judged(checkpoint.history, scorers.history(checkpoint.history, entries))]
    else:
        judged = [*_of_answer(checkpoint, happened), *[one async for one in _of_memory(checkpoint, memory)]]
    return CheckpointTrace(checkpoint, at, tuple(judged), tuple(recalls), tuple(entries), group)


def _of_prompts(asked: RecallExpectation, recalls: Sequence[AskedRecall], observer: str | None) -> Iterator[Judged]:
    """Yield the scores of each prompt; where several agents ask, each question tells who asked."""
    for agent, each in zip(asked.askers, recalls, strict=True):
        wanted = [(one, score) for one in asked.expect for score in scorers.prompt_scores(one, each.task, each.recall)]
        left_out = [(asked.dropped, scorers.dropped(asked.dropped, each.recall))] if asked.dropped else []
        for expected, score in (*wanted, *left_out):
            question = f"{score.question} ({agent})" if asked.agents else score.question
            yield Judged(expected, score.model_copy(update={"question": question}), agent or observer)


def _of_answer(checkpoint: Checkpoint, happened: EventTrace) -> Iterator[Judged]:
    for question, scorer in ANSWER_SCORERS.items():
        yield from (Judged(each, scorer(each, happened.answer)) for each in getattr(checkpoint, question) or ())


async def _of_memory(checkpoint: Checkpoint, memory: OpenMemory) -> AsyncIterator[Judged]:
    memories = [m for m in await everything(memory) if checkpoint.user is None or may_see(checkpoint.user, m)]
    for wanted in checkpoint.remembered or ():
        yield Judged(wanted, scorers.remembered(wanted, memories))
    for unwanted in checkpoint.absent or ():
        yield Judged(unwanted, scorers.absent(unwanted, memories))
    links = await memory.store.memories.links(memory.scope, [m.id for m in memories]) if checkpoint.linked else ()
    for link in checkpoint.linked or ():
        yield Judged(link, scorers.linked(link, links, memories))
    entries = await _log(memory) if checkpoint.logged else ()
    for entry in checkpoint.logged or ():
        yield Judged(entry, scorers.logged(entry, entries, memories))


async def _log(memory: OpenMemory) -> list[ChangeEntry]:
    """The whole change log, read page by page."""
    entries: list[ChangeEntry] = []
    while page := await memory.store.changes.log(
        memory.scope, BEFORE_ALL, after=entries[-1].sequence if entries else 0
    ):
        entries += page
    return entries
