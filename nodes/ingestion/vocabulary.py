"""The word lists of ``vocabulary.yaml``, as pieces of patterns."""

import re
from functools import cache
from importlib.resources import files
from typing import Any

import yaml


def one_of(name: str) -> str:
    """A pattern in free layout that fits any phrase of a list, as one group that captures nothing."""
    return f"(?:{'|'.join(map(_pattern, _lists()[name]))})"


def phrases_of(name: str) -> tuple[str, ...]:
    """The phrases of a list as they stand in the file."""
    return tuple(_lists()[name])


def _pattern(phrase: str) -> str:
    """White space, apostrophes and optional endings of a phrase as a pattern spells them."""
    return re.escape(phrase).replace(r"\(s\)", "s?").replace("'", "['’]?").replace(r"\ ", r"\s")


@cache
def _lists() -> dict[str, list[str]]:
    source = files(__package__ or __name__) / "vocabulary.yaml"
    lists: Any = yaml.load(source.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # "yes" and "no" are words
    return lists
