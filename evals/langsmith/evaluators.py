"""The scores of a replay as LangSmith's feedback: the same scorers, one key a question."""

from collections.abc import Mapping, Sequence
from typing import Any

from memorist.evals.scenarios.marks import AIMS, MarkResult, marks
from memorist.evals.scenarios.report import as_json
from memorist.evals.scenarios.suite import Rate
from memorist.evals.scenarios.trace import Trace

Feedback = dict[str, Any]


def outputs_of(trace: Trace) -> dict[str, Any]:
    """Return the outputs of the target: every score, the prompts that were asked for, and the parts of the overall
    marks."""
    told = as_json(trace)
    return {
        **{key: told[key] for key in ("passed", "events", "checkpoints")},
        "prompts": {c.checkpoint.id: c.asked.recall.prompt for c in trace.checkpoints if c.asked},
        "marks": {mark.name: [mark.held, mark.asked] for mark in marks([trace])},
        "rate": Rate.of([trace]).as_json(),
    }


def passed(outputs: Mapping[str, Any]) -> Feedback:
    """Does everything hold?"""
    return {"key": "passed", "score": bool(outputs["passed"]), "comment": _failures(outputs)}


def expectations(outputs: Mapping[str, Any]) -> Feedback:
    """Share of the questions that hold."""
    return {"key": "expectations", "score": outputs["rate"]["expectation_rate"], "comment": _failures(outputs)}


def checkpoints(outputs: Mapping[str, Any], reference_outputs: Mapping[str, Any]) -> Feedback:
    """Share of the dataset's checkpoints that hold. One that was not looked at does not hold."""
    held = {c["id"] for c in outputs["checkpoints"] if all(score["passed"] for score in c["scores"])}
    wanted: Mapping[str, str] = reference_outputs["checkpoints"]
    failed = [f"{id_}: {why}" for id_, why in wanted.items() if id_ not in held]
    return {"key": "checkpoints", "score": 1 - len(failed) / len(wanted), "comment": "\n".join(failed)}


def invariants(outputs: Mapping[str, Any]) -> Feedback:
    """Do all invariants hold?"""
    scores = [score for c in outputs["checkpoints"] if c["id"] == "invariants" for score in c["scores"]]
    failed = [score["question"] for score in scores if not score["passed"]]
    return {"key": "invariants", "score": not failed, "comment": "\n".join(failed)}


def overall_marks(outputs: Mapping[str, Any]) -> Feedback:
    """The share of each overall mark that this scenario asks for."""
    return marks_of_all([outputs])


EVALUATORS = (passed, expectations, checkpoints, invariants, overall_marks)


def scenarios_passed(outputs: Sequence[Mapping[str, Any]]) -> Feedback:
    """Share of all scenarios that pass."""
    told = [bool(one.get("passed")) for one in outputs]
    return {"key": "scenarios_passed", "score": sum(told) / len(told) if told else None}


def marks_of_all(outputs: Sequence[Mapping[str, Any]]) -> Feedback:
    """The overall marks over all scenarios."""
    sums = dict.fromkeys(AIMS, (0, 0))
    for one in outputs:
        for name, (held, asked) in one.get("marks", {}).items():
            sums[name] = (sums[name][0] + held, sums[name][1] + asked)
    return {"results": [_mark(name, held, asked) for name, (held, asked) in sums.items() if asked]}


SUMMARY_EVALUATORS = (scenarios_passed, marks_of_all)


def _mark(name: str, held: int, asked: int) -> Feedback:
    result = MarkResult(next(key for key in AIMS if key == name), asked, held)
    return {"key": name, "score": result.share, "comment": f"{held} of {asked}"}


def _failures(outputs: Mapping[str, Any]) -> str:
    return "\n".join(
        f"{checkpoint['id']}: {score['question']} ({score['explanation']})"
        for checkpoint in outputs["checkpoints"]
        for score in checkpoint["scores"]
        if not score["passed"]
    )
