"""Scorers of what an event answered: an assessment, a verdict on an act, exported skills; one question each."""

from collections.abc import Iterator, Sequence

from memorist.api.skills import SkillExport
from memorist.evals.scenarios.basics import TOLERANCE
from memorist.evals.scenarios.model import Checkpoint
from memorist.evals.scenarios.model_balance import AssessmentExpectation, SkillExpectation, VerdictExpectation
from memorist.evals.scenarios.score import Score, verdict
from memorist.evals.scenarios.trace import Answer, AuditedVerdict
from memorist.evals.scenarios.words import Words, holds, listed, mentions
from memorist.nodes.homeostasis.result import Assessment
from memorist.nodes.skills.skill_file import read_skill, write_skill

Wrong = tuple[str, str, str]
"""Field, what was expected, what was found."""


def answer_scores(checkpoint: Checkpoint, answer: Answer) -> tuple[Score, ...]:
    """A score for each expectation of the checkpoint."""
    if isinstance(answer, Assessment):
        return tuple(assessed(expected, answer) for expected in checkpoint.assessment or ())
    if isinstance(answer, AuditedVerdict):
        return tuple(judged(expected, answer) for expected in checkpoint.verdict or ())
    if isinstance(answer, SkillExport):
        return tuple(exported(expected, answer) for expected in checkpoint.skills or ())
    return ()


def assessed(expected: AssessmentExpectation, found: Assessment) -> Score:
    """Does the assessment say what is expected?"""
    return _score(f"assessment: {expected.why}", [*_assessment_wrong(expected, found)], _told(found))


def judged(expected: VerdictExpectation, found: AuditedVerdict) -> Score:
    """Is the verdict as expected, with its reason and alternative, and in the change log if asked for?"""
    given = found.verdict
    wrong = [
        *_unless(given.action == expected.action, "action", expected.action, given.action),
        *_words("reason", expected.reason, [given.reason]),
        *_words("alternative", expected.alternative, [given.alternative]),
    ]
    if expected.source is not None:
        sources = [objection.source for objection in given.objections]
        wrong += _unless(expected.source in sources, "source", expected.source, ", ".join(sources))
    if expected.audited:
        told = "; ".join(found.log)
        wrong += _unless(any(r.startswith(f"{given.action}: ") for r in found.log), "audited", "a log entry", told)
    return _score(f"verdict: {expected.why}", wrong, f"{given.action}: {given.reason} {given.alternative}".strip())


def exported(expected: SkillExpectation, found: SkillExport) -> Score:
    """Is the procedure a skill (or not), in the published form, and does its file read back the same?"""
    named = [v for v in found.verdicts if mentions(v.name, expected.name)]
    told = "\n".join(f"{v.name}: {'fit' if v.fit else 'not yet'}, {v.reason}" for v in found.verdicts) or "no procedure"
    question = f"skill: {expected.why}"
    if not named:
        return _score(question, [("name", expected.name, "no such procedure")], told)
    wrong = [
        *_unless(named[0].fit == expected.fit, "fit", str(expected.fit), named[0].reason),
        *_words("reason", expected.reason, [named[0].reason]),
    ]
    text = next((s.text for s in found.skills if s.procedure_id == named[0].procedure_id), None)
    if text is not None:
        skill = read_skill(text)
        wrong += _unless(write_skill(skill) == text, "file", "reads back the same", "another text")
        wrong += _words("description", expected.description, [skill.description])
        wrong += _words("steps", expected.steps, ["\n".join(s.instruction for s in skill.steps)])
        wrong += _words("notes", expected.notes, ["\n".join(skill.notes)])
    return _score(question, wrong, text or told)


def _assessment_wrong(expected: AssessmentExpectation, found: Assessment) -> Iterator[Wrong]:
    if expected.activity is not None:
        yield from _unless(found.activity == expected.activity, "activity", expected.activity, found.activity)
    if expected.dimension is not None:
        yield from _dimension_wrong(expected, found)
    for field, wanted, ids in (
        ("tension", expected.tension, [t.id for t in found.tensions]),
        ("guardrail", expected.guardrail, [g.id for g in found.guardrails]),
    ):
        if wanted is not None:
            yield from _unless(wanted in ids, field, wanted, ", ".join(ids) or "none")
    yield from _words("advice", expected.advice, found.advice)
    yield from _words("first advice", expected.first_advice, found.advice[:1])
    if expected.not_advised is not None:
        said = [line for line in found.advice if holds(line, expected.not_advised)]
        yield from _unless(not said, "advice", f"nothing with {listed(expected.not_advised)}", "\n".join(said))
    yield from _words("recalled", expected.recalled, [item.content for item in found.recalled])
    yield from _question_wrong(expected, found)
    yield from _carried_wrong(expected, found)


def _dimension_wrong(expected: AssessmentExpectation, found: Assessment) -> Iterator[Wrong]:
    assert expected.dimension is not None
    dimension = found.dimension(expected.dimension)
    if expected.state is not None:
        yield from _unless(dimension.state == expected.state, dimension.name, expected.state, dimension.state)
    if expected.score is not None:
        near = dimension.score is not None and abs(dimension.score - expected.score) <= TOLERANCE + 1e-9
        yield from _unless(near, f"{dimension.name} score", str(expected.score), str(dimension.score))
    yield from _words(f"{dimension.name} evidence", expected.evidence, ["\n".join(dimension.evidence)])


def _question_wrong(expected: AssessmentExpectation, found: Assessment) -> Iterator[Wrong]:
    if expected.asks is None and expected.choices is None and expected.when is None and expected.answered is None:
        return
    if found.question is None:
        yield "question", "a question", "none"
        return
    yield from _words("question", expected.asks, [found.question.question])
    if expected.choices is not None:
        count = len(found.question.choices)
        yield from _unless(count == expected.choices, "choices", str(expected.choices), str(count))
    if expected.when is not None:
        yield from _unless(found.question.when == expected.when, "when", expected.when, found.question.when)
    yield from _words("answer", expected.answered, [found.question.answer or ""])


def _carried_wrong(expected: AssessmentExpectation, found: Assessment) -> Iterator[Wrong]:
    wanted = expected.carry_over
    if wanted is None:
        return
    if not found.carry_over:
        yield "carry_over", "something left of a delegation", "nothing"
        return
    worst = max(found.carry_over, key=lambda c: c.failures)
    yield from _words("done", wanted.done, ["\n".join(worst.done)])
    yield from _words("left", wanted.left, ["\n".join(worst.left)])
    if wanted.failures is not None:
        yield from _unless(worst.failures == wanted.failures, "failures", str(wanted.failures), str(worst.failures))


def _words(field: str, words: Words | None, texts: Sequence[str]) -> list[Wrong]:
    if words is None or any(holds(text, words) for text in texts):
        return []
    return [(field, listed(words), "\n".join(texts) or "nothing")]


def _unless(right: bool, field: str, expected: str, found: str) -> list[Wrong]:
    return [] if right else [(field, expected, found or "nothing")]


def _score(question: str, wrong: Sequence[Wrong], found: str) -> Score:
    return verdict(
        question,
        not wrong,
        explanation="; ".join(f"{field}: expected {expected}, found {got}" for field, expected, got in wrong),
        expected="; ".join(f"{field} {expected}" for field, expected, _ in wrong) or "as described",
        found=found,
    )


def _told(found: Assessment) -> str:
    states = [f"{d.name} {d.state} ({'; '.join(d.evidence)})" for d in found.dimensions]
    return "\n".join([f"activity {found.activity}", *states, *(f"advice: {a}" for a in found.advice)])
