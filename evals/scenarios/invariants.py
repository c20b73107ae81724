"""Invariants of every replay, whatever the scenario: the last section of the reference scenarios.

Most invariants are pure functions over what a replay recorded; two ask the store again.
"""

from collections.abc import Mapping, Sequence

from memorist.evals.scenarios.score import Score, verdict
from memorist.evals.scenarios.texts import one_line
from memorist.evals.scenarios.trace import Answer, AskedRecall, EventTrace, Interrupted, Snapshot
from memorist.evals.scenarios.words import plain
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.reading import Finding
from memorist.nodes.homeostasis.result import Assessment
from memorist.nodes.ingestion.result import IngestResult

RULES_SECTION = "Constraints (MUST FOLLOW)"
SHOWN = 5


def rules_in_every_prompt(asked: Sequence[AskedRecall]) -> Score:
    """Is every hard rule that was live in every prompt that was assembled?"""
    missing = [
        f"{entry.task!r}: {rule.content}"
        for entry in asked
        for rule in entry.rules
        if rule.id not in _items(entry) or plain(rule.content) not in plain(entry.recall.prompt)
    ]
    return _none("hard rules are in every prompt", missing, f"{len(asked)} prompts with every live hard rule")


def channels_answered(asked: Sequence[AskedRecall]) -> Score:
    """Did every channel of every prompt answer? A failed one is reported and survived, but here nothing was broken."""
    reachable = [entry for entry in asked if not entry.without_store]
    failed = [f"{entry.task!r}: {c.channel}: {c.error}" for entry in reachable for c in entry.recall.failed_channels]
    return _none("every channel answers", failed, f"{len(reachable)} prompts with all channels")


def budget_kept(asked: Sequence[AskedRecall], budget: int) -> Score:
    """Did no prompt exceed the token budget?"""
    over = [
        f"{entry.task!r}: {used} tokens"
        for entry in asked
        if (used := max(entry.recall.tokens, sum(s.tokens for s in entry.recall.sections))) > budget
    ]
    return _none("the token budget is never exceeded", over, f"at most {budget} tokens")


def claims_traced(memories: Sequence[Memory], episodes: Sequence[str]) -> Score:
    """Does every memory that claims something name a raw episode that is stored?"""
    known = set(episodes)
    untraced = [one_line(m) for m in memories if m.claim and not known.intersection(m.source_episode_ids)]
    return _none("each claim traces to an episode", untraced, "a stored episode for each claim")


def store_clean(findings: Sequence[Finding]) -> Score:
    """Did the store's own check find no dangling edge, no slot held twice, nothing else?"""
    return _none(
        "no dangling edge, no slot held twice",
        [f"{f.severity} {f.kind}: {f.message}" for f in findings],
        "no finding",
    )


def nothing_failed(results: Sequence[IngestResult]) -> Score:
    """Was every input of the scenario ingested?"""
    failed = [f"{r.id or r.line}: {r.error.message}" for r in results if r.error]
    return _none("every input is ingested", failed, "no error")


def everything_happened(stopped: str) -> Score:
    """Could every event happen? Nothing is asked after one that could not."""
    return _none("every event can happen", [stopped], "a story that comes to its end")


def answers_asked(events: Sequence[EventTrace]) -> Score:
    """Was every answer that somebody gives asked for? Where nobody asks, it says nothing of what came of it."""
    given = [
        entry
        for entry in events
        if entry.event.answer or (entry.event.assess is not None and entry.event.assess.answer is not None)
    ]
    unasked = [f"{entry.event.id}: nothing was asked" for entry in given if not _asked_for(entry.answer)]
    return _none("each answer was asked for", unasked, f"{len(given)} answers to questions")


def replay_changes_nothing(before: Mapping[str, str], after: Mapping[str, str]) -> Score:
    """Is the memory the same, field by field, after the whole input came a second time?"""
    different = changed(before, after)
    return _none("replaying the whole input changes nothing", different, "the same memories, counts and changes")


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[str, ...]:
    """Return the differences, one line each."""
    return tuple(
        f"{key}: {before.get(key, 'was not there')} -> {after.get(key, 'is gone')}"
        for key in sorted({*before, *after})
        if before.get(key) != after.get(key)
    )


def twice_is_once(events: Sequence[EventTrace]) -> Score:
    """Did passes, searches, imports and their undoing change nothing when they were done again at once?"""
    repeated = [entry for entry in events if entry.again is not None]
    wrong = [f"{entry.event.id}: {line}" for entry in repeated for line in entry.again or ()]
    return _none("done again at once, it changes nothing", wrong, f"{len(repeated)} events done twice")


def past_unchanged(recorded: Sequence[Snapshot], reread: Sequence[Snapshot]) -> Score:
    """Does each past moment read today as it read then?"""
    different = [
        f"{then.event}: {line}"
        for then, now in zip(recorded, reread, strict=True)
        for line in changed(then.statuses, now.statuses)
    ]
    return _none("past states read as they were recorded", different, "the same memories in the same status")


def groups_apart(asked: Sequence[AskedRecall], memories: Sequence[Memory]) -> Score:
    """Does another group, asking the same, get nothing of these memories?"""
    cited = [f"{entry.task!r} cites {id_}" for entry in asked for id_ in entry.recall.citations]
    said = [
        f"{entry.task!r} tells: {memory.content}"
        for entry in asked
        for memory in memories
        if not memory.is_entity and plain(memory.content) in plain(entry.recall.prompt)
    ]
    return _none("no text of this group in another", [*cited, *said], f"{len(asked)} prompts without a citation")


def _asked_for(answer: Answer) -> bool:
    match answer:
        case Interrupted():
            return bool(answer.questions)
        case Assessment():
            return answer.question is not None and answer.question.answer is not None
        case _:
            return False


def _items(entry: AskedRecall) -> set[str]:
    return {i.id for s in entry.recall.sections if s.title == RULES_SECTION for i in s.items}


def _none(question: str, wrong: Sequence[str], expected: str) -> Score:
    more = [f"and {len(wrong) - SHOWN} more"] if len(wrong) > SHOWN else []
    return verdict(
        question,
        not wrong,
        explanation=f"{len(wrong)} against it" if wrong else "holds",
        expected=expected,
        found="\n".join([*wrong[:SHOWN], *more]) or "nothing against it",
    )
