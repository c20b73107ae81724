"""The declared vocabulary: predicates and how many objects each may have at a time."""

from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from hypomnema.memory_store.domain.claim import Cardinality, Claim, slot_id
from hypomnema.memory_store.domain.errors import InvalidInput
from hypomnema.memory_store.domain.memory import Memory
from hypomnema.memory_store.domain.types import invalid_from


class Predicate(BaseModel):
    """One verb of the claim vocabulary."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    cardinality: Cardinality
    description: str = ""


class Ontology(BaseModel):
    """A named vocabulary."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    predicates: dict[str, Predicate]

    def cardinality(self, predicate: str) -> Cardinality:
        """How many objects ``predicate`` allows; an undeclared one allows many, so it never contradicts by itself."""
        known = self.predicates.get(predicate)
        return known.cardinality if known else Cardinality.MANY

    def slot_of(self, memory: Memory, claim: Claim) -> str:
        """The id of the slot that a memory occupies with its claim."""
        is_rule = memory.type == "semantic:hard_rule"
        return slot_id(memory.scope, claim, self.cardinality(claim.predicate), rule=is_rule)


@lru_cache
def load_ontology(name: str) -> Ontology:
    """Load a shipped ontology by name. Raises :class:`InvalidInput` for an unknown or malformed one."""
    source = files(__package__ or __name__) / f"{name}.yaml"
    if not source.is_file():
        raise InvalidInput(f"there is no ontology called {name!r}", field="ontology")
    data: Any = yaml.safe_load(source.read_text(encoding="utf-8"))
    try:
        return Ontology.model_validate(data)
    except ValidationError as error:
        raise invalid_from(error, of=f"ontology {name}") from error
