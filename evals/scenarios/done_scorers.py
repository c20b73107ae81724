"""Scorers of what an event did: a pass, a search, a persona on its way, a question to a person; one question each."""

from collections.abc import Sequence

from memorist.evals.scenarios.model import Checkpoint
from memorist.evals.scenarios.model_done import (
    ArrivedExpectation,
    AskedExpectation,
    DoneExpectation,
    FoundExpectation,
    HandedOnExpectation,
)
from memorist.evals.scenarios.score import Score, verdict
from memorist.evals.scenarios.texts import fates, knowledge_text, one_line, readable
from memorist.evals.scenarios.trace import Answer, Interrupted, Maintained, Searched, TakenBack
from memorist.evals.scenarios.words import holds, listed, mentions
from memorist.memory_store.domain.memory import Memory
from memorist.nodes.persona.file import PersonaFile
from memorist.nodes.persona.take_in import PersonaImport

SHOWN = 12
Told = tuple[str, str]
"""The fate of a memory, and its content."""


def done_scores(checkpoint: Checkpoint, answer: Answer) -> tuple[Score, ...]:
    """A score for each expectation of the checkpoint about what this event did."""
    match answer:
        case Maintained():
            return tuple(maintained(expected, answer) for expected in checkpoint.maintained or ())
        case Searched():
            return tuple(found(expected, answer.found) for expected in checkpoint.found or ())
        case Interrupted():
            return tuple(asked(expected, answer) for expected in checkpoint.asked or ())
        case PersonaFile():
            return tuple(handed_on(expected, answer) for expected in checkpoint.handed_on or ())
        case PersonaImport() | TakenBack():
            return tuple(arrived(expected, [*fates(answer)]) for expected in checkpoint.arrived or ())
        case _:
            return ()


def maintained(expected: DoneExpectation, passes: Maintained) -> Score:
    """Did the passes do it, so often, for this reason; or ask it?"""
    done = [(d.what, d.content, d.why) for report in passes.passes for d in report.done]
    questions = [(q.rule, q.question, q.question) for report in passes.passes for q in report.questions]
    right = [
        f"{what}: {content} ({why})"
        for what, content, why in (questions if expected.asked else done)
        if expected.what in (None, what)
        and (expected.words is None or holds(content, expected.words))
        and (expected.reason is None or holds(why, expected.reason))
    ]
    said = [expected.what or "anything", *(listed(w) for w in (expected.words, expected.reason) if w)]
    not_yet = [each for report in passes.passes for each in report.not_yet]
    everything = [f"{what}: {content} ({why})" for what, content, why in (*done, *questions)]
    return _counted(f"pass: {expected.why}", expected.count, right, ", ".join(said), [*everything, *not_yet])


def found(expected: FoundExpectation, memories: Sequence[Memory]) -> Score:
    """Did the search find it?"""
    right = [
        one_line(m)
        for m in memories
        if holds(readable(m), expected.words) and (expected.status is None or m.status == expected.status)
    ]
    status = f", {expected.status}" if expected.status else ""
    told = [one_line(m) for m in memories]
    return _counted(f"search: {expected.why}", expected.count, right, f"{listed(expected.words)}{status}", told)


def asked(expected: AskedExpectation, interrupted: Interrupted) -> Score:
    """Was a person asked this?"""
    told = [str(dict(question)) for question in interrupted.questions]
    right = [text for text in told if holds(text, expected.words)]
    return _counted(f"question: {expected.why}", None, right, listed(expected.words), told)


def handed_on(expected: HandedOnExpectation, file: PersonaFile) -> Score:
    """Does the persona hold it, hold it nowhere, or list that it was removed?"""
    question = f"persona: {expected.why}"
    if expected.absent is not None:
        where = [line for line in file.text().splitlines() if holds(line, expected.absent)]
        return verdict(
            question, not where, expected=f"nowhere {listed(expected.absent)}", found="\n".join(where) or "nowhere"
        )
    if expected.removed is not None:
        removals = [f"{r.kind}: {r.action}, {r.count}, {r.reason}" for r in file.removals]
        right = [line for line in removals if mentions(line, expected.removed)]
        return _counted(question, None, right, f"a removal of {expected.removed}", removals)
    inside = [k for k in file.knowledge() if expected.type is None or f"{k.type}:".startswith(f"{expected.type}:")]
    right = [knowledge_text(k) for k in inside if expected.words is None or holds(knowledge_text(k), expected.words)]
    return _counted(question, None, right, listed(expected.words or ()), [knowledge_text(k) for k in inside])


def arrived(expected: ArrivedExpectation, told: Sequence[Told]) -> Score:
    """Did so many memories meet this fate?"""
    right = [
        f"{effect}: {content}"
        for effect, content in told
        if effect == expected.effect and (expected.words is None or holds(content, expected.words))
    ]
    words = f" {listed(expected.words)}" if expected.words else ""
    everything = [f"{effect}: {content}" for effect, content in told]
    return _counted(f"persona: {expected.why}", expected.count, right, f"{expected.effect}{words}", everything)


def _counted(question: str, count: int | None, right: Sequence[str], expected: str, everything: Sequence[str]) -> Score:
    """Once at least without a count, else exactly so often; what is shown is what fits, or all when it does not."""
    holds_ = bool(right) if count is None else len(right) == count
    shown = right if holds_ and right else [*right, *(e for e in everything if e not in right)]
    return verdict(
        question,
        holds_,
        explanation="" if holds_ else f"{len(right)} times",
        expected=f"{count} times {expected}" if count is not None else expected,
        found="\n".join(shown[:SHOWN]) or "nothing",
    )
