"""How a person confirms a wish to forget that somebody uttered in a talk."""

import shlex
from collections.abc import Iterable


def commands(wishes: Iterable[str]) -> str:
    """The command lines that show what each of the wishes would erase, and ask."""
    return "; ".join(f"memorist forget {shlex.quote(wish)}" for wish in wishes)
