"""The gate: whether a turn is worth keeping, judged segment by segment."""
