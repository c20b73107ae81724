"""Observation batches: each activity becomes an episode, with the facts, switches, issues and procedures it shows.

An assistant's words are part of what happened; they are never a fact.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.memory import Source
from memorist.memory_store.store import Store
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.events import Event, ObservationBatch
from memorist.nodes.kinds.framing import Frame, draft_of
from memorist.nodes.kinds.interface import Completion, InputKind, Readings
from memorist.nodes.kinds.observations.activities import (
    EventGroup,
    activities_of,
    author_of,
    is_oneself,
)
from memorist.nodes.kinds.observations.episode import Story
from memorist.nodes.kinds.observations.review import review_drafts, review_in
from memorist.nodes.kinds.observations.shown import METHOD, Shown
from memorist.nodes.kinds.observations.switches import switches_in
from memorist.nodes.kinds.observations.theories import compare_theories
from memorist.nodes.kinds.observations.workaround import workaround_drafts, workaround_of
from memorist.nodes.kinds.wording import tidy
from memorist.nodes.reading.reader import Passage

HEARD = 0.9
"""The most that is believed of what a person wrote to others."""
OWN_WORK = frozenset({"file.edit", "vcs.commit", "task.start", "task.done", "terminal.command"})
_ANNOUNCED = re.compile(r"^(?:posts?|posted|writes|wrote|tells?|told|says|said)\b[^:]{0,60}:\s*", re.IGNORECASE)
""" "Posted in #dev: we use X"."""


class ObservationKind(InputKind[ObservationBatch]):
    """Observation: conclusions are computed from the structure of events; the person's messages to others are read."""

    kept_because = "seen while somebody worked"

    def passages(self, item: ObservationBatch) -> tuple[Passage, ...]:
        """Chat posts, and the person's own comments in reviews."""
        spoken = [(key, e) for key, e in _keyed(item) if _is_spoken(e, item.who()) and _message(e)]
        return tuple(_passage(key, event, item.who()) for key, event in spoken)

    def drafts(
        self, item: ObservationBatch, *, said_at: datetime, readings: Readings, agent: str | None = None
    ) -> list[Draft]:
        """For each activity its episode first, then what it shows; a claim that several show is drafted once."""
        drafts: list[Draft] = []
        known: set[tuple[str, ...]] = set()
        for activity in activities_of(_events(item)):
            for draft in _activity_drafts(activity, item, readings, said_at.tzinfo):
                identity = draft.claim.identity() if draft.claim else (draft.type, draft.content)
                if identity not in known:
                    known.add(identity)
                    drafts.append(draft)
        return drafts

    async def complete(
        self, item: ObservationBatch, drafts: Sequence[Draft], episode: RawEpisode, store: Store, zone: tzinfo
    ) -> Completion:
        """Work speaks for or against theories about the person."""
        return await compare_theories(drafts, work_seen(item, drafts), episode, store)


def work_seen(item: ObservationBatch, drafts: Sequence[Draft]) -> dict[int, str]:
    """Return the person's actions in each activity, by the place of its episode; without what others or tools said."""
    episodes = [n for n, draft in enumerate(drafts) if draft.type == "episodic"]
    words = ["\n".join(e.body for e in activity.own if e.name in OWN_WORK) for activity in activities_of(_events(item))]
    return dict(zip(episodes, words, strict=False))


def _activity_drafts(
    activity: EventGroup, item: ObservationBatch, readings: Readings, zone: tzinfo | None
) -> Iterator[Draft]:
    switches = switches_in(activity)
    workaround = workaround_of(activity)
    review = review_in(activity, item.who())
    shown = Shown(activity, switches)
    facts = [*shown.facts(), *(workaround_drafts(shown, workaround) if workaround else ())]
    facts += review_drafts(shown, review) if review else ()
    yield Story(activity, switches, workaround, review, item.who(), item.title).draft()
    yield from facts
    yield from (draft for draft in _read(activity, item, readings, zone) if _says_more(draft, facts))


def _read(activity: EventGroup, item: ObservationBatch, readings: Readings, zone: tzinfo | None) -> Iterator[Draft]:
    """Give what a reader found in the messages of an activity; their days are days in ``zone``."""
    for key, event in _keyed(item):
        for proposal in readings.of(key) if event in activity.events else ():
            said_at = event.time.astimezone(zone)
            yield draft_of(proposal, Frame(Source.OBSERVATION, said_at, METHOD, readings.read_by, cap=HEARD))


def _says_more(draft: Draft, facts: Sequence[Draft]) -> bool:
    """Return true if a message adds something to the ``facts`` that events showed; an issue is drafted once an
    activity."""
    claims = [fact.claim for fact in facts if fact.claim]
    if draft.claim is None:
        return not (draft.type == "procedural" and any(fact.type == "procedural" for fact in facts))
    if draft.claim.predicate == "has_issue":
        return all(claim.predicate != "has_issue" for claim in claims)
    switched = {fact.claim.topic for fact in facts if fact.claim and fact.claim.topic and fact.replaces}
    shown = {(claim.predicate, claim.object) for claim in claims}
    return draft.claim.topic not in switched and (draft.claim.predicate, draft.claim.object) not in shown


def _events(item: ObservationBatch) -> list[Event]:
    """The events, their bodies tidy."""
    return [event.model_copy(update={"body": tidy(event.body)}) for event in item.events]


def _keyed(item: ObservationBatch) -> list[tuple[str, Event]]:
    return [(f"event:{n}", event) for n, event in enumerate(_events(item))]


def _is_spoken(event: Event, person: str) -> bool:
    return event.name == "chat.post" or (event.name == "code_review.comment" and is_oneself(author_of(event), person))


def _passage(key: str, event: Event, person: str) -> Passage:
    """A message of the person who is watched, unless the event names somebody else as its author."""
    author = author_of(event)
    if not author or is_oneself(author, person):
        return Passage(key=key, text=_message(event))
    return Passage(key=key, text=_message(event), speaker=author, own_words=False)


def _message(event: Event) -> str:
    return _ANNOUNCED.sub("", event.body).strip('"“” ')
