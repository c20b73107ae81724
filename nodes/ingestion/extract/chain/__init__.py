"""Extractors behind one interface, cheapest first: they are asked what the patterns could not read."""
