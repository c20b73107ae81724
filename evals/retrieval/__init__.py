"""Evaluation of retrieval, beside three baselines on the same data."""
