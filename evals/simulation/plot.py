"""The simulated months: inputs day by day, and the truth at each day's end. Same seed, same plot."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from memorist.evals.simulation.team import Spoken, Team, TeamProcedure, Topic

BEGINNING = datetime(2026, 2, 2, tzinfo=UTC)
"""A Monday."""
MORNING, EVENING = 8, 18
"""The hours between which the team works."""
LEAD = 0.1
"""The share of the days in which every topic is settled for the first time."""
SWITCHES_PER_TOPIC = 2
"""Mean number of times that a topic changes hands over the whole time."""

HARD_RULE = {"kind": "manual", "type": "semantic:hard_rule", "severity": "block"}

SHARES: dict[str, float] = {
    "small": 0.30,
    "asks": 0.16,
    "opinion": 0.12,
    "again": 0.18,
    "work": 0.14,
    "outcome": 0.07,
    "prefers": 0.03,
}
"""Mix of a day, besides what is planned."""


@dataclass(frozen=True)
class Day:
    """One day: its inputs in order of time, and what each topic uses when it ends."""

    number: int
    inputs: tuple[dict[str, Any], ...]
    ends: datetime
    in_use: dict[str, str]


class Plot:
    """Makes the days one after the other; the choice of everything comes from one seed."""

    def __init__(self, team: Team, *, days: int, events: int, seed: int) -> None:
        self.team = team
        self.days = days
        self.events = events
        self._rng = Random(seed)
        self._in_use: dict[str, str] = {}
        self._forbidden: list[str] = []
        self._known: list[TeamProcedure] = []
        self._planned = self._plan()

    def __iter__(self) -> Iterator[Day]:
        for number in range(self.days):
            starts = BEGINNING + timedelta(days=number)
            planned = self._planned.get(number, [])
            ordinary = self.events * (number + 1) // self.days - self.events * number // self.days - len(planned)
            drawn = self._rng.choices([*SHARES], [*SHARES.values()], k=max(0, ordinary))
            kinds = [*planned, *((kind, None) for kind in drawn)]
            self._rng.shuffle(kinds)
            span = timedelta(hours=EVENING - MORNING)
            moments = sorted(starts + timedelta(hours=MORNING) + span * self._rng.random() for _ in kinds)
            inputs = [self._input(kind, about, at) for (kind, about), at in zip(kinds, moments, strict=True)]
            yield Day(number + 1, tuple(i for i in inputs if i), starts + timedelta(hours=EVENING), {**self._in_use})

    def _plan(self) -> dict[int, list[tuple[str, Any]]]:
        """On which day what must happen: first uses, switches, rules, procedures."""
        rng, planned = self._rng, dict[int, list[tuple[str, Any]]]()

        def on(day: int, kind: str, about: Any) -> None:
            planned.setdefault(min(day, self.days - 1), []).append((kind, about))

        lead = max(1, round(self.days * LEAD))
        for topic in self.team.topics:
            first = rng.randrange(lead)
            on(first, "begins", topic)
            for _ in range(rng.randint(0, 2 * SWITCHES_PER_TOPIC)):
                on(rng.randrange(lead, max(lead + 1, self.days)), "switches", topic)
        for rule in self.team.rules:
            on(rng.randrange(self.days), "rule", rule)
        for procedure in self.team.procedures:
            on(rng.randrange(lead), "procedure", procedure)
        for _ in range(max(1, self.days // 20)):
            on(rng.randrange(self.days), "forbids", rng.choice(self.team.topics))
        return planned

    def _input(self, kind: str, about: Any, at: datetime) -> dict[str, Any]:
        """One input, and what it changes in the world; empty where it makes no sense on that day."""
        agent = self._rng.choice(self.team.agents)
        human = self._rng.choice(self.team.humans)
        who = {"at": at.isoformat(), "agent_id": agent, "user_id": human, "session_id": f"{at:%m%d}_{agent}_{human}"}
        match kind:
            case "rule":
                return {**HARD_RULE, **about.model_dump(), **who}
            case "procedure":
                self._known.append(about)
                return {"kind": "manual", "type": "procedural", "content": about.content, **who}
            case "forbids":
                return self._forbids(about, who)
            case "begins" | "switches":
                return self._settled(about, who)
            case "outcome" if self._known:
                procedure = self._rng.choice(self._known)
                succeeded = self._rng.random() < 0.9
                return {"kind": "procedure_outcome", "procedure": procedure.name, "succeeded": succeeded, **who}
            case _:
                return self._talk("small" if kind == "outcome" else kind, at, who)

    def _settled(self, topic: Topic, who: dict[str, Any]) -> dict[str, Any]:
        """A topic gets something to use: for the first time, or something else than before."""
        old = self._in_use.get(topic.topic)
        free = [thing for thing in topic.things if thing != old and thing not in self._forbidden]
        new = self._rng.choice(free or [thing for thing in topic.things if thing != old])
        self._in_use[topic.topic] = new
        if old is None:
            return self._turn(self._said("begins", new=new, topic=topic.topic), who)
        reason = self._rng.choice(self.team.reasons)
        return self._turn(self._said("switches", new=new, old=old, topic=topic.topic, reason=reason), who)

    def _forbids(self, topic: Topic, who: dict[str, Any]) -> dict[str, Any]:
        """Something that nobody uses is forbidden; two things of a topic always stay allowed."""
        free = [t for t in topic.things if t != self._in_use.get(topic.topic) and t not in self._forbidden]
        if len(free) < 2:
            return {}
        thing = self._rng.choice(free)
        self._forbidden.append(thing)
        return {**HARD_RULE, "content": self._said("forbids", thing=thing), **who}

    def _talk(self, kind: str, at: datetime, who: dict[str, Any]) -> dict[str, Any]:
        settled = [topic for topic in self.team.topics if topic.topic in self._in_use]
        if not settled:
            return self._turn(self._rng.choice(self.team.says["small"]), who)
        topic = self._rng.choice(settled)
        new = self._in_use[topic.topic]
        if kind == "work":
            return self._work(topic.topic, new, at, who)
        other = self._rng.choice([thing for thing in topic.things if thing != new])
        spoken: Spoken = next(name for name in self.team.says if name == kind)
        role = "assistant" if kind == "opinion" else "user"
        return self._turn(self._said(spoken, new=new, thing=new, other=other, topic=topic.topic), who, role=role)

    def _work(self, topic: str, new: str, at: datetime, who: dict[str, Any]) -> dict[str, Any]:
        work, told = self._rng.choice(self.team.work), {"topic": topic, "new": new}
        steps = (("task.start", work.title, 40), ("file.edit", work.edit, 20), ("task.done", work.done, 0))
        events = [
            {"time": (at - timedelta(minutes=before)).isoformat(), "name": name, "body": body.format(**told)}
            for name, body, before in steps
        ]
        return {"kind": "observation", "title": work.title.format(**told), "events": events, **who}

    def _said(self, kind: Spoken, **told: str) -> str:
        return self._rng.choice(self.team.says[kind]).format(**told)

    @staticmethod
    def _turn(content: str, who: dict[str, Any], *, role: str = "user") -> dict[str, Any]:
        return {"kind": "turn", "role": role, "content": content, **who}
