"""How well retrieval finds what a question asks about, beside three baselines on the same data."""
