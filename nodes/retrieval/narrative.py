"""JACQ's way to tell what is known: entity by entity, instead of one list."""

from collections.abc import Sequence

from memorist.nodes.retrieval.scoring import Scored

OTHER = "Other knowledge"


def by_entity(facts: Sequence[Scored]) -> list[tuple[str, list[Scored]]]:
    """Facts under the entity that most of them share, entities in the order of their best fact.

    A fact about several things stands under the one that most facts speak of, once.
    """
    spoken_of: dict[str, int] = {}
    for fact in facts:
        for name in fact.memory["entities"]:
            spoken_of[name] = spoken_of.get(name, 0) + 1
    grouped: dict[str, list[Scored]] = {}
    for fact in facts:
        names = fact.memory["entities"]
        main = max(names, key=lambda name: (spoken_of[name], -names.index(name))) if names else OTHER
        grouped.setdefault(main, []).append(fact)
    return list(grouped.items())
