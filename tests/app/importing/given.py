"""Entries of a source, in short."""

from collections import Counter
from pathlib import Path
from typing import Any

from memorist.app.importing.entries import ImportEntry, LeftOut, Unreadable
from memorist.app.importing.sources import reader_of


def inputs(source: str, path: Path) -> list[dict[str, Any]]:
    return [dict(each.input) for each in reader_of(source)(path) if isinstance(each, ImportEntry)]


def said(source: str, path: Path) -> list[tuple[str, str, str]]:
    found = inputs(source, path)
    return [(each.get("role") or each["title"], each["content"], each.get("at", "")[:16]) for each in found]


def problems(source: str, path: Path) -> list[str]:
    return [each.place for each in reader_of(source)(path) if isinstance(each, Unreadable)]


def left_out(source: str, path: Path) -> dict[str, int]:
    return dict(Counter(each.reason for each in reader_of(source)(path) if isinstance(each, LeftOut)))
