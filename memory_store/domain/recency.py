"""Recency: how much a statement weighs for its age, in a conflict and in the rank of a recall."""

from datetime import datetime

HALF_LIFE_DAYS = 30.0


def recency(valid_from: datetime, moment: datetime) -> float:
    """From 1, for what begins at the moment or later, to 0: half every thirty days."""
    age_days = max(0.0, (moment - valid_from).total_seconds() / 86_400)
    return 0.5 ** (age_days / HALF_LIFE_DAYS)
