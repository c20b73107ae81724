"""Memory as middleware of ``create_agent``: what is known is told before the question, what was said is learned.

The history stays clean: recalled text is a message of its own in the calls of the model, kept beside the conversation
and never in it. Nothing here breaks the agent: without its memory it answers without it, and the log says why.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, cast

from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse
from langchain.agents.middleware.types import PrivateStateAttr, ToolCallRequest
from langchain_core.messages import AnyMessage, ToolMessage
from langgraph.runtime import Runtime
from langgraph.types import Command
from pydantic import ConfigDict, TypeAdapter

from memorist.api.checking import RECALL_MODELS, Number, in_time, seconds_for
from memorist.api.memory import AsyncMemory
from memorist.api.sync import SyncMemory
from memorist.app.agents.calling import Calls
from memorist.app.agents.identity import acting_for, inside_a_tool, named, thread
from memorist.app.agents.learning import FAILURES, TurnLearner
from memorist.app.agents.recalled import (
    OPEN_POINTS,
    WHO_AND_WHAT,
    RecalledText,
    brief_of,
    recalled_text,
    rules_in,
    still_valid,
    under_cap,
    visible_to,
    wish_to_forget,
    with_notice,
    with_recalled,
)
from memorist.app.agents.tools import READS, recall_tool
from memorist.app.agents.turn import (
    A_REFUSAL,
    MADE_BY,
    PendingMessage,
    answer_in,
    asked_in,
    from_a_tool,
    heard_in,
    joined,
    not_learned,
    place_in,
    question_of,
    since,
)
from memorist.memory_store.domain.invalid import read_as
from memorist.memory_store.threads import in_thread
from memorist.nodes.reading.forget_request import requests_to_forget
from memorist.nodes.retrieval.fence import one_line
from memorist.nodes.retrieval.result import Recall

_log = logging.getLogger(__name__)

Mode = Literal["each_turn", "session_start", "on_request"]
Guard = bool | Literal["closed"]
_BUDGET = TypeAdapter(Number | None)
_MODE: TypeAdapter[Mode] = TypeAdapter(Mode)
_GUARD: TypeAdapter[Guard] = TypeAdapter(Guard, config=ConfigDict(strict=True))
LONGEST_NAME = 256


class RecallingState(AgentState[Any]):
    """The agent's state with what was recalled in its session; it is not part of the agent's input or output.

    ``recalled`` maps the id of a message to the :class:`RecalledText` inserted before it. ``heard`` lists what the
    person said and the memory has not learned yet, including runs that did not finish; ``speaks`` is that person.
    """

    recalled: NotRequired[Annotated[dict[str, Any], PrivateStateAttr]]
    heard: NotRequired[Annotated[list[Any], PrivateStateAttr]]
    speaks: NotRequired[Annotated[dict[str, str], PrivateStateAttr]]


class MemoryMiddleware(AgentMiddleware[RecallingState, Any]):
    """Gives an agent a memory, called with ``invoke`` or with ``ainvoke``.

    Args:
        memory: an open memory; its group is the wall. ``user_id`` and ``agent_id`` of the run's context, or of its
            ``configurable``, say who speaks inside it.
        mode: ``each_turn`` recalls for each question; ``session_start`` tells who and what, rules and open points once
            and gives the agent the tool ``recall_memory``; ``on_request`` gives it the tool alone.
        ingest: learn from each turn.
        guard: hold each tool call against hard rules and guardrails; what is refused is not run, and the model is told
            why and what to do instead. With ``True`` a call that is only warned of, or cannot be checked, runs, and
            the log says so; with ``"closed"`` a call runs only if it was wholly read and no rule is against it.
        budget: tokens of what is recalled; default: the settings'.
        target: tokens that memories and passages about the question fill; default: the settings'. All recalled text of
            a conversation stays under ``budget_session``.

    Raises:
        InvalidInput: the memory, the mode, the guard or the budget is none; in a run: an id of its context is none.
    """

    state_schema = RecallingState

    def __init__(
        self,
        memory: AsyncMemory | SyncMemory,
        *,
        mode: Mode = "each_turn",
        ingest: bool = True,
        guard: Guard = False,
        budget: int | None = None,
        target: int | None = None,
    ) -> None:
        super().__init__()
        self._calls = Calls(memory)
        self._learner = TurnLearner(self._calls)
        self._mode = read_as(_MODE, mode, of="MemoryMiddleware", field="mode")
        self._ingest = ingest
        self._guard = read_as(_GUARD, guard, of="MemoryMiddleware", field="guard")
        self._budget = read_as(_BUDGET, budget, of="MemoryMiddleware", field="budget")
        self._target = read_as(_BUDGET, target, of="MemoryMiddleware", field="target")
        self.tools = [] if self._mode == "each_turn" else [recall_tool(self._calls)]

    async def abefore_agent(self, state: RecallingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Recall for what the person said; the hard rules come with it, whatever that was."""
        return await self._calls.wait(self._begin(state, runtime))

    def before_agent(self, state: RecallingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """The same without an event loop."""
        return self._calls.run(self._begin(state, runtime))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Put what was recalled before the questions that it was recalled for."""
        return await handler(self._with_recalled(request))

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """The same without an event loop."""
        return handler(self._with_recalled(request))

    async def awrap_tool_call(
        self,
        request: ToolCallRequest,
        handler: Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]],
    ) -> ToolMessage | Command[Any]:
        """Refuse a call that a rule or guardrail denies; what destroys is refused without the memory, too."""
        refused = await self._calls.wait(self._check(request)) if self._guard else None
        return refused or from_a_tool(await handler(request))

    def wrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], ToolMessage | Command[Any]]
    ) -> ToolMessage | Command[Any]:
        """The same without an event loop."""
        refused = self._calls.run(self._check(request)) if self._guard else None
        return refused or from_a_tool(handler(request))

    def _check(self, request: ToolCallRequest) -> Callable[[], Awaitable[ToolMessage | None]]:
        memory, closed = self._of(cast("object", request.runtime), request.state), self._guard == "closed"
        heard = cast("list[PendingMessage]", cast("Mapping[str, Any]", request.state).get("heard") or [])

        async def check() -> ToolMessage | None:
            if request.tool is not None and (request.tool.metadata or {}).get(READS):
                return None  # a memory tool that only reads, such as the check of a command
            learned = await self._learner.before_a_call(heard)  # what was just said counts
            if closed and not learned:
                return _not_run(request, "What was said to you could not be learned.", "Try again later, or ask.")
            return await _refused(memory, request, closed=closed)

        return check

    async def aafter_agent(self, state: RecallingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Learn from the turn; what cannot be ingested is logged, and tried again at the end of the next one."""
        return await self._calls.wait(self._end(state, runtime))

    def after_agent(self, state: RecallingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """The same without an event loop."""
        return self._calls.run(self._end(state, runtime))

    def _of(self, runtime: object, state: object) -> AsyncMemory:
        return acting_for(self._calls.memory, self._speaks(runtime, state))

    def _speaks(self, runtime: object, state: object) -> dict[str, str]:
        """Return the speaker; a resumed run that names none keeps the speaker it was started for."""
        return named(getattr(runtime, "context", None)) or dict(cast("Mapping[str, Any]", state).get("speaks") or {})

    def _begin(self, state: RecallingState, runtime: Runtime[Any]) -> Callable[[], Awaitable[dict[str, Any]]]:
        who, session = named(runtime.context), thread()
        memory, own_words = acting_for(self._calls.memory, who), self._ingest and not inside_a_tool()

        async def begin() -> dict[str, Any]:
            messages: Sequence[AnyMessage] = state["messages"]
            heard = cast("list[PendingMessage]", state.get("heard") or [])
            if own_words:
                heard = joined(heard, heard_in(asked_in(messages), memory.stamp(), session, who))
            recalled = await self._recalled(memory, state)
            if (notice := not_learned(heard)) and (place := place_in(messages)) is not None:
                recalled[place] = with_notice(recalled.get(place), notice, memory.scope.user_id)
            return {"recalled": recalled, "heard": heard, "speaks": who}

        return begin

    def _end(self, state: RecallingState, runtime: Runtime[Any]) -> Callable[[], Awaitable[dict[str, Any] | None]]:
        who, session, own_words = self._speaks(runtime, state), thread(), self._ingest and not inside_a_tool()

        async def end() -> dict[str, Any] | None:
            if not own_words:
                return None
            heard, messages = cast("list[PendingMessage]", state.get("heard") or []), state["messages"]
            at, said = self._calls.memory.stamp(), since(messages, heard)
            answer = [
                PendingMessage(message="", input=one, who=who) for one in answer_in(said or messages, at, session)
            ]
            # Only what the run began with is the person's: what came since may be a page that a tool brought.
            return {"heard": await self._learner.learn([*heard, *answer])}

        return end

    async def _recalled(self, memory: AsyncMemory, state: RecallingState) -> dict[str, RecalledText]:
        """Return the recalled texts by place: earlier ones that still hold, and what the new question needs.

        Earlier texts are checked in the time of one channel: whatever that takes, the rules are recalled. Texts that
        could not be checked stay, and count as unknown to the agent.
        """
        messages: Sequence[AnyMessage] = state["messages"]
        settings = memory.settings
        asked, place = asked_in(messages), place_in(messages)
        there = {str(message.id) for message in messages} - ({place} if asked else set())
        kept: dict[str, RecalledText] = {id_: one for id_, one in state.get("recalled", {}).items() if id_ in there}
        user = memory.scope.user_id
        told = visible_to(kept, user)
        sound = told
        try:
            sound = await in_time(still_valid(memory, told), settings.channel_timeout, "MEMORIST_CHANNEL_TIMEOUT")
            checked = True
        except FAILURES as error:
            _log.warning("earlier recalled text could not be checked: %s", error)
            checked = False
        due = self._mode == "each_turn" or (self._mode == "session_start" and not sound)
        recalls = due and place is not None and place not in sound
        if recalls:
            target = settings.budget_target if self._target is None else self._target
            sound = under_cap(sound, max(0, settings.budget_session - target))
        kept = {id_: one for id_, one in kept.items() if id_ in sound or id_ not in told}
        if recalls and place is not None:
            known = {id_ for one in sound.values() for id_ in one["ids"]} if checked else set[str]()
            try:
                async with asyncio.timeout(seconds_for(settings, *RECALL_MODELS)):
                    async for text in self._told(memory, messages, known):
                        kept[place] = {**text, "user": user}
            except FAILURES as error:
                why = str(error) or "no answer in time (MEMORIST_CALL_TIMEOUT)"
                _log.warning("%s could be recalled: %s", "not everything" if place in kept else "nothing", why)
        return kept

    def _with_recalled(self, request: ModelRequest[Any]) -> ModelRequest[Any]:
        recalled: dict[str, RecalledText] = cast("Mapping[str, Any]", request.state).get("recalled") or {}
        told = visible_to(recalled, self._of(request.runtime, request.state).scope.user_id)
        return request.override(messages=with_recalled(request.messages, told)) if told else request

    async def _told(
        self, memory: AsyncMemory, messages: Sequence[AnyMessage], known: set[str]
    ) -> AsyncGenerator[RecalledText]:
        """Yield the recalled text, first with the rules and then with what takes longer; the last one is whole."""
        if self._mode == "session_start":
            recalls: list[Recall] = []
            for task in ("", WHO_AND_WHAT, OPEN_POINTS):
                recalls.append(await memory.recall(task, budget=self._budget, target=self._target))
                yield brief_of(*recalls)
            return
        question = question_of(messages)
        found = await memory.recall(question, budget=self._budget, target=self._target)
        for failed in found.failed_channels:
            _log.warning("nothing was recalled by %s: %s", failed.channel, failed.error)
        asks = self._ingest and bool(await in_thread(requests_to_forget, question))
        yield recalled_text(rules_in(found) if asks else found, known)
        # What is meant is not told once more by the prompt of the request to forget it.
        if asks:
            wish = await wish_to_forget(memory, question)
            told = recalled_text(found, known | wish.ids if wish else known)
            yield {**told, "text": f"{told['text']}\n\n{wish.told}".strip()} if wish else told


async def _refused(memory: AsyncMemory, request: ToolCallRequest, *, closed: bool) -> ToolMessage | None:
    """Check a tool call; returns its refusal, null if it may run. ``closed``: also refuse what was not wholly read."""
    call = request.tool_call
    act = {"kind": "tool", "name": str(call["name"])[:LONGEST_NAME] or "a tool", "arguments": call["args"]}
    try:
        verdict = await memory.check_action(act)
    except Exception as error:  # noqa: BLE001 - a check that fails must not stop the agent
        _log.warning("a call of %s could not be checked: %s", call["name"], error)
        said = "It could not be checked against the rules of the memory."
        return _not_run(request, said, "Try again later, or ask.") if closed else None
    if verdict.action == "deny":
        return _not_run(request, verdict.reason, verdict.alternative)
    if closed and (why := verdict.why_not_closed) is not None:
        return _not_run(request, *why)
    if verdict.action == "warn":
        _log.warning("a call of %s was run with a warning: %s", call["name"], one_line(verdict.reason))
    return None


def _not_run(request: ToolCallRequest, reason: str, alternative: str) -> ToolMessage:
    call = request.tool_call
    said = f"Refused, not run. {one_line(reason)} Instead: {one_line(alternative)}"
    ours = {MADE_BY: A_REFUSAL}
    id_, name = str(call["id"]), call["name"]
    return ToolMessage(content=said, name=name, tool_call_id=id_, status="error", additional_kwargs=ours)
