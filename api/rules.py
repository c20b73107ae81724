"""Rules: the hard rules and policies of a scope as a section of an instruction file (AGENTS.md)."""

from memorist.api.scoped import ScopedPart
from memorist.memory_store.domain.types import RULE_TYPES
from memorist.memory_store.domain.visibility import may_see
from memorist.nodes.agents_md.rules_text import RulesSection, rules_section


class ScopedRules(ScopedPart):
    """The rules that hold for a scope."""

    async def section(self) -> RulesSection:
        """The text of the marked section with every hard rule and policy that holds. Nothing is changed.

        The verdicts leave out what is other people's own.
        """
        held = await self.store.memories.all(self.scope, types=list(RULE_TYPES))
        return rules_section([memory for memory in held if may_see(self.scope.user_id, memory)], self.scope.user_id)
