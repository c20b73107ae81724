"""Webhooks: another service is told when memories contradict each other, or a hard rule changes."""
