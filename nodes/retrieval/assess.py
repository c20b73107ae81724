"""Assess: does what is known suffice for the task, and what is missing?"""

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any, Literal

from langgraph.runtime import Runtime

from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.errors import MemoristError
from memorist.nodes.language.words import stems
from memorist.nodes.resources import Resources, context_as
from memorist.nodes.retrieval.result import Knowledge
from memorist.nodes.retrieval.rewrite import REWRITER
from memorist.nodes.retrieval.scored import Scored
from memorist.nodes.retrieval.state import Formulation, RetrievalContext, RetrievalState
from memorist.nodes.retrieval.tokens import count_text
from memorist.nodes.sufficiency import CONFIDENT, sufficiency_guidance, sufficiency_score, sufficiency_status

ANSWERING = frozenset({"facts", "procedures", "turns"})
FOUND_SCORE = 0.41
"""The lowest score that is LOW."""


def knowledge_sufficiency(formulation: Formulation, kept: Sequence[Scored], *, anything_stored: bool) -> Knowledge:
    """How much is known of what the task asks for (see :mod:`memorist.nodes.sufficiency`), and what is not.

    A question whose answer was found is never CRITICAL, whatever else of it is not covered.
    """
    facts = [s for s in kept if s.section == "facts"]
    procedures = [s for s in kept if s.section == "procedures"]
    spoken_of = _spoken_of(kept)
    gaps = tuple(concept for concept in formulation.concepts if not stems(concept) & spoken_of)
    confident = sum(1 for s in facts if s.memory["confidence"] > CONFIDENT)
    score = sufficiency_score(procedures=len(procedures), confident_facts=confident, gaps=len(gaps))
    if not facts and not procedures:
        score = 0.0
    status = sufficiency_status(score)
    if not anything_stored:
        return Knowledge(
            status="CRITICAL", score=0.0, gaps=gaps, basis="nothing_stored", guidance=sufficiency_guidance(0.0)
        )
    likely = answerable(kept)
    turns = any(s.section == "turns" for s in kept)
    if likely >= 0.5 and (facts or procedures) and status == "CRITICAL":
        score, status = FOUND_SCORE, "LOW"
    nothing_near = not (facts or procedures or turns)
    basis: Literal["nothing_near_enough", "enough", "some"] = (
        "nothing_near_enough" if nothing_near else "enough" if status == "HEALTHY" else "some"
    )
    return Knowledge(
        status=status,
        score=score,
        gaps=gaps,
        basis=basis,
        guidance=sufficiency_guidance(score),
        answerable=likely,
    )


def answerable(kept: Sequence[Scored]) -> float:
    """How likely the best of what is in answers the task (see :mod:`memorist.nodes.retrieval.answers`)."""
    return round(max((s.answers for s in kept if s.section in ANSWERING), default=0.0), 4)


def _spoken_of(kept: Sequence[Scored]) -> frozenset[str]:
    """The stems of everything that is known and in."""
    known = [s.memory for s in kept if s.section in ("facts", "procedures", "constraints")]
    return frozenset[str]().union(*(stems(f"{m['content']} {' '.join(m['entities'])}") for m in known))


def recall_of(state: RetrievalState, knowledge: Knowledge) -> dict[str, Any]:
    """Everything the caller is told: the JSON of a :class:`Recall`, which nobody but the caller has to read."""
    ranked, sections = state["ranked"], state["sections"]
    dropped = [s for s in ranked if s["out"] is not None and s["out"].startswith("over budget")]
    return {
        "prompt": state["prompt"],
        "sections": sections,
        "citations": list(dict.fromkeys(item["id"] for section in sections for item in section["items"])),
        "dropped": [{"id": s["memory"]["id"], "score": s["score"], "reason": s["out"]} for s in reversed(dropped)],
        "trace": [_candidate(s) for s in ranked],
        "tokens": count_text(state["prompt"]),
        "failed_channels": state.get("failed", []),
        "warnings": state.get("warnings", []),
        "knowledge": knowledge.model_dump(mode="json"),
        "timings_ms": {name: round(value, 3) for name, value in state.get("timings_ms", {}).items()},
    }


def _candidate(scored: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of a :class:`Candidate`."""
    memory = scored["memory"]
    return {
        "id": memory["id"],
        "content": memory["content"],
        "type": memory["type"],
        "channel": scored["channel"],
        "similarity": scored["similarity"],
        "recency": scored["recency"],
        "confidence": scored["confidence"],
        "source_boost": scored["source_boost"],
        "score": scored["score"],
        "kept": scored["out"] is None,
        "reason": scored["out"] or scored["note"],
    }


async def _anything_stored(state: RetrievalState, resources: Resources) -> bool:
    """Whether the group holds anything; a store that cannot be reached may."""
    try:
        store = await resources.store()
    except MemoristError:
        return True
    unread = any(failure["channel"] != REWRITER for failure in state.get("failed", []))
    return unread or store.connection.counts(state["scope"]["group_id"]).live > 0


def _out_of_sight(state: RetrievalState, asked: RetrievalContext, *, stored: bool) -> list[str]:
    """Why nothing came of a memory that holds something: a search always brings the nearest of what may be seen."""
    if state["ranked"] or state.get("failed") or not stored:
        return []
    valid_at, known_at = (f"at {parse_time(state['moment'][k]):%Y-%m-%d %H:%M} UTC" for k in ("valid_at", "known_at"))
    if asked.known_at is None:
        seen = f"true {valid_at}"
    else:
        seen = f"known {known_at}" + (f" to be true {valid_at}" if asked.as_of else "")
    agent = state["scope"]["agent_id"]
    reader = f", as far as {agent} may see it" if agent else ""
    return [f"the memory holds something, but nothing of it was {seen}{reader}"]


async def assess(state: RetrievalState, runtime: Runtime[RetrievalContext], resources: Resources) -> dict[str, Any]:
    """Judge what is known, and put the answer together."""
    began = perf_counter()
    kept = [Scored(**s) for s in state["ranked"] if s["out"] is None]
    stored = bool(state["ranked"]) or await _anything_stored(state, resources)
    asked = context_as(RetrievalContext, runtime.context)
    formulation = Formulation.model_validate(state["formulation"])
    knowledge = knowledge_sufficiency(formulation, kept, anything_stored=stored)
    warnings = [*state.get("warnings", []), *_out_of_sight(state, asked, stored=stored)]
    elapsed = (perf_counter() - began) * 1e3
    timings = {**state.get("timings_ms", {}), "assess": elapsed}
    timed: RetrievalState = {**state, "warnings": warnings, "timings_ms": timings}
    return {
        "warnings": warnings,
        "knowledge": knowledge.model_dump(),
        "recall": recall_of(timed, knowledge),
        "timings_ms": {"assess": elapsed},
    }
