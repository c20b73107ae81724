"""Judgement whose affair a sentence tells of: its speaker's own, or everybody's."""
