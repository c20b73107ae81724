"""What may have to do with a task although nothing says so: the nearest of what is not near enough.

Questions ask in other words than things were told in, and an embedder that runs on a laptop sees less than a reader
does. A prompt has room; what stands in this section is told as what it is, and counts as no knowledge: it answers for
nothing in the assessment, and using it is not counted.
"""

from collections.abc import Mapping, Sequence

from memorist.nodes.language.words import stems
from memorist.nodes.retrieval.scored import RELATED, Scored

MEMORIES = 6
TURNS = 6
PLENTY = 12
"""Where so many facts are near enough, nobody looks further."""
COMPLETE = frozenset({"to_do", "changes"})
"""What is asked for there is found by its kind and its time, all of it."""


def with_related(ranked: Sequence[Scored], told: Mapping[str, Sequence[str]]) -> list[Scored]:
    """All of them, the nearest memories and turns of those that are too far in a section of their own.

    Args:
        ranked: by section and score.
        told: for each turn, the ids of the memories that were learned from it: where one of them is in, the turn says
            nothing new.
    """
    inside = [s for s in ranked if s.out is None]
    if sum(s.section == "facts" for s in inside) >= PLENTY:
        return list(ranked)
    far = [s for s in ranked if s.far and s.line and s.similarity >= RELATED]
    memories = sorted((s for s in far if s.section != "turns"), key=lambda s: (-s.similarity, s.memory["id"]))[
        :MEMORIES
    ]
    said = {s.memory["id"]: s.memory["content"] for s in (*inside, *memories)}
    turns = [
        s
        for s in far
        if s.section == "turns" and _says_more(s, [said[by] for by in told.get(s.memory["id"], ()) if by in said])
    ]
    room = max(0, TURNS - sum(s.section == "turns" for s in inside))
    chosen = {s.memory["id"] for s in (*memories, *turns[:room])}
    rest = [s for s in ranked if s.memory["id"] not in chosen]
    return [*rest, *(_related(s) for s in (*memories, *turns[:room]))]


def _says_more(turn: Scored, by: Sequence[str]) -> bool:
    """Whether a turn tells anything that the memories learned from it, as far as they are in, do not."""
    said = stems(turn.memory["content"])
    return not by or len(said - stems(" ".join(by))) * 2 > len(said)


def _related(scored: Scored) -> Scored:
    return scored._replace(
        section="related", out=None, note=f"among the nearest of what is not near enough: {scored.note}"
    )
