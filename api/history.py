"""History: what was ever held about a topic, and what changed since a moment."""

from memorist.api.checking import When, Words, checked
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.reading import ChangeEntry, HistoryEntry
from memorist.memory_store.store import Store
from memorist.nodes.language.gazetteer import name_asked_for, topic_of
from memorist.nodes.language.lexicon import using
from memorist.nodes.language.own_names import names_of


class History:
    """Looks back."""

    def __init__(self, store: Store, scope: Scope) -> None:
        self.store = store
        self.scope = scope

    @checked
    async def of(self, topic: Words, *, known_at: When | None = None) -> list[HistoryEntry]:
        """Everything ever held about a name ("Postgres") or a field ("sign-in"), oldest first, and what ended it."""
        with using(await names_of(self.store.settings)):
            fields = dict.fromkeys(field for field in (topic_of(topic), topic) if field)
            name = name_asked_for(topic)
        return await self.store.history.of(self.scope, names=[name], topics=list(fields), known_at=known_at)

    @checked
    async def changes(self, since: When) -> list[ChangeEntry]:
        """What changed in the group since a moment, in order: by which run, why, and what."""
        found: list[ChangeEntry] = []
        while page := await self.store.changes.log(self.scope, since, after=found[-1].sequence if found else 0):
            found += page
        return found
