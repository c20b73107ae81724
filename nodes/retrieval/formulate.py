"""Formulate: what a task asks the memory."""

from datetime import datetime
from time import perf_counter
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from memorist.memory_store.reading import Moment
from memorist.nodes.contexts import context_as
from memorist.nodes.dates import window_of
from memorist.nodes.language.gazetteer import field_of, find_entities, topic_of
from memorist.nodes.language.words import concepts_of
from memorist.nodes.language.work import implied_topics
from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.question_kind import what_is_asked
from memorist.nodes.retrieval.rewrite import rewrite
from memorist.nodes.retrieval.state import Formulation, RetrievalContext, RetrievalRequest, SearchText, Window

TOPIC_WEIGHT = 0.8
"""Of the task's topic in the word that is known for it, where one thing at a time serves it: whoever adds sign-in is
helped by what is used for auth."""
MAX_TASK_CHARS = 4_000
"""Length of a query; a longer task is searched for by its beginning, and printed whole."""


def formulate_task(task: str, now: datetime | None = None) -> Formulation:
    """Turn a task into queries by rules.

    The primary query is the task itself; another one holds the words of its topic where it says so in other words.
    Concepts are its runs of content words. Times are read as seen at ``now``; without it none is.
    """
    text = task[:MAX_TASK_CHARS].strip()
    mentions = find_entities(text)
    concepts = concepts_of(text)
    queries = [SearchText(role="primary", text=text, weight=1.0)] if text else []
    topic = topic_of(text)
    served = field_of(topic)
    if topic and served and served.exclusive and _label(topic).casefold() not in text.casefold():
        queries.append(SearchText(role="topic", text=_label(topic), weight=TOPIC_WEIGHT))
    return Formulation(
        task=task,
        queries=tuple(queries),
        concepts=concepts,
        names=tuple(dict.fromkeys(mention.canonical for mention in mentions)),
        topic=topic,
        implied=tuple(one for one in implied_topics(text) if one != topic),
        asks=what_is_asked(text),
        window=_window(text, now),
        people=tuple(dict.fromkeys(m.canonical for m in mentions if m.kind == "entity:person")),
    )


def _label(topic: str) -> str:
    field = field_of(topic)
    return field.label.removeprefix("the ") if field else topic


def _window(text: str, now: datetime | None) -> Window | None:
    named = window_of(text, now) if now is not None else None
    return Window(start=named.start, end=named.end, words=named.words) if named else None


async def formulate(
    state: RetrievalRequest, runtime: Runtime[RetrievalContext], resources: Resources
) -> dict[str, Any]:
    """Read the task and settle who asks, and about which moment."""
    began = perf_counter()
    context = context_as(RetrievalContext, runtime.context)
    moment = Moment.of(context.present(await resources.clock()), as_of=context.as_of, known_at=context.known_at)
    settings = await resources.settings()
    asked_at = moment.valid_at.astimezone(ZoneInfo(settings.timezone))
    formulation, failed = await rewrite(formulate_task(state.task, asked_at), settings)
    return {
        "run": str(uuid4()),
        "scope": context.scope(settings).model_dump(),
        "moment": moment.parameters(),
        "formulation": formulation.model_dump(mode="json"),
        # Nothing of an earlier run in the same thread is joined to what this one finds.
        "found": Overwrite({}),
        "failed": Overwrite([failed.model_dump()] if failed else []),
        "timings_ms": Overwrite({"formulate": (perf_counter() - began) * 1e3}),
        "recall": {},
    }
