"""`hook`: what coding agents call at their events; it never stops an agent because the memory does."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memorist.app.cli.options import Call, with_call
from memorist.app.cli.render import complain, emit, note
from memorist.memory_store.domain.errors import InvalidInput

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory

type Answer = dict[str, Any] | None

EXIT_NOT_BLOCKING = 1
"""Tells a coding agent that its hook failed and that it goes on; 2 would stop it."""
LARGEST = 16 * 1024 * 1024
"""Bytes of an event; the largest hold a file that is to be written."""

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Answer the events of coding agents: recall, learning and the guard. `memorist install` sets them up.",
)


@app.callback()
def hook() -> None:
    """Answer the events of coding agents, given as JSON on standard input."""


@app.command("session-start")
@with_call
def session_start(call: Call) -> None:
    """Tell the rules and standing constraints when a session begins (SessionStart)."""

    async def answer(memory: "AsyncMemory", event: Mapping[str, Any]) -> Answer:
        from memorist.app.agents.recalled import told_of
        from memorist.app.coding_agents.events import context_answer

        return context_answer("session-start", told_of(await memory.recall(""))["text"])

    _answer(call, answer, degraded=True)


@app.command("prompt")
@with_call
def prompt(call: Call) -> None:
    """Tell what is known for what the person just wrote (UserPromptSubmit)."""

    async def answer(memory: "AsyncMemory", event: Mapping[str, Any]) -> Answer:
        from memorist.app.agents.recalled import told_of
        from memorist.app.coding_agents.events import context_answer, text_of

        return context_answer("prompt", told_of(await memory.recall(text_of(event, "prompt")))["text"])

    _answer(call, answer, degraded=True)


@app.command("tool")
@with_call
def tool(
    call: Call,
    *,
    asks: Annotated[
        bool, typer.Option("--ask/--no-ask", help="Whether the agent can ask the person; else it shows a warning.")
    ] = True,
    closed: Annotated[
        bool, typer.Option("--closed/--open", help="Whether a call that cannot be checked or read whole is denied.")
    ] = False,
) -> None:
    """Hold a call of a tool against the rules before it runs (PreToolUse): deny it, ask the person, or say nothing."""
    from memorist.app.coding_agents.events import act_of, verdict_answer

    async def answer(memory: "AsyncMemory", event: Mapping[str, Any]) -> Answer:
        verdict = await memory.check_action(act_of(event))
        if closed and verdict.action != "deny" and (why := verdict.why_not_closed) is not None:
            return verdict_answer("deny", *why, asks=asks)
        return verdict_answer(verdict.action, verdict.reason or "", verdict.alternative or "", asks=asks)

    unchecked = ("It could not be checked against the rules of the memory.", "Try again later, or ask.")
    failed = verdict_answer("deny", *unchecked, asks=asks) if closed else None
    _answer(call, answer, degraded=True, failed=failed)


@app.command("stop")
@with_call
def stop(call: Call) -> None:
    """Learn from the last messages of the person and the agent when the agent stops (Stop)."""

    async def answer(memory: "AsyncMemory", event: Mapping[str, Any]) -> Answer:
        from memorist.app.coding_agents.events import last_exchange, text_of
        from memorist.app.importing.sources.transcript import read

        path = text_of(event, "transcript_path")
        said = await asyncio.to_thread(lambda: last_exchange(read(Path(path).expanduser())))
        for result in await memory.ingest(said):
            if result.error is not None:
                note(f"memorist: not learned: {result.error.message}", style="yellow")
        return {}

    _answer(call, answer)


def _answer(
    call: Call,
    answer: "Callable[[AsyncMemory, Mapping[str, Any]], Awaitable[Answer]]",
    *,
    degraded: bool = False,
    failed: Answer = None,
) -> None:
    """Read the event and write the answer; whatever fails is a line on standard error.

    The agent goes on then, or does what the answer ``failed`` says.
    """
    from memorist.app.cli.files import read_bytes
    from memorist.app.cli.lines import STANDARD_INPUT
    from memorist.app.coding_agents.events import read_event

    try:
        event = read_event(read_bytes(STANDARD_INPUT, most=LARGEST))
    except InvalidInput as error:
        complain(str(error))
        if failed is not None:
            emit(failed)
        raise typer.Exit(EXIT_NOT_BLOCKING if failed is None else 0) from error

    async def run() -> Answer:
        async with call.memory(degraded=degraded) as memory:
            return await answer(memory, event)

    try:
        given = asyncio.run(run())
    except Exception as error:  # noqa: BLE001 - an agent must not stop because its memory does, whatever it is
        complain(f"memorist hook: {error or type(error).__name__}")
        given = failed
    if given is not None:
        emit(given)
    sys.stdout.flush()
