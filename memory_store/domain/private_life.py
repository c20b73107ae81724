"""Vocabulary of people's own lives: its themes, and the words that mean each other there; see ``private_life.yaml``."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

OF_ANYBODY = ("health", "family", "money", "birth", "papers", "belief")
"""Themes that are private whoever is spoken of; the words of the others also stand for other things."""
_ONE_WAY = "also"


def private_theme(text: str) -> str | None:
    """The theme of somebody's private life that a text touches, if it does."""
    return next((theme for theme, words in _themes().items() if words.search(text)), None)


def alike(word: str) -> frozenset[str]:
    """The words and phrases that whoever asks for this word means, where people tell of themselves; itself too."""
    return _alike().get(word, frozenset({word}))


@cache
def _read() -> Mapping[str, Any]:
    source = files(__name__.rpartition(".")[0]) / "private_life.yaml"
    return yaml.load(source.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def _lines(theme: str) -> list[list[str]]:
    return _read()[theme]


@cache
def _themes() -> Mapping[str, re.Pattern[str]]:
    words = {theme: [re.escape(word) for line in _lines(theme) for word in line] for theme in OF_ANYBODY}
    return {
        theme: re.compile(rf"(?<![\w-])(?:{'|'.join(each)})(?![\w-])", re.IGNORECASE) for theme, each in words.items()
    }


@cache
def _alike() -> Mapping[str, frozenset[str]]:
    found = {w: frozenset(line) for theme in _read() if theme != _ONE_WAY for line in _lines(theme) for w in line}
    for word, others in _read()[_ONE_WAY].items():
        found[word] = found.get(word, frozenset({word})) | set(others)
    return found
