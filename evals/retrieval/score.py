"""Rank metrics of retrieval."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

K = (5, 10, 20)
NDCG_K = 10


@dataclass(frozen=True)
class RankedAnswer:
    """One question answered by one method: what was found, best first, and what should have been."""

    category: str
    counts: bool
    found: Sequence[str]
    gold: frozenset[str]


def recall(found: Sequence[str], gold: frozenset[str], k: int) -> float:
    """The share of the gold among the first ``k``."""
    return len(gold & set(found[:k])) / len(gold)


def ndcg(found: Sequence[str], gold: frozenset[str], k: int) -> float:
    """Discounted gain of the first ``k``, over the best possible."""
    gain = sum(1 / math.log2(place + 2) for place, id_ in enumerate(found[:k]) if id_ in gold)
    return gain / sum(1 / math.log2(place + 2) for place in range(min(k, len(gold))))


def summary(asked: Iterable[RankedAnswer]) -> dict[str, Any]:
    """Means over the questions that count; categories apart, also those that do not count (adversarial)."""
    answered = [a for a in asked if a.gold]
    by_category: dict[str, list[RankedAnswer]] = defaultdict(list)
    for one in answered:
        by_category[one.category].append(one)
    return {
        **_means([a for a in answered if a.counts]),
        "by_category": {name: {"questions": len(some), **_means(some)} for name, some in sorted(by_category.items())},
    }


def _means(asked: Sequence[RankedAnswer]) -> dict[str, float]:
    if not asked:
        return {}
    means = {f"recall@{k}": fmean(recall(a.found, a.gold, k) for a in asked) for k in K}
    means[f"ndcg@{NDCG_K}"] = fmean(ndcg(a.found, a.gold, NDCG_K) for a in asked)
    return {name: round(value, 4) for name, value in means.items()}


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float | None:
    """The chance that a question with an answer scores higher than one without; null when one kind is missing."""
    if not positive or not negative:
        return None
    wins = sum((p > n) + 0.5 * (p == n) for p in positive for n in negative)
    return round(wins / (len(positive) * len(negative)), 4)
