"""Forgotten: what a person has asked to forget is not learned again, in whatever words and spelling it comes."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.forgetting.redact import WITHHELD
from memorist.memory_store.forgetting.sentences import sentence_around
from memorist.memory_store.forgetting.tombstone import Refusal
from memorist.memory_store.forgetting.tombstone_lookup import ForgottenMention, Tombstones
from memorist.nodes.draft import Draft, owner_of
from memorist.nodes.language.common import is_ordinary
from memorist.nodes.language.name_lists import given_names, known_places
from memorist.nodes.language.words import without_ending
from memorist.nodes.matching.names import claim_ends
from memorist.nodes.reading.gate.verdict import GateVerdict

NOT_LEARNED = "not learned"
_NO_TEXT = frozenset(
    {"kind", "role", "at", "id", "session_id", "agent_id", "user_id", "speaker", "type", "severity", "replaces"}
)
"""Fields of inputs that say nothing: who speaks, when, which."""
_NAMES = frozenset({"title", "path", "name", "reference", "about", "about_agent", "procedure"})
"""Fields that name something: of these only the forgotten words go."""
_CORE = frozenset({"content", "text", "question", "answer", "body", "turns", "events", "instruction"})
"""Fields without which nothing is left of an input, or of a part of one."""


def without_forgotten(
    given: Mapping[str, Any], tombstones: Tombstones, scope: Scope
) -> tuple[dict[str, Any] | None, list[Refusal]]:
    """An input of any kind without the sentences that say what was forgotten; null when nothing of it is left.

    All of its texts are looked at, however deep: words, names, titles, paths, attributes of events.
    """
    found: list[Refusal] = []
    if not tombstones.entries:
        return dict(given), found
    left = _left_of(dict(given), "", tombstones, scope, found)
    return (dict(given) if not found else left), found


def _left_of(value: Any, field: str, tombstones: Tombstones, scope: Scope, found: list[Refusal]) -> Any:
    """Return the rest of a value; null if nothing is left of one that had words."""
    match value:
        case str() if field not in _NO_TEXT:
            mentions = tombstones.mentions(value, scope, ordinary=is_ordinary, known=is_known)
            found += (mention.refusal for mention in mentions)
            return (
                _without(value, ((m.start, m.end) for m in mentions), WITHHELD)
                if field in _NAMES
                else cut(value, mentions)
            )
        case Mapping():
            whole = cast("Mapping[str, Any]", value)
            left = {key: _left_of(each, key, tombstones, scope, found) for key, each in whole.items()}
            gone = {key for key, each in left.items() if each is None and whole[key] is not None}
            if gone & _CORE and not (left.get("content") or left.get("annotations")):
                return None
            return {key: each for key, each in left.items() if key not in gone}
        case list() | tuple():
            parts = [_left_of(each, field, tombstones, scope, found) for each in cast("Sequence[Any]", value)]
            left = [each for each in parts if each is not None]
            return left if left or not parts else None
        case _:
            return value


def cut(text: str, mentions: Sequence[ForgottenMention]) -> str | None:
    """A text without the sentences that these stand in; null when nothing but punctuation is left."""
    if not mentions:
        return text
    left = _without(text, (sentence_around(text, mention.start, mention.end) for mention in mentions)).strip()
    return left if any(each.isalnum() for each in left) else None


def _without(text: str, stretches: Iterable[tuple[int, int]], instead: str = "") -> str:
    """A text with ``instead`` in the place of each stretch; they come in order, and may overlap."""
    pieces: list[str] = []
    done = 0
    for start, end in stretches:
        if start >= done:
            pieces += [text[done:start], instead]
        done = max(done, end)
    return "".join((*pieces, text[done:]))


def judge_forgotten(
    drafts: Sequence[Draft], vectors: Sequence[Vector], tombstones: Tombstones, *, episode: RawEpisode, embedder: str
) -> tuple[dict[int, Refusal], Refusal | None]:
    """Refusals of drafts, by place, that would have been merged into something forgotten; and of the whole input.

    An input with exactly the words of a forgotten one is refused with all of its drafts, even if nothing was read in
    it: storing its words would undo the forgetting.
    """
    if not tombstones.entries:
        return {}, None
    whole = tombstones.refuses(ids=(episode.id,), text=episode.content, scope=episode.scope)
    if whole is not None:
        return dict.fromkeys(range(len(drafts)), whole), whole
    judged = {
        place: _judge(draft, vector, tombstones, episode.scope, embedder)
        for place, (draft, vector) in enumerate(zip(drafts, vectors, strict=True))
    }
    return {place: refusal for place, refusal in judged.items() if refusal is not None}, None


def _judge(draft: Draft, vector: Vector, tombstones: Tombstones, scope: Scope, embedder: str) -> Refusal | None:
    owner = owner_of(draft, scope)
    refused = tombstones.refuses(
        claim=draft.claim,
        scope=owner,
        text=draft.content,
        type_=draft.type,
        spoken_of=(*draft.entities, *claim_ends(draft.claim)),
        vector=vector,
        embedder=embedder,
    )
    said = tombstones.mentions(draft.content, owner, ordinary=is_ordinary, known=is_known)
    return refused or next((mention.refusal for mention in said), None)


def withheld(episode: RawEpisode, refused: Sequence[Draft], *, whole: bool) -> RawEpisode:
    """The raw input without the sentences that refused drafts rest on; without any words where these are not found."""
    text, files = episode.content, ()
    for quote in dict.fromkeys(draft.quote for draft in refused):
        start = text.find(quote) if quote else -1
        if whole or start < 0:
            return episode.model_copy(update={"content": WITHHELD, "name": WITHHELD, "files": files})
        first, end = sentence_around(text, start, start + len(quote))
        text = f"{text[:first]}{text[end:]}".strip()
    left = text if any(each.isalnum() for each in text) else WITHHELD
    return episode.model_copy(update={"content": left, "files": files})


@lru_cache(maxsize=8192)
def is_known(word: str) -> bool:
    """Return true if a word, in small letters, is an everyday one, with or without its ending, or a known name."""
    bases = {word, without_ending(word), f"{without_ending(word)}e"}
    return any(is_ordinary(base) for base in bases) or any(word in names for names in (*given_names(), *known_places()))


def notice_of(refusals: Sequence[Refusal]) -> list[str]:
    """Notices for the caller, one for each different reason."""
    return [f"{NOT_LEARNED}: {reason}" for reason in dict.fromkeys(refusal.reason for refusal in refusals)]


def verdict_of(notices: Sequence[str]) -> GateVerdict:
    """The verdict on an input of which nothing is left; of ``notices`` those of :func:`notice_of` say why."""
    why = (notice for notice in notices if notice.startswith(NOT_LEARNED))
    return GateVerdict(action="skip", category="forgotten", reason="; ".join(why))
