"""Diagnosis: the installed, reachable and configured parts, and how to fix the rest."""
