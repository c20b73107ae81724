"""Signals: the numbers that dimensions, tensions and guardrails go by, read out of an agent's state."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Part
from memorist.nodes.homeostasis.given import Activity, AgentState, Delegation, Message, Stakes
from memorist.nodes.homeostasis.result import ActivityName
from memorist.nodes.language.words import stems

SAME_WORK = 0.6
"""Share of common words from which two tasks are taken to be the same work in other words."""
SAME_MESSAGE = 0.75
"""The same for messages, which are shorter and more alike."""


class Signals(Part):
    """Measured signals; null where there is nothing to measure. Minutes unless the name says else.

    Args:
        minutes_since_task: since the task was given.
        minutes_since_progress: since something was finished, or since the task was given.
        actions_lately: actions within the window in which many are a rush.
        repeated_actions: the longest row of failures of one action.
        minutes_since_own_message: since the agent last wrote.
        minutes_since_open_message: since it last wrote something that nobody answered.
        own_messages_last_hour: how many it wrote.
        repeated_messages: how many of them say what had been said.
        silent_share: of the time within which somebody expects to hear from it; 1 is all of it.
        unanswered_minutes: how long the oldest question or feedback to it has had no answer.
        open_feedback: feedback to it that no action followed.
        waiting_minutes: how long it has waited.
        idle_minutes: how long it has had nothing to do.
        open_items: task, feedback, questions and running delegations.
        research_minutes: all research on the task.
        research_minutes_on_topic: on the topic that was researched longest.
        action_minutes: all action on the task.
        action_minutes_since_research: action since research on that topic began.
        failed_delegations: how often delegating the same work failed, without success afterwards.
        confidence, stakes, knowledge_score: as they were given, or as retrieval found.
    """

    activity: ActivityName
    stakes: Stakes
    has_task: bool
    progressed: bool
    research_topic: str = ""
    minutes_since_task: float | None = None
    minutes_since_progress: float | None = None
    actions_lately: float = 0.0
    repeated_actions: float = 0.0
    minutes_since_own_message: float | None = None
    minutes_since_open_message: float | None = None
    own_messages_last_hour: float = 0.0
    repeated_messages: float = 0.0
    silent_share: float | None = None
    unanswered_minutes: float | None = None
    open_feedback: float = 0.0
    waiting_minutes: float | None = None
    idle_minutes: float | None = None
    open_items: float = 0.0
    research_minutes: float = 0.0
    research_minutes_on_topic: float = 0.0
    action_minutes: float = 0.0
    action_minutes_since_research: float = 0.0
    failed_delegations: float = 0.0
    confidence: float | None = None
    knowledge_score: float | None = None


SIGNALS = frozenset(Signals.model_fields) - {"activity", "stakes", "has_task", "progressed", "research_topic"}
"""Signals that a guardrail of the guidance file may name."""


def signals_of(
    state: AgentState,
    now: datetime,
    agent: str | None,
    *,
    earlier_failures: Sequence[Delegation] = (),
    report_every: float,
    rush_window: float,
) -> Signals:
    """Measure a state; what lies after ``now`` has not happened yet.

    Args:
        state: as the agent tells it.
        now: the present.
        agent: whose messages are its own.
        earlier_failures: delegations that failed and were remembered, which the state may not list any more.
        report_every: minutes, unless the state says how often somebody expects to hear from it.
        rush_window: minutes within which many actions are a rush.
    """
    messages = sorted((m for m in state.messages if m.at <= now), key=lambda m: m.at)
    own = [m for m in messages if agent is not None and m.author == agent]
    done = [a for a in state.activities if a.at <= now and (state.task_since is None or a.at >= state.task_since)]
    acted = [a.at for a in state.activities if a.kind == "action" and a.at <= now]
    open_feedback = [
        m for m in to_answer(messages, agent) if m.kind == "feedback" and not any(at > m.at for at in acted)
    ]
    unanswered = [m for m in to_answer(messages, agent) if not any(o.at > m.at for o in own)]
    activity = activity_of(state, bool(open_feedback or unanswered))
    progress = _last_progress(state, done, now)
    heard = max((m.at for m in own), default=None)
    open_message = open_message_of(messages, agent)
    topic, on_topic = _longest_research(done)
    began = min((a.at - timedelta(minutes=a.minutes) for a in done if folded(a.about) == topic), default=now)
    running = sum(d.outcome == "running" for d in state.delegations)
    silent = _minutes(max((t for t in (heard, state.task_since) if t is not None), default=None), now)
    return Signals(
        activity=activity,
        stakes=state.stakes,
        has_task=state.task is not None,
        progressed=progress is not None,
        research_topic=next((a.about for a in done if folded(a.about) == topic), ""),
        minutes_since_task=_minutes(state.task_since, now),
        minutes_since_progress=_minutes(progress or state.task_since, now),
        actions_lately=sum(a.kind == "action" and now - a.at <= timedelta(minutes=rush_window) for a in done),
        repeated_actions=_repeated_failures(done),
        minutes_since_own_message=_minutes(heard, now),
        minutes_since_open_message=_minutes(open_message.at if open_message else None, now),
        own_messages_last_hour=sum(now - m.at <= timedelta(hours=1) for m in own),
        repeated_messages=sum(
            already_said(m.content, (b for b in messages if b.at < m.at)) is not None for m in own[-5:]
        ),
        silent_share=None
        if silent is None or activity != "working"
        else round(silent / (state.report_every_minutes or report_every), 3),
        unanswered_minutes=_minutes(min((m.at for m in unanswered), default=None), now),
        open_feedback=len(open_feedback),
        waiting_minutes=_minutes(state.waiting_since, now) if activity == "waiting" else None,
        idle_minutes=_minutes(state.online_since, now) if activity == "idle" else None,
        open_items=bool(state.task) + len({m.content for m in (*open_feedback, *unanswered)}) + running,
        research_minutes=sum(a.minutes for a in done if a.kind == "research"),
        research_minutes_on_topic=on_topic,
        action_minutes=sum(a.minutes for a in done if a.kind == "action"),
        action_minutes_since_research=sum(a.minutes for a in done if a.kind == "action" and a.at >= began),
        failed_delegations=max((n for _, n in failures_of([*earlier_failures, *state.delegations], now)), default=0),
        confidence=state.confidence,
    )


def activity_of(state: AgentState, called: bool) -> ActivityName:
    """Return the agent's activity; being called for comes before waiting and working."""
    if called:
        return "needs_action"
    if state.waiting_for is not None:
        return "waiting"
    return "working" if state.task is not None else "idle"


