"""Figures of a run: evidence told by system, target and category, tokens, latency."""

from collections.abc import Sequence
from statistics import median, quantiles

from memorist.evals.case_file import CasePart
from memorist.evals.figures import mean_of, median_of
from memorist.evals.told.run import RecalledPrompt

EVERY = "all"


class ToldFigures(CasePart):
    """The prompts of one system within one target, of one category or all.

    Args:
        whole: of the questions, those with all of their evidence told.
        share: of the turns that answer, those that are told, on average.
        tokens: of a prompt, the median.
        p50_ms: of a recall; null for baselines.
        p95_ms: the same of the slow ones.
    """

    system: str
    target: int
    category: str
    questions: int
    whole: float
    share: float
    tokens: float
    p50_ms: float | None = None
    p95_ms: float | None = None


def rows_of(told: Sequence[RecalledPrompt]) -> list[ToldFigures]:
    """Sum up by target, system and category; "all" leaves out what cannot be answered, and what has no evidence counts
    nowhere.
    """
    with_evidence = [one for one in told if one.evidence.gold]
    kinds = dict.fromkeys((one.prompt.target, one.prompt.system) for one in with_evidence)
    rows: list[ToldFigures] = []
    for target, system in kinds:
        some = [one for one in with_evidence if (one.prompt.target, one.prompt.system) == (target, system)]
        rows.append(_row(system, target, EVERY, [one for one in some if not one.prompt.abstain]))
        for category in sorted({one.prompt.category for one in some}):
            rows.append(_row(system, target, category, [one for one in some if one.prompt.category == category]))
    return rows


def _row(system: str, target: int, category: str, some: Sequence[RecalledPrompt]) -> ToldFigures:
    return ToldFigures(
        system=system,
        target=target,
        category=category,
        questions=len(some),
        whole=mean_of(one.evidence.whole for one in some),
        share=mean_of(one.evidence.share for one in some),
        tokens=median_of(one.prompt.tokens for one in some),
        **_latency([one.seconds * 1e3 for one in some if one.seconds is not None]),
    )


def _latency(ms: Sequence[float]) -> dict[str, float]:
    if len(ms) < 2:
        return {"p50_ms": round(ms[0], 1), "p95_ms": round(ms[0], 1)} if ms else {}
    return {"p50_ms": round(median(ms), 1), "p95_ms": round(quantiles(ms, n=20, method="inclusive")[-1], 1)}
