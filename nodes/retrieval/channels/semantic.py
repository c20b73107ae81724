"""Semantic: what is similar to the task and to its topic, in one statement."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.types import BY_UPDATE_MODELS
from memorist.nodes.language.gazetteer import topic_of
from memorist.nodes.retrieval.channels.channel import Asked, found_by
from memorist.nodes.retrieval.lines import characteristics
from memorist.nodes.retrieval.scoring import ON_TASK
from memorist.nodes.retrieval.state import Formulation, Found, QueryRole
from memorist.nodes.retrieval.style_instructions import is_standing

LIKE: dict[QueryRole, str] = {"primary": "like the task", "topic": "like its topic"}
SEARCHED: dict[str, str] = {"exact": "comparing all", "index": "the index"}
K: dict[QueryRole, int] = {"primary": 40, "topic": 15}
"""Candidates a query, by what it is for."""
OTHER_CHANNELS = frozenset({"semantic:hard_rule", "procedural", "model:self", "model:user", "model:relationship"})
"""Types that have a channel of their own."""
TOPIC_AGREEMENT = 0.5
"""Bonus of a claim about the task's topic: similar words may be about anything, a topic is not."""
IMPLIED_AGREEMENT = ON_TASK
"""The same for a topic that the work of the task touches without naming it: a claim about it is near enough by that."""


def elsewhere(memory: Glance) -> bool:
    """Return true if a memory is not for the facts: it has a channel of its own, or only names a field that others hang
    on."""
    return memory.type in OTHER_CHANNELS or _only_names_a_field(memory)


def _only_names_a_field(memory: Glance) -> bool:
    made_to_hang_on = memory.type == "model:domain" and memory.extraction_method == BY_UPDATE_MODELS
    return made_to_hang_on and not characteristics(memory)


def topic_claimed(claim: Mapping[str, Any] | None) -> str | None:
    """Return the topic of a claim: the one it settles; of what is used without settling one, its use."""
    if claim is None or claim["topic"] or claim["predicate"] != "uses":
        return claim["topic"] if claim else None
    return topic_of(f"{claim['object']} {claim['qualifier'] or ''}")


def topic_agreement(memory: Glance, formulation: Formulation) -> float:
    """Return the bonus of a memory whose claim is about the topic of the task, or a topic that it implies."""
    if formulation.topic is None and not formulation.implied:
        return 0.0
    topic = topic_claimed(memory.claim)
    if topic is None:
        return 0.0
    return TOPIC_AGREEMENT if topic == formulation.topic else IMPLIED_AGREEMENT * (topic in formulation.implied)


def style_of(memory: Glance, asked: Asked) -> Found:
    """Return a find about the style of answers: included as the user's, whatever the task."""
    note = "says how to answer, whatever the task"
    return found_by("user_model", memory, 1.0, role="standing", note=note, asked=asked)


async def search(asked: Asked) -> list[Found]:
    """Return the memories similar to the task and its topic."""
    texts = asked.formulation.queries
    plain = await asked.queries([(str(place), text.text) for place, text in enumerate(texts)])
    queries = [
        replace(query, k=asked.at_least(K[text.role]) if text.role == "primary" else K[text.role])
        for query, text in zip(plain, texts, strict=True)
    ]
    fused, plan = await asked.store.search.glance(asked.scope, queries, asked.moment)
    found: list[Found] = []
    for hit in fused:
        memory, text = hit.memory, texts[int(hit.role)]
        if elsewhere(memory):
            continue
        if is_standing(memory):
            found.append(style_of(memory, asked))
            continue
        cosine = "-" if hit.cosine is None else f"{hit.cosine:.2f}"
        words = "-" if hit.text is None else f"{hit.text:.2f}"
        note = f"{LIKE[text.role]}: cosine {cosine}, words {words}, found by {SEARCHED[plan.kind]}"
        similarity = hit.similarity * text.weight
        agrees = topic_agreement(memory, asked.formulation)
        if agrees:
            note = f"{note}, both about {topic_claimed(memory.claim)}"
        one = found_by("semantic", memory, similarity, role=text.role, note=note, asked=asked)
        found.append(one._replace(agrees=agrees, cosine=hit.cosine if text.role == "primary" else None))
    return found
