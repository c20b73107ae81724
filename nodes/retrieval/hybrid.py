"""Which lines a task is told: words and similarity fused, one step further by shared names, cut below the best.

Scores are relative to the best candidate of one task, so that the cut does not depend on how long a memory or a task
is; whether anything is relevant at all is decided by absolute values.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from memorist.nodes.language.lexical import stem, stems_of, words_of
from memorist.nodes.retrieval.bm25 import bm25, counted, rarity_of
from memorist.nodes.retrieval.coverage import Column
from memorist.nodes.retrieval.relevance import asked_words, names_in
from memorist.nodes.retrieval.scoring import NOT_NEAR
from memorist.nodes.retrieval.state import Found

WORDS, COSINE, MEANING = 0.4, 0.3, 0.3
"""BM25 over the candidates, the cosine of the embedding, and each word of the task by the nearest one of the line."""
LEAST_BEST = 0.25
"""Cosines and meanings are divided by the best one, but by no less than this: noise must not be scaled up to 1."""
FROM_BEST, STEP, KEPT = 8, 0.6, 0.3
"""The number of best lines whose names are followed; the share of its score that such a line gives to lines with one of
its names; and the share of their own score that is added to it."""
STEPS = 2
RARE_NAME = 6
"""A name that more candidates than this hold is not followed."""
RELATIVE = 0.15
"""A line with less than this share of the best score is left out."""
MOST_LINES = 24
RELEVANT_COSINE = 0.22
LEAST_COSINE = 0.17
RELEVANT_SUM = 0.36
"""Cosine and meaning together, where a word of the task is found or the cosine is not the least."""
_ANYBODY = frozenset({"user", "team", "we", "i"})

type Stems = frozenset[str]


class Fits(NamedTuple):
    """Why each candidate is left out, or null, by its id; ``relevant``: whether any has to do with the task."""

    by_id: Mapping[str, str | None]
    relevant: bool


class _Line(NamedTuple):
    stems: Stems
    names: tuple[Stems, ...]
    subject: Stems
    object: Stems
    predicate: str


def fits_of(task: str, finds: Sequence[Found], spoken: Sequence[float]) -> Fits:
    """Judge the candidates of one task among themselves.

    Args:
        task: its text; without words nothing fits.
        finds: the candidates, each once.
        spoken: how much of the task each of them speaks of, word by word.
    """
    terms = list(dict.fromkeys(map(stem, asked_words(task))))
    if not terms or not finds:
        return Fits({}, relevant=False)
    counts = [counted(one.memory["content"])[1] for one in finds]
    matched = bm25(terms, counts, rarity_of(terms, counts))
    meaning = np.array(spoken)
    cosine = np.array([max(0.0, one.similarity if one.cosine is None else one.cosine) for one in finds])
    lines = [_line(one) for one in finds]
    asked = frozenset(map(stem, words_of(task)))
    outs = _outdated(finds, lines)
    for place in _of_another(asked, lines):
        outs.setdefault(place, f"{NOT_NEAR}: it is about another one than the task names")
    outs = {place: out for place, out in outs.items() if finds[place].channel != "graph"}
    base = WORDS * _over(matched, 0.0) + COSINE * _over(cosine, LEAST_BEST) + MEANING * _over(meaning, LEAST_BEST)
    base += np.array([one.agrees for one in finds])
    base[list(outs)] = 0.0
    scores = _followed(base, lines, asked)
    best = float(scores.max()) or 1.0
    relevant = any(one.agrees for one in finds) or bool(
        cosine.max() >= RELEVANT_COSINE
        or ((cosine + meaning).max() >= RELEVANT_SUM and (matched.max() > 0 or cosine.max() >= LEAST_COSINE))
    )
    shares = (scores / best).tolist()
    order = sorted(range(len(finds)), key=lambda place: (-shares[place], finds[place].memory["id"]))
    fits = dict[str, str | None]()
    for rank, place in enumerate(order):
        fits[finds[place].memory["id"]] = outs.get(place) or _too_far(shares[place], rank)
    return Fits(fits, relevant)


def _too_far(share: float, rank: int) -> str | None:
    if share < RELATIVE:
        return f"{NOT_NEAR}: {share:.2f} of the best line is below {RELATIVE}"
    return f"{NOT_NEAR}: {MOST_LINES} lines are nearer" if rank >= MOST_LINES else None


def _over(values: Column, least: float) -> Column:
    best = max(float(values.max()), least)
    return values / best if best > 0 else values


def _line(found: Found) -> _Line:
    memory, claim = found.memory, found.memory["claim"] or {}
    subject, object_ = str(claim.get("subject") or ""), str(claim.get("object") or "")
    return _read(memory["content"], tuple(memory["entities"]), subject, object_, str(claim.get("predicate") or ""))


@lru_cache(maxsize=16_384)
def _read(content: str, entities: tuple[str, ...], subject: str, object_: str, predicate: str) -> _Line:
    named = (*entities, subject, object_, *names_in(content))
    names = {stems_of(name) for name in named if name.lower() not in _ANYBODY}
    own = frozenset[str]() if subject.lower() in _ANYBODY else stems_of(subject)
    return _Line(stems_of(content), tuple(name for name in names if name), own, stems_of(object_), predicate)


def _followed(base: Column, lines: Sequence[_Line], asked: Stems) -> Column:
    """The scores after following the names of the best lines, which the task itself does not name."""
    scores = base
    holding: dict[Stems, list[int]] = {}
    having: dict[str, list[int]] = {}
    for place, line in enumerate(lines):
        for one in line.stems:
            having.setdefault(one, []).append(place)
    for _ in range(STEPS):
        reached = np.zeros_like(base)
        best: list[int] = np.argsort(-scores, kind="stable")[:FROM_BEST].tolist()
        for place in best:
            for name in lines[place].names:
                if name <= asked:
                    continue
                if name not in holding:
                    fewest = min((having.get(one, []) for one in name), key=len)
                    holding[name] = [i for i in fewest if name <= lines[i].stems]
                if len(holding[name]) <= RARE_NAME:
                    for other in holding[name]:
                        if other != place:
                            reached[other] = max(reached[other], scores[place])
        scores = np.maximum(scores, np.where((reached > 0) & (base > 0), STEP * reached + KEPT * base, 0.0))
    return scores


def _of_another(asked: Stems, lines: Sequence[_Line]) -> list[int]:
    """Places of lines that say of another subject what is also said of the subject that the task names."""
    named = [line for line in lines if line.subject and line.subject <= asked]
    if not named:
        return []
    anchors = {name for line in lines for name in line.names if name <= asked}

    def differs(line: _Line) -> bool:
        rest = line.stems - line.subject - line.object
        return any(
            one.predicate == line.predicate
            and one.subject != line.subject
            and bool(rest & (one.stems - one.subject - one.object) or one.subject & line.subject)
            for one in named
        )

    return [
        place
        for place, line in enumerate(lines)
        if line.subject and not any(anchor <= line.stems for anchor in anchors) and differs(line)
    ]


def _outdated(finds: Sequence[Found], lines: Sequence[_Line]) -> dict[int, str]:
    """Reasons, by place, against lines on what something uses that a later equal line tells of another thing."""
    latest: dict[tuple[Stems, Stems], int] = {}
    outs: dict[int, str] = {}
    for place in sorted(range(len(finds)), key=lambda place: finds[place].memory["valid_from"]):
        line = lines[place]
        if line.predicate != "uses" or not line.subject:
            continue
        key = (line.subject, line.stems - line.object)
        earlier = latest.get(key)
        if earlier is not None and lines[earlier].object != line.object:
            outs[earlier] = f"said anew, of another, by {finds[place].memory['id']}"
        latest[key] = place
    return outs
