"""Shares, means and medians as benchmarks print them."""

from collections.abc import Iterable, Sequence
from statistics import fmean, median, quantiles


def share[N: (float, None)](some: int, every: int, *, of_nothing: N = 0.0) -> float | N:
    """Return a share from 0 to 1, to four places; ``of_nothing`` where there is nothing to have a share of."""
    return round(some / every, 4) if every else of_nothing


def share_of(held: Iterable[object]) -> float | None:
    """Return the share of what holds; null of nothing."""
    every = [bool(one) for one in held]
    return share(sum(every), len(every), of_nothing=None)


def f1_of(precision: float, recall: float) -> float:
    """Return the harmonic mean of the two, to four places; 0 if both are."""
    return round(2 * precision * recall / (precision + recall), 4) if precision + recall else 0.0


def mean_of(values: Iterable[float]) -> float:
    """Return the mean to four places; 0 of nothing."""
    every = list(values)
    return round(fmean(every), 4) if every else 0.0


def median_of(values: Iterable[float]) -> float:
    """Return the median; 0 of nothing."""
    every = list(values)
    return float(median(every)) if every else 0.0


def p50_p95(seconds: Sequence[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile of some times, at least one, in milliseconds to three places."""
    ms = [second * 1e3 for second in seconds]
    return round(median(ms), 3), round(quantiles(ms, n=20)[-1] if len(ms) > 1 else ms[0], 3)
