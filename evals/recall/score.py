"""Shares of the needed and of the outdated information that a prompt holds."""

from collections.abc import Iterable, Sequence

from memorist.evals.case_file import CasePart
from memorist.evals.figures import median_of, share
from memorist.evals.recall.case import RecallQuestion
from memorist.nodes.retrieval.result import Recall

CHANCE = 0.5
"""From so much on an answer is taken to be there."""


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


class RecallTotal(CasePart):
    """All questions: shares from 0 to 1.

    Args:
        found: of what must stand in the prompts, what does.
        whole: of the questions that were told of, those with all of it.
        outdated: of the questions with something outdated, those whose prompt tells it.
        claimed: of the questions that nothing was told of, those that are taken to be answered.
        tokens: of a prompt, the median.
        lines: of a prompt, on average.
    """

    chats: int
    questions: int
    found: float
    whole: float
    outdated: float
    claimed: float
    tokens: float
    lines: float


def score_answer(chat: str, question: RecallQuestion, recall: Recall) -> RecallScore:
    """Compare a prompt with what a question needs."""
    told = [item.content for section in recall.sections for item in section.items]
    every = "\n".join(told).casefold()
    missing = [phrases for phrases in question.expect if not _says(every, phrases)]
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


def total(chats: int, answers: Sequence[RecallScore], outdated: int) -> RecallTotal:
    """Sum up; ``outdated`` questions have something that is no longer so."""
    told = [answer for answer in answers if not answer.unknown]
    expected = sum(answer.expected for answer in told)
    return RecallTotal(
        chats=chats,
        questions=len(answers),
        found=share(expected - sum(len(answer.missing) for answer in told), expected),
        whole=share(_count(not answer.missing for answer in told), len(told)),
        outdated=share(_count(answer.outdated for answer in told), outdated),
        claimed=share(_count(a.claimed for a in answers if a.unknown), len(answers) - len(told)),
        tokens=median_of(answer.tokens for answer in answers),
        lines=round(sum(len(answer.lines) for answer in answers) / max(1, len(answers)), 1),
    )


def _says(text: str, phrases: Iterable[str]) -> bool:
    return any(phrase in text for phrase in phrases)


def _count(of: Iterable[object]) -> int:
    return sum(map(bool, of))
