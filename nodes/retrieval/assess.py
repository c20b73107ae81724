"""Assess: does what is known suffice for the task, and what is missing?"""

from collections.abc import Sequence
from time import perf_counter
from typing import Any, Literal

from hypomnema.memory_store.domain.errors import HypomnemaError
from hypomnema.nodes.language.words import stems
from hypomnema.nodes.resources import Resources
from hypomnema.nodes.retrieval.rank import Scored
from hypomnema.nodes.retrieval.result import Candidate, Dropped, FailedChannel, Knowledge, PromptSection, Recall
from hypomnema.nodes.retrieval.state import Formulation, RetrievalState
from hypomnema.nodes.retrieval.tokens import count_tokens

CONFIDENT = 0.8
Status = Literal["HEALTHY", "LOW", "CRITICAL"]


def knowledge_sufficiency(formulation: Formulation, kept: Sequence[Scored], *, anything_stored: bool) -> Knowledge:
    """0.3 if a procedure matches + 0.3 if more than two facts above .8 (0.1 each below that) + 0.4 − 0.1 a gap.

    Above .7 HEALTHY, above .4 LOW, else CRITICAL. A gap is a concept of the task that nothing recalled covers.
    """
    facts = [s for s in kept if s.section == "facts"]
    procedures = [s for s in kept if s.section == "procedures"]
    gaps = tuple(c for c in formulation.concepts if not _covered(c, kept))
    confident = sum(1 for s in facts if s.memory["confidence"] > CONFIDENT)
    score = (0.3 if procedures else 0.0) + (0.3 if confident > 2 else 0.1 * confident)
    score = round(score + max(0.0, 0.4 - 0.1 * len(gaps)), 3)
    if not facts and not procedures:
        score = 0.0
    status: Status = "HEALTHY" if score > 0.7 else "LOW" if score > 0.4 else "CRITICAL"
    if not anything_stored:
        return Knowledge(status="CRITICAL", score=0.0, gaps=gaps, basis="nothing_stored", guidance=_guidance(0.0))
    nothing_near = not facts and not procedures
    basis: Literal["nothing_near_enough", "enough", "some"] = (
        "nothing_near_enough" if nothing_near else "enough" if status == "HEALTHY" else "some"
    )
    return Knowledge(status=status, score=score, gaps=gaps, basis=basis, guidance=_guidance(score))


def _guidance(score: float) -> str:
    if score < 0.5:
        return "research before proceeding"
    return "proceed with caution" if score < 0.7 else "sufficient"


def _covered(concept: str, kept: Sequence[Scored]) -> bool:
    wanted = stems(concept)
    for scored in kept:
        if scored.section not in ("facts", "procedures", "constraints"):
            continue
        said = f"{scored.memory['content']} {' '.join(scored.memory.get('entities', ()))}"
        if wanted & stems(said):
            return True
    return False


def recall_of(state: RetrievalState, knowledge: Knowledge) -> Recall:
    """Everything the caller is told."""
    ranked = [Scored.model_validate(s) for s in state["ranked"]]
    sections = tuple(PromptSection.model_validate(s) for s in state["sections"])
    dropped = [s for s in ranked if s.out is not None and s.out.startswith("over budget")]
    return Recall(
        prompt=state["prompt"],
        sections=sections,
        citations=tuple(dict.fromkeys(item.id for section in sections for item in section.items)),
        dropped=tuple(Dropped(id=s.memory["id"], score=s.score, reason=str(s.out)) for s in reversed(dropped)),
        trace=tuple(_candidate(s) for s in ranked),
        tokens=count_tokens(state["prompt"]),
        failed_channels=tuple(FailedChannel.model_validate(f) for f in state.get("failed", [])),
        warnings=tuple(state.get("warnings", [])),
        knowledge=knowledge,
        timings_ms={name: round(value, 3) for name, value in state.get("timings_ms", {}).items()},
    )


def _candidate(scored: Scored) -> Candidate:
    return Candidate(
        id=scored.memory["id"],
        content=scored.memory["content"],
        type=scored.memory["type"],
        channel=scored.channel,
        similarity=scored.similarity,
        recency=scored.recency,
        confidence=scored.confidence,
        source_boost=scored.source_boost,
        score=scored.score,
        kept=scored.out is None,
        reason=scored.out or scored.note,
    )


async def _anything_stored(state: RetrievalState, resources: Resources) -> bool:
    """Whether the group holds anything; a store that cannot be reached may."""
    try:
        store = await resources.store()
    except HypomnemaError:
        return True
    return bool(state.get("failed")) or store.live_estimate(state["scope"]["group_id"]) > 0


async def assess(state: RetrievalState, resources: Resources) -> dict[str, Any]:
    """Judge what is known, and put the answer together."""
    began = perf_counter()
    kept = [s for s in (Scored.model_validate(s) for s in state["ranked"]) if s.out is None]
    stored = bool(state["ranked"]) or await _anything_stored(state, resources)
    formulation = Formulation.model_validate(state["formulation"])
    knowledge = knowledge_sufficiency(formulation, kept, anything_stored=stored)
    elapsed = (perf_counter() - began) * 1e3
    timed: RetrievalState = {**state, "timings_ms": {**state.get("timings_ms", {}), "assess": elapsed}}
    return {
        "knowledge": knowledge.model_dump(),
        "recall": recall_of(timed, knowledge).model_dump(mode="json"),
        "timings_ms": {"assess": elapsed},
    }
