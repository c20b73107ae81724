"""Personas: export what was learned for other agents, import such a file, and take an import back."""

from importlib.metadata import version
from typing import Annotated
from uuid import uuid4

from pydantic import PlainValidator

from memorist.api.checking import Words, checked
from memorist.api.scoped import ScopedPart
from memorist.memory_store.domain.actor import Actor, acting
from memorist.memory_store.domain.scope import Name
from memorist.memory_store.domain.types import STATEMENT_TYPES
from memorist.nodes.persona.file import PersonaFile, read_persona
from memorist.nodes.persona.make import persona_of
from memorist.nodes.persona.review import PersonaReview, require, review_of
from memorist.nodes.persona.take_back import PersonaUndo, take_back
from memorist.nodes.persona.take_in import PersonaImport, take_in


def _handed(persona: object) -> object:
    if isinstance(persona, PersonaFile | str | bytes):
        return persona
    raise ValueError(f"expected a persona or the text of its file, got {persona!r}"[:200])


type Handed = Annotated[PersonaFile | str | bytes, PlainValidator(_handed)]
"""A persona, or the file that it is."""


class Personas(ScopedPart):
    """Exports and imports of one scope."""

    @checked
    async def review(
        self, *, name: Name | None = None, domain: Name | None = None, agent_type: Name | None = None
    ) -> PersonaReview:
        """Return the review list of an export: every item that would leave, and what is removed; nothing is written."""
        return review_of(await self.export(name=name, domain=domain, agent_type=agent_type))

    @checked
    async def export(
        self,
        *,
        name: Name | None = None,
        domain: Name | None = None,
        agent_type: Name | None = None,
        confirmed: Words | None = None,
    ) -> PersonaFile:
        """Return the part of the scope's knowledge that may be handed on, with the list of removed items. Nothing is
        changed.

        ``.text()`` of the result is the file. Reads everything live, page by page.

        Args:
            name: what the persona is called; default: the agent, else the group.
            domain: default: the one that most of the knowledge names.
            agent_type: default: the agent, else "agent".
            confirmed: the fingerprint of the :meth:`review` that a person has seen; null asks nobody.

        Raises:
            Conflict: what would leave is no longer what was confirmed.
        """
        live = await self.store.memories.all(self.scope, types=[*STATEMENT_TYPES, "entity:person"])
        persona = persona_of(
            live,
            self.scope,
            self.clock.now(),
            written_by=f"memorist {version('memorist')}",
            name=name,
            domain=domain,
            agent_type=agent_type,
        )
        if confirmed is not None:
            require(confirmed, review_of(persona).fingerprint)
        return persona

    @checked
    async def import_(
        self, persona: Handed, *, file: str = "persona", dry_run: bool = False, confirmed: Words | None = None
    ) -> PersonaImport:
        """Take a persona in: staged, less sure, overriding nothing; the same one again changes nothing.

        Args:
            persona: the text of the file, or what :meth:`export` gave.
            file: what the file is called in errors.
            dry_run: decide everything, write nothing: the review list of the import.
            confirmed: the fingerprint of the review list that a person has seen; null asks nobody.

        Raises:
            Conflict: what would arrive is no longer what was confirmed.
            InvalidInput: it is no persona file; names the file and the field. Nothing was written.
        """
        read = persona if isinstance(persona, PersonaFile) else read_persona(persona, file=file)
        with acting(Actor.of(self.scope), operation=uuid4().hex):
            if confirmed is not None:
                planned = await take_in(self.store, read, self.scope, self.clock.now(), dry_run=True)
                require(confirmed, planned.fingerprint)
            return await take_in(self.store, read, self.scope, self.clock.now(), dry_run=dry_run)

    @checked
    async def undo(self, persona: Words | None = None, *, dry_run: bool = False) -> PersonaUndo:
        """Undo an import, except for memories that were stated, observed or confirmed here since.

        Args:
            persona: name or id; null when only one was imported.
            dry_run: tell what would go, write nothing.

        Raises:
            InvalidInput: no such persona was imported here, or several were.
        """
        with acting(Actor.of(self.scope), operation=uuid4().hex):
            return await take_back(self.store, persona, self.scope, self.clock.now(), dry_run=dry_run)
