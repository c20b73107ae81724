"""Procedures: how-to knowledge whose trigger fits the task."""

import re

from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.types import Procedure
from memorist.nodes.language.words import MAKING, stems
from memorist.nodes.retrieval.channels.channel import Asked, found_by
from memorist.nodes.retrieval.scoring import NOT_NEAR
from memorist.nodes.retrieval.state import Found

TRIGGER_SIMILARITY = 0.7
"""Below this a trigger does not fit, unless its words stand in the task."""
LIMIT = 3
TRACED = 10
"""Procedures that fit too little but are listed with what they lack, so that a selector model may choose one."""

GRAMMAR = frozenset("when whenever if before after every time you we i one a an the your our is are".split())
"""Words that say nothing about what a trigger waits for."""


def trigger_stands_in(task: str, procedure: Procedure) -> bool:
    """Return true if every word of the trigger that says something occurs in the task: an exact match needs no
    similarity.

    Verbs of making are one.
    """
    words = _words_of(task)
    wanted = [word for word in _words_of(procedure.trigger.pattern) if word not in GRAMMAR]
    return bool(wanted) and all(word in words for word in wanted)


def _words_of(text: str) -> list[str]:
    return ["make" if MAKING.match(word) else word for word in re.findall(r"\w+", folded(text))]


def trigger_fit(task: str, procedure: Procedure, cosine: float) -> tuple[float, str]:
    """Return the fit of a trigger to a task, between 0 and 1, and the reason.

    An exact match is 1. Otherwise cosine and shared words make up for each other, 1 − (1 − cosine)(1 − overlap): short
    sentences about one thing in different words are often at cosine .5. One shared word shows nothing.
    """
    if trigger_stands_in(task, procedure):
        return 1.0, "trigger stands in the task"
    near = min(1.0, max(0.0, cosine))
    wanted, given = stems(procedure.text_to_embed()), stems(task)
    shared = wanted & given
    overlap = len(shared) / min(len(wanted), len(given)) if len(shared) > 1 else 0.0
    return 1.0 - (1.0 - near) * (1.0 - overlap), f"trigger cosine {near:.2f}, shared words {overlap:.2f}"


async def search(asked: Asked) -> list[Found]:
    """The best three by trigger similarity times success rate; the next ones are out."""
    if not asked.formulation.triggers:
        return []
    queries = await asked.queries([("trigger", trigger) for trigger in asked.formulation.triggers])
    scored: list[tuple[float, Procedure, str]] = []
    for memory, cosine in await asked.store.search.procedures(asked.scope, queries, asked.moment):
        if isinstance(memory, Procedure):
            fit, shown = trigger_fit(asked.formulation.task, memory, cosine)
            scored.append((fit, memory, shown))
    scored.sort(key=lambda s: (s[0] <= TRIGGER_SIMILARITY, -s[0] * s[1].success_rate, s[1].id))
    return [_found(*one, place) for place, one in enumerate(scored[: LIMIT + TRACED])]


def _found(fit: float, procedure: Procedure, shown: str, place: int) -> Found:
    out = None
    if fit <= TRIGGER_SIMILARITY:
        out = f"{NOT_NEAR}: {shown}, and {TRIGGER_SIMILARITY} is needed"
    elif place >= LIMIT:
        out = f"{NOT_NEAR}: {LIMIT} procedures fit better"
    note = f"{shown}, success rate {procedure.success_rate:.2f}"
    return found_by("procedures", procedure, fit, note=note)._replace(out=out)
