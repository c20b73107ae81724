"""Theories about a person: what they seem to prefer, with what speaks for it and against it.

A theory begins at .6; what fits takes a fifth of the way to certainty, what does not costs .1; what the person says of
it himself refines it, at .9.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from memorist.memory_store.domain.change_set import Update
from memorist.memory_store.domain.claim import Claim, subject_key
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.memory import Memory, Source
from memorist.memory_store.store import Store
from memorist.nodes.draft import Draft, DraftLink
from memorist.nodes.kinds.interface import Completion
from memorist.nodes.language.shipped import shipped

FIRST = 0.6
FOR = 0.2
AGAINST = 0.1
LEAST = 0.05
REFINED = 0.9
THEORY = "theory"
_ONLY = re.compile(r"\b(?:only|just)\s+(?P<where>(?:for|in|when|with|inside|where)\s+[^.;!?\n]{3,80})", re.IGNORECASE)


@dataclass(frozen=True)
class Option:
    """One option of a choice, as somebody's work or words name it."""

    choice: str
    name: str


@lru_cache(maxsize=1)
def _choices() -> dict[Option, re.Pattern[str]]:
    data: Mapping[str, Mapping[str, Sequence[str]]] = shipped(__name__, "choices.yaml")
    return {
        Option(choice, name): re.compile(
            rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?:s|es)?(?![\w-])", re.IGNORECASE
        )
        for choice, options in data.items()
        for name, words in options.items()
    }


def options_in(text: str) -> list[Option]:
    """Every option that a text names."""
    return [option for option, shape in _choices().items() if shape.search(text)]


def shown_in(text: str) -> list[Option]:
    """The options that work shows; where it shows two of one choice, it shows neither."""
    named = options_in(text)
    return [one for one in named if sum(other.choice == one.choice for other in named) == 1]


def judge_theories(
    drafts: Sequence[Draft], work: Mapping[int, str], theories: Sequence[Memory], at: datetime
) -> Completion:
    """Theories that the person's own ``work`` supports or weakens: texts by the place of their episode."""
    found = Completion(list(drafts), former=list(theories))
    confidence = {memory.id: memory.confidence for memory in theories}
    fresh: set[str] = set()
    for place, option in ((place, option) for place, text in work.items() for option in shown_in(text)):
        theory = _theory_of(option, theories)
        if theory is None and option.choice not in fresh:
            fresh.add(option.choice)
            found.drafts.append(_theory(option, place, at))
        if theory is None:
            continue
        fits = theory.claim is not None and theory.claim.object == option.name
        before = confidence[theory.id]
        confidence[theory.id] = before + FOR * (1 - before) if fits else max(LEAST, before - AGAINST)
        edge = EdgeType.PROVES if fits else EdgeType.CONTRADICTS
        link = DraftLink(type=edge, memory_id=theory.id, reason=f"{option.name} seen")
        found.drafts[place] = found.drafts[place].model_copy(update={"links": (*found.drafts[place].links, link)})
    found.updates = [_to(m, confidence[m.id]) for m in theories if confidence[m.id] != m.confidence]
    return found


def _theory_of(option: Option, theories: Sequence[Memory]) -> Memory | None:
    return next((m for m in theories if f"choice:{option.choice}" in m.tags), None)


def _to(theory: Memory, confidence: float) -> Update:
    fits = "fits" if confidence > theory.confidence else "does not fit"
    return Update.of(theory, {"confidence": round(confidence, 6)}, f"work was seen that {fits}")


def _theory(option: Option, place: int, at: datetime, **changes: Any) -> Draft:
    values: dict[str, Any] = {
        "content": f"User prefers {option.name}",
        "claim": Claim(subject="user", predicate="prefers", object=option.name),
        "confidence": FIRST,
        "source": Source.INFERENCE,
        "links": (DraftLink(type=EdgeType.PROVES, draft=place, incoming=True, reason=f"{option.name} seen"),),
        **changes,
    }
    tags = (THEORY, f"choice:{option.choice}")
    return Draft(type="semantic:preference", method="theory", valid_from=at, tags=tags, **values)


def refined_theories(words: str, answer: str, theories: Sequence[Memory], at: datetime) -> Iterator[Draft]:
    """ "Only for error boundaries", said of what spoke against a theory, makes a more exact theory of it."""
    only = _ONLY.search(answer)
    for option in options_in(f"{words} {answer}") if only else ():
        theory = _theory_of(option, theories)
        if only is None or theory is None or theory.claim is None or theory.claim.object == option.name:
            continue
        where = " ".join(only["where"].split())
        preferred = theory.claim.object
        yield _theory(
            Option(option.choice, preferred),
            0,
            at,
            content=f"User prefers {preferred}; {option.name} only {where}",
            claim=theory.claim.model_copy(update={"qualifier": f"except {where}"}),
            confidence=REFINED,
            source=Source.USER_STATED,
            by_user=True,
            ends=(theory.id,),
            why_ends="the user says when it does not hold",
            links=(DraftLink(type=EdgeType.DERIVED_FROM, memory_id=theory.id, reason="refined by the user"),),
        )
        return


async def compare_theories(
    drafts: Sequence[Draft], work: Mapping[int, str], episode: RawEpisode, store: Store
) -> Completion:
    """Compare work with the theories about the person; work that shows no option costs no statement."""
    if not any(shown_in(text) for text in work.values()):
        return Completion(list(drafts))
    return judge_theories(drafts, work, await _stored(episode, store), episode.at)


async def refine_theories(
    drafts: Sequence[Draft], words: str, answer: str, episode: RawEpisode, store: Store
) -> Completion:
    """Refine a theory by an answer; one that narrows nothing costs no statement."""
    if not _ONLY.search(answer) or not options_in(f"{words} {answer}"):
        return Completion(list(drafts))
    theories = await _stored(episode, store)
    return Completion([*drafts, *refined_theories(words, answer, theories, episode.at)], former=theories)


async def _stored(episode: RawEpisode, store: Store) -> list[Memory]:
    """The theories about the person who is seen: one statement."""
    key = subject_key(Claim(subject="user", predicate="prefers", object="x"))
    found = await store.memories.comparable(episode.scope, subjects=[key])
    return [m for m in (each.memory for each in found) if THEORY in m.tags and m.scope.user_id == episode.scope.user_id]
