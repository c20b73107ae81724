"""What is left of a memory of which a part was overtaken: "ci is Jenkins, deploys go via Argo" loses only the first."""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Lineage, Memory
from memorist.memory_store.domain.status import Status
from memorist.nodes.ingestion.draft import Draft, DraftLink
from memorist.nodes.ingestion.extract.alone import is_incomplete, only_adds
from memorist.nodes.ingestion.renewal.reading import Reading, read
from memorist.nodes.ingestion.renewal.signals import differing, relatedness
from memorist.nodes.language.names import find_names
from memorist.nodes.language.words import upper_first

_JOINT = re.compile(
    r";\s+|,\s+(?:and\s|but\s|while\s|plus\s)?|\s(?:and|but|while|plus)\s(?=(?:the|our|my|his|her|their|we|i|user|team|"
    r"they|also|always|never|no|on|in|for)\b|(?-i:[A-Z]))",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"(?:he|she|it|they|him|her|them|usually|mostly|like|so|which|who|where|with|because|since|as|then)\b",
    re.IGNORECASE,
)
_PAIRED = re.compile(r"\w+\s(?:in|on|at|via|with|by|from|for|to|is|are|=)\s\w+|\w+\s\d+\b", re.IGNORECASE)
SHORTEST = 3
"""In words: less than that says nothing by itself."""


def pieces_of(content: str) -> list[str]:
    """The parts of a memory that may be so independently of each other; what leans on the part before stays with it."""
    pieces: list[str] = []
    start = 0
    for joint in _JOINT.finditer(content):
        rest = content[joint.end() :]
        if _says_enough(content[start : joint.start()]) and _says_enough(_JOINT.split(rest)[0]):
            pieces.append(content[start : joint.start()])
            start = joint.end()
    return [*pieces, content[start:]]


def _says_enough(piece: str) -> bool:
    if len(piece.split()) < SHORTEST or only_adds(piece) or _LEANS.match(piece):
        return False
    return not is_incomplete(piece) or bool(_PAIRED.search(piece))


def what_remains(content: str, sentence: str) -> str | None:
    """The parts that a sentence does not speak of; null where it speaks of all, or of none in particular."""
    pieces = pieces_of(content)
    if len(pieces) < 2:
        return None
    told = read(sentence)
    readings = [read(piece) for piece in pieces]
    rated = [_rated(told, piece) for piece in readings]
    most = max(rated)
    # "its wed the 15th" is only a detail of the part before.
    left = [r.text for r, rating in zip(readings, rated, strict=True) if rating < most and (r.words or r.names)]
    return upper_first("; ".join(left)) if left else None


def without_things(content: str, names: Sequence[str]) -> str | None:
    """A list without the things that were given up; null where it is no list, or names nothing else.

    "User does the frontend, React and TypeScript, Vite as bundler" without Vite.
    """
    kept: list[str] = []
    start, separator = 0, ""
    for end in (*_BETWEEN.finditer(content), None):
        item = content[start : end.start() if end else len(content)]
        if not any(_says(item, name) for name in names):
            kept.append(f"{separator if kept else ''}{item}")
        elif not start:
            return None  # what it is said of stands before the first of them
        start, separator = (end.end(), end.group()) if end else (start, separator)
    rest = "".join(kept)
    others = [m for m in find_names(rest) if m.field != "file" and m.canonical not in names]
    return rest if rest != content and others else None


_BETWEEN = re.compile(r",\s+(?:and\s+|plus\s+)?|\s+(?:and|plus|&|\+)\s+")


def _says(text: str, name: str) -> bool:
    return any(folded(m.canonical) == folded(name) for m in find_names(text)) or folded(name) in folded(text).split()


def _rated(told: Reading, piece: Reading) -> float:
    return relatedness(told, piece) + len(told.fields & piece.fields) + len(differing(told, piece))


def draft_of_rest(memory: Memory, rest: str, episode: RawEpisode, *, anew: bool = False) -> Draft:
    """What is left, as a memory of its own that comes from the same episodes, and from the one that parted it.

    ``anew``: it holds a new value, and is so since the episode.
    """
    sources = [episode.id]
    lineage = memory.lineage.model_copy(
        update={"original_source_ids": tuple(dict.fromkeys((*memory.lineage.original_source_ids, *sources)))}
    )
    return Draft(
        type=memory.type,
        content=rest,
        entities=tuple(dict.fromkeys(m.canonical for m in find_names(rest) if m.field != "file")),
        confidence=memory.confidence,
        method=memory.extraction_method,
        extracted_by=memory.extracted_by,
        source=memory.source,
        valid_from=episode.at if anew else memory.valid_from,
        valid_until=memory.valid_until,
        domain=memory.domain,
        tags=memory.tags,
        details={
            "scope": memory.scope.model_dump(),
            "lineage": Lineage.model_validate(lineage).model_dump(),
            "source_episode_ids": tuple(dict.fromkeys((*memory.source_episode_ids, *sources))),
        },
        links=(DraftLink(type=EdgeType.SUPERSEDES, memory_id=memory.id, reason="what is left of it"),),
        by_user=memory.status is Status.CONFIRMED,
    )
