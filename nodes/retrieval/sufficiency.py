"""Sufficiency: does what is known suffice for the task, and what is missing? One judgement, told in three forms.

``answerable`` is the chance that a line of the prompt answers; ``status`` and the sentence in the prompt follow from
the same score, so that none of them contradicts the others.
"""

from collections.abc import Sequence
from typing import Literal

from memorist.memory_store.embedders.words import WordVectors
from memorist.nodes.language.words import stems
from memorist.nodes.retrieval.assess import AssessedLine, chance_of_answer
from memorist.nodes.retrieval.relevance import spoken_of
from memorist.nodes.retrieval.result import Knowledge
from memorist.nodes.retrieval.scoring import Scored
from memorist.nodes.retrieval.state import Formulation
from memorist.nodes.sufficiency import (
    CONFIDENT,
    SUFFICIENT,
    sufficiency_guidance,
    sufficiency_score,
    sufficiency_status,
)

ANSWERING = frozenset({"facts", "procedures", "turns", "person"})
LIKELY = 0.5
"""Chance of an answer from which the task counts as answered."""
LOW = 0.41
"""The lowest score above CRITICAL."""
COVERED = 0.4
"""Share of a concept that the prompt must speak of, or the concept is a gap."""
_SENTENCES = {
    "LOW": "What it does not say is not known: say so rather than guess.",
    "CRITICAL": "It may not answer the task: what it does not say is not known, say so rather than guess.",
}


def sentence_of(knowledge: Knowledge) -> str:
    """Return the sentence about what the prompt lacks; empty if it is sufficient."""
    return "" if knowledge.guidance == SUFFICIENT else _SENTENCES[knowledge.status]


def knowledge_sufficiency(
    formulation: Formulation, kept: Sequence[Scored], *, anything_stored: bool, vectors: WordVectors | None = None
) -> Knowledge:
    """Return the share of the task's demands that is known (see :mod:`memorist.nodes.sufficiency`), and the gaps.

    Something that answers is never CRITICAL, and nothing that answers never more than LOW.
    """
    facts = [s for s in kept if s.section in ("facts", "person", "turns") and s.on_task]
    procedures = [s for s in kept if s.section == "procedures"]
    gaps = _gaps(formulation, kept, vectors)
    if not anything_stored:
        return _knowledge(0.0, gaps, "nothing_stored", 0.0)
    likely = answerable(formulation.task, kept)
    confident = sum(1 for s in facts if s.section != "turns" and s.memory["confidence"] > CONFIDENT)
    score = sufficiency_score(procedures=len(procedures), confident_facts=confident, gaps=len(gaps))
    if likely >= LIKELY:
        score = max(score, LOW)
    else:
        score = min(score, LOW if procedures or facts else 0.0) if procedures else min(score, 0.4)
    score = score if facts or procedures else 0.0
    basis: Literal["nothing_near_enough", "enough", "some"] = (
        "nothing_near_enough"
        if not (facts or procedures)
        else "enough"
        if sufficiency_status(score) == "HEALTHY"
        else "some"
    )
    return _knowledge(score, () if basis == "enough" else gaps, basis, likely)


def _knowledge(
    score: float,
    gaps: tuple[str, ...],
    basis: Literal["nothing_stored", "nothing_near_enough", "some", "enough"],
    likely: float,
) -> Knowledge:
    return Knowledge(
        status=sufficiency_status(score),
        score=score,
        gaps=gaps,
        basis=basis,
        guidance=sufficiency_guidance(score),
        answerable=likely,
    )


def answerable(task: str, kept: Sequence[Scored]) -> float:
    """Return the likelihood that the prompt answers the task (see :mod:`memorist.nodes.retrieval.assess`)."""
    lines = [AssessedLine(s.similarity, s.text.speaker if s.text else None) for s in kept if s.section in ANSWERING]
    return round(chance_of_answer(task, lines), 4)


def _gaps(formulation: Formulation, kept: Sequence[Scored], vectors: WordVectors | None) -> tuple[str, ...]:
    """The concepts of the task that nothing in the prompt speaks of, by their words or by near ones."""
    told = [s.memory for s in kept if s.section in ("facts", "procedures", "constraints", "person", "turns")]
    texts = [f"{m['content']} {' '.join(m['entities'])}" for m in told]
    said = frozenset[str]().union(*(stems(text) for text in texts))
    missing = [concept for concept in formulation.concepts if not stems(concept) & said]
    if vectors is None or not texts:
        return tuple(missing)
    return tuple(one for one in missing if max(spoken_of(one, texts, vectors), default=0.0) < COVERED)
