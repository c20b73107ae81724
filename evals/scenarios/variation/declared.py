"""The data file of variants: which names and which sentences stand for each other."""

import re
from functools import cache
from importlib.resources import files
from typing import Annotated, Self

import yaml
from pydantic import Field, model_validator

from memorist.evals.scenarios.basics import Label, Sentence
from memorist.memory_store.domain.memory import Part

VARIANTS_FILE = "variants.yaml"

Member = dict[Label, Sentence]
"""A member's forms; ``name`` is one of them."""

Family = Annotated[tuple[Member, ...], Field(min_length=2)]
Group = Annotated[tuple[Sentence, ...], Field(min_length=2)]

SLOT = re.compile(r"\{(\w+)\}")


class Variants(Part):
    """Words that may stand for other words. Weeks are the least and the most that dates are moved by."""

    families: dict[Label, Family]
    slots: dict[Label, str]
    paraphrases: tuple[Group, ...]
    weeks: tuple[int, int]

    @model_validator(mode="after")
    def _sound(self) -> Self:
        for family, members in self.families.items():
            if unnamed := [member for member in members if "name" not in member]:
                raise ValueError(f"{family}: a member has no name: {unnamed[0]}")
        for group in self.paraphrases:
            slots = [sorted(SLOT.findall(sentence)) for sentence in group]
            if any(each != slots[0] for each in slots):
                raise ValueError(f"{group[0]!r} and what stands for it do not have the same slots, once each")
            if unknown := set(slots[0]) - self.slots.keys():
                raise ValueError(f"{group[0]!r}: there is no slot {', '.join(sorted(unknown))}")
        if self.weeks[0] >= self.weeks[1]:
            raise ValueError("weeks: the first is the least")
        return self


@cache
def declared() -> Variants:
    """The shipped declaration."""
    text = files("memorist.evals.scenarios").joinpath(VARIANTS_FILE).read_text(encoding="utf-8")
    return Variants.model_validate(yaml.safe_load(text))
