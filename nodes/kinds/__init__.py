"""Kinds of inputs: the statements read in each, the facts it shows by itself, the reads it needs from the store."""
