"""Fit the weights that tell which rule is lifted, choose the threshold by cross-validation, and write both.

    python tools/fit_lifts.py

Data: `evals/lifts/dev.jsonl` ({before, text, rule, lifts}): rules, a later message, a word of the rule that it
concerns, and if it lifts it. The case without that rule is one in which none is lifted. `rule` is empty where another
rule is lifted, one that only sounds near. Needs the extra `train`.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from scipy import optimize
from training import fold_numbers

from memorist.memory_store.embedders.words import loaded_vectors
from memorist.nodes.matching.lifting import FEATURES, features, probabilities

ROOT = Path(__file__).parents[1]
CASES = ROOT / "evals/lifts/dev.jsonl"
HOME = ROOT / "nodes/matching/lifting.json"
FOLDS = 5
STRENGTH = 0.01
"""Weight of the squares of the weights beside the mean loss of a case."""
UNKNOWN = 0.25
"""Weight of a case whose rule is not held: mostly people lift a rule that they made here."""
PRECISIONS = {"semantic:hard_rule": 0.9, "semantic:policy": 0.8}
"""Of the rules that are lifted, so many must be the right ones in cross-validation; a policy blocks nothing."""


class Choice(NamedTuple):
    """Features of the rules of a case, and the place of the one that is lifted; null if none is."""

    rows: np.ndarray[Any, Any]
    right: int | None
    case: str

    @property
    def weight(self) -> float:
        """Weight in the loss and in the precision."""
        return UNKNOWN if self.right is None else 1.0


def choices() -> list[Choice]:
    """Return the cases, and those without the rule that is lifted."""
    vectors, found = loaded_vectors(), list[Choice]()
    for line in CASES.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if not case["lifts"]:
            continue  # the model of speech acts tells these
        rows = np.array([features(case["text"], rule, vectors) for rule in case["before"]])
        if not case["rule"]:
            found.append(Choice(rows, None, case["id"]))
            continue
        right = next(i for i, rule in enumerate(case["before"]) if case["rule"].casefold() in rule.casefold())
        found.append(Choice(rows, right, case["id"]))
        found.append(Choice(np.delete(rows, right, axis=0), None, case["id"]))
    return found


def fitted(cases: list[Choice]) -> np.ndarray[Any, Any]:
    """Return the weights of the most probable choices."""

    def loss(weights: np.ndarray[Any, Any]) -> float:
        lost = 0.0
        for case in cases:
            likely = probabilities(case.rows, weights)
            chance = 1 - likely.sum() if case.right is None else likely[case.right]
            lost -= case.weight * np.log(max(chance, 1e-9))
        return lost / sum(case.weight for case in cases) + STRENGTH * float(weights @ weights) / len(weights)

    return cast(Any, optimize).minimize(loss, np.zeros(len(FEATURES))).x


def main() -> None:
    """Fit, measure and write ``lifting.json``."""
    cases = choices()
    folds = fold_numbers((case.case for case in cases), FOLDS)
    likely, right = np.zeros(len(cases)), np.zeros(len(cases), dtype=bool)
    for fold in range(FOLDS):
        weights = fitted([case for case, at in zip(cases, folds, strict=True) if at != fold])
        for at in np.flatnonzero(folds == fold):
            each = probabilities(cases[at].rows, weights)
            likely[at], right[at] = each.max(), cases[at].right == int(each.argmax())
    wanted = sum(case.right is not None for case in cases)
    heavy = np.array([case.weight for case in cases])

    def precision(at: float) -> float:
        taken = heavy * (likely >= at)
        return float((right * taken).sum() / max(taken.sum(), 1e-9))

    thresholds, report = {}, dict[str, Any]()
    for kind, least in PRECISIONS.items():
        limit = next(float(at) for at in np.arange(0.05, 1, 0.01) if precision(at) >= least)
        thresholds[kind] = round(limit, 2)
        recall = round(float(right[likely >= limit].sum() / wanted), 3)
        report[kind] = {"precision": round(precision(limit), 3), "recall": recall}
    fitting = {name: round(float(weight), 4) for name, weight in zip(FEATURES, fitted(cases), strict=True)}
    report |= {"cases": len(cases), "lift": wanted, "likeliest_right": round(float(right.sum() / wanted), 3)}
    written = {"weights": fitting, "thresholds": thresholds, "cross_validated": report}
    HOME.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(written, indent=1))


if __name__ == "__main__":
    main()
