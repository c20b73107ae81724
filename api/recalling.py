"""Recall: the prompt for a task."""

from typing import Any

from memorist.api.checking import RECALL_MODELS, Number, When, Words, checked, timed
from memorist.api.scoped import ScopedPart
from memorist.graphs.tracing import span, tell
from memorist.memory_store.domain.scope import Name
from memorist.nodes.contexts import identity_of
from memorist.nodes.retrieval.result import Recall
from memorist.nodes.retrieval.state import RetrievalContext


class Recalling(ScopedPart):
    """Recalls for one scope."""

    @checked
    @timed(*RECALL_MODELS)
    async def recall(
        self,
        task: Words,
        *,
        as_of: When | None = None,
        known_at: When | None = None,
        agent: Name | None = None,
        budget: Number | None = None,
        target: Number | None = None,
        record: bool = True,
    ) -> Recall:
        """The prompt for a task, with citations and the score of everything considered.

        Args:
            task: what the agent is about to do, or a question. Without words, rules and standing constraints are told.
            as_of: what was true then.
            known_at: what was believed then.
            agent: ask as this agent instead of the one the memory was opened for.
            budget: tokens of the prompt; default: the settings'.
            target: tokens that memories and passages about the task fill; default: the settings'.
            record: count what is told as used.

        Raises:
            InvalidInput: something is not what it should be; names the field.
        """
        identity: dict[str, Any] = {**identity_of(self.scope, self.clock), **({"agent_id": agent} if agent else {})}
        given: dict[str, Any] = {"as_of": as_of, "known_at": known_at, "budget": budget, "target": target}
        context = RetrievalContext(**identity, **given, record_access=record)
        with span("memorist.recall", group=self.scope.group_id) as current:
            answer = await self.graphs.retrieval.ainvoke({"task": task}, context=context)
            recall = Recall.model_validate(answer["recall"])
            failed = len(recall.failed_channels)
            tell(current, tokens=recall.tokens, told=len(recall.citations), failed_channels=failed)
        return recall
