"""Rankers: how well each of a few candidates answers a query, better than the search that found them can tell."""

from memorist.memory_store.rankers.base import RankCandidate, Ranker, TokenRanker
from memorist.memory_store.rankers.named import open_ranker

__all__ = ["RankCandidate", "Ranker", "TokenRanker", "open_ranker"]