def to_answer(messages: Sequence[Message], agent: str | None) -> list[Message]:
    """Questions and feedback that others addressed to the agent; feedback without an address is for all."""
    return [
        m
        for m in messages
        if m.author != agent
        and ((m.kind in ("question", "feedback") and m.to == agent) or (m.kind == "feedback" and m.to is None))
    ]


def open_message_of(messages: Sequence[Message], agent: str | None) -> Message | None:
    """The last thing the agent wrote of its own accord, if nobody answered it."""
    own = [m for m in messages if m.author == agent and m.kind != "answer"]
    if not own or agent is None:
        return None
    last = own[-1]
    answered = any(m.at >= last.at and m.author != agent and (m.kind == "answer" or m.to == agent) for m in messages)
    return None if answered else last


def already_said(text: str, messages: Iterable[Message]) -> Message | None:
    """A message that says what ``text`` says, whoever wrote it: the same words but for their order and endings."""
    wanted = _said(text)
    for message in messages:
        if folded(message.content) == folded(text) or overlap(wanted, _said(message.content)) >= SAME_MESSAGE:
            return message
    return None


def _said(text: str) -> frozenset[str]:
    """Return the content words of a message; "am" and the ends of "I'm" and "they're" are left out."""
    return frozenset(word for word in stems(text) if len(word) > 2)


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of words that two texts have in common; 0 when one has none."""
    return len(one & other) / len(one | other) if one and other else 0.0


def failures_of(delegations: Iterable[Delegation], now: datetime) -> list[tuple[Delegation, int]]:
    """The last failure of each work that was delegated, and how many there were since it last succeeded."""
    found: list[tuple[Delegation, int]] = []
    known: dict[tuple[str, str, datetime], Delegation] = {
        (d.worker, folded(d.task), d.at): d for d in delegations if d.at <= now
    }
    for delegation in sorted(known.values(), key=lambda d: d.at):
        place = next((i for i, (d, _) in enumerate(found) if _same_work(d.task, delegation.task)), None)
        failed = delegation.outcome in ("aborted", "failed")
        if place is not None:
            _, count = found.pop(place)
            found.append((delegation, count + failed if delegation.outcome != "done" else 0))
        else:
            found.append((delegation, int(failed)))
    return [(d, count) for d, count in found if count and d.outcome in ("aborted", "failed")]


def _same_work(one: str, other: str) -> bool:
    return folded(one) == folded(other) or overlap(stems(one), stems(other)) >= SAME_WORK


def _last_progress(state: AgentState, done: Sequence[Activity], now: datetime) -> datetime | None:
    times = [a.at for a in done if a.kind == "action" and a.outcome == "ok"]
    if state.last_progress_at is not None and state.last_progress_at <= now:
        times.append(state.last_progress_at)
    since = [t for t in times if state.task_since is None or t >= state.task_since]
    return max(since, default=None)


def _longest_research(done: Sequence[Activity]) -> tuple[str, float]:
    minutes: dict[str, float] = {}
    for activity in done:
        if activity.kind == "research":
            minutes[folded(activity.about)] = minutes.get(folded(activity.about), 0.0) + activity.minutes
    return max(minutes.items(), key=lambda pair: pair[1], default=("", 0.0))


def _repeated_failures(done: Sequence[Activity]) -> int:
    longest = row = 0
    before = ""
    for action in sorted((a for a in done if a.kind == "action"), key=lambda a: a.at):
        failed = action.outcome == "failed"
        row = (row + 1 if folded(action.about) == before else 1) if failed else 0
        before = folded(action.about) if failed else ""
        longest = max(longest, row)
    return longest


def _minutes(since: datetime | None, now: datetime) -> float | None:
    return None if since is None else round(max(0.0, (now - since).total_seconds() / 60), 2)
