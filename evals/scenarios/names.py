"""The names that a scenario file may write: a misspelt one would be found nowhere, and pass where nothing may be.

Sections and deeds are listed here, because the story of the demo begins before graphs are loaded.
"""

from collections.abc import Sequence
from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema

from memorist.memory_store.domain.types import MEMORY_TYPES

SECTIONS = (
    "Constraints (MUST FOLLOW)",
    "Standing Constraints",
    "How To",
    "Relevant Knowledge",
    "Self-Awareness",
    "User Preferences",
    "Recent Context",
    "Earlier Conversations",
)
RUNGS = (
    "episode_to_observation",
    "observation_to_fact",
    "staged_to_confirmed",
    "fact_to_rule",
    "fact_to_procedure",
    "observation_to_shared",
)
DEEDS = ("checklist", "faded", "restored", "archived", "lowered", "fallen", "retracted")


def _one_of(names: Sequence[str], what: str) -> tuple[AfterValidator, WithJsonSchema]:
    def known(name: str) -> str:
        if name not in names:
            raise ValueError(f"{name!r} is no {what}: expected one of {', '.join(names)}")
        return name

    return AfterValidator(known), WithJsonSchema({"type": "string", "enum": [*names]})


TypeName = Annotated[str, *_one_of(("semantic", "model", "entity", *MEMORY_TYPES), "memory type")]
"""A type, or the part of it before the colon."""
SectionTitle = Annotated[str, *_one_of(SECTIONS, "section of a prompt")]
DeedName = Annotated[str, *_one_of((*RUNGS, *DEEDS), "deed of a pass")]
"""A step of a maintenance pass: the name of a rung, or the fate of a memory."""
