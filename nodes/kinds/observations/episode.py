"""The story of an activity in one sentence, with how it ended and what it taught."""

from collections.abc import Sequence
from dataclasses import dataclass

from memorist.memory_store.domain.memory import Source
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.events import Event
from memorist.nodes.kinds.framing import domain_of
from memorist.nodes.kinds.observations.activities import EventGroup, attribute, packages
from memorist.nodes.kinds.observations.review import CodeReview
from memorist.nodes.kinds.observations.shown import METHOD
from memorist.nodes.kinds.observations.switches import Switch
from memorist.nodes.kinds.observations.workaround import Workaround
from memorist.nodes.kinds.wording import joined, lowered, sentence
from memorist.nodes.language.gazetteer import field_of, topic_of

_MAX_PARTS = 5
_DULL = (
    "web.visit",
    "terminal.command",
    "file.edit",
    "web.search",
    "test.run",
    "chat.post",
    "vcs.commit",
    "package.remove",
    "package.install",
)
"""Events that are left out of a long story, the dullest first."""
_CHANGING = frozenset({"package.install", "package.remove", "terminal.command"})
_SILENT = frozenset({"user.mood", "assistant.question", "assistant.answer"})


@dataclass(frozen=True)
class Story:
    """An activity with what was found in it."""

    activity: EventGroup
    switches: Sequence[Switch]
    workaround: Workaround | None
    review: CodeReview | None
    person: str
    title: str | None

    def draft(self) -> Draft:
        """The episode: a sentence, its times, its outcome, who took part and what it taught."""
        activity = self.activity
        reviewers = self.review.reviewers if self.review else ()
        names = dict.fromkeys(m.canonical for m in activity.mentions if m.field != "file")
        technology = {m.canonical for m in activity.mentions if m.kind == "entity:technology"}
        return Draft(
            type="episodic",
            content=self._content(),
            summary=self._summed_up(),
            entities=(*names, *(r for r in reviewers if r not in names)),
            confidence=1.0,
            method=METHOD,
            source=Source.OBSERVATION,
            valid_from=activity.end,  # not its begin: the outcome is part of the content
            domain=domain_of(activity.platforms, self._topic()),
            technology=tuple(n for n in names if n in technology),
            details={
                "timestamp": activity.begin,
                "duration_minutes": activity.minutes,
                "participants": (self.person, *reviewers),
                "emotional_valence": activity.valence,
                "outcome": self._outcome(),
                "lessons": self._lessons(),
                "kind": "feedback" if self.review else "work",
            },
        )

    def _outcome(self) -> str:
        """Return the outcome in words; with a workaround and no failure after it, success."""
        outcome = self.activity.outcome(pivoted=bool(self.switches))
        last = self.activity.own[-1] if self.activity.own else None
        failed = last is not None and (last.name == "error" or attribute(last, "test.outcome") == "failed")
        return "success" if self.workaround and not failed and outcome != "success_after_pivot" else outcome

    def _topic(self) -> str | None:
        if self.switches:
            return self.switches[0].topic
        if self.review:
            return "code_review"
        telling = self.activity.named("task.start", "error", "file.edit", "task.done", "vcs.commit", "chat.post")
        return next((t for e in telling if (t := topic_of(e.body))), None) or topic_of(self.activity.words)

    def _lessons(self) -> tuple[str, ...]:
        lessons: list[str] = []
        for switch in self.switches:
            field = field_of(switch.topic)
            where = f"{self.activity.framework} " if self.activity.framework else ""
            aim = f" for {where}{field.label.removeprefix('the ')}" if field else ""
            why = f" ({lowered(switch.trouble[0])})" if switch.trouble else ""
            lessons.append(f"Consider {switch.new} before {switch.old_wording}{aim}{why}")
        if self.workaround:
            lessons.append(f"{self.workaround.issue}: {'; '.join(self.workaround.steps)}")
        return (*lessons, *(self.review.lessons if self.review else ()))

    def _content(self) -> str:
        parts = self._parts()
        if self.workaround and not any("workaround" in part.lower() for part in parts):
            parts.append(f"workaround: {self.workaround.told}")
        if len(parts) == 1 and not self.review and not self.title:
            return sentence(parts[0])
        return _headed(self._head(), "; ".join(parts)) or "EventGroup without words"

    def _summed_up(self) -> str:
        """A short form of the content: what the activity was about, and what came of it."""
        done = [event for event in self.activity.named("task.done") if event.body] or self.activity.own[-1:]
        came_of_it = self._part(done[-1]) if done else ""
        if self.switches:
            came_of_it = f"switched from {self.switches[0].old_wording} to {self.switches[0].new}"
        elif self.workaround:
            came_of_it = f"worked around it: {self.workaround.told}"
        elif self.review and self.review.missing:
            came_of_it = f"{joined(self.review.missing)} missing"
        return _headed(self._head(), came_of_it)

    def _head(self) -> str:
        """Return the subject."""
        if self.review:
            of = f" of merge request {self.review.request}" if self.review.request else ""
            by = f" by {joined(self.review.reviewers)}" if self.review.reviewers else ""
            return f"Review{of}{by}"
        if self.title:
            return self.title.rstrip(".")
        field = field_of(self._topic())
        where = f" in {self.activity.framework}" if self.activity.framework else ""
        return f"Worked on {field.label}{where}" if field else f"Worked{where}" if where else ""

    def _parts(self) -> list[str]:
        """The story in pieces, each once; when there are too many, those that say least are left out."""
        told: dict[str, str] = {}
        for event in self.activity.own:
            if part := self._part(event):
                told.setdefault(part, event.name)
        for dull in _DULL:
            for part in [part for part, name in reversed(told.items()) if name == dull]:
                if len(told) > _MAX_PARTS:
                    del told[part]
        return list(told)[:_MAX_PARTS]

    def _part(self, event: Event) -> str:
        """Return the part of the story that one event adds, in the words of the event."""
        if event.name in _SILENT:
            return ""
        if event.name in _CHANGING:
            switch = next((s for s in self.switches if s.at == event.time), None)
            return f"switched from {switch.old_wording} to {switch.new}" if switch else self._changed(event)
        body = event.body.strip().rstrip(".")
        quoted = f'"{body}"' if body else ""
        told = {
            "vcs.commit": ("committed", quoted),
            "vcs.merge_request": (
                "merge request",
                attribute(event, "mr.id"),
                attribute(event, "action").replace("_", " "),
            ),
            "chat.post": ("posted in", attribute(event, "chat.channel") or "chat", quoted),
            "code_review.comment": (attribute(event, "reviewer"), "commented", quoted),
            "test.run": ("tests", attribute(event, "test.outcome")),
            "web.search": ("searched", f'"{attribute(event, "search.query") or body}"'),
            "web.visit": ("read", attribute(event, "page.title") or body or attribute(event, "url.full")),
            "file.edit": (body or f"edited {attribute(event, 'file.path')}",),
        }
        return " ".join(part for part in told.get(event.name, (body,)) if part)

    def _changed(self, event: Event) -> str:
        """ "installed expo-router and NativeWind", without what a switch tells."""
        switched = {name for s in self.switches for name in (s.old, s.new)}
        told: list[str] = []
        for verb, removed in (("installed", False), ("removed", True)):
            names = [m.canonical for m in packages(event, removed=removed) if m.canonical not in switched]
            if names:
                told.append(f"{verb} {joined(list(dict.fromkeys(names)))}")
        if event.name == "terminal.command" and not told:
            command = attribute(event, "process.command_line")
            # The body also tells how it ended, where it begins with the command.
            return f"ran {event.body if event.body.startswith(command) else command}"
        return " and ".join(told)


def _headed(head: str, body: str) -> str:
    return f"{head}: {body}" if head and body else sentence(body or head)
