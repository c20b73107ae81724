"""Forgetting: look at what would go, then confirm it."""

from collections.abc import Sequence
from functools import partial

from memorist.api.checking import WordsOrIds, checked, timed
from memorist.api.scoped import ScopedPart
from memorist.memory_store.forgetting.plan import ForgetPlan
from memorist.memory_store.parts.forgetting import ForgetResult
from memorist.memory_store.threads import in_thread
from memorist.nodes.forgetting.cut import Planned, planned
from memorist.nodes.forgetting.find import ID, find
from memorist.nodes.forgetting.hide import hide
from memorist.nodes.forgetting.sought import sought_by
from memorist.nodes.ingestion.forget import proposal_of
from memorist.nodes.ingestion.result import ForgetProposal
from memorist.nodes.reading.forget_request import requests_to_forget
from memorist.nodes.reading.gate.rules import is_command
from memorist.nodes.reading.keeping import parts_of


class ScopedForgetting(ScopedPart):
    """Erases on a person's explicit wish."""

    @partial(checked, verb="preview_forget")
    @timed()
    async def preview(self, what: WordsOrIds) -> ForgetPlan:
        """Return the plan of a forgetting: the items it would erase and recompute; nothing is changed.

        Args:
            what: one text, which is an id or words ("I prefer Clerk", "my phone number", also in other words than the
                stored ones), or a list of ids.
        """
        ids, text = await self._wanted(what)
        return (await self._plan(what, ids, text)).plan

    @checked
    @timed()
    async def requested(self, said: str) -> ForgetProposal | None:
        """Return what a message asks to forget, as it is hidden once the message is ingested; null for no request.

        What only points to the turn before ("forget that") is not found.
        """
        requests = await in_thread(requests_to_forget, said)
        if not requests:
            return None
        return proposal_of(
            await sought_by(self.store, self.scope, requests, command=is_command(said)), self.scope.user_id
        )

    @checked
    async def forget(self, what: WordsOrIds, *, confirmed: str | None = None) -> ForgetResult:
        """Erase it for ever; it does not come back, in whatever words.

        Where nothing is found, ``erased`` is false and ``reason`` says what to do; no raw input is emptied while all
        that was learned from it stays.

        Args:
            what: see :meth:`preview`.
            confirmed: the fingerprint of the plan that a person has seen; null asks nobody.

        Raises:
            Conflict: what would go is no longer what was confirmed.
            InvalidInput: an id is not known.
        """
        ids, text = await self._wanted(what)
        plan, rests, ids, spared = await self._plan(what, ids, text)
        if rests and confirmed in (None, plan.fingerprint):
            await hide(self.store, self.scope, plan, asked=what if isinstance(what, str) else "", rests=rests)
        forget = self.store.forgetting.forget
        return await forget(self.scope, ids=ids, text=text, spared=spared, confirmed=confirmed)

    async def group(self) -> ForgetResult:
        """Erase the whole group, for ever; its name is not given again."""
        return await self.store.forgetting.forget_group(self.scope.group_id)

    async def _plan(self, what: str | Sequence[str], ids: Sequence[str], text: Sequence[str]) -> Planned:
        """Return what goes, and what is kept of the turns that are meant in part."""
        if isinstance(what, str) and ID.fullmatch(what) is None:
            asked, keeping = parts_of(what)
            request = f"Please forget {asked}."
            wishes = (asked,)
            return await planned(self.store, self.scope, request, wishes=wishes, ids=ids, texts=text, keeping=keeping)
        return await planned(self.store, self.scope, "", ids=ids, texts=text, named=ids)

    async def _wanted(self, what: str | Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
        if not isinstance(what, str):
            return what, ()
        wanted = await find(self.store, self.scope, what)
        return wanted.ids, wanted.text
