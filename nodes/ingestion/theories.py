"""Theories about a person: what he seems to prefer, with what speaks for it and against it.

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
from memorist.nodes.ingestion.draft import Draft, DraftLink
from memorist.nodes.ingestion.looked_up import LookedUp
from memorist.nodes.language.shipped import shipped

FIRST = 0.6
FOR = 0.2
AGAINST = 0.1
LEAST = 0.05
REFINED = 0.9
THEORY = "theory"
_ONLY = re.compile(r"\b(?:only|just)\s+(?P<where>(?:for|in|when|with|inside|where)\s+[^.;!?\n]{3,80})", re.IGNORECASE)


@dataclass(frozen=True)
class Shown:
    """One option of a choice, as somebody's work showed it."""

    choice: str
    option: str


@lru_cache(maxsize=1)
def _choices() -> dict[str, dict[str, re.Pattern[str]]]:
    data: Mapping[str, Mapping[str, Sequence[str]]] = shipped(__name__, "choices.yaml")
    return {
        choice: {
            option: re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?:s|es)?(?![\w-])", re.IGNORECASE)
            for option, words in options.items()
        }
        for choice, options in data.items()
    }


def shown_in(text: str) -> tuple[Shown, ...]:
    """Which options a text shows; where it shows two of one choice, it shows neither."""
    return tuple(
        Shown(choice, found[0])
        for choice, options in _choices().items()
        if len(found := [option for option, shape in options.items() if shape.search(text)]) == 1
    )


def judge_theories(
    drafts: Sequence[Draft], work: Mapping[int, str], theories: Sequence[Memory], at: datetime
) -> LookedUp:
    """Theories that the person's own ``work`` supports or weakens: texts by the place of their episode."""
    found = LookedUp(list(drafts), former=list(theories))
    confidence = {memory.id: memory.confidence for memory in theories}
    fresh: dict[str, int] = {}
    for place, text in work.items():
        for shown in shown_in(text):
            theory = next((m for m in theories if f"choice:{shown.choice}" in m.tags), None)
            if theory is None:
                if shown.choice not in fresh:
                    fresh[shown.choice] = len(found.drafts)
                    found.drafts.append(_theory(shown, place, at))
                continue
            fits = theory.claim is not None and theory.claim.object == shown.option
            before = confidence[theory.id]
            confidence[theory.id] = before + FOR * (1 - before) if fits else max(LEAST, before - AGAINST)
            edge = EdgeType.PROVES if fits else EdgeType.CONTRADICTS
            link = DraftLink(type=edge, memory_id=theory.id, reason=f"{shown.option} seen")
            found.drafts[place] = found.drafts[place].model_copy(update={"links": (*found.drafts[place].links, link)})
    found.updates = [
        Update(
            memory_id=m.id,
            revision=m.revision,
            before={"confidence": m.confidence},
            after={"confidence": round(confidence[m.id], 6)},
            reason="work was seen that fits" if confidence[m.id] > m.confidence else "work was seen that does not fit",
        )
        for m in theories
        if confidence[m.id] != m.confidence
    ]
    return found


def _theory(shown: Shown, place: int, at: datetime, **more: Any) -> Draft:
    values: dict[str, Any] = {
        "content": f"User prefers {shown.option}",
        "confidence": FIRST,
        "source": Source.INFERENCE,
        "links": (DraftLink(type=EdgeType.PROVES, draft=place, incoming=True, reason=f"{shown.option} seen"),),
        **more,
    }
    return Draft(
        type="semantic:preference",
        claim=Claim(subject="user", predicate="prefers", object=shown.option),
        method="theory",
        valid_from=at,
        tags=(THEORY, f"choice:{shown.choice}"),
        **values,
    )


def judge_refinement(
    drafts: Sequence[Draft], words: str, answer: str, theories: Sequence[Memory], at: datetime
) -> LookedUp:
    """ "Only for error boundaries", said of what spoke against a theory, makes a more exact theory of it."""
    found = LookedUp(list(drafts), former=list(theories))
    only = _ONLY.search(answer)
    for shown in _all_shown(words) if only else ():
        theory = next((m for m in theories if f"choice:{shown.choice}" in m.tags and m.claim), None)
        if theory is None or theory.claim is None or only is None or theory.claim.object == shown.option:
            continue
        where = " ".join(only["where"].split())
        refined = _theory(
            Shown(shown.choice, theory.claim.object),
            0,
            at,
            content=f"User prefers {theory.claim.object}; {shown.option} only {where}",
            confidence=REFINED,
            source=Source.USER_STATED,
            by_user=True,
            ends=(theory.id,),
            why_ends="the user says when it does not hold",
            links=(DraftLink(type=EdgeType.DERIVED_FROM, memory_id=theory.id, reason="refined by the user"),),
        )
        claim = theory.claim.model_copy(update={"qualifier": f"except {where}"})
        found.drafts.append(refined.model_copy(update={"claim": claim}))
        break
    return found


def _all_shown(words: str) -> Iterator[Shown]:
    for choice, options in _choices().items():
        for option, shape in options.items():
            if shape.search(words):
                yield Shown(choice, option)


async def theories_of(episode: RawEpisode, store: Store) -> list[Memory]:
    """The theories about the person who is seen: one statement."""
    key = subject_key(Claim(subject="user", predicate="prefers", object="x"))
    found = await store.comparable(episode.scope, subjects=[key], claims=(), conditions=(), vectors={})
    return [m for m in (each.memory for each in found) if THEORY in m.tags and m.scope.user_id == episode.scope.user_id]


async def look_up_theories(
    drafts: Sequence[Draft], work: Mapping[int, str], episode: RawEpisode, store: Store
) -> LookedUp:
    """Work that shows no option asks for nothing."""
    if not any(shown_in(text) for text in work.values()):
        return LookedUp(list(drafts))
    return judge_theories(drafts, work, await theories_of(episode, store), episode.at)


async def look_up_refinement(
    drafts: Sequence[Draft], question: str, answer: str, episode: RawEpisode, store: Store
) -> LookedUp:
    """An answer that narrows nothing asks for nothing."""
    words = f"{question} {answer}"
    if not _ONLY.search(answer) or not any(_all_shown(words)):
        return LookedUp(list(drafts))
    return judge_refinement(drafts, words, answer, await theories_of(episode, store), episode.at)
