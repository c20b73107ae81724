"""Answers to the events of coding agents; they never stop an agent because the memory fails."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memorist.app.coding_agents.events import (
    HookEvent,
    act_of,
    context_answer,
    last_exchange,
    read_event,
    text_of,
    verdict_answer,
)
from memorist.memory_store.domain.errors import InvalidInput

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory

type Answer = dict[str, Any] | None
type Opening = Callable[[], AbstractAsyncContextManager["AsyncMemory"]]

EXIT_NOT_BLOCKING = 1
"""Tells a coding agent that its hook failed and that it goes on; 2 would stop it."""
LARGEST = 16 * 1024 * 1024
"""Bytes of an event; the largest hold a file that is to be written."""
_UNCHECKED = ("It could not be checked against the rules of the memory.", "Try again later, or ask.")


@dataclass(frozen=True)
class HookCall:
    """An event as an agent gave it.

    Args:
        event: which one.
        given: the JSON of the agent.
        asks: the agent can ask the person; one that cannot shows a warning.
        closed: deny calls of tools that could not be checked or not be read completely.
    """

    event: HookEvent
    given: bytes
    asks: bool = True
    closed: bool = False


@dataclass(frozen=True)
class HookReply:
    """The answer for the agent (null: nothing), lines for standard error, and the exit code."""

    answer: Answer = None
    said: tuple[str, ...] = ()
    code: int = 0


async def answer_hook(call: HookCall, opening: Opening) -> HookReply:
    """Answer an event with the memory that ``opening`` gives. Whatever fails is a line, and the agent goes on."""
    unchecked = verdict_answer("deny", *_UNCHECKED, asks=call.asks)
    failed = unchecked if call.event == "tool" and call.closed else None
    try:
        if len(call.given) > LARGEST:
            raise InvalidInput(f"standard input: the event is larger than {LARGEST:,} bytes", field="stdin")
        event = read_event(call.given)
    except InvalidInput as error:
        return HookReply(failed, (str(error),), EXIT_NOT_BLOCKING if failed is None else 0)
    said: list[str] = []
    try:
        async with opening() as memory:
            return HookReply(await _ANSWERS[call.event](memory, event, call, said), tuple(said))
    except Exception as error:  # noqa: BLE001 - an agent must not stop because its memory does, whatever it is
        return HookReply(failed, (*said, f"memorist hook: {error or type(error).__name__}"))


async def _recall(memory: "AsyncMemory", event: Mapping[str, Any], call: HookCall, said: list[str]) -> Answer:
    from memorist.app.agents.recalled import told_of

    task = text_of(event, "prompt") if call.event == "prompt" else ""
    return context_answer(call.event, told_of(await memory.recall(task))["text"])


async def _tool(memory: "AsyncMemory", event: Mapping[str, Any], call: HookCall, said: list[str]) -> Answer:
    verdict = await memory.check_action(act_of(event))
    if call.closed and verdict.action != "deny" and (why := verdict.why_not_closed) is not None:
        return verdict_answer("deny", *why, asks=call.asks)
    return verdict_answer(verdict.action, verdict.reason or "", verdict.alternative or "", asks=call.asks)


async def _stop(memory: "AsyncMemory", event: Mapping[str, Any], call: HookCall, said: list[str]) -> Answer:
    from memorist.app.importing.sources import reader_of

    read, path = reader_of("transcript"), text_of(event, "transcript_path")
    exchange = await asyncio.to_thread(lambda: last_exchange(read(Path(path).expanduser())))
    results = await memory.ingest(exchange)
    said += [f"memorist: not learned: {one.error.message}" for one in results if one.error is not None]
    return {}


_ANSWERS: Mapping[HookEvent, "Callable[[AsyncMemory, Mapping[str, Any], HookCall, list[str]], Awaitable[Answer]]"] = {
    "session-start": _recall,
    "prompt": _recall,
    "tool": _tool,
    "stop": _stop,
}
