"""Features of the texts that compete for a place in a prompt, memories and passages alike, and their weighted sum.

Weights are data (``weights.json``), fitted by ``tools/fit_ranking.py``; scores only order.
"""

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from memorist.memory_store.domain.clock import shifted
from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.domain.visibility import NO_PEOPLE
from memorist.memory_store.embedders.words import WordVectors
from memorist.nodes.language.calendar_words import MONTH, WEEKDAY
from memorist.nodes.language.lexical import stem, words_of
from memorist.nodes.language.shipped import shipped
from memorist.nodes.retrieval.bm25 import bm25, counted, counts_of, rarity_of
from memorist.nodes.retrieval.coverage import Column, coverage
from memorist.nodes.retrieval.question_kind import asks_when

FEATURES = (
    "cosine",
    "words",
    "meaning",
    "beside",
    "session",
    "speaker",
    "when",
    "window",
    "length",
    "question",
    "assistant",
    "addressed",
    "first",
    "recent",
    "continues_words",
    "continues_session",
)
"""cosine: of the embeddings · words: BM25 · meaning: each word of the task by the nearest word of the text · beside:
the best neighbour's cosine and words · session: the three best texts of its session · speaker: the task names who
speaks · when: the task asks when, the text says · window: said in the time that the task names, or soon after ·
length: of the text · question: it ends with a question mark · assistant: an assistant said it · addressed: and the
task says "you" · first: the beginning of its input · recent: age, where the task continues something · continues_…:
the same features again where the task continues something, since such a task is long and shares words with
everything."""
BY_RANKER = {"ranker": 6.0, "ranker_beside": 1.6, "ranker_session": 1.2}
"""Weights added where a neural ranker scored the candidates, in the same unit as the fitted ones: its score, the best
neighbour's, and the three best of the session."""
HALF_LIFE_DAYS = 14.0
AFTER_WINDOW = timedelta(days=7)
MAX_TASK_WORDS = 60

_SAYS_WHEN = re.compile(
    r"\b(yesterday|today|tonight|tomorrow|last|next|ago|week(?:end)?s?|months?|years?|days?|morning|evening|"
    rf"{WEEKDAY}|(?!may\b){MONTH}|\d{{4}}|recently|since)\b",
    re.IGNORECASE,
)
_YOU = re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)


class Retrievable(NamedTuple):
    """A text that competes for a place in a prompt.

    Args:
        text: its words.
        at: when it was said or learned.
        source: the input that it is a part of, or was learned from; empty where that is not a candidate itself.
        cosine: of its embedding and the task's, or of its whole input's; null where none was compared.
        speaker: who said it; null for a memory and a document.
        session: of the input.
        before: the input before it in its session.
        part: its place in its input.
        ranker: the score of a neural ranker for its input; null where none scored it.
        passed_on: its speaker passed on words of somebody else.
        stand_ins: sentences of it by which a person says what stands in for something.
    """

    text: str
    at: datetime
    source: str = ""
    cosine: float | None = None
    speaker: str | None = None
    session: str | None = None
    before: str | None = None
    part: int = 0
    ranker: float | None = None
    passed_on: bool = False
    stand_ins: tuple[str, ...] = ()


@dataclass(frozen=True)
class Relevance:
    """Relevance of each text to a task.

    Args:
        scores: between 0 and 1; comparable within one task only.
        covered: the share of the task, 0 to 1, that each text speaks of.
        features: a row of :data:`FEATURES` a text.
    """

    scores: Column
    covered: Column
    features: "np.ndarray[tuple[int, int], np.dtype[np.float64]]"


def goes_on(task: str) -> bool:
    """Return true if a task is a message that continues something, not one question that stands for itself."""
    return len([*sentences_in(task)]) > 1 or not task.rstrip().endswith("?")


def task_words(task: str) -> list[str]:
    """Return the different words of a task that texts are searched by."""
    return list(dict.fromkeys(words_of(task)))[:MAX_TASK_WORDS]


@cache
def weights() -> Mapping[str, float]:
    """Return the fitted weight of each feature, with the ``bias``."""
    return shipped(__name__, "weights.json")["weights"]


def relevance(
    task: str,
    texts: Sequence[Retrievable],
    vectors: WordVectors,
    now: datetime,
    *,
    window: tuple[datetime, datetime] | None = None,
) -> Relevance:
    """Score the candidates of one task.

    Args:
        window: the time that the task names, both ends inside.
    """
    rows, covered = features_of(task, texts, vectors, now, window=window)
    fitted = weights()
    total = rows @ np.array([fitted.get(name, 0.0) for name in FEATURES]) + fitted["bias"]
    if any(one.ranker is not None for one in texts):
        near = _spread_known([one.ranker for one in texts])
        total += BY_RANKER["ranker"] * near + BY_RANKER["ranker_beside"] * _beside(near, texts)
        total += BY_RANKER["ranker_session"] * _over_best(_session(near, texts))
    return Relevance(1.0 / (1.0 + np.exp(-total)), covered, rows)


