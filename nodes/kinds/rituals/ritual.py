"""Rituals: a plan holds until the end of the person's day; a summary tells how it went and what holds from now on."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.memory import Source
from memorist.memory_store.store import Store
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.framing import Frame, as_said, distinct, draft_of, episode_of
from memorist.nodes.kinds.interface import Completion, InputKind, Readings
from memorist.nodes.kinds.rituals.carry_over import carry_over
from memorist.nodes.kinds.rituals.plans import PLANS, day_name, end_of_day, goals_in, is_plan, plan_draft
from memorist.nodes.kinds.rituals.reached import DECIDING, DONE, NOT_DONE, outcome_told
from memorist.nodes.kinds.wording import sentence, sentences_of, tidy
from memorist.nodes.kinds.work_inputs import Ritual
from memorist.nodes.reading.reader import Passage, Proposal

DECIDED = 1.0
METHOD = "ritual"
LASTING = frozenset(
    {"semantic:preference", "semantic:policy", "semantic:hard_rule", "semantic:decision", "model:self", "procedural"}
)
"""Types of statements that outlast the day on which they are said, also in a morning's plan."""
_KEPT_AS_READ = frozenset({"semantic:hard_rule", "procedural"})


class RitualKind(InputKind[Ritual]):
    """The user's turns are read; what the assistant proposes is no plan."""

    kept_because = "the plan or the summary of a day"

    def passages(self, item: Ritual) -> tuple[Passage, ...]:
        """Each turn of the user."""
        return tuple(Passage(key=key, text=text) for key, text in _user_turns(item))

    def drafts(self, item: Ritual, *, said_at: datetime, readings: Readings, agent: str | None = None) -> list[Draft]:
        """The episode, then what is planned for today or decided from now on."""
        frame = Frame(Source.USER_STATED, said_at, METHOD, readings.read_by, by_user=True)
        said = [
            (one, [p for p in readings.of(key) if _rests_on(p, one)])
            for key, text in _user_turns(item)
            for one in map(tidy, sentences_of(text))
        ]
        step = _morning if item.ritual == "morning" else _evening
        found = distinct(draft for one, read in said for draft in step(one, read, frame))
        told = [one for one, _ in said]
        if item.ritual == "morning":
            told = [draft.claim.object for draft in found if draft.claim and draft.claim.predicate == PLANS]
        return [_episode(item, told, frame), *found]

    async def complete(
        self, item: Ritual, drafts: Sequence[Draft], episode: RawEpisode, store: Store, zone: tzinfo
    ) -> Completion:
        """Carry over what was planned and is not done."""
        said = [one for _, text in _user_turns(item) for one in map(tidy, sentences_of(text))]
        return await carry_over(item.ritual, said, drafts, episode, store, zone)


def _user_turns(item: Ritual) -> list[tuple[str, str]]:
    return [(f"turn:{n}", turn.content) for n, turn in enumerate(item.turns) if turn.role == "user"]


def _rests_on(proposal: Proposal, said: str) -> bool:
    """Return true if a proposal was read from this sentence, or from words that contain it."""
    quote = tidy(proposal.quote)
    return quote in said or said.rstrip(".!") in quote


def _morning(said: str, read: Sequence[Proposal], frame: Frame) -> Iterator[Draft]:
    """Plans end with the day; what is said of today only is a plan, also if it reads like a decision."""
    zone = _zone(frame)
    until = end_of_day(frame.said_at, zone)
    plans = [one for one in read if one.claim and one.claim.predicate == PLANS]
    lasting = [one for one in read if one.type in LASTING and one not in plans]
    planned = is_plan(said)
    if lasting and not (planned and "today" in said.lower()):
        yield from (draft_of(one, frame) for one in lasting)
    elif planned and not plans:
        for goal in goals_in(said):
            yield plan_draft(goal, frame.said_at, zone, until=until, extracted_by=frame.read_by)
    elif not plans:
        yield from (draft_of(one, frame) for one in read)
    for one in plans:
        assert one.claim is not None
        ends = one.valid_until if one.valid_until and one.valid_until > frame.said_at else until
        rests = {"method": one.method, "extracted_by": frame.read_by, "quote": one.quote}
        yield plan_draft(one.claim.object, frame.said_at, zone, until=ends, **rests)


def _evening(said: str, read: Sequence[Proposal], frame: Frame) -> Iterator[Draft]:
    """A correction or decision holds from now on and is certain; how the day went is told in the episode."""
    if NOT_DONE.search(said):
        return
    marked = DECIDING.match(said)
    deciding = [one for one in read if marked or one.corrects or one.type == "semantic:decision" or one.replaces]
    certain = replace(frame, least=DECIDED)
    for one in deciding:
        if one.type in _KEPT_AS_READ or one.hypothetical:
            yield draft_of(one, certain)
        else:
            reasoning = {"reasoning": why} if (why := one.details.get("reasoning")) else {}
            content = sentence(one.content)
            yield draft_of(one, certain, type="semantic:decision", content=content, details=reasoning)
    if marked and not deciding:
        yield as_said(said[marked.end() :], frame, DECIDED, type="semantic:decision")
    elif not marked and not DONE.search(said):
        yield from (draft_of(one, frame) for one in read if one not in deciding)


def _episode(item: Ritual, told: Sequence[str], frame: Frame) -> Draft:
    name = "Morning plan" if item.ritual == "morning" else "Evening summary"
    body = "; ".join(one.rstrip(".!") for one in told)
    if item.ritual == "morning" and body:
        body = f"planned: {body}"
    details = {
        "participants": (item.who(), "agent"),
        "outcome": outcome_told(" ".join(told)) if item.ritual == "evening" else "unknown",
        "kind": "ritual",
    }
    named = f"{name} of {day_name(frame.said_at, _zone(frame))}"
    return episode_of(f"{named}: {body}" if body else named, frame, details, domain=None)


def _zone(frame: Frame) -> tzinfo:
    """The speaker's zone. Raises ``ValueError`` for a moment without one."""
    if frame.said_at.tzinfo is None:
        raise ValueError("said_at needs a zone")
    return frame.said_at.tzinfo
