"""Memory as middleware of ``create_agent``: recall once a turn, put it into the system message, ingest afterwards.

The history stays clean: what was recalled stands in the system message of each model call of the turn and nowhere
else. Nothing here breaks the agent: without its memory it answers without it, and the log says why.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any, NotRequired, cast

from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse
from langchain.agents.middleware.types import PrivateStateAttr, ToolCallRequest
from langchain_core.messages import SystemMessage, ToolMessage
from langgraph.config import get_config
from langgraph.runtime import Runtime
from langgraph.types import Command
from pydantic import TypeAdapter

from memorist.api.checking import Number
from memorist.api.memory import Memory
from memorist.app.agents.turn import question_of, turn_inputs
from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.domain.types import read_as
from memorist.nodes.retrieval.fence import fenced_task

_log = logging.getLogger(__name__)

_BUDGET = TypeAdapter(Number | None)
FAILURES = (MemoristError, OSError, TimeoutError)
"""What a memory that cannot be asked raises."""


class RecallingState(AgentState[Any]):
    """The agent's state with what was recalled for this turn; it is not part of the agent's input or output."""

    recalled: NotRequired[Annotated[str, PrivateStateAttr]]


class MemoryMiddleware(AgentMiddleware[RecallingState, Any]):
    """Gives an agent a memory. Use the agent's async calls (``ainvoke``, ``astream``).

    Args:
        memory: an open memory; its group is the wall. ``user_id`` and ``agent_id`` of the run's context, if there are
            any, say who speaks inside it.
        ingest: learn from each turn.
        guard: hold each tool call against hard rules and guardrails; what is refused is not run, and the model is told
            why and what to do instead.
        budget: tokens of what is recalled; default: the settings'.

    Raises:
        InvalidInput: the budget is none.
    """

    state_schema = RecallingState

    def __init__(self, memory: Memory, *, ingest: bool = True, guard: bool = False, budget: int | None = None) -> None:
        super().__init__()
        self._memory = memory
        self._ingest = ingest
        self._guard = guard
        self._budget = read_as(_BUDGET, budget, of="MemoryMiddleware", field="budget")
        self._of: dict[tuple[str | None, str | None], Memory] = {}

    async def abefore_agent(self, state: RecallingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Recall for what the person said last; the hard rules come with it, whatever that was."""
        question = question_of(state["messages"])
        try:
            found = await self._for(runtime).recall(question, budget=self._budget)
        except FAILURES as error:
            _log.warning("nothing could be recalled: %s", error)
            return {"recalled": ""}
        for failed in found.failed_channels:
            _log.warning("nothing was recalled by %s: %s", failed.channel, failed.error)
        # The task stands in the history already.
        return {"recalled": found.prompt.replace(f"## Task\n{fenced_task(question)}", "", 1).strip()}

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Put what was recalled below the agent's own instructions."""
        recalled = cast("Mapping[str, Any]", request.state).get("recalled")
        if not recalled:
            return await handler(request)
        return await handler(request.override(system_message=_with(request.system_message, recalled)))

    async def awrap_tool_call(
        self,
        request: ToolCallRequest,
        handler: Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]],
    ) -> ToolMessage | Command[Any]:
        """Refuse a call that a rule or guardrail denies; what destroys is refused without the memory, too."""
        if not self._guard:
            return await handler(request)
        call = request.tool_call
        runtime = cast("Any", request.runtime)
        memory = self._for(getattr(runtime, "context", None))
        try:
            arguments = call["args"]
            verdict = await memory.check_action({"kind": "tool", "name": call["name"], "arguments": arguments})
        except MemoristError as error:
            _log.warning("a call of %s could not be checked: %s", call["name"], error)
            return await handler(request)
        if verdict.action != "deny":
            return await handler(request)
        said = f"Refused, not run. {verdict.reason} Instead: {verdict.alternative}"
        return ToolMessage(content=said, name=call["name"], tool_call_id=str(call["id"]), status="error")

    async def aafter_agent(self, state: RecallingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Learn from the turn; what cannot be ingested is logged."""
        if not self._ingest:
            return None
        memory = self._for(runtime)
        try:
            results = await memory.ingest(turn_inputs(state["messages"], memory.clock.now(), _thread()))
        except FAILURES as error:
            _log.warning("a turn could not be ingested: %s", error)
            return None
        for failed in (result.error for result in results if result.error):
            _log.warning("a turn could not be ingested: %s", failed.message)
        return None

    def _for(self, runtime: object) -> Memory:
        """The memory of who speaks, by the run's context; the group is never taken from there."""
        context = getattr(runtime, "context", runtime)
        user, agent = _named(context, "user_id"), _named(context, "agent_id")
        if user is None and agent is None:
            return self._memory
        if (user, agent) not in self._of:
            scope = self._memory.scope
            named = {"user_id": user or scope.user_id, "agent_id": agent or scope.agent_id}
            self._of[user, agent] = Memory(self._memory.store, scope.model_copy(update=named))
        return self._of[user, agent]


def _named(context: object, name: str) -> str | None:
    given = (
        cast("Mapping[str, Any]", context).get(name) if isinstance(context, Mapping) else getattr(context, name, None)
    )
    return given if isinstance(given, str) and given else None


def _thread() -> str | None:
    configurable: Mapping[str, Any] = get_config().get("configurable") or {}
    thread = configurable.get("thread_id")
    return str(thread)[:256] if thread else None


def _with(message: SystemMessage | None, recalled: str) -> SystemMessage:
    if message is None:
        return SystemMessage(content=recalled)
    if isinstance(message.content, str):
        return SystemMessage(content=f"{message.content}\n\n{recalled}")
    return SystemMessage(content=[*message.content, {"type": "text", "text": recalled}])
