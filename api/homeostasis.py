"""The agent itself: assess its state, check an intended act, take in a new agent."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable
from typing import Any
from uuid import uuid4

from langgraph.types import Command

from memorist.api.checking import Number, checked, in_time, seconds_for
from memorist.api.scoped import ScopedPart
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Memory as Kept
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.scope import Name, Scope
from memorist.memory_store.domain.types import DomainModel
from memorist.memory_store.reading import Moment
from memorist.nodes.dates.zone import restamped
from memorist.nodes.homeostasis.acts.plain_words import as_act
from memorist.nodes.homeostasis.acts.state import ActContext
from memorist.nodes.homeostasis.acts.verdict import ActVerdict
from memorist.nodes.homeostasis.intake import RUN, TAG, parse_intake, rule_inputs, take_in
from memorist.nodes.homeostasis.result import Assessment
from memorist.nodes.homeostasis.state import HomeostasisContext
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.ingestion.state import IngestionContext
from memorist.nodes.secrets.masking import mask_input

type OnQuestion = Callable[[Mapping[str, Any]], int | str | Awaitable[int | str]]
"""Asked with the question and its choices; gives the number of a choice or an answer in words."""


class Intake(Part):
    """Result of an intake: the rules, as reported by ingestion, and a flag for new models."""

    rules: tuple[IngestResult, ...]
    change_id: str
    new: bool


class Homeostasis(ScopedPart):
    """Assessments and checks for the agent of a scope."""

    @checked
    async def assess(
        self,
        state: Mapping[str, Any],
        *,
        agent: Name | None = None,
        on_question: OnQuestion | None = None,
        record: bool = True,
    ) -> Assessment:
        """Assess an agent in six dimensions, and recommend actions.

        Args:
            state: see :class:`memorist.nodes.homeostasis.given.AgentState`; all of it is optional.
            agent: assess this agent instead of the one the memory was opened for.
            on_question: asked when something seen may mean several things and it is a good time; the answer is learned.
            record: keep the assessment when something changed since the last one.

        Raises:
            InvalidInput: the state, or the file of guidance, is malformed; names the field.
        """
        asks = "ask" if on_question is not None else "report"
        context = HomeostasisContext(**self._who(agent), on_question=asks, record=record)
        thread: Any = {"configurable": {"thread_id": str(uuid4())}}
        graph = self.graphs.asking_homeostasis if on_question is not None else self.graphs.homeostasis
        seconds = seconds_for(self.graphs.settings, "homeostasis_model", "homeostasis_model")  # for two dimensions
        try:
            run = graph.ainvoke({"agent_state": dict(state)}, thread, context=context)
            answer: dict[str, Any] = await in_time(run, seconds)
            while on_question is not None and answer.get("__interrupt__"):
                given = on_question(answer["__interrupt__"][0].value)
                said = await given if isawaitable(given) else given
                run = graph.ainvoke(Command(resume={"choice": said}), thread, context=context)
                answer = await in_time(run, seconds)
        finally:
            await self.graphs.threads.adelete_thread(thread["configurable"]["thread_id"])
        _raise_if_wrong(answer)
        return Assessment.model_validate(answer["assessment"])

    @checked
    async def assessments(self, *, agent: Name | None = None, limit: Number = 20) -> list[Kept]:
        """The last assessments of the agent that changed something, newest first; at most a hundred."""
        return await self.store.history.assessments(self._scope_of(agent), limit=limit)

    @checked
    async def check_action(
        self,
        action: Mapping[str, Any] | str,
        *,
        state: Mapping[str, Any] | None = None,
        agent: Name | None = None,
        audit: bool = True,
    ) -> ActVerdict:
        """Allow, warn of or deny an intended act; with the reason and an alternative.

        Args:
            action: a command, a sentence that describes an act, or another act of
                :mod:`memorist.nodes.homeostasis.act`: ``{"command": "rm -rf tests"}``,
                ``{"statement": "DROP TABLE users"}``, ``{"content": "a message"}``, ``{"name": "a tool", …}`` …
            state: the agent's own state, as for :meth:`assess`; with it the act is held against that, too.
            agent: who means to do it, if not the one the memory was opened for.
            audit: write the verdict into the change log.

        Raises:
            InvalidInput: the act or the state is malformed; names the field.
        """
        context = ActContext(**self._who(agent), audit=audit)
        request = {"action": dict(as_act(action)), "agent_state": dict(state) if state is not None else None}
        answer = await self.graphs.check_action.ainvoke(request, context=context)
        _raise_if_wrong(answer)
        return ActVerdict.model_validate(answer["verdict"])

    @checked
    async def intake(self, form: Mapping[str, Any], *, agent: Name | None = None) -> Intake:
        """Take in an agent: its prohibitions become blocking rules, its abilities and its field of work models.

        Raises:
            InvalidInput: the form is malformed, or names a threshold that does not exist.
        """
        read, scope, now = parse_intake(mask_input(form)[0]), self._scope_of(agent), self.clock.now()
        zone = self.store.settings.timezone
        standing = await self.store.search.standing(scope, Moment.of(now))
        intakes = (m for m in standing.models if isinstance(m, DomainModel) and TAG in m.tags)
        earlier = next((m for m in intakes if m.scope.agent_id == scope.agent_id), None)
        changes = self.store.changes.builder(scope.group_id, at=now, run=RUN)
        take_in(changes, read, scope, earlier)
        rules = [await self._lay_down(restamped(entry, zone), agent) for entry in rule_inputs(read, now)]
        applied = await self.store.changes.apply(changes.build())
        return Intake(rules=tuple(rules), change_id=changes.id, new=applied.new)

    async def _lay_down(self, entry: Mapping[str, Any], agent: str | None) -> IngestResult:
        context = IngestionContext(**self._who(agent))
        answer = await self.graphs.ingestion.ainvoke({"input": entry, "context": []}, context=context)
        return IngestResult.model_validate(answer["result"])

    def _scope_of(self, agent: str | None) -> Scope:
        return self.scope.model_copy(update={"agent_id": agent}) if agent else self.scope

    def _who(self, agent: str | None) -> dict[str, Any]:
        return {**self._scope_of(agent).model_dump(), "now": self.clock.now()}


def _raise_if_wrong(answer: Mapping[str, Any]) -> None:
    wrong = answer.get("error")
    if wrong:
        raise InvalidInput(wrong["message"], field=wrong["field"])
