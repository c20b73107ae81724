"""Scenario → run → score → report: what the system must be seen to do, replayed through the real graphs."""
