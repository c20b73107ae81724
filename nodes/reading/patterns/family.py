"""The files of the families: which sentences are read, what they become, and the examples that hold them to it."""

import hashlib
from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml
from pydantic import Field

from memorist.memory_store.domain.memory import Confidence, Part
from memorist.nodes.reading.patterns.template import Template, compiled
from memorist.nodes.reading.reader import Operation


class ClaimForm(Part):
    """Template of a claim: each text may hold ``{slots}``.

    An object that is nothing but a slot of type ``thing`` or ``things`` is looked up among the known names.
    """

    subject: str
    predicate: str
    object: str
    qualifier: str = "{purpose}"
    polarity: bool = True


class Form(Part):
    """Sentences that are read alike.

    Args:
        say: the templates.
        content: ``claim``: the claim in words; ``said``: the sentence as said.
        claim: the claim that it makes; a list in the object's slot makes one each.
        ends: the claim that it says to hold no longer.
        replaces: names of what it takes the place of.
        details: fields that only the type has, with ``{slots}``; what comes out empty is left out.
        anybody: holds whoever says so, an author of a document too.
        why: the reason for an operation on what is held.
        condition: the event that ends it.
        known: slots that must hold a known name. unknown: slots that must not.
    """

    say: tuple[str, ...]
    type: str = ""
    confidence: Confidence | None = None
    content: str = ""
    operation: Operation = "add"
    claim: ClaimForm | None = None
    ends: ClaimForm | None = None
    replaces: tuple[str, ...] = ()
    resolves: tuple[str, ...] = ()
    details: dict[str, Any] = Field(default_factory=dict)
    tags: tuple[str, ...] = ()
    hypothetical: bool = False
    corrects: bool = False
    anybody: bool | None = None
    condition: str = ""
    known: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    why: str = ""

    @property
    def takes_alternative(self) -> bool:
        """True if what to do instead has a place in it."""
        return "alternatives" in self.details

    def templates(self) -> tuple[Template, ...]:
        """Its templates."""
        return tuple(compiled(text) for text in self.say)


class PatternExample(Part):
    """A sentence and what must be read out of it; of the fields, those that are given are compared.

    ``claims``, ``ends``: ``subject / predicate / object / qualifier``, with ``not`` before a denied predicate.
    """

    said: str
    type: str | None = None
    claims: tuple[str, ...] | None = None
    ends: str | None = None
    content: str | None = None
    operation: Operation | None = None
    replaces: tuple[str, ...] | None = None
    resolves: tuple[str, ...] | None = None
    details: dict[str, Any] = Field(default_factory=dict)
    condition: str | None = None
    corrects: bool | None = None


class PatternFamily(Part):
    """A file of forms. ``type``, ``confidence`` and ``content`` hold for all its forms that say nothing else."""

    name: str
    about: str
    order: int = 50
    type: str
    confidence: Confidence = 0.9
    content: str = "said"
    anybody: bool = False
    forms: tuple[Form, ...]
    examples: tuple[PatternExample, ...]
    not_read: tuple[str, ...] = ()

    def forms_filled(self) -> tuple[Form, ...]:
        """Its forms with what the family says for all of them."""
        return tuple(
            form.model_copy(
                update={
                    "type": form.type or self.type,
                    "confidence": self.confidence if form.confidence is None else form.confidence,
                    "content": form.content or self.content,
                    "anybody": self.anybody if form.anybody is None else form.anybody,
                }
            )
            for form in self.forms
        )


def _sources() -> list[tuple[str, bytes]]:
    folder = files(__package__ or "") / "families"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    return [(name, (folder / name).read_bytes()) for name in names]


@lru_cache(maxsize=1)
def load_families() -> tuple[PatternFamily, ...]:
    """All families, in the order in which they are asked. Raises ``ValidationError`` for a file that is none."""
    read = [PatternFamily.model_validate(yaml.load(text, Loader=yaml.CSafeLoader)) for _, text in _sources()]
    return tuple(sorted(read, key=lambda family: (family.order, family.name)))


@lru_cache(maxsize=1)
def families_version() -> str:
    """Names the set of families: it changes with every change of a file."""
    digest = hashlib.sha256()
    words = (files(__package__ or "") / "words.yaml").read_bytes()
    for name, text in [("words.yaml", words), *_sources()]:
        digest.update(name.encode() + b"\0" + text + b"\0")
    return f"2.{digest.hexdigest()[:10]}"
