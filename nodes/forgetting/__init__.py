"""Interpretation of requests to forget."""
