"""Scorers of what an event answered: an assessment, a verdict, a pass, a search, a persona; one question each."""

from collections.abc import Callable, Iterator, Mapping
from operator import contains, eq
from typing import Any

from memorist.api.skills import SkillExport
from memorist.evals.scenarios.matchers import (
    Check,
    compared,
    counted,
    fits,
    mentioned,
    near,
    said,
    unsaid,
)
from memorist.evals.scenarios.model_balance import AssessmentExpectation, SkillExpectation, VerdictExpectation
from memorist.evals.scenarios.model_done import (
    ArrivedExpectation,
    AskedExpectation,
    DoneExpectation,
    FoundExpectation,
    HandedOnExpectation,
)
from memorist.evals.scenarios.score import Score, verdict
from memorist.evals.scenarios.texts import fates, knowledge_text, one_line, readable, type_within
from memorist.evals.scenarios.trace import AuditedVerdict, Interrupted, Maintained, Searched, TakenBack
from memorist.evals.scenarios.words import holds, listed, mentions
from memorist.nodes.homeostasis.result import Assessment
from memorist.nodes.persona.file import PersonaFile
from memorist.nodes.persona.take_in import PersonaImport
from memorist.nodes.skills.skill_file import read_skill, write_skill


def assessed(expected: AssessmentExpectation, found: Assessment) -> Score:
    """Does the assessment say what is expected?"""
    states = [f"{d.name} {d.state} ({'; '.join(d.evidence)})" for d in found.dimensions]
    told = "\n".join([f"activity {found.activity}", *states, *(f"advice: {line}" for line in found.advice)])
    return compared(f"assessment: {expected.why}", expected, _assessment_checks(expected, found), told)


def _assessment_checks(expected: AssessmentExpectation, found: Assessment) -> Iterator[Check]:
    yield Check("activity", expected.activity, found.activity, eq)
    if expected.dimension is not None:
        dimension = found.dimension(expected.dimension)
        yield Check(dimension.name, expected.state, dimension.state, eq)
        yield Check(f"{dimension.name} score", expected.score, dimension.score, near)
        yield Check(f"{dimension.name} evidence", expected.evidence, "\n".join(dimension.evidence), said)
    yield Check("tension", expected.tension, [one.id for one in found.tensions], contains)
    yield Check("guardrail", expected.guardrail, [one.id for one in found.guardrails], contains)
    yield Check("advice", expected.advice, found.advice, said)
    yield Check("first advice", expected.first_advice, found.advice[:1], said)
    yield Check("not advised", expected.not_advised, found.advice, unsaid)
    yield Check("recalled", expected.recalled, [item.content for item in found.recalled], said)
    asked = found.question
    yield Check("question", expected.asks, asked and asked.question, said)
    yield Check("choices", expected.choices, asked and len(asked.choices), eq)
    yield Check("when", expected.when, asked and asked.when, eq)
    yield Check("answer", expected.answered, asked and asked.answer, said)
    if expected.carry_over is not None:
        yield Check("carry_over", True, bool(found.carry_over), eq)
        worst = max(found.carry_over, key=lambda one: one.failures, default=None)
        yield Check("done", expected.carry_over.done, worst and "\n".join(worst.done), said)
        yield Check("left", expected.carry_over.left, worst and "\n".join(worst.left), said)
        yield Check("failures", expected.carry_over.failures, worst and worst.failures, eq)


def judged(expected: VerdictExpectation, found: AuditedVerdict) -> Score:
    """Is the verdict as expected, with its reason and alternative, and in the change log if asked for?"""
    given = found.verdict
    in_log = any(reason.startswith(f"{given.action}: ") for reason in found.log)
    checks = (
        Check("action", expected.action, given.action, eq),
        Check("reason", expected.reason, given.reason, said),
        Check("alternative", expected.alternative, given.alternative, said),
        Check("source", expected.source, [objection.source for objection in given.objections], contains),
        Check("audited", expected.audited, in_log, eq),
    )
    told = f"{given.action}: {given.reason} {given.alternative}".strip()
    return compared(f"verdict: {expected.why}", expected, checks, told)


