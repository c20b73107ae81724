"""Forgotten: what a person has asked to forget is not learned again, in whatever words it comes."""

from collections.abc import Sequence

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.forgetting.redact import WITHHELD
from memorist.memory_store.forgetting.tombstone import ONE_WAY, Graves, Refusal
from memorist.nodes.draft import Draft, Verdict, owner_of
from memorist.nodes.matching.names import claim_ends

NOT_LEARNED = "not learned"


def judge_forgotten(
    drafts: Sequence[Draft], vectors: Sequence[Vector], graves: Graves, *, episode: RawEpisode, embedder: str
) -> tuple[dict[int, Refusal], Refusal | None]:
    """Refusals of drafts, by place, that would have been merged into something forgotten; and of the whole input.

    An input with exactly the words of a forgotten one is refused with all of its drafts, even if nothing was read in
    it: storing its words would undo the forgetting.
    """
    if not graves.tombstones:
        return {}, None
    whole = graves.refuses(ids=(episode.id,), text=episode.content, scope=episode.scope)
    if whole is not None:
        return dict.fromkeys(range(len(drafts)), whole), whole
    judged = {
        place: _judge(draft, vector, graves, episode.scope, embedder)
        for place, (draft, vector) in enumerate(zip(drafts, vectors, strict=True))
    }
    return {place: refusal for place, refusal in judged.items() if refusal is not None}, None


def _judge(draft: Draft, vector: Vector, graves: Graves, scope: Scope, embedder: str) -> Refusal | None:
    return graves.refuses(
        claim=draft.claim,
        scope=owner_of(draft, scope),
        text=None if draft.type in ONE_WAY else draft.content,
        type_=draft.type,
        spoken_of=(*draft.entities, *claim_ends(draft.claim)),
        vector=vector,
        embedder=embedder,
    )


def withheld(episode: RawEpisode) -> RawEpisode:
    """The raw input without its words: they hold what must not come back."""
    return episode.model_copy(update={"content": WITHHELD, "name": WITHHELD, "files": ()})


def notice_of(refusals: Sequence[Refusal]) -> list[str]:
    """Notices for the caller, one for each different reason."""
    return [f"{NOT_LEARNED}: {reason}" for reason in dict.fromkeys(refusal.reason for refusal in refusals)]


def verdict_of(notices: Sequence[str]) -> Verdict:
    """The verdict on an input of which nothing is left; of ``notices`` those of :func:`notice_of` say why."""
    why = (notice for notice in notices if notice.startswith(NOT_LEARNED))
    return Verdict(action="skip", category="forgotten", reason="; ".join(why))
