"""The miss log read: what models read and no pattern did, as shapes that a pattern could have."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Part
from memorist.nodes.ingestion.extract.chain.misses import read_misses

SHOWN = 3
"""So many of the sentences behind a shape are told with it."""
WORDS_BEFORE = 5
"""What leads up to the thing of a claim whose subject is not named: "we went with {object}"."""
WORDS_OF_PLAIN = 4
"""A sentence without a claim is told by how it begins."""


class Candidate(Part):
    """A shape and the sentences that have it, in the form of a pattern's examples."""

    shape: str
    times: int
    type: str
    predicate: str | None
    polarity: bool
    examples: tuple[dict[str, Any], ...]


def candidates(path: Path) -> list[Candidate]:
    """The shapes of a miss log, the most frequent first. Raises :class:`InvalidInput` for a file that is not there."""
    try:
        return shapes_of(read_misses(path))
    except OSError as error:
        raise InvalidInput(f"--misses {path}: cannot be read ({error.strerror or error})", field="misses") from error
    except (KeyError, TypeError, UnicodeDecodeError) as error:
        raise InvalidInput(f"--misses {path}: is no miss log ({error})", field="misses") from error


def shapes_of(lines: Iterable[dict[str, Any]]) -> list[Candidate]:
    """The memories of the lines by type, predicate and shape."""
    groups: dict[tuple[str, str | None, bool, str], list[dict[str, Any]]] = defaultdict(list)
    for line in lines:
        for memory in line["memories"]:
            claim = memory["claim"]
            predicate, polarity = (claim["predicate"], bool(claim["polarity"])) if claim else (None, True)
            key = (str(memory["type"]), predicate, polarity, shape_of(line["resolved"], claim))
            groups[key].append({"text": line["resolved"], **memory})
    found = [
        Candidate(
            shape=shape,
            times=len(told),
            type=kind,
            predicate=predicate,
            polarity=polarity,
            examples=tuple(_distinct(told)[:SHOWN]),
        )
        for (kind, predicate, polarity, shape), told in groups.items()
    ]
    return sorted(found, key=lambda one: (-one.times, one.predicate is None, one.type, one.shape))


def shape_of(text: str, claim: dict[str, Any] | None) -> str:
    """A sentence with the parts of its claim left open: "{subject} is owned by {object}"; else how it begins."""
    plain = " ".join(text.casefold().split()).rstrip(".!")
    if claim is None:
        return " ".join([*plain.split()[:WORDS_OF_PLAIN], "…"])
    for part in ("object", "subject", "qualifier"):
        if said := str(claim.get(part) or "").casefold():
            plain = re.sub(rf"(?<!\w){re.escape(said)}(?!\w)", f"{{{part}}}", plain, count=1)
    first, last = plain.find("{"), plain.rfind("}")
    if first < 0:
        return " ".join([*plain.split()[:WORDS_OF_PLAIN], "…"])
    before = "" if "{subject}" in plain else " ".join(plain[:first].split()[-WORDS_BEFORE:]) + " "
    return f"{before}{plain[first : last + 1]}".strip()


def _distinct(told: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return list({one["text"]: one for one in told}.values())
