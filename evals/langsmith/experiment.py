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
from memorist.evals.langsmith.dataset import DATASET, local_examples, synchronised
from memorist.evals.langsmith.evaluators import EVALUATORS, SUMMARY_EVALUATORS, outputs_of
from memorist.evals.scenarios.suite import Played
from memorist.evals.scenarios.trace import Trace
from memorist.evals.scenarios.variation.vary import Variant

Replay = Callable[[Variant], Awaitable[Trace]]


@dataclass(frozen=True)
class Experiment:
    """The replays, and the feedback of LangSmith's runner over all of them.

    ``url`` is where it can be looked at; nothing when it stayed on this machine.
    """

    name: str
    played: tuple[Played, ...]
    summary: Mapping[str, float | None]
    url: str | None = None


async def evaluate(
    plans: Sequence[Variant], replay: Replay, *, client: Client | None = None, dataset: str = DATASET
) -> Experiment:
    """Play the plans one after the other under ``aevaluate``.

    Without a client everything stays on this machine: local examples, no upload, no trace. With one the dataset is
    brought in line first, and results and traces go to LangSmith.
    Raises what a replay raises, and what the client raises (``langsmith.utils.LangSmithError``).
    """
    known = {(plan.scenario.name, plan.number): plan for plan in plans}
    traces: dict[str, Trace] = {}
    errors: list[Exception] = []  # the runner only logs them

    async def replayed(inputs: dict[str, Any]) -> dict[str, Any]:
        plan = known[inputs["scenario"]["name"], inputs["variant"]]
        try:
            # The runner switches tracing on for its target, and the graphs would find a client of their own.
            with nullcontext() if client is not None else nothing_traced():
                traces[plan.label] = await replay(plan)
        except Exception as error:
            errors.append(error)
            raise
        return outputs_of(traces[plan.label])

    if client is None:
        examples = local_examples(dataset, plans)
    else:
        examples = await asyncio.to_thread(synchronised, client, dataset, plans)
    with redirect_stdout(StringIO()):  # the runner prints, and standard output is the caller's
        results = await cast(Any, langsmith.aevaluate)(
            replayed,
            data=examples,
            evaluators=EVALUATORS,
            summary_evaluators=SUMMARY_EVALUATORS,
            experiment_prefix=dataset,
            max_concurrency=0,
            client=client or offline_client(),
            upload_results=client is not None,
        )
        outputs = [row["run"].outputs async for row in results]
    if errors:
        raise errors[0]
    if client is not None:
        await asyncio.to_thread(client.flush)
    # The runner does not hand out the feedback of the summary evaluators.
    feedback = [one for each in SUMMARY_EVALUATORS for said in [each(outputs)] for one in said.get("results", [said])]
    return Experiment(
        name=results.experiment_name,
        played=tuple(Played(plan, traces[plan.label]) for plan in plans),
        summary={one["key"]: one["score"] for one in feedback},
        url=results.url if client is not None else None,
    )
