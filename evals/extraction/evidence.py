"""Conversations: which share of the turns that answer questions passes the gate, and how much noise with them."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memorist.evals.extraction.reading import LOOK_BACK
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Part
from memorist.nodes.ingestion.gate import judge_words
from memorist.nodes.reading.reader import Spoken


class EvidenceReport(Part):
    """Shares of turns that pass the gate."""

    evidence_turns: int
    evidence_passed: float
    other_turns: int
    other_passed: float
    missed: tuple[str, ...]


def conversations(path: Path) -> Iterator[dict[str, Any]]:
    """Read gzip'd JSON lines of ``{"turns": [{id, speaker, text}], "questions": [{gold}]}``."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{path}: expected gzip'd JSON lines of conversations ({error})", field="locomo") from error


def through_the_gate(path: Path) -> EvidenceReport:
    """Judge every turn as a user's, with the turns before it: both people are people."""
    passed = {True: 0, False: 0}
    seen = {True: 0, False: 0}
    missed: list[str] = []
    for conversation in conversations(path):
        gold = {turn for question in conversation["questions"] for turn in question["gold"]}
        before: list[Spoken] = []
        for turn in conversation["turns"]:
            text = turn["text"]
            needed = turn["id"] in gold
            kept = judge_words(text, "user", tuple(before[-LOOK_BACK:])).action != "skip"
            seen[needed] += 1
            passed[needed] += kept
            if needed and not kept:
                missed.append(text)
            before.append(Spoken(role="user", content=text))
    return EvidenceReport(
        evidence_turns=seen[True],
        evidence_passed=round(passed[True] / max(seen[True], 1), 4),
        other_turns=seen[False],
        other_passed=round(passed[False] / max(seen[False], 1), 4),
        missed=tuple(missed),
    )
