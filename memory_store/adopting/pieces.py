"""Adopted rows, in pieces that belong together, and the change sets that carry them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from memorist.memory_store.domain.change_set import ChangeSet, Hold, Mention, mention_id
from memorist.memory_store.domain.claim_edge import ClaimEdge
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import entity_id, stable_id
from memorist.memory_store.domain.memory import Memory

REASON = "adopted from Graphiti"
RUN = "adoption"
MAX_CHARS = 1_000_000
"""About how much text one change set carries: raw episodes may be whole documents."""


@dataclass(frozen=True)
class AdoptedPiece:
    """One memory, raw episode, mention or edge, with what is written only together with it."""

    id: str
    memory: Memory | None = None
    episode: RawEpisode | None = None
    mention: Mention | None = None
    edges: tuple[Edge, ...] = ()
    slot: str | None = None

    @property
    def chars(self) -> int:
        """Length of its text."""
        return len(self.memory.content if self.memory else self.episode.content if self.episode else "")


def fact_piece(fact: Memory, *, slot: str | None, rival: str | None, at: datetime) -> AdoptedPiece:
    """A fact with its links to what it is about; ``slot`` is the one it takes, ``rival`` whoever holds it instead."""
    group = fact.scope.group_id
    about = [Edge(type=EdgeType.ABOUT, source=fact.id, target=entity_id(group, name), group_id=group,
                  created_at=at, valid_from=fact.valid_from) for name in fact.entities]  # fmt: skip
    if rival is not None:
        about.append(link(EdgeType.CONTRADICTS, fact.id, rival, str(fact.flagged), group=group, at=at))
    return AdoptedPiece(fact.id, memory=fact, edges=tuple(about), slot=slot)


def mention_piece(group: str, episode_id: str, memory_id: str) -> AdoptedPiece:
    """A raw episode speaks of an entity."""
    mention = Mention(episode_id=episode_id, memory_id=memory_id)
    return AdoptedPiece(mention_id(group, episode_id, memory_id), mention=mention)


def link(type_: EdgeType, source: str, target: str, reason: str, *, group: str, at: datetime) -> Edge:
    """A typed edge with its reason."""
    return Edge(
        type=type_, group_id=group, source=source, target=target, created_at=at, valid_from=at, reason=reason
    )  # fmt: skip


def change_set_of(pieces: Sequence[AdoptedPiece], *, group: str, at: datetime) -> ChangeSet:
    """The pieces as one change set; its id follows from theirs, so that it is applied once."""
    memories = [piece.memory for piece in pieces if piece.memory is not None]
    stated = [Mention(episode_id=e, memory_id=m.id) for m in memories if m.claim for e in m.source_episode_ids]
    return ChangeSet(
        id=stable_id(group, RUN, *(piece.id for piece in pieces)),
        group_id=group,
        at=at,
        run=RUN,
        reason=REASON,
        episodes=tuple(piece.episode for piece in pieces if piece.episode is not None),
        memories=tuple(memories),
        edges=tuple(edge for piece in pieces for edge in piece.edges),
        claims=tuple(ClaimEdge.of(memory, at=memory.created_at) for memory in memories if memory.claim),
        mentions=(*stated, *(piece.mention for piece in pieces if piece.mention is not None)),
        holds=tuple(
            Hold(slot_id=piece.slot, expected=None, holder=piece.id) for piece in pieces if piece.slot is not None
        ),
    )


def in_parts(pieces: Iterable[AdoptedPiece]) -> list[list[AdoptedPiece]]:
    """The pieces in runs that one change set can carry."""
    parts: list[list[AdoptedPiece]] = []
    chars = 0
    for piece in pieces:
        if not parts or chars + piece.chars > MAX_CHARS:
            parts.append([])
            chars = 0
        parts[-1].append(piece)
        chars += piece.chars
    return parts
