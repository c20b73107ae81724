"""Basic types of a scenario file."""

from collections.abc import Callable, Collection
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


type Rule = tuple[Callable[[Any], object], Callable[[Any], str] | str]
"""Tells if a model is wrong, and the message: a text, or made of the model."""


def exactly_one(*, besides: Collection[str]) -> Rule:
    """Return the rule that exactly one field is given, ``besides`` not counted."""

    def names(part: Part) -> list[str]:
        return [name for name in type(part).model_fields if name not in besides]

    return (
        lambda part: sum(bool(getattr(part, name)) for name in names(part)) != 1,
        lambda part: f"give exactly one of {', '.join(names(part))}",
    )


def refuse(*rules: Rule) -> Any:
    """Return a validator that refuses a model to which a rule applies; each rule says what to give instead."""

    def checked(part: Part) -> Part:
        for applies, message in rules:
            if applies(part):
                raise ValueError(message if isinstance(message, str) else message(part))
        return part

    return model_validator(mode="after")(checked)


READERS = "patterns"
"""Readers of a replay by default: patterns read the same each time."""
TOLERANCE = 0.02
"""Tolerance of a confidence, a rate or a valence against the figure in the file."""
