"""Shares, means and medians as benchmarks print them."""

from collections.abc import Iterable
from statistics import fmean, median


def share(some: int, every: int, *, of_nothing: float = 0.0) -> float:
    """Return a share from 0 to 1, to four places; ``of_nothing`` where there is nothing to have a share of."""
    return round(some / every, 4) if every else of_nothing


def mean_of(values: Iterable[float]) -> float:
    """Return the mean to four places; 0 of nothing."""
    every = list(values)
    return round(fmean(every), 4) if every else 0.0


def median_of(values: Iterable[float]) -> float:
    """Return the median; 0 of nothing."""
    every = list(values)
    return float(median(every)) if every else 0.0
