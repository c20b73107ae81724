"""Budget: what fits into the prompt. Rules are never cut; the rest is dropped whole, lowest first, and listed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.settings import Settings
from memorist.nodes.resources import Resources, context_as
from memorist.nodes.retrieval.fence import fenced_task
from memorist.nodes.retrieval.scored import Scored, Section
from memorist.nodes.retrieval.state import RetrievalContext, RetrievalState
from memorist.nodes.retrieval.tokens import count_text, ready_to_count

FRAME_TOKENS = 160
"""Headings, fence and its explanation."""


@dataclass(frozen=True)
class Shares:
    """Tokens: the total, and what each kind may take at most."""

    total: int
    rules: int
    by_section: Mapping[Section, int]

    @classmethod
    def of(cls, settings: Settings, total: int | None = None) -> "Shares":
        """The settings' shares; models are divided evenly between self and user."""
        half_of_models = settings.budget_models // 2
        return cls(
            total or settings.budget_total,
            settings.budget_rules,
            {
                "procedures": settings.budget_procedures,
                "facts": settings.budget_facts,
                "self": half_of_models,
                "user": half_of_models,
                "episodes": settings.budget_episodes,
                "turns": settings.budget_turns,
                "related": settings.budget_related,
            },
        )


def fit(ranked: Sequence[Scored], shares: Shares, *, task_tokens: int) -> tuple[list[Scored], list[str]]:
    """Mark what does not fit as out, in rank order; return everything with warnings.

    Rules take what they need, at least their reserve is kept free for them. If they alone exceed the total, they are
    all in and everything else is out.
    """
    warnings: list[str] = []
    rules = [s for s in ranked if s.section == "constraints"]
    rule_tokens = sum(_tokens(s) for s in rules)
    left = shares.total - FRAME_TOKENS - task_tokens - max(rule_tokens, shares.rules if rules else 0)
    if rule_tokens > shares.total:
        left = 0
        warnings.append(
            f"hard rules take {rule_tokens} of {shares.total} tokens: all of them are in, everything else is out"
        )
    used: dict[Section, int] = {}
    result: list[Scored] = []
    for scored in ranked:
        if scored.section == "constraints" or scored.out is not None:
            result.append(scored)
            continue
        tokens = _tokens(scored)
        share = shares.by_section[scored.section]
        if used.get(scored.section, 0) + tokens > share:
            reason = f"over budget: {scored.section} may take {share} tokens"
            result.append(scored._replace(out=reason))
        elif tokens > left:
            result.append(scored._replace(out=f"over budget: the prompt may take {shares.total} tokens"))
        else:
            used[scored.section] = used.get(scored.section, 0) + tokens
            left -= tokens
            result.append(scored)
    return result, warnings


def _tokens(scored: Scored) -> int:
    return count_text(f"- {scored.line}")


async def budget(state: RetrievalState, runtime: Runtime[RetrievalContext], resources: Resources) -> dict[str, Any]:
    """Decide what is in."""
    began = perf_counter()
    context = context_as(RetrievalContext, runtime.context)
    ranked = state["ranked"]
    settings = await resources.settings()
    shares = Shares.of(settings, context.budget)
    await ready_to_count()
    given = count_text(fenced_task(state["task"])) + count_text(settings.preprompt)
    decided, warnings = fit([Scored(**s) for s in ranked if s["out"] is None], shares, task_tokens=given)
    fitted = iter(decided)
    return {
        "ranked": [s if s["out"] is not None else next(fitted)._asdict() for s in ranked],
        "warnings": warnings,
        "timings_ms": {"budget": (perf_counter() - began) * 1e3},
    }
