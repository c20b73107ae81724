"""What every part of a scenario file is made of."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Label = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
Sentence = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]


class Strict(BaseModel):
    """Base of everything in a scenario file: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


TOLERANCE = 0.02
"""How far a confidence, a rate or a valence may lie from the figure in the file."""
