"""``assess`` and ``check-action``: how an agent is doing, and whether it may do what it means to."""

import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from memorist.app.cli.files import STANDARD_INPUT, read_text
from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import answer, note, say, table
from memorist.memory_store.domain.json_values import json_object, json_or_none

if TYPE_CHECKING:
    from memorist.nodes.homeostasis.acts.verdict import ActVerdict
    from memorist.nodes.homeostasis.result import Assessment


_BEGINS_JSON = re.compile(r'\s*\{\s*(?:["}]|$)')
ANSWERS = {"allow": "green", "warn": "yellow", "deny": "bold red"}


@with_call
def assess(
    call: Call,
    state: Annotated[
        str, typer.Argument(metavar="STATE.json", help="A file with the agent's state; - reads standard input.")
    ],
    *,
    record: Annotated[
        bool, typer.Option("--record/--no-record", help="Store the assessment if something changed.")
    ] = True,
    as_json: JsonOption = False,
) -> None:
    """Assess an agent in six dimensions, and print advice."""
    given = json_object(read_text(state, field="STATE.json"), of=state, field="STATE.json")
    answer(call.ask(lambda memory: memory.assess(given, record=record)), _show_assessment, as_json=as_json)


@with_call
def check_action(
    call: Call,
    action: Annotated[
        str,
        typer.Argument(
            metavar="COMMAND or JSON",
            help="A command of the shell, a sentence, or another act as JSON: "
            '{"name": TOOL, "arguments": {}}; - reads standard input.',
        ),
    ],
    *,
    state: Annotated[
        str | None, typer.Option("--state", metavar="FILE", help="The agent's state, which is checked as well.")
    ] = None,
    audit: Annotated[bool, typer.Option("--audit/--no-audit", help="Write the verdict into the change log.")] = True,
    as_json: JsonOption = False,
) -> None:
    """Check an intended act against the rules; print verdict, reason and alternative. Exit code 1: denied."""
    text = sys.stdin.read() if action == STANDARD_INPUT else action
    such_as = '; expected an object such as {"command": "rm -rf x"}'
    given = text if _is_command(text) else json_object(text, of="JSON", field="JSON", hint=such_as)
    own = None if state is None else json_object(read_text(state, field="--state"), of=state, field="--state")
    verdict = call.ask(lambda memory: memory.check_action(given, state=own, audit=audit))
    answer(verdict, _show_verdict, as_json=as_json)
    if verdict.action == "deny":
        raise typer.Exit(1)


def _show_assessment(found: "Assessment") -> None:
    table(
        ("dimension", "state", "score", "evidence"),
        [
            (d.name, d.state, "" if d.score is None else f"{d.score:.2f}", "; ".join(d.evidence))
            for d in found.dimensions
        ],
    )
    say()
    for tension in found.tensions:
        say(f"tension: {' and '.join(tension.between)}. {tension.why}", style="dim")
    for guardrail in found.guardrails:
        say(f"guardrail: {guardrail.id}: {'; '.join(guardrail.evidence)}", style="dim")
    if found.question is not None:
        for number, choice in enumerate(found.question.choices, start=1):
            say(f"  {number}. {choice}", style="dim")
    for number, advice in enumerate(found.advice, start=1):
        say(f"{number}. {advice}")
    if not found.advice:
        say("nothing is out of balance", style="green")
    _warn(found)


def _show_verdict(verdict: "ActVerdict") -> None:
    say(verdict.action, style=ANSWERS[verdict.action])
    if verdict.reason:
        say(verdict.reason)
        say(f"instead: {verdict.alternative}")
    for objection in (other for other in verdict.objections if other.reason != verdict.reason):
        say(f"also {objection.verdict}: {objection.reason}", style="dim")
    _warn(verdict)


def _warn(found: "Assessment | ActVerdict") -> None:
    for failed in found.failed:
        note(f"warning: {failed.channel}: {failed.error}", style="yellow")


def _is_command(text: str) -> bool:
    """Tell a command from JSON, also from JSON that is cut off or has a mistake; ``{rm,-rf,x}`` is a command."""
    return _BEGINS_JSON.match(text) is None and not isinstance(json_or_none(text), dict | list)
