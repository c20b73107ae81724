"""Answer: from what the channels found to the prompt, in one step: candidates are copied into no other state."""

import asyncio
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.embedders.words import WordVectors, word_vectors
from memorist.nodes.contexts import context_as
from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.assemble import prompt_of, sections_of, without_store
from memorist.nodes.retrieval.channels.channel import ChannelNode, Runs
from memorist.nodes.retrieval.fence import fenced_task
from memorist.nodes.retrieval.fill import TokenBudget, fill, shortened
from memorist.nodes.retrieval.rank import WANTED, rank_all
from memorist.nodes.retrieval.rerank import RANKER
from memorist.nodes.retrieval.result import Knowledge, PromptSection
from memorist.nodes.retrieval.rewrite import REWRITER
from memorist.nodes.retrieval.scoring import Scored
from memorist.nodes.retrieval.select import select
from memorist.nodes.retrieval.state import Formulation, RetrievalContext, RetrievalState
from memorist.nodes.retrieval.sufficiency import knowledge_sufficiency, sentence_of
from memorist.nodes.retrieval.utterance import only_greets
from memorist.nodes.token_count import count_text, ready_to_count

BY_KIND = frozenset({"to_do", "changes"})
"""Questions that are answered by kind and time: no selector chooses among the answers."""


class _Clock:
    """Milliseconds of each step."""

    def __init__(self) -> None:
        self._began = perf_counter()
        self.ms: dict[str, float] = {}

    def lap(self, step: str) -> None:
        now = perf_counter()
        self.ms[step] = (now - self._began) * 1e3
        self._began = now


async def answer(
    state: RetrievalState,
    runtime: Runtime[RetrievalContext],
    resources: Resources,
    runs: Runs,
    channels: Sequence[ChannelNode],
) -> dict[str, Any]:
    """Rank what was found, fit it into the budget, write the prompt, judge what is known, count what was used.

    ``channels`` are run again if what they found is not in this process, because the run was resumed in another one.
    """
    clock = _Clock()
    context, settings = context_as(RetrievalContext, runtime.context), await resources.settings()
    formulation = Formulation.model_validate(state["formulation"])
    vectors = await word_vectors()
    await ready_to_count()
    found = runs.found(state["run"], state["found"])
    if found is None:
        await asyncio.gather(*(channel(state, runtime, resources) for channel in channels))
        found = runs.found(state["run"], state["found"]) or []
    runs.let_go(state["run"])
    ranked = rank_all(
        found,
        parse_time(state["moment"]["valid_at"]),
        formulation.queries[0].text if formulation.queries else "",
        vectors=vectors,
        user=state["scope"]["user_id"],
        window=(formulation.window.start, formulation.window.end) if formulation.window else None,
    )
    clock.lap("rank")
    failed = list(state.get("failed", []))
    chosen = settings.selector and formulation.queries and formulation.asks not in BY_KIND
    if chosen and not only_greets(state["task"]):
        at, user = state["moment"]["valid_at"], state["scope"]["user_id"]
        ranked, silent = await select(state["task"], ranked, settings, at=at, user=user)
        failed += [silent.model_dump()] if silent else []
        clock.lap("select")
    shares = TokenBudget.of(settings, context.budget, context.target)
    task = shortened(state["task"], shares.for_task)
    given = count_text(fenced_task(task)) + count_text(settings.preprompt)
    fitted, warnings = fill(ranked, shares, task_tokens=given)
    if task != state["task"]:
        warnings.append(f"the task is shown shortened: the prompt may take {shares.total} tokens")
    clock.lap("fill")
    kept = [s for s in fitted if s.out is None]
    knowledge = await _judged(state, formulation, fitted, kept, resources, vectors)
    warnings += _out_of_sight(state, context, knowledge, ranked)
    clock.lap("assess")
    sections = sections_of(kept, context.style)
    if any(failure["channel"] == "hard_rules" for failure in state.get("failed", [])):
        warnings.append(without_store(sections))
    prompt = prompt_of(task, sections, warnings, preprompt=settings.preprompt, sentence=sentence_of(knowledge))
    clock.lap("assemble")
    recall = recall_of({**state, "failed": failed}, fitted, sections, prompt, knowledge, warnings, clock.ms)
    await _count_uses(state, context, fitted, resources)
    return {"recall": recall, "timings_ms": clock.ms}