def exported(expected: SkillExpectation, found: SkillExport) -> Score:
    """Is the procedure a skill (or not), in the published form, and does its file read back the same?"""
    named = next((v for v in found.verdicts if mentions(v.name, expected.name)), None)
    text = next((s.text for s in found.skills if named and s.procedure_id == named.procedure_id), None)
    skill = read_skill(text) if text is not None else None
    checks = [
        Check("name", expected.name, named and named.name, mentioned),
        Check("fit", expected.fit, named and named.fit, eq),
        Check("reason", expected.reason, named and named.reason, said),
    ]
    if skill is not None:
        checks += [
            Check("file", text, write_skill(skill), eq),
            Check("description", expected.description, skill.description, said),
            Check("steps", expected.steps, "\n".join(step.instruction for step in skill.steps), said),
            Check("notes", expected.notes, "\n".join(skill.notes), said),
        ]
    told = [f"{v.name}: {'fit' if v.fit else 'not yet'}, {v.reason}" for v in found.verdicts]
    return compared(f"skill: {expected.why}", expected, checks, text or "\n".join(told) or "no procedure")


def maintained(expected: DoneExpectation, found: Maintained) -> Score:
    """Did the passes do it, so often, for this reason; or ask it?"""
    done = [(d.what, d.content, d.why) for report in found.passes for d in report.done]
    questions = [(q.rule, q.question, q.question) for report in found.passes for q in report.questions]
    right = [
        f"{what}: {content} ({why})"
        for what, content, why in (questions if expected.asked else done)
        if fits(
            Check("what", expected.what, what, eq),
            Check("words", expected.words, content, said),
            Check("reason", expected.reason, why, said),
        )
    ]
    everything = [f"{what}: {content} ({why})" for what, content, why in (*done, *questions)]
    not_yet = [each for report in found.passes for each in report.not_yet]
    return counted(f"pass: {expected.why}", expected, right, [*everything, *not_yet])


def found_again(expected: FoundExpectation, found: Searched) -> Score:
    """Did the search find it?"""
    right = [
        one_line(m) for m in found.found if holds(readable(m), expected.words) and expected.status in (None, m.status)
    ]
    return counted(f"search: {expected.why}", expected, right, map(one_line, found.found))


def asked(expected: AskedExpectation, found: Interrupted) -> Score:
    """Was a person asked this?"""
    told = [str(dict(question)) for question in found.questions]
    return counted(f"question: {expected.why}", expected, [q for q in told if holds(q, expected.words)], told)


def handed_on(expected: HandedOnExpectation, found: PersonaFile) -> Score:
    """Does the persona hold it, hold it nowhere, or list that it was removed?"""
    question = f"persona: {expected.why}"
    if expected.absent is not None:
        where = [line for line in found.text().splitlines() if holds(line, expected.absent)]
        told = "\n".join(where) or "nowhere"
        return verdict(question, not where, expected=f"nowhere {listed(expected.absent)}", found=told)
    if expected.removed is not None:
        lines = [f"{r.kind}: {r.action}, {r.count}, {r.reason}" for r in found.removals]
        right = [line for line in lines if mentions(line, expected.removed)]
    else:
        inside = [k for k in found.knowledge() if expected.type is None or type_within(k.type, expected.type)]
        lines = [knowledge_text(knowledge) for knowledge in inside]
        right = [line for line in lines if holds(line, expected.words or ())]
    return counted(question, expected, right, lines)


def arrived(expected: ArrivedExpectation, found: PersonaImport | TakenBack) -> Score:
    """Did so many memories meet this fate?"""
    told = [*fates(found)]
    right = [(fate, text) for fate, text in told if fate == expected.effect and holds(text, expected.words or ())]
    lines, every = ([f"{fate}: {text}" for fate, text in some] for some in (right, told))
    return counted(f"persona: {expected.why}", expected, lines, every)


ANSWER_SCORERS: Mapping[str, Callable[[Any, Any], Score]] = {
    "assessment": assessed,
    "verdict": judged,
    "skills": exported,
    "maintained": maintained,
    "found": found_again,
    "asked": asked,
    "handed_on": handed_on,
    "arrived": arrived,
}
"""Scorer of each question of a checkpoint about what its event answered."""
