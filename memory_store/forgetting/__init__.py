"""Forgetting on request: what goes, what is recomputed, what is erased, and what stops it from coming back."""
