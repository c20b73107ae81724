"""Formulate: what a task asks the memory."""

import re
from time import perf_counter
from typing import Any
from uuid import uuid4

from langgraph.runtime import Runtime

from hypomnema.memory_store.reading import Moment
from hypomnema.nodes.language.gazetteer import find_entities, topic_of
from hypomnema.nodes.language.words import concepts_of
from hypomnema.nodes.resources import Resources, context_as
from hypomnema.nodes.retrieval.state import Formulation, RetrievalContext, RetrievalState, SearchText

MAX_CONCEPTS = 4
MAX_TECHNOLOGIES = 3
MAX_TASK_CHARS = 4_000
"""What a query is made of; a longer task is searched for by its beginning, and printed whole."""
HISTORY = re.compile(
    r"\b(before|previous(?:ly)?|formerly|used to|originally|history|back then|earlier|in the past|did we (?:use|have)|"
    r"replaced|switch(?:ed)? from|since when)\b",
    re.IGNORECASE,
)
CONSTRAINT_WORDS = "avoid never do not warning forbidden must not"


def formulate_task(task: str) -> Formulation:
    """Turn a task into queries by rules.

    The primary query is the task itself. Concepts are its runs of content words, weighted by their share of the task;
    technologies are those it names; the constraint query looks for what not to do.
    """
    text = task[:MAX_TASK_CHARS]
    mentions = find_entities(text)
    names = tuple(dict.fromkeys(mention.canonical for mention in mentions))
    concepts = concepts_of(text)
    content_words = sum(len(concept.split()) for concept in concepts) or 1
    queries = [SearchText(role="primary", text=text, weight=1.0)]
    queries += [
        SearchText(role="concept", text=concept, weight=round(0.5 + 0.4 * len(concept.split()) / content_words, 3))
        for concept in concepts[:MAX_CONCEPTS]
    ]
    queries += [SearchText(role="technology", text=name, weight=0.7) for name in names[:MAX_TECHNOLOGIES]]
    about = " ".join((*names, *concepts[:2]))
    queries.append(SearchText(role="constraint", text=f"{about} {CONSTRAINT_WORDS}".strip(), weight=0.8))
    return Formulation(
        task=task,
        queries=tuple(queries),
        concepts=concepts,
        names=names,
        triggers=(text, *concepts[:MAX_CONCEPTS]),
        topic=topic_of(text),
        wants_history=bool(HISTORY.search(text)),
    )


async def formulate(state: RetrievalState, runtime: Runtime[RetrievalContext], resources: Resources) -> dict[str, Any]:
    """Read the task and settle who asks, and about which moment."""
    began = perf_counter()
    context = context_as(RetrievalContext, runtime.context)
    moment = Moment.of(context.present(await resources.clock()), as_of=context.as_of, known_at=context.known_at)
    return {
        "run": str(uuid4()),
        "scope": context.scope(await resources.settings()).model_dump(),
        "moment": moment.parameters(),
        "formulation": formulate_task(state["task"]).model_dump(),
        "timings_ms": {"formulate": (perf_counter() - began) * 1e3},
    }
