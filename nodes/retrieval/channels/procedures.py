"""Procedures: how-to knowledge, first of all where its trigger fits the task."""

import re

from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.types import Procedure
from memorist.nodes.language.words import MAKING, stems
from memorist.nodes.retrieval.channels.channel import Asked, found_by
from memorist.nodes.retrieval.state import Found

TRIGGER_SIMILARITY = 0.7
"""A trigger fits a task above this similarity, or if its words stand in the task."""
LIMIT = 3
"""Procedures whose trigger fits are included before anything else, up to this number."""
NEAREST = 10
"""Procedures of a large memory that are read."""

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
    """Return the best three whose trigger fits, by trigger similarity times success rate; all others compete with the
    facts, each in one line."""
    if not asked.formulation.queries:
        return []
    queries = await asked.queries([("trigger", asked.formulation.queries[0].text)])
    k = asked.at_least(NEAREST)
    found: list[tuple[bool, float, Found]] = []
    for memory, cosine in await asked.store.search.procedures(asked.scope, queries, asked.moment, k=k):
        if isinstance(memory, Procedure):
            fit, shown = trigger_fit(asked.formulation.task, memory, cosine)
            note = f"{shown}, success rate {memory.success_rate:.2f}"
            one = found_by("procedures", memory, fit, note=note)._replace(cosine=cosine)
            found.append((fit > TRIGGER_SIMILARITY, fit * memory.success_rate, one))
    found.sort(key=lambda one: (not one[0], -one[1], one[2].key))
    return [
        one if fits and place < LIMIT else one._replace(channel="semantic", line=" ".join(str(one.line).split()))
        for place, (fits, _, one) in enumerate(found)
    ]
