"""A touch: one thing that an act does to one file."""

from typing import Literal, NamedTuple

Does = Literal["read", "write", "delete", "move", "commit"]


class Touch(NamedTuple):
    """One thing done to one file or folder; ``below`` says that it may reach everything in it."""

    does: Does
    path: str
    below: bool = False
