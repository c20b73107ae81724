"""A scenario told again: other names, other words, another time; the same must hold."""
