"""A checkpoint is asked: of the memory, of a prompt, of the log, or of what the event answered."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from memorist.api.memory import AsyncMemory as OpenMemory
from memorist.evals.scenarios import scorers
from memorist.evals.scenarios.asking import ask, everything, move_to, seen_with
from memorist.evals.scenarios.balance_scorers import answer_scores
from memorist.evals.scenarios.done_scorers import done_scores
from memorist.evals.scenarios.log_scorers import linked, logged
from memorist.evals.scenarios.model import Checkpoint
from memorist.evals.scenarios.model_memory import RecallExpectation
from memorist.evals.scenarios.score import Score
from memorist.evals.scenarios.trace import AskedRecall, CheckpointTrace, EventTrace
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.visibility import may_see
from memorist.memory_store.reading import ChangeEntry

BEFORE_ALL = datetime(1970, 1, 1, tzinfo=UTC)


async def look(checkpoint: Checkpoint, memory: OpenMemory, happened: EventTrace) -> CheckpointTrace:
    """Ask the checkpoint at its time, after what happened."""
    memory = seen_with(memory, checkpoint.user, checkpoint.agent)
    move_to(memory, checkpoint.at or happened.event.at)
    at, group = memory.clock.now(), happened.event.group
    if checkpoint.recall:
        recall = checkpoint.recall
        asked = [await ask(memory, recall, agent, group) for agent in recall.askers]
        scores = [s for who, each in zip(recall.askers, asked, strict=True) for s in _prompt_scores(recall, each, who)]
        return CheckpointTrace(checkpoint, at, tuple(scores), asked=asked[0], others=tuple(asked[1:]), group=group)
    if checkpoint.history:
        entries = tuple(await memory.history(checkpoint.history.topic))
        score = scorers.history(checkpoint.history)(entries)
        return CheckpointTrace(checkpoint, at, (score,), history=entries, group=group)
    if happened.answer is not None and (scores := _answer_scores(checkpoint, happened)):
        return CheckpointTrace(checkpoint, at, scores, group=group)
    everyones = await everything(memory)
    memories = [m for m in everyones if checkpoint.user is None or may_see(checkpoint.user, m)]
    scores = (*_memory_scores(checkpoint, memories), *await _log_scores(checkpoint, memory, memories))
    return CheckpointTrace(checkpoint, at, scores, group=group)


def _answer_scores(checkpoint: Checkpoint, happened: EventTrace) -> tuple[Score, ...]:
    return (*answer_scores(checkpoint, happened.answer), *done_scores(checkpoint, happened.answer))


def _prompt_scores(expected: RecallExpectation, asked: AskedRecall, agent: str | None) -> Iterator[Score]:
    """The scores of a prompt; of several agents each question tells who asked."""
    wanted = [score for one in expected.expect for score in scorers.prompt_scorers(one)]
    left_out = [scorers.dropped(expected.dropped)] if expected.dropped else []
    for score in (*wanted, *left_out):
        found = score(asked.task, asked.recall)
        yield found.model_copy(update={"question": f"{found.question} ({agent})"}) if expected.agents else found


def _memory_scores(checkpoint: Checkpoint, memories: Sequence[Memory]) -> tuple[Score, ...]:
    wanted = (scorers.remembered(expected)(memories) for expected in checkpoint.remembered or ())
    unwanted = (scorers.absent(expected)(memories) for expected in checkpoint.absent or ())
    return (*wanted, *unwanted)


async def _log_scores(checkpoint: Checkpoint, memory: OpenMemory, memories: Sequence[Memory]) -> tuple[Score, ...]:
    if checkpoint.linked:
        links = await memory.store.memories.links(memory.scope, [m.id for m in memories])
        return tuple(linked(expected, links, memories) for expected in checkpoint.linked)
    if checkpoint.logged:
        entries = await _log(memory)
        return tuple(logged(expected, entries, memories) for expected in checkpoint.logged)
    return ()


async def _log(memory: OpenMemory) -> list[ChangeEntry]:
    """The whole change log, read page by page."""
    entries: list[ChangeEntry] = []
    while page := await memory.store.changes.log(
        memory.scope, BEFORE_ALL, after=entries[-1].sequence if entries else 0
    ):
        entries += page
    return entries
