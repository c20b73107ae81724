"""Which turns of past conversations answer a question: one score, every part of it kept.

Each part lies between 0 and 1 over the candidates of one question. What was measured with each stands in
``evals/README.md``.
"""

import math
import re
from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import numpy as np

from memorist.memory_store.domain.clock import shifted
from memorist.memory_store.embedders.words import WordVectors
from memorist.memory_store.reading import TurnFound
from memorist.nodes.language.calendar_words import MONTH, WEEKDAY
from memorist.nodes.language.lexical import stem, words_of
from memorist.nodes.language.stops import sentences_in
from memorist.nodes.retrieval.answerability import answers_by_nearness, answers_by_person, told_of_oneself
from memorist.nodes.retrieval.bm25 import bm25, counted, rarity_of
from memorist.nodes.retrieval.coverage import Column, Coverage, Flags
from memorist.nodes.retrieval.question_kind import asks_when

WEIGHTS: Mapping[str, float] = {
    "cosine": 0.5,
    "words": 0.3,
    "meaning": 0.35,
    "beside": 0.3,
    "session": 0.17,
    "speaker": 0.3,
    "time": 0.12,
    "window": 0.3,
    "length": 0.1,
    "asks": -0.07,
    "recent": 0.5,
}
"""cosine: of the units · words: BM25 · meaning: each word of the question by the nearest word of the turn · beside: the
better neighbour's cosine and words · session: the three best turns of its session · speaker: the question names who
speaks · time: the question asks when, the turn says · window: said in the time that the question names, or soon after ·
length: a turn of one word says little · asks: a question asserts nothing · recent: for a message that goes on with
something, not for a question that stands for itself."""
GOING_ON: Mapping[str, float] = {"words": 0.15, "session": 0.34}
"""Other weights for a message that continues a conversation: it is long and shares words with everything that was said,
while what it continues was said in one session."""
BY_RANKER: Mapping[str, float] = {"ranker": 1.5, "ranker_beside": 0.4, "ranker_session": 0.3}
"""Added where a ranker by late interaction scores the candidates: its score, the better neighbour's, and the three best
of the session."""
SUPERFLUOUS = frozenset({"cosine", "words", "meaning"})
"""Parts that such a ranker replaces, for a question."""
BY_RANKER_GOING_ON: Mapping[str, float] = {"ranker": 0.2, "ranker_beside": 0.1, "ranker_session": 0.1}
"""Its weights for a message that continues something, beside all other parts: a ranker looks for answers."""
BY_READING = 1.0
"""Weight of a ranker that reads only the best few, added to the score by which they were chosen."""
HALF_LIFE_DAYS = 14.0
TOLD_WITHIN = timedelta(days=7)
MAX_WORDS = 60
"""Of a long message; more say nothing new."""