def features_of(
    task: str,
    texts: Sequence[Retrievable],
    vectors: WordVectors,
    now: datetime,
    *,
    window: tuple[datetime, datetime] | None = None,
) -> tuple["np.ndarray[tuple[int, int], np.dtype[np.float64]]", Column]:
    """Return a row of :data:`FEATURES` a text, and the share of the task that each speaks of."""
    if not texts:
        return np.zeros((0, len(FEATURES))), np.zeros(0)
    words = task_words(task)
    read = [counted(one.text) for one in texts]
    said, stems = [words for words, _ in read], [terms for _, terms in read]
    speakers = [names_of(one.speaker) for one in texts]
    asked = [stem(word) for word in words]
    wanted = list(dict.fromkeys(asked))
    named = set(wanted) & frozenset[str]().union(*set(speakers))
    counts = counts_of(wanted, stems)
    rarity = rarity_of(counts)
    cosine = _spread_known([one.cosine for one in texts])
    unnamed = np.array([term not in named for term in wanted], dtype=np.bool_)
    matched = _over_best(bm25(counts[:, unnamed], [len(text) for text in said], rarity[unnamed]))
    covered = coverage(words, rarity[[wanted.index(term) for term in asked]], said, vectors)
    near = cosine + matched
    when, going_on = asks_when(task), float(goes_on(task))
    asked_of_it = float(bool(_YOU.search(task)))
    by_assistant = np.array([float(one.speaker in NO_PEOPLE) for one in texts])
    ages = np.array([max(0.0, (now - one.at).total_seconds() / 86_400) for one in texts])
    session = _over_best(_session(near, texts))
    columns: dict[str, Column] = {
        "cosine": cosine,
        "words": matched,
        "meaning": _spread(covered),
        "beside": _beside(near / 2, texts),
        "session": session,
        "speaker": np.array([1.0 if named & speaker else 0.0 for speaker in speakers]),
        "when": np.array([float(when and bool(_SAYS_WHEN.search(one.text))) for one in texts]),
        "window": np.array([_within(one.at, window) for one in texts]),
        "length": np.array([min(math.log1p(len(w)), 4.0) / 4.0 for w in said]),
        "question": np.array([float(one.text.rstrip().endswith("?")) for one in texts]),
        "assistant": by_assistant,
        "addressed": by_assistant * asked_of_it,
        "first": np.array([float(one.part == 0) for one in texts]),
        "recent": going_on * 0.5 ** (ages / HALF_LIFE_DAYS),
        "continues_words": going_on * matched,
        "continues_session": going_on * session,
    }
    return np.stack([columns[name] for name in FEATURES], axis=1), covered


@lru_cache(maxsize=1_024)
def names_of(speaker: str | None) -> frozenset[str]:
    """Return the stems of the name of a person who speaks; none for the roles."""
    return frozenset(stem(word) for word in words_of(speaker or "")) - {"user", *NO_PEOPLE}


def task_stems(task: str) -> frozenset[str]:
    """Return the stems that texts are compared with."""
    return frozenset(map(stem, task_words(task)))


def _beside(near: Column, texts: Sequence[Retrievable]) -> Column:
    """The best of the parts before and after each one, and of the inputs before and after its own."""
    parts: dict[str, dict[int, float]] = defaultdict(dict)
    before: dict[str, str] = {}
    for value, one in zip(near.tolist(), texts, strict=True):
        if one.source and one.part >= 0:
            own = parts[one.source]
            own[one.part] = max(value, own.get(one.part, 0.0))
            if one.before:
                before[one.source] = one.before
    after = {earlier: later for later, earlier in before.items()}
    best = {source: max(own.values()) for source, own in parts.items()}
    inputs = {s: max(best.get(before.get(s, ""), 0.0), best.get(after.get(s, ""), 0.0)) for s in parts}

    def of(one: Retrievable) -> float:
        own = parts.get(one.source)
        if own is None:
            return 0.0
        beside = inputs[one.source]
        return max(beside, own.get(one.part - 1, 0.0), own.get(one.part + 1, 0.0)) if len(own) > 1 else beside

    return np.array([of(one) for one in texts])


def _session(near: Column, texts: Sequence[Retrievable]) -> Column:
    """The mean of the three best inputs of each one's session."""
    of_input: dict[str, dict[str, float]] = defaultdict(dict)
    for place, (value, one) in enumerate(zip(near.tolist(), texts, strict=True)):
        key = one.source or str(place)
        inputs = of_input[one.session or key]
        inputs[key] = max(value, inputs.get(key, 0.0))
    mean = {session: sum(sorted(values.values(), reverse=True)[:3]) / 3 for session, values in of_input.items()}
    return np.array([mean[one.session or one.source or str(place)] for place, one in enumerate(texts)])


def _within(at: datetime, window: tuple[datetime, datetime] | None) -> float:
    """1 for what was said inside the window, 0.5 in the days after it, when people still tell of it, else 0."""
    if window is None or at < window[0]:
        return 0.0
    return 1.0 if at <= window[1] else 0.5 * float(at <= shifted(window[1], AFTER_WINDOW))


def _spread_known(values: Sequence[float | None]) -> Column:
    """Spread values between 0 and 1; a missing one is 0."""
    known = np.array([value for value in values if value is not None])
    if not len(known):
        return np.zeros(len(values))
    low = float(known.min())
    return _spread(np.array([low if value is None else value for value in values]))


def _spread(values: Column) -> Column:
    """Between 0 for the lowest and 1 for the highest."""
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)


def _over_best(values: Column) -> Column:
    best = values.max()
    return values / best if best > 0 else np.zeros_like(values)
