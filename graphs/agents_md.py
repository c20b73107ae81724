"""The part of the Python API that tells hard rules and policies to a team's instruction file."""

from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.agents_md.rules_text import TYPES, RulesSection, rules_section


class Ruled:
    """Mixed into :class:`memorist.graphs.memory.Memory`."""

    store: Store
    scope: Scope

    async def rules_section(self) -> RulesSection:
        """The text of the marked section with every hard rule and policy that holds. Nothing is changed."""
        return rules_section(await self.store.memories(self.scope, types=list(TYPES)))
