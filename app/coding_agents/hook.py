"""`hook`: answer the events of coding agents; set up by `memorist install`."""

import asyncio
import sys
from typing import Annotated

import typer

from memorist.app.cli.commands import family
from memorist.app.cli.options import Call, with_call
from memorist.app.cli.render import complain, emit
from memorist.app.coding_agents.events import HookEvent

app = family("Answer the events of coding agents: recall, learning and the guard. `memorist install` sets them up.")


@app.command("session-start")
@with_call
def session_start(call: Call) -> None:
    """Tell the rules and standing constraints when a session begins (SessionStart)."""
    _answer(call, "session-start")


@app.command("prompt")
@with_call
def prompt(call: Call) -> None:
    """Tell what is known for what the person just wrote (UserPromptSubmit)."""
    _answer(call, "prompt")


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
    _answer(call, "tool", asks=asks, closed=closed)


@app.command("stop")
@with_call
def stop(call: Call) -> None:
    """Learn from the last messages of the person and the agent when the agent stops (Stop)."""
    _answer(call, "stop")


def _answer(call: Call, event: HookEvent, *, asks: bool = True, closed: bool = False) -> None:
    """Read the event, and write the answer and what failed."""
    from memorist.app.cli.quick_hook import project_folder
    from memorist.app.coding_agents.answering import LARGEST, HookCall, answer_hook

    given = sys.stdin.buffer.read(LARGEST + 1)
    asked = HookCall(event, given, asks=asks, closed=closed, root=project_folder())
    reply = asyncio.run(answer_hook(asked, lambda: call.memory(degraded=event != "stop")))
    for line in reply.said:
        complain(line)
    if reply.answer is not None:
        emit(reply.answer)
    if reply.code:
        raise typer.Exit(reply.code)
