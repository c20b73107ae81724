"""Personas: what was learned here as a file that somebody else's agents can begin with."""
