"""The memory that a draft becomes, by what was decided about it."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.concern import concerns_others
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.memory import (
    MAX_QUOTE_CHARS,
    TRUST_OF_SOURCE,
    Lineage,
    Memory,
    Quote,
    Source,
    memory_id,
)
from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import REPORTED, parse_memory
from memorist.memory_store.domain.visibility import (
    CONFIDED,
    PERSONAL,
    PERSONAL_DOCUMENT,
    TEAM,
    is_own,
    is_personal_input,
    rests_on_himself,
)
from memorist.nodes.draft import BY_PEOPLE, Draft, owner_of
from memorist.nodes.reading.announcing import reports
from memorist.nodes.reading.passed_on import split
from memorist.nodes.recording.decided import DecidedInput
from memorist.nodes.recording.decision import DraftDecision


def new_memory(decided: DecidedInput, decision: DraftDecision, ended: Mapping[int, DraftDecision]) -> Memory:
    """The memory with its status and its end; ``ended`` has the decision that each draft ends by, of those that do."""
    draft = decided.drafts[decision.draft]
    episode = decided.episode
    ended_by = ended.get(decision.draft)
    status = Status.CONFIRMED if draft.by_user or draft.forced else Status.STAGED
    ending: dict[str, Any] = {}
    if decision.action == "contest":
        status = Status.CONTESTED
    elif decision.action == "yield" or ended_by is not None:
        status = Status.SUPERSEDED
        end = decided.drafts[ended_by.draft].valid_from if ended_by else _began_later(decided, decision)
        until = min(end, draft.valid_until) if draft.valid_until else end
        ending = {"expired_at": decided.at, "valid_until": max(until, draft.valid_from)}
    return parse_memory(
        {
            "type": draft.type,
            "id": memory_id(episode.scope.group_id, draft.type, draft.content, _origin(decided, decision.draft)),
            "scope": owner_of(draft, episode.scope).model_dump(),
            "content": draft.content,
            "summary": draft.summary,
            "status": status,
            "confidence": draft.confidence,
            "source": draft.source,
            "trust": TRUST_OF_SOURCE[draft.source],
            "created_at": decided.at,
            "valid_from": draft.valid_from,
            "valid_until": draft.valid_until,
            "valid_until_condition": draft.valid_until_condition,
            "claim": draft.claim.model_dump() if draft.claim else None,
            "entities": draft.entities,
            "source_episode_ids": (episode.id,),
            "lineage": Lineage(original_source_ids=(episode.id,)).model_dump(),
            "domain": draft.domain,
            "technology": draft.technology,
            "tags": _tags(draft, decided.episode),
            "extraction_method": draft.method,
            "extracted_by": draft.extracted_by,
            "quotes": quotes_of(draft, episode.id),
            "flagged": decision.flag,
            "beside": (decision.beside,) if decision.beside else (),
            **draft.details,
            **ending,
        }
    )


def _origin(decided: DecidedInput, place: int) -> list[str]:
    """Return the origin of a memory: its episode, and its claim where an earlier draft has the same content."""
    draft = decided.drafts[place]
    same = any((other.type, other.content) == (draft.type, draft.content) for other in decided.drafts[:place])
    claimed = draft.claim.identity() if same and draft.claim is not None else ()
    return [decided.episode.id, *claimed]


def _began_later(decided: DecidedInput, decision: DraftDecision) -> datetime:
    """Return the end of a draft that yields: at once, or when the memory that it yields to began, if that was later."""
    begun = decided.drafts[decision.draft].valid_from
    return max(begun, decided.stored[str(decision.target)].valid_from)


def _tags(draft: Draft, episode: RawEpisode) -> tuple[str, ...]:
    """Return the draft's tags, and those of personal statements, of confided ones and of reports."""
    told = draft.quote or draft.content
    if draft.source in BY_PEOPLE:
        personal = _is_private(draft, episode)
    else:  # a file of instructions speaks to everybody, whatever it says of "me"
        personal = draft.source is not Source.IMPORTED and _is_of_the_owner(told, episode)
    reported = draft.source in BY_PEOPLE and _is_reported(told, episode)
    of_statement = ((PERSONAL, personal), (CONFIDED, is_confided(draft, episode)), (REPORTED, reported))
    return tuple(dict.fromkeys((*draft.tags, *(tag for tag, holds in of_statement if holds))))


def is_confided(draft: Draft, episode: RawEpisode) -> bool:
    """Return true if a draft rests on a sentence that its speaker wants nobody to be told."""
    return _stands_in(draft.quote or draft.content, episode, episode.confided)


def _is_reported(told: str, episode: RawEpisode) -> bool:
    """Return true if a statement is a report, or may belong to a text that was passed on before it."""
    return reports(told) or split(episode.content).may_be_passed_on(max(0, episode.content.find(told)))


def _is_private(draft: Draft, episode: RawEpisode) -> bool:
    """Return true if a draft is a statement of its speaker about themselves, or rests on a sentence that is their own
    affair."""
    told = draft.quote or draft.content
    if episode.private is None:
        return _is_of_himself(draft, episode) and not concerns_others(told)
    if _stands_in(told, episode, episode.sensitive):
        return True
    subject = draft.claim.subject if draft.claim is not None else None
    if subject is not None and (subject in TEAM or is_own(draft.content, subject=subject)):
        return subject not in TEAM
    return _stands_in(told, episode, episode.private)


def _stands_in(told: str, episode: RawEpisode, places: Collection[int] | None) -> bool:
    """Return true if what is told stands in one of the sentences at these places."""
    return any(
        place in (places or ()) and (told in sentence or sentence in told)
        for place, sentence in enumerate(sentences_in(episode.content))
    )


def _is_of_himself(draft: Draft, episode: RawEpisode) -> bool:
    subject = draft.claim.subject if draft.claim is not None else None
    rests = rests_on_himself(draft.content, draft.quote, episode.content, episode.description)
    return is_own(draft.content, subject=subject) or (subject is None and rests)


def _is_of_the_owner(told: str, episode: RawEpisode) -> bool:
    """Return whether a statement of a document is about the person whose document it is; a note of an agent, about the
    person whom it serves."""
    kind, owner = episode.description, episode.scope.user_id
    if kind == "observation":
        return owner is not None and bool(episode.private)
    if owner is None or kind not in {"document", PERSONAL_DOCUMENT}:
        return False
    return is_personal_input(told, kind, owner)


def quotes_of(draft: Draft, episode_id: str) -> tuple[Quote, ...]:
    return (Quote(episode_id=episode_id, text=draft.quote[:MAX_QUOTE_CHARS]),) if draft.quote else ()
