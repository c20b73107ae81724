"""Check the installation (store, embedder, model, versions, ports), and say how to fix it."""

import asyncio

import typer

from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import emit, note, say


@with_call
def command(call: Call, *, as_json: JsonOption = False) -> None:
    """Look at everything a memory needs; exit code 1 where something stops it."""
    from memorist.app.auth.settings import read_auth_settings
    from memorist.app.doctor.looks import everything

    found = asyncio.run(everything(call.settings(), read_auth_settings()))
    signs = {"ok": ("ok", "green"), "info": ("--", "dim"), "warning": ("!!", "yellow"), "problem": ("XX", "bold red")}
    for one in found:
        if as_json:
            emit(one)
            continue
        sign, style = signs[one.state]
        say(f"{sign}  {one.what}: {one.found}", style=style)
        if one.todo:
            say(f"      → {one.todo}", style="dim")
    problems = [one for one in found if one.state == "problem"]
    if problems:
        note(f"{len(problems)} to fix before memorist works", style="red")
        raise typer.Exit(1)
