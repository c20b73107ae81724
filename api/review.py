"""Review: what waits for a person, and the answers."""

from memorist.api.checking import Words, checked, timed
from memorist.api.scoped import ScopedPart
from memorist.memory_store.domain.scope import Name
from memorist.nodes.promotion.review import Waiting, answer, queue
from memorist.nodes.secrets.masking import mask


class Review(ScopedPart):
    """The review queue of a group."""

    @timed()
    async def waiting(self) -> list[Waiting]:
        """Return the open questions of the group: contradictions, promotions and other flags, each with its possible
        answers.

        Personal statements wait for their author alone.
        """
        return await queue(self.store, self.scope.group_id, viewer=self.scope.user_id)

    @checked
    @timed()
    async def settle(self, id_: Name, choice: Name, *, reason: Words = "") -> Waiting:
        """Carry out a person's answer to something that waits; return what it was about.

        Args:
            id_: of what waits, or how that begins.
            choice: one of its ``choices``: of a contradiction ``keep_stored`` (the older one holds), ``take_new`` (the
                newer one) or ``keep_both``; of a promotion ``block``, ``warn`` or ``no``; of any other flag ``ok``.
            reason: kept with the answer.

        Raises:
            InvalidInput: nothing of that id waits, or that is no answer to it; names the field.
            Conflict: somebody else changed it meanwhile; nothing was written.
        """
        whole = await self.store.memories.id_of(self.scope, id_) or id_
        group, user = self.scope.group_id, self.scope.user_id
        return await answer(self.store, group, whole, choice, self.clock.now(), reason=mask(reason)[0], viewer=user)
