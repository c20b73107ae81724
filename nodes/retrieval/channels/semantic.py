"""Semantic: hybrid search with every query of the formulation, in one statement."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.types import BY_UPDATE_MODELS
from memorist.nodes.language.gazetteer import topic_of
from memorist.nodes.language.words import content_words
from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.channels.channel import Asked, found_by, run_channel
from memorist.nodes.retrieval.formulate import CONSTRAINT_WORDS
from memorist.nodes.retrieval.lines import characteristics
from memorist.nodes.retrieval.scored import NEAR_ENOUGH
from memorist.nodes.retrieval.standing import is_standing
from memorist.nodes.retrieval.state import Formulation, Found, RetrievalState, Role, SearchText

K: dict[Role, int] = {"primary": 30, "topic": 15, "concept": 5, "technology": 5, "constraint": 10, "standing": 10}
"""Candidates a query, by what it is for (the Galatea design, with some room for the fusing)."""
OTHER_CHANNELS = frozenset({"semantic:hard_rule", "procedural", "model:self", "model:user", "model:relationship"})
"""Types that have a channel of their own."""
TOPIC_AGREEMENT = 0.5
"""What it adds that a claim is about the task's topic: similar words may be about anything, a topic is not."""
IMPLIED_AGREEMENT = NEAR_ENOUGH
"""The same for a topic that the work of the task touches without naming it: a claim about it is near enough by that."""
WARNING_PREDICATES = frozenset({"avoids", "has_issue", "requires"})


def elsewhere(memory: Glance) -> bool:
    """Whether a memory is not for the facts: it has a channel of its own, or only names a field that others hang on."""
    return memory.type in OTHER_CHANNELS or _only_names_a_field(memory)


def _only_names_a_field(memory: Glance) -> bool:
    made_to_hang_on = memory.type == "model:domain" and memory.extraction_method == BY_UPDATE_MODELS
    return made_to_hang_on and not characteristics(memory)


def warns(memory: Glance) -> bool:
    """Whether a memory says what not to do, or what goes wrong: all that the constraint query looks for."""
    claim = memory.claim
    negative = claim is not None and (not claim["polarity"] or claim["predicate"] in WARNING_PREDICATES)
    return negative or memory.type == "semantic:policy"


def topic_claimed(claim: Mapping[str, Any] | None) -> str | None:
    """What a claim is about: the topic it settles; of what is used without settling one, what it is used for."""
    if claim is None or claim["topic"] or claim["predicate"] != "uses":
        return claim["topic"] if claim else None
    return topic_of(f"{claim['object']} {claim['qualifier'] or ''}")


def topic_agreement(memory: Glance, formulation: Formulation) -> float:
    """How much of the distance it takes away that the claim is about what the task names, or what its work touches."""
    topic = topic_claimed(memory.claim)
    if topic is None:
        return 0.0
    return TOPIC_AGREEMENT if topic == formulation.topic else IMPLIED_AGREEMENT * (topic in formulation.implied)


def _named_by(query: SearchText, words: str) -> str:
    """The words that are looked for: every ban says "never", so that those of the constraint query are no sign."""
    return content_words(query.text.removesuffix(CONSTRAINT_WORDS)) if query.role == "constraint" else words


async def search(asked: Asked) -> list[Found]:
    """What is similar to the task, its concepts, its technologies, and what forbids something about them."""
    texts = asked.formulation.queries
    plain = await asked.queries([(str(place), text.text) for place, text in enumerate(texts)])
    queries = [
        replace(query, k=K[text.role], text=_named_by(text, query.text))
        for query, text in zip(plain, texts, strict=True)
    ]
    fused, plan = await asked.store.search.glance(asked.scope, queries, asked.moment)
    now = time_text(asked.moment.valid_at)
    found: list[Found] = []
    for hit in fused:
        if elsewhere(hit.memory):
            continue
        text = texts[int(hit.role)]
        if text.role == "standing":
            if is_standing(hit.memory):
                found.append(found_by("user_model", hit.memory, 1.0, note="says how to answer, whatever the task"))
            continue
        if text.role == "constraint" and not warns(hit.memory):
            continue
        cosine = "-" if hit.cosine is None else f"{hit.cosine:.2f}"
        words = "-" if hit.text is None else f"{hit.text:.2f}"
        note = f"{text.role} query {text.text[:40]!r}: cosine {cosine}, words {words}, {plan.kind}"
        similarity = hit.similarity * text.weight
        agreement = topic_agreement(hit.memory, asked.formulation)
        if agreement:
            similarity = 1.0 - (1.0 - similarity) * (1.0 - agreement)
            note = f"{note}, both about {topic_claimed(hit.memory.claim)}"
        found.append(found_by("semantic", hit.memory, similarity, role=text.role, note=note, now=now))
    return found


async def semantic(state: RetrievalState, resources: Resources) -> dict[str, Any]:
    """The channel as a node."""
    return await run_channel("semantic", state, resources, search)