_SAYS_WHEN = re.compile(
    r"\b(yesterday|today|tonight|tomorrow|last|next|ago|week(?:end)?s?|months?|years?|days?|morning|evening|"
    rf"{WEEKDAY}|(?!may\b){MONTH}|\d{{4}}|recently|since)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class RankedTurn:
    """A turn with its score and the parts of it; ``coverage`` says how much of the question it speaks of, ``answers``
    how likely it answers it, both 0 to 1."""

    turn: TurnFound
    score: float
    coverage: float
    answers: float
    parts: Mapping[str, float]


_LEFT_OUT: ContextVar[frozenset[str]] = ContextVar("left_out", default=frozenset[str]())


@contextmanager
def without(*parts: str) -> Generator[None]:
    """Rank without these parts, to see what they bring. Raises ``KeyError`` for a part that there is not."""
    if unknown := set(parts) - WEIGHTS.keys() - BY_RANKER.keys():
        raise KeyError(*unknown)
    token = _LEFT_OUT.set(frozenset(parts))
    try:
        yield
    finally:
        _LEFT_OUT.reset(token)


def weights_for(task: str, *, by_ranker: bool = False) -> Mapping[str, float]:
    """What each part counts for this task, without a ranker or with one."""
    weights = {**WEIGHTS, **GOING_ON} if goes_on(task) else WEIGHTS
    if by_ranker and goes_on(task):
        weights = {**weights, **BY_RANKER_GOING_ON}
    elif by_ranker:
        weights = {part: weight for part, weight in weights.items() if part not in SUPERFLUOUS} | {**BY_RANKER}
    left_out = _LEFT_OUT.get()
    return {part: weight for part, weight in weights.items() if part not in left_out}


def goes_on(task: str) -> bool:
    """Whether a text is a message that continues something, rather than one question that stands for itself."""
    return len([*sentences_in(task)]) > 1 or not task.rstrip().endswith("?")


def question_words(task: str) -> list[str]:
    """The different words of a task that turns are looked for by."""
    return list(dict.fromkeys(words_of(task)))[:MAX_WORDS]


def rank_turns(
    task: str,
    turns: Sequence[TurnFound],
    vectors: WordVectors,
    now: datetime,
    *,
    window: tuple[datetime, datetime] | None = None,
    scores: Mapping[str, float] | None = None,
) -> list[RankedTurn]:
    """Score the candidates of one question, the best first.

    Args:
        window: the time that the question names.
        scores: of a ranker, one for each turn, by its id.
    """
    if not turns:
        return []
    words = question_words(task)
    weights = weights_for(task, by_ranker=scores is not None)
    parts, coverage, answers = _parts(task, words, turns, vectors, now, window)
    if scores is not None:
        parts |= _by_ranker(np.array([scores[turn.id] for turn in turns]), turns)
    totals = sum((weights.get(name, 0.0) * part for name, part in parts.items()), np.zeros(len(turns)))
    order = sorted(range(len(turns)), key=lambda i: (-totals[i], turns[i].at, turns[i].id))
    told = zip(*(part.round(3).tolist() for part in parts.values()), strict=True)
    ranked = [
        RankedTurn(turn, score, spoken_of, chance, dict(zip(parts, values, strict=True)))
        for turn, score, spoken_of, chance, values in zip(
            turns, totals.tolist(), coverage.tolist(), answers.tolist(), told, strict=True
        )
    ]
    return [ranked[i] for i in order]


def by_reading(ranked: Sequence[RankedTurn], scores: Mapping[str, float]) -> list[RankedTurn]:
    """Order the turns that a ranker has read among themselves; the others stay behind them."""
    read = [one for one in ranked if one.turn.id in scores]
    parts = _spread(np.array([scores[one.turn.id] for one in read])).tolist()
    again = [
        replace(one, score=one.score + BY_READING * part, parts={**one.parts, "read": round(part, 3)})
        for one, part in zip(read, parts, strict=True)
    ]
    return sorted(again, key=lambda one: -one.score) + [one for one in ranked if one.turn.id not in scores]


def _by_ranker(scores: Column, turns: Sequence[TurnFound]) -> dict[str, Column]:
    near = _spread(scores)
    return {
        "ranker": near,
        "ranker_beside": _beside(near, turns),
        "ranker_session": _over_best(_session(near, turns)),
    }


def _parts(
    task: str,
    words: Sequence[str],
    turns: Sequence[TurnFound],
    vectors: WordVectors,
    now: datetime,
    window: tuple[datetime, datetime] | None,
) -> tuple[dict[str, Column], Column, Column]:
    read = [counted(turn.content) for turn in turns]
    said, stems = [words for words, _ in read], [terms for _, terms in read]
    speakers = [{stem(w) for w in words_of(turn.speaker or "")} for turn in turns]
    wanted = list(dict.fromkeys(map(stem, words)))
    named = set(wanted) & set[str]().union(*speakers)
    rarity = rarity_of(wanted, stems)
    cosine = _spread(np.array([-1.0 if t.cosine is None else t.cosine for t in turns]))
    matched = _over_best(bm25([t for t in wanted if t not in named], stems, rarity))
    coverage = Coverage(words, said, rarity, vectors)
    covered = coverage.of(said)
    near = cosine + matched
    when = asks_when(task)
    ages = np.array([max(0.0, (now - turn.at).total_seconds() / 86_400) for turn in turns])
    parts = {
        "cosine": cosine,
        "words": matched,
        "meaning": _spread(covered),
        "beside": _beside(cosine, turns) / 2 + _beside(matched, turns) / 2,
        "session": _over_best(_session(near, turns)),
        "speaker": np.array([1.0 if named & speaker else 0.0 for speaker in speakers]),
        "time": np.array([float(when and bool(_SAYS_WHEN.search(t.content))) for t in turns]),
        "window": np.array([_within(turn.at, window) for turn in turns]),
        "length": np.array([min(math.log1p(len(w)), 4.0) / 4.0 for w in said]),
        "asks": np.array([float(turn.content.rstrip().endswith("?")) for turn in turns]),
        "recent": 0.5 ** (ages / HALF_LIFE_DAYS) if goes_on(task) else np.zeros(len(turns)),
    }
    return parts, covered, _answers(turns, coverage, covered, named, parts["speaker"] > 0)


def _answers(turns: Sequence[TurnFound], coverage: Coverage, covered: Column, named: set[str], own: Flags) -> Column:
    """How likely each turn answers; of others than the speaker whom the question names, none does."""
    if own.any() and not own.all():
        told = coverage.of([told_of_oneself(turn.content) for turn in turns], leaving=named)
        if told.any():
            return answers_by_person(told, own)
        return np.where(own, answers_by_nearness(covered), 0.0)
    return answers_by_nearness(covered)


def _beside(part: Column, turns: Sequence[TurnFound]) -> Column:
    """The better of the two neighbours."""
    index = {turn.id: i for i, turn in enumerate(turns)}
    best = np.zeros(len(turns))
    for i, turn in enumerate(turns):
        j = index.get(turn.before or "")
        if j is not None:
            best[i], best[j] = max(best[i], part[j]), max(best[j], part[i])
    return best


def _session(near: Column, turns: Sequence[TurnFound]) -> Column:
    """The mean of the three best turns of each one's session."""
    of_session: dict[str, list[float]] = defaultdict(list)
    for value, turn in zip(near, turns, strict=True):
        of_session[turn.session or turn.id].append(float(value))
    mean = {session: sum(sorted(values, reverse=True)[:3]) / 3 for session, values in of_session.items()}
    return np.array([mean[turn.session or turn.id] for turn in turns])


def _within(at: datetime, window: tuple[datetime, datetime] | None) -> float:
    """1 for a turn inside the window, 0.5 in the days after it, when people still tell of it, else 0."""
    if window is None or at < window[0]:
        return 0.0
    return 1.0 if at <= window[1] else 0.5 * float(at <= shifted(window[1], TOLD_WITHIN))


def _spread(values: Column) -> Column:
    """Between 0 for the lowest and 1 for the highest."""
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)


def _over_best(values: Column) -> Column:
    best = values.max()
    return values / best if best > 0 else np.zeros_like(values)
