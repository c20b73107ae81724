"""Rules: the hard rules and policies of a scope as a section of an instruction file (AGENTS.md)."""

from memorist.api.scoped import ScopedPart
from memorist.memory_store.domain.types import RULE_TYPES
from memorist.nodes.agents_md.rules_text import RulesSection, rules_section


class ScopedRules(ScopedPart):
    """The rules that hold for a scope."""

    async def section(self) -> RulesSection:
        """The text of the marked section with every hard rule and policy that holds. Nothing is changed."""
        return rules_section(await self.store.memories.all(self.scope, types=list(RULE_TYPES)))
