"""Basic types of a scenario file."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from pydantic import Field, StringConstraints, model_validator

from memorist.memory_store.domain.memory import Part

Label = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
Sentence = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
Count = Annotated[int, Field(ge=0)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]


class Expectation(Part):
    """Base of what must be so, with the reason for a reader."""

    why: Sentence


def exactly_one(part: Part, names: Sequence[str]) -> None:
    """Raise ValueError unless exactly one of these fields of ``part`` is given."""
    if sum(bool(getattr(part, name)) for name in names) != 1:
        raise ValueError(f"give exactly one of {', '.join(names)}")


def refuse(*rules: tuple[Callable[[Any], object], str]) -> Any:
    """Return a validator that refuses a model to which a rule applies; each rule says what to give instead."""

    def checked(part: Part) -> Part:
        for applies, message in rules:
            if applies(part):
                raise ValueError(message)
        return part

    return model_validator(mode="after")(checked)


READERS = "patterns"
"""Readers of a replay by default: patterns read the same each time."""
TOLERANCE = 0.02
"""Tolerance of a confidence, a rate or a valence against the figure in the file."""
