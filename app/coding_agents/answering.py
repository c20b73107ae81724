"""Answers to the events of coding agents; they never stop an agent because the memory fails."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memorist.app.coding_agents.cursor import CURSOR_FORM, is_from_cursor
from memorist.app.coding_agents.events import (
    CLAUDE_FORM,
    AgentForm,
    Answer,
    Event,
    HookEvent,
    HookObjection,
    read_event,
    session_of,
    text_of,
)
from memorist.app.coding_agents.learning import is_of_the_person, new_exchanges, prompt_input
from memorist.app.coding_agents.sessions import KnownInSessions
from memorist.memory_store.domain.errors import InvalidInput

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory
    from memorist.nodes.homeostasis.acts.verdict import ActVerdict
    from memorist.nodes.ingestion.result import IngestResult

type Opening = Callable[[], AbstractAsyncContextManager["AsyncMemory"]]

EXIT_NOT_BLOCKING = 1
"""Tells a coding agent that its hook failed and that it goes on."""
EXIT_BLOCKING = 2
"""Tells a coding agent to refuse what it meant to do, whatever form its answers have."""
LARGEST = 16 * 1024 * 1024
"""Bytes of an event; the largest hold a file that is to be written."""
_UNCHECKED = "It could not be checked against the rules of the memory. Instead: Try again later, or ask."


@dataclass(frozen=True)
class HookCall:
    """An event as an agent gave it.

    Args:
        event: which one.
        given: the JSON of the agent.
        asks: the agent can ask the person; one that cannot shows a warning.
        closed: deny calls of tools that could not be checked or not be read completely.
        root: folder of the project, if the environment that the agent gave the hook names it.
    """

    event: HookEvent
    given: bytes
    asks: bool = True
    closed: bool = False
    root: str | None = None


@dataclass(frozen=True)
class HookReply:
    """The answer for the agent (null: nothing), lines for standard error, and the exit code."""

    answer: Answer = None
    said: tuple[str, ...] = ()
    code: int = 0


@dataclass(frozen=True)
class _Asked:
    """An event with what its answer needs: the memory, the agent's form, what sessions know; ``said`` is added to."""

    memory: "AsyncMemory"
    call: HookCall
    event: Event
    form: AgentForm
    sessions: KnownInSessions
    said: list[str] = field(default_factory=list[str])

    @property
    def root(self) -> str | None:
        """Folder of the project, from where rules name files."""
        return self.call.root or self.form.root(self.event)


async def answer_hook(call: HookCall, opening: Opening, sessions: KnownInSessions | None = None) -> HookReply:
    """Answer an event with the memory that ``opening`` gives. Whatever fails is a line, and the agent goes on.

    Args:
        call: the event.
        opening: gives the memory.
        sessions: what sessions know, between the events that one process answers; default: nothing.
    """
    closed = call.closed and call.event == "tool"
    try:
        if len(call.given) > LARGEST:
            raise InvalidInput(f"standard input: the event is larger than {LARGEST:,} bytes", field="stdin")
        event = read_event(call.given)
    except InvalidInput as error:
        return HookReply(None, (str(error),), EXIT_BLOCKING if closed else EXIT_NOT_BLOCKING)
    form = CURSOR_FORM if is_from_cursor(event) else CLAUDE_FORM
    said: list[str] = []
    try:
        async with opening() as memory:
            asked = _Asked(memory, call, event, form, sessions or KnownInSessions(), said)
            return HookReply(await _ANSWERS[call.event](asked), tuple(said))
    except Exception as error:  # noqa: BLE001 - an agent must not stop because its memory does, whatever it is
        failed = form.objection(event, HookObjection("deny", _UNCHECKED), call.asks) if closed else None
        return HookReply(failed, (*said, f"memorist hook: {error or type(error).__name__}"))


async def _session_start(asked: _Asked) -> Answer:
    asked.sessions.begin(session_of(asked.event))
    return asked.form.context("session-start", await _told(asked, ""))


async def _prompt(asked: _Asked) -> Answer:
    from memorist.app.agents.recalled import wish_to_forget

    prompt = text_of(asked.event, "prompt")
    if not asked.form.told_at_prompt:
        if not asked.event.get("transcript_path"):  # nothing else will tell what was said
            _note(asked, await asked.memory.ingest([prompt_input(session_of(asked.event), prompt)]))
        return asked.form.context("prompt", "")
    wish = await wish_to_forget(asked.memory, prompt)
    if wish is None:
        return asked.form.context("prompt", await _told(asked, prompt))
    told = await _told(asked, prompt, left_out=wish.ids)
    return asked.form.context("prompt", f"{told}\n\n{wish.told}".strip())


