"""Confirmation by a person of a wish to forget that was uttered in a conversation."""

import shlex
from collections.abc import Iterable


def commands(wishes: Iterable[str], user: str | None, group: str) -> str:
    """Return the command lines that show what each of a user's wishes would erase from a group, and ask."""
    whose = f"{f' --user {shlex.quote(user)}' if user else ''} --group {shlex.quote(group)}"
    return "; ".join(f"memorist forget {shlex.quote(wish)}{whose}" for wish in wishes)
