"""Observations of work: events, activities, and their conclusions."""
