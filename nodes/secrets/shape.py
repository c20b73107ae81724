"""One kind of secret: what it looks like, and how much of what was found is the secret."""

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SecretShape:
    """One kind of secret.

    What a shape skips has a bound: else a long text of almost-secrets is looked through again from each of its places.

    Args:
        kind: its name in reports and in the mask.
        shape: what it looks like; the group ``secret``, if there is one, is what is masked, else the whole match.
        hints: a text without any of these (lower case) cannot hold one, which spares looking.
        value: whether the group is a value somebody named ("password = …") and may be a placeholder instead.
        length: how many characters of what was found are the secret, where that takes more than a shape; 0: none.
    """

    kind: str
    shape: re.Pattern[str]
    hints: tuple[str, ...]
    value: bool = False
    length: Callable[[str], int] | None = None


def shape(
    kind: str,
    pattern: str,
    *hints: str,
    flags: int = 0,
    value: bool = False,
    length: Callable[[str], int] | None = None,
) -> SecretShape:
    """A shape from the text of its pattern."""
    return SecretShape(kind, re.compile(pattern, flags), hints, value, length)
