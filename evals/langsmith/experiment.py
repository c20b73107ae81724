"""Scenarios evaluated by LangSmith's runner: the target is the replay, the evaluators are its scores."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import nullcontext, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import Any, cast

import langsmith
from langsmith import Client

from memorist.evals.langsmith.client import nothing_traced, offline_client
from memorist.evals.langsmith.dataset import DATASET, local_examples, scenario_of, synchronised
from memorist.evals.langsmith.evaluators import EVALUATORS, SUMMARY_EVALUATORS, outputs_of
from memorist.evals.scenarios.suite import PlannedReplay, Played
from memorist.evals.scenarios.trace import Trace

Replay = Callable[[PlannedReplay], Awaitable[Trace]]


@dataclass(frozen=True)
class Experiment:
    """The replays, and the feedback of LangSmith's runner: by plan, and overall.

    ``url`` is where it can be looked at; nothing when it stayed on this machine.
    """

    name: str
    played: tuple[Played, ...]
    feedback: Mapping[str, Mapping[str, float | None]]
    summary: Mapping[str, float | None]
    url: str | None = None


async def evaluate(
    plans: Sequence[PlannedReplay], replay: Replay, *, client: Client | None = None, dataset: str = DATASET
) -> Experiment:
    """Play the plans one after the other under ``aevaluate``.

    Without a client everything stays on this machine: local examples, no upload, no trace. With one the dataset is
    brought in line first, and results and traces go to LangSmith.
    Raises what a replay raises, and what the client raises (``langsmith.utils.LangSmithError``).
    """
    known = {(t.scenario.name, t.variant.number if t.variant else 0): t for t in plans}
    target = _Target(known, replay, traced=client is not None)
    if client is None:
        examples = local_examples(dataset, plans)
    else:
        examples = await asyncio.to_thread(synchronised, client, dataset, plans)
    with redirect_stdout(StringIO()):  # the runner prints, and standard output is the caller's
        results = await cast(Any, langsmith.aevaluate)(
            target.replayed,
            data=examples,
            evaluators=EVALUATORS,
            summary_evaluators=SUMMARY_EVALUATORS,
            experiment_prefix=dataset,
            max_concurrency=0,
            client=client or offline_client(),
            upload_results=client is not None,
        )
        rows = [row async for row in results]
    if target.error is not None:
        raise target.error
    if client is not None:
        await asyncio.to_thread(client.flush)
    return Experiment(
        name=results.experiment_name,
        played=tuple(Played(plan, target.traces[plan.label]) for plan in plans),
        feedback={_label(row, target): _scores(row["evaluation_results"]) for row in rows},
        summary=_summary([row["run"].outputs for row in rows]),
        url=results.url if client is not None else None,
    )


class _Target:
    """Plays what an example holds. An error is kept: the runner only logs it."""

    def __init__(self, plans: Mapping[tuple[str, int], PlannedReplay], replay: Replay, *, traced: bool) -> None:
        self.plans = plans
        self.traced = traced
        self.traces: dict[str, Trace] = {}
        self.error: Exception | None = None
        self._replay = replay

    async def replayed(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """The scores of the scenario in ``inputs``."""
        plan = self.plan(inputs)
        try:
            # The runner switches tracing on for its target, and the graphs would find a client of their own.
            with nullcontext() if self.traced else nothing_traced():
                self.traces[plan.label] = trace = await self._replay(plan)
        except Exception as error:
            self.error = self.error or error
            raise
        return outputs_of(trace)

    def plan(self, inputs: Mapping[str, Any]) -> PlannedReplay:
        """Return the plan of the example, as the dataset has it."""
        scenario = scenario_of(inputs)
        plan = self.plans[scenario.name, inputs["variant"]]
        return PlannedReplay(scenario, plan.variant)


def _label(row: Any, target: _Target) -> str:
    return target.plan(row["example"].inputs).label


def _scores(results: Any) -> dict[str, float | None]:
    return {result.key: result.score for result in results["results"]}


def _summary(outputs: Sequence[Mapping[str, Any]]) -> dict[str, float | None]:
    """Return the feedback of the summary evaluators, which the runner does not hand out."""
    said = [evaluator(outputs) for evaluator in SUMMARY_EVALUATORS]
    return {one["key"]: one["score"] for feedback in said for one in feedback.get("results", [feedback])}
