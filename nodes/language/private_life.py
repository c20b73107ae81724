"""What people tell of their own lives: its themes, and which words mean each other there; see ``private_life.yaml``."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml

OF_ANYBODY = ("health", "family", "money", "birth", "papers", "belief")
"""Themes that are private whoever is spoken of; the words of the others also stand for other things."""


def private_theme(text: str) -> str | None:
    """The theme of somebody's private life that a text touches, if it does."""
    return next((theme for theme, words in _themes().items() if words.search(text)), None)


def alike(word: str) -> frozenset[str]:
    """The words that mean the same as this one where people tell of themselves; itself among them."""
    return _alike().get(word, frozenset({word}))


@cache
def _lines() -> Mapping[str, list[list[str]]]:
    source = files(__package__ or __name__) / "private_life.yaml"
    lines: Mapping[str, list[list[str]]] = yaml.safe_load(source.read_text(encoding="utf-8"))
    return lines


@cache
def _themes() -> Mapping[str, re.Pattern[str]]:
    return {
        theme: re.compile(
            rf"(?<![\w-])(?:{'|'.join(re.escape(word) for line in _lines()[theme] for word in line)})(?![\w-])",
            re.IGNORECASE,
        )
        for theme in OF_ANYBODY
    }


@cache
def _alike() -> Mapping[str, frozenset[str]]:
    return {word: frozenset(line) for lines in _lines().values() for line in lines for word in line}
