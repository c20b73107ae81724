"""Optional reading of stored items: an item becomes inputs of ingestion."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from langgraph.store.base import Item

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.visibility import STORED_NOTE
from memorist.nodes.dates.zone import restamped

if TYPE_CHECKING:
    from memorist import Memory

_log = logging.getLogger(__name__)

Input = Mapping[str, Any]
Ingest = Callable[[Item], Input | Sequence[Input] | None]
"""Says what of an item is to be ingested: an input in the form of ``memorist ingest``, several, or nothing."""


@dataclass(frozen=True)
class AgentNotes:
    """Inputs of items as notes of the agent; see :func:`as_agent_notes`."""

    fields: tuple[str, ...]
    below: tuple[str, ...]

    def __call__(self, item: Item) -> list[Input]:
        """Return the observation that an item becomes; none for other namespaces and for an item without text."""
        if not self._read(item):
            return []
        wanted = {name: item.value.get(name) for name in self.fields} if self.fields else item.value
        texts = [text for text in wanted.values() if isinstance(text, str) and text.strip()]
        if not texts:
            return []
        at = time_text(item.updated_at)
        name = "/".join((*item.namespace, item.key))
        events = [{"time": at, "name": STORED_NOTE, "body": text, "attributes": {"item": name}} for text in texts]
        return [{"kind": "observation", "at": at, "title": name[:200], "events": events}]

    def user_of(self, item: Item) -> str | None:
        """Return the user whose item it is: the label below :attr:`below`; null if there is none."""
        named = item.namespace[len(self.below) :] if self.below and self._read(item) else ()
        return named[0] if named else None

    def _read(self, item: Item) -> bool:
        return item.namespace[: len(self.below)] == self.below


def as_agent_notes(*fields: str, below: Sequence[str] = ()) -> AgentNotes:
    """Ingest text fields as notes of the agent: things that were observed, never a person's own words.

    A note becomes no blocking rule, whatever it says.

    Args:
        fields: top-level fields whose text is read; none: every text of the value.
        below: only items of this namespace, and of those below it. The label below it names the user whose item it is:
            what an item of ``(*below, "mira")`` says of her private life is told to nobody else.
    """
    return AgentNotes(fields, tuple(below))


async def ingest_items(memory: "Memory", ingest: Ingest, items: Sequence[Item]) -> None:
    """Ingest what ``ingest`` makes of the items. Whatever fails is logged: the items are stored already."""
    for item in items:
        try:
            given = ingest(item)
        except Exception:  # noqa: BLE001 - a caller's function may fail in any way
            _log.exception("the ingest function failed for item %s of %s", item.key, item.namespace)
            continue
        inputs = [given] if isinstance(given, Mapping) else list(given or ())
        inputs = [restamped(one, memory.store.settings.timezone) for one in inputs]
        user = ingest.user_of(item) if isinstance(ingest, AgentNotes) else None
        try:
            owner = memory if user is None else memory.as_user(user)
        except InvalidInput as error:
            _log.warning("item %s of %s was not ingested: %s", item.key, item.namespace, error)
            continue
        for result in await owner.ingest(inputs) if inputs else ():
            if result.error is not None:
                _log.warning("item %s of %s was not ingested: %s", item.key, item.namespace, result.error.message)