async def _judged(
    state: RetrievalState,
    formulation: Formulation,
    ranked: Sequence[Scored],
    kept: Sequence[Scored],
    resources: Resources,
    vectors: WordVectors,
) -> Knowledge:
    stored = bool(ranked) or await _anything_stored(state, resources)
    return knowledge_sufficiency(formulation, kept, anything_stored=stored, vectors=vectors)


def recall_of(
    state: RetrievalState,
    ranked: Sequence[Scored],
    sections: Sequence[PromptSection],
    prompt: str,
    knowledge: Knowledge,
    warnings: Sequence[str],
    timings: Mapping[str, float],
) -> dict[str, Any]:
    """Everything the caller is told: the JSON of a :class:`Recall`, which nobody but the caller has to read."""
    dropped = [s for s in ranked if s.out is not None and s.out.startswith(("over budget", "no room"))]
    told = [
        {"title": s.title, "items": [{"id": i.id, "content": i.content} for i in s.items], "tokens": s.tokens}
        for s in sections
    ]
    return {
        "prompt": prompt,
        "sections": told,
        "citations": list(dict.fromkeys(item.id for section in sections for item in section.items)),
        "dropped": [{"id": s.memory["id"], "score": s.relevance, "reason": s.out} for s in reversed(dropped)],
        "trace": [_candidate(s) for s in ranked],
        "tokens": count_text(prompt),
        "failed_channels": state.get("failed", []),
        "warnings": list(warnings),
        "knowledge": knowledge.model_dump(mode="json"),
        "timings_ms": {name: round(value, 3) for name, value in {**state.get("timings_ms", {}), **timings}.items()},
    }


def _candidate(scored: Scored) -> dict[str, Any]:
    """The JSON of a :class:`Candidate`."""
    memory = scored.memory
    return {
        "id": memory["id"],
        "content": memory["content"],
        "type": memory["type"],
        "channel": scored.channel,
        "similarity": round(scored.similarity, 6),
        "recency": round(scored.recency, 6),
        "confidence": round(scored.confidence, 6),
        "source_boost": scored.source_boost,
        "score": round(scored.score, 6),
        "relevance": round(scored.relevance, 6),
        "kept": scored.out is None,
        "reason": scored.out or scored.note,
    }


async def _anything_stored(state: RetrievalState, resources: Resources) -> bool:
    """Return true if the group holds anything; a store that cannot be reached may."""
    try:
        store = await resources.store()
    except MemoristError:
        return True
    unread = any(failure["channel"] not in (REWRITER, RANKER) for failure in state.get("failed", []))
    return unread or store.connection.counts(state["scope"]["group_id"]).live > 0


def _out_of_sight(
    state: RetrievalState, asked: RetrievalContext, knowledge: Knowledge, ranked: Sequence[Scored]
) -> list[str]:
    """A warning if a group that is not empty yielded nothing: none of it was valid then, or visible to the agent."""
    if ranked or state.get("failed") or knowledge.basis == "nothing_stored" or not state["task"].strip():
        return []
    valid_at, known_at = (f"at {parse_time(state['moment'][k]):%Y-%m-%d %H:%M} UTC" for k in ("valid_at", "known_at"))
    if asked.known_at is None:
        seen = f"true {valid_at}"
    else:
        seen = f"known {known_at}" + (f" to be true {valid_at}" if asked.as_of else "")
    agent = state["scope"]["agent_id"]
    reader = f", as far as {agent} may see it" if agent else ""
    return [f"the memory holds something, but nothing of it was {seen}{reader}"]


def used_memories(ranked: Sequence[Scored]) -> list[str]:
    """Ids of the memories that count as used: of the lines in the prompt those that speak of the task, or are wanted
    whatever it is. Passages are not memories."""
    inside = (s for s in ranked if s.out is None and s.channel != "raw_episodes")
    return list(dict.fromkeys(s.memory["id"] for s in inside if s.on_task or s.channel in WANTED))


async def _count_uses(
    state: RetrievalState, context: RetrievalContext, ranked: Sequence[Scored], resources: Resources
) -> None:
    """Have it counted in the background, unless the question was about the past; a failure is logged."""
    moment = state["moment"]
    if not context.record_access or moment["historic"]:
        return
    try:
        store = await resources.store()
    except MemoristError:
        return
    group, known_at = state["scope"]["group_id"], parse_time(moment["known_at"])
    store.changes.note_use(group, state["run"], used_memories(ranked), known_at)