async def _told(asked: _Asked, task: str, *, left_out: Collection[str] = ()) -> str:
    """The recalled text for a task: the rules, and what the session does not know yet; not what is left out."""
    from memorist.app.agents.recalled import recalled_text
    from memorist.app.project_files import with_gone_files
    from memorist.nodes.retrieval.assemble import TITLES

    recall, session = await asked.memory.recall(task), session_of(asked.event)
    recall = await with_gone_files(recall, asked.root, said=task)
    rules = {item.id for one in recall.sections if one.title == TITLES["constraints"] for item in one.items}
    told = recalled_text(recall, {*asked.sessions.of(session)} - rules | {*left_out})
    if session:
        asked.sessions.add(session, told["ids"])
    return told["text"]


async def _tool(asked: _Asked) -> Answer:
    objection = await _objection(asked)
    if objection is not None and (heard := await _heard_of_the_person(asked)) is not None:
        objection = await _objection(asked)  # what is objected to may have just been allowed
        if objection is not None and heard:
            objection = objection._replace(said=" ".join((objection.said, *heard)))
    if objection is None:
        return None
    answer = asked.form.objection(asked.event, objection, asked.call.asks)
    if answer is None:
        asked.said.append(f"memorist warns: {objection.said}")
    return answer


async def _objection(asked: _Asked) -> HookObjection | None:
    """The gravest objection to what an agent means to do."""
    verdicts = await asyncio.gather(*map(asked.memory.check_action, asked.form.acts(asked.event, asked.root)))
    objections = filter(None, (_objection_of(verdict, closed=asked.call.closed) for verdict in verdicts))
    return min(objections, key=lambda one: one.action != "deny", default=None)


def _objection_of(verdict: "ActVerdict", *, closed: bool) -> HookObjection | None:
    said, action = (verdict.reason or "", verdict.alternative or ""), verdict.action
    if closed and action != "deny" and (why := verdict.why_not_closed) is not None:
        said, action = why, "deny"
    return None if action == "allow" else HookObjection(action, " Instead: ".join(filter(None, said)))


async def _heard_of_the_person(asked: _Asked) -> list[str] | None:
    """Learn what the person said since the memory last heard them, and return the notices; null if that was nothing.

    Failures are lines: the objection stands.
    """
    if not asked.event.get("transcript_path"):
        return None
    try:
        new = await new_exchanges(asked.memory, text_of(asked.event, "transcript_path"))
        said = [one for one in new if is_of_the_person(one)]
        return _note(asked, await asked.memory.ingest(said)) if said else None
    except Exception as error:  # noqa: BLE001 - the objection stands
        asked.said.append(f"memorist hook: {error or type(error).__name__}")
        return None


async def _stop(asked: _Asked) -> Answer:
    if not asked.form.told_at_prompt and not asked.event.get("transcript_path"):
        return {}
    from memorist.app.project_files import note_files

    new = await new_exchanges(asked.memory, text_of(asked.event, "transcript_path"))
    results = await asked.memory.ingest(new)
    await note_files(asked.root, [str(one.get("content") or one.get("answer") or "") for one in new])
    notices = _note(asked, results)
    answer = asked.form.notices(notices)
    if answer is None:
        asked.said.extend(f"memorist: {notice}" for notice in notices)
    return answer


def _note(asked: _Asked, results: "list[IngestResult]") -> list[str]:
    """Note that a session knows what was learned from it, add failures as lines, and return what to tell the person."""
    from memorist.app.forgetting import commands
    from memorist.nodes.reading.breaker import NOT_NOW

    if session := session_of(asked.event):
        ids = {id_ for one in results for id_ in (one.id, *(memory.id for memory in one.memories)) if id_}
        asked.sessions.add(session, ids)
    asked.said.extend(f"memorist: not learned: {one.error.message}" for one in results if one.error is not None)
    notices = [notice for one in results for notice in one.notices if not notice.endswith(NOT_NOW)]
    proposed = [one.forget for one in results if one.forget is not None and not one.forget.erased]
    named = [one for one in proposed if not one.plan.empty]
    return notices + [f"erased by: {commands(one.wishes, one.user, one.plan.group_id)}" for one in named]


_ANSWERS: Mapping[HookEvent, "Callable[[_Asked], Awaitable[Answer]]"] = {
    "session-start": _session_start,
    "prompt": _prompt,
    "tool": _tool,
    "stop": _stop,
}
