"""``memorist bench recall``: what a prompt says weeks after it was told, against chats that know it."""

from collections.abc import Iterator, Sequence

from pydantic import Field
from rich.console import RenderableType

from memorist.api.memory import AsyncMemory
from memorist.evals.benchmark import Benchmark, Figures
from memorist.evals.case_file import CasePart, Identified, Words
from memorist.evals.conversation import DatedTurn, tell_turns
from memorist.evals.figures import median_of, share
from memorist.memory_store.domain.clock import UtcTime, VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.retrieval.result import Recall

CHANCE = 0.5
"""From so much on an answer is taken to be there."""


class RecallQuestion(CasePart):
    """A question in other words than its answer was told in.

    Args:
        expect: of each, one phrase must stand in the prompt.
        absent: what was said and is no longer so.
        unknown: it was never told.
    """

    at: UtcTime
    ask: str = Field(min_length=1)
    expect: tuple[Words, ...] = ()
    absent: Words = ()
    unknown: bool = False


class Chat(Identified):
    """One person's talk with an assistant over some weeks, and the questions put to the memory of it.

    Args:
        user: who speaks.
        persona: in words.
    """

    user: str = Field(min_length=1)
    persona: str
    turns: tuple[DatedTurn, ...] = Field(min_length=1)
    questions: tuple[RecallQuestion, ...] = Field(min_length=1)


class RecallScore(CasePart):
    """One question.

    Args:
        missing: what no line of the prompt says.
        outdated: what is told although it is no longer so.
        claimed: whether what is known is taken to answer it.
        tokens: of the prompt.
        lines: those of the prompt.
    """

    chat: str
    ask: str
    unknown: bool
    expected: int
    missing: tuple[str, ...]
    outdated: tuple[str, ...]
    claimed: bool
    tokens: int
    lines: tuple[str, ...]


async def answered(chat: Chat, store: Store, clock: VirtualClock, group: str) -> list[RecallScore]:
    """Tell a chat, then ask each of its questions at its time."""
    memory = AsyncMemory(store, Scope(group_id=group, user_id=chat.user))
    await tell_turns(chat.turns, memory, clock)
    await store.settled()
    answers: list[RecallScore] = []
    for question in chat.questions:
        clock.move_to(question.at)
        answers.append(score_answer(chat.id, question, await memory.recall(question.ask)))
    return answers


def score_answer(chat: str, question: RecallQuestion, recall: Recall) -> RecallScore:
    """Compare a prompt with what a question needs."""
    told = [item.content for section in recall.sections for item in section.items]
    every = "\n".join(told).casefold()
    missing = [phrases for phrases in question.expect if not any(phrase in every for phrase in phrases)]
    return RecallScore(
        chat=chat,
        ask=question.ask,
        unknown=question.unknown,
        expected=len(question.expect),
        missing=tuple(" | ".join(phrases) for phrases in missing),
        outdated=tuple(phrase for phrase in question.absent if phrase in every),
        claimed=recall.knowledge.answerable >= CHANCE,
        tokens=recall.tokens,
        lines=tuple(told),
    )


def total(chats: Sequence[Chat], answers: Sequence[RecallScore]) -> Figures:
    """Sum up.

    - ``found``: of what must stand in the prompts, the share that does;
    - ``whole``: of the questions that were told of, those with all of it;
    - ``outdated``: of the questions with something outdated, those whose prompt tells it;
    - ``claimed``: of the questions that nothing was told of, those that are taken to be answered;
    - ``tokens`` and ``lines``: of a prompt, the median and the mean.
    """
    told, unknown = ([answer for answer in answers if answer.unknown is so] for so in (False, True))
    expected = sum(answer.expected for answer in told)
    with_outdated = sum(bool(question.absent) for chat in chats for question in chat.questions)
    return {
        "chats": len(chats),
        "questions": len(answers),
        "found": share(expected - sum(len(answer.missing) for answer in told), expected),
        "whole": share(sum(not answer.missing for answer in told), len(told)),
        "outdated": share(sum(bool(answer.outdated) for answer in told), with_outdated),
        "claimed": share(sum(answer.claimed for answer in unknown), len(unknown)),
        "tokens": median_of(answer.tokens for answer in answers),
        "lines": round(sum(len(answer.lines) for answer in answers) / max(1, len(answers)), 1),
    }


def _shown(name: str, total: Figures) -> Iterator[RenderableType]:
    yield (
        f"{total['questions']} questions about {total['chats']} chats of {name}: {total['found']:.3f} of what they "
        f"need is told, all of it to {total['whole']:.3f}; something outdated to {total['outdated']:.3f} of those that "
        f"have some; {total['claimed']:.3f} of what was never told is taken to be known; {total['lines']:.1f} lines a "
        "prompt"
    )


def _faults(answer: RecallScore) -> Iterator[str]:
    if answer.claimed if answer.unknown else (answer.missing or answer.outdated):
        yield f"\n{answer.chat}: {answer.ask}"
        for name in ("missing", "outdated", "lines"):
            yield from (f"  {name}: {line}" for line in getattr(answer, name))


RECALL = Benchmark(
    about="Tell a memory chats of some weeks; see what its prompts say when it is asked long after them, without a "
    "model.",
    case=Chat,
    measure=answered,
    total=total,
    shown=_shown,
    faults=_faults,
)
