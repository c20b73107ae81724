"""Confirmation by a person of a wish to forget that was uttered in a conversation."""

import shlex
from collections.abc import Iterable


def commands(wishes: Iterable[str]) -> str:
    """The command lines that show what each of the wishes would erase, and ask."""
    return "; ".join(f"memorist forget {shlex.quote(wish)}" for wish in wishes)
