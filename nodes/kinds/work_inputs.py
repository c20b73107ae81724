"""Inputs that come with work: documents, rituals of a day, outcomes of procedures, feedback on an agent's work."""

from pathlib import PurePath
from typing import Annotated, Any, Literal, Self, cast

from pydantic import Field, field_validator, model_validator

from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.scope import Name
from memorist.memory_store.domain.visibility import ANNOTATIONS
from memorist.nodes.agents_md.section import without_section
from memorist.nodes.kinds.base import InputBase, Text

INSTRUCTION_FILES = frozenset(
    {"agents.md", "claude.md", "gemini.md", ".cursorrules", ".windsurfrules", "copilot-instructions.md"}
)


class Annotation(Part):
    """A person's note on a document; ``quote`` is the passage it refers to."""

    text: Text
    quote: str | None = None


class Document(InputBase):
    """A text from outside, or a file of instructions that the team already has (``AGENTS.md``).

    Two documents with one path (or title, without a path) are versions of one document. A caller that may read
    ``path`` fills in ``content`` as well.
    """

    kind: Literal["document"] = "document"
    title: Name | None = None
    content: Text | None = None
    path: Name | None = None
    annotations: tuple[Annotation, ...] = ()
    dated: Annotated[
        bool, Field(description='false: nobody knows when it was written, so that its "tomorrow" names no day')
    ] = True
    personal: Annotated[
        bool,
        Field(description="all of it is its user's own: others are told of it only where they ask about him"),
    ] = False

    @field_validator("content")
    @classmethod
    def _without_own_section(cls, content: str | None) -> str | None:
        """A section that was written from the memory is no evidence for it."""
        return without_section(content) if content is not None else None

    @model_validator(mode="before")
    @classmethod
    def _plain_annotations(cls, data: object) -> object:
        """A bare text is accepted as an annotation."""
        if not isinstance(data, dict):
            return data
        fields = cast("dict[str, Any]", data)
        given = fields.get("annotations")
        if not isinstance(given, list | tuple):
            return fields
        annotations = [{"text": each} if isinstance(each, str) else each for each in cast("list[Any]", given)]
        return {**fields, "annotations": annotations}

    @model_validator(mode="after")
    def _something_to_read(self) -> Self:
        if self.content is None and self.path is None:
            raise ValueError("give content, or path")
        if self.title is None and self.path is None:
            raise ValueError("give title (or path): a new version is known by it")
        return self

    @property
    def name(self) -> str:
        """Name of the document, the same in every version."""
        return self.title or PurePath(str(self.path)).name

    @property
    def key(self) -> str:
        """Identity of the document: the path if there is one, else the title."""
        return folded(self.path or self.name)

    @property
    def is_instructions(self) -> bool:
        """True if it is an instruction file, judged by its local path alone: anybody can choose a title or a URL."""
        if self.path is None or "://" in self.path:
            return False
        at = PurePath(self.path)
        parents = tuple(part.lower() for part in at.parts[:-1])
        return (
            at.name.lower() in INSTRUCTION_FILES or parents[-2:] == (".cursor", "rules") or at.suffix.lower() == ".mdc"
        )

    def distinct(self) -> tuple[str, ...]:
        """Two documents may hold the same words."""
        return (self.key,)

    def text(self) -> str:
        """The document, then its annotations."""
        beside = [f"[{one.quote}] {one.text}" if one.quote else one.text for one in self.annotations]
        notes = ANNOTATIONS + "\n".join(f"- {line}" for line in beside) if beside else ""
        return f"{self.content or ''}{notes}"


class RitualTurn(Part):
    """One message of a ritual."""

    role: Literal["user", "assistant"]
    content: Text


class Ritual(InputBase):
    """The plan of a morning or the summary of an evening, as a short conversation."""

    kind: Literal["ritual"] = "ritual"
    ritual: Literal["morning", "evening"]
    turns: Annotated[tuple[RitualTurn, ...], Field(min_length=1)]

    def text(self) -> str:
        """Transcript with speakers."""
        return "\n".join(f"{self.who() if turn.role == 'user' else 'assistant'}: {turn.content}" for turn in self.turns)


class ProcedureOutcome(InputBase):
    """Outcome of following a procedure.

    ``procedure`` is its id or its name. ``replacement`` is the instruction that takes the place of the failed step; a
    note that names one ("instead, …") counts as well.
    """

    kind: Literal["procedure_outcome"] = "procedure_outcome"
    procedure: Text
    succeeded: bool
    failed_step: Annotated[int, Field(ge=1)] | None = None
    note: Text | None = None
    replacement: Text | None = None

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.replacement is not None and self.failed_step is None:
            raise ValueError("replacement needs failed_step: which step does it take the place of?")
        return self

    def text(self) -> str:
        """One paragraph."""
        how = "succeeded" if self.succeeded else "failed"
        step = f" at step {self.failed_step}" if self.failed_step else ""
        instead = f" Instead of that step: {self.replacement}" if self.replacement else ""
        return f"{self.procedure} {how}{step}. {self.note or ''}{instead}".strip()


class Feedback(InputBase):
    """Somebody's feedback on an agent's work; ``about_agent`` null means the agent itself."""

    kind: Literal["feedback"] = "feedback"
    content: Text
    about_agent: Name | None = None
    reference: Name | None = None

    def text(self) -> str:
        """The words, with what they refer to."""
        return f"[{self.reference}] {self.content}" if self.reference else self.content
