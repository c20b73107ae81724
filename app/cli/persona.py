"""``persona export``, ``import`` and ``undo``: knowledge handed on, taken in, and taken back."""

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memorist.app.cli.files import read_bytes, write_whole
from memorist.app.cli.lines import STANDARD_INPUT
from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import count, emit, note, say
from memorist.memory_store.domain.errors import InvalidInput

if TYPE_CHECKING:
    from memorist.nodes.persona.file import PersonaFile
    from memorist.nodes.persona.take_back import PersonaUndo
    from memorist.nodes.persona.take_in import PersonaImport

IDS_SHOWN = 3
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Say what would be done, write nothing.")]
FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="A file, or - for standard input or output.")]

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Hand on what was learned, without personal data; take such knowledge in, and take it back.",
)


@app.command("export")
@with_call
def export_command(
    call: Call,
    file: FileArgument,
    *,
    name: Annotated[str | None, typer.Option("--name", help="What it is called. [the agent, else the group]")] = None,
    domain: Annotated[str | None, typer.Option("--domain", help="What it is about. [what most of it names]")] = None,
    agent_type: Annotated[str | None, typer.Option("--agent-type", help="Who learned it. [the agent]")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write shared semantic, procedural and domain knowledge to FILE; what was removed is listed, there and here."""
    if file != STANDARD_INPUT and not force and Path(file).exists():
        raise InvalidInput(f"{file} exists already: name another file, or --force", field="FILE")
    persona = asyncio.run(_export(call, name, domain, agent_type))
    if file == STANDARD_INPUT:
        sys.stdout.write(persona.model_dump_json() + "\n" if as_json else persona.text())
    else:
        write_whole(Path(file), persona.text().encode())
        numbers = _numbers(persona)
        if as_json:
            header = persona.model_dump(mode="json", exclude={"semantic", "procedural", "domain_model"})
            emit({"file": file, **header, "knowledge": numbers})
            return
        said = ", ".join(f"{number} {what}" for what, number in numbers.items())
        say(f"wrote {file}: persona {persona.name} ({persona.agent_type}, {persona.domain}): {said}")
    for removal in persona.removals:
        ids = ", ".join(removal.memory_ids[:IDS_SHOWN]) + (", …" if len(removal.memory_ids) > IDS_SHOWN else "")
        if removal.action == "rewritten":
            where = count(len(removal.memory_ids), "memory", "memories")
            note(f"removed: {removal.count} × {removal.kind} from {where} ({removal.reason}): {ids}", style="yellow")
        else:
            note(f"left out: {removal.count} × {removal.kind} ({removal.reason}): {ids}")


@app.command("import")
@with_call
def import_command(
    call: Call, file: FileArgument, *, dry_run: DryRunOption = False, as_json: JsonOption = False
) -> None:
    """Take a persona in: staged and less sure, overriding nothing. The same file again changes nothing."""
    from memorist.nodes.persona.file import LARGEST, read_persona

    named = "standard input" if file == STANDARD_INPUT else file
    persona = read_persona(read_bytes(file, most=LARGEST), file=named)
    done = asyncio.run(_import(call, persona, dry_run))
    if as_json:
        emit(done)
        return
    said = ", ".join(f"{number} {effect}" for effect, number in sorted(done.counts.items())) or "it holds nothing"
    say(f"persona {done.name}{' (dry run)' if dry_run else ''}: {said}")
    for masked in done.masked:
        note(f"masked: {masked.count} × {masked.kind} in {masked.field}", style="yellow")
    for arrival in done.arrivals:
        if arrival.effect != "added" or arrival.flag:
            style = "yellow" if arrival.flag else "dim"
            note(f"{arrival.effect}: {arrival.content}: {arrival.flag or arrival.reason}", style=style)


@app.command("undo")
@with_call
def undo_command(
    call: Call,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Name or id of the persona; none needed when there is one.")
    ] = None,
    *,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Take back what an import brought, except for what was said, seen or confirmed here since."""
    done = asyncio.run(_undo(call, name, dry_run))
    if as_json:
        emit(done)
        return
    verb = "would be taken back" if dry_run else "taken back"
    more = f", {count(done.weighed_anew, 'other', 'others')} weighed anew" if done.weighed_anew else ""
    numbers = f"{len(done.taken_back)} {verb}, {len(done.kept)} kept, {done.ended_before} ended before"
    say(f"persona {done.name}: {numbers}{more}")
    for kept in done.kept:
        note(f"kept: {kept.content}: {kept.reason}")


async def _export(call: Call, name: str | None, domain: str | None, agent_type: str | None) -> "PersonaFile":
    async with call.memory() as memory:
        return await memory.personas.export(name=name, domain=domain, agent_type=agent_type)


async def _import(call: Call, persona: "PersonaFile", dry_run: bool) -> "PersonaImport":
    async with call.memory() as memory:
        return await memory.personas.import_(persona, dry_run=dry_run)


async def _undo(call: Call, name: str | None, dry_run: bool) -> "PersonaUndo":
    async with call.memory() as memory:
        return await memory.personas.undo(name, dry_run=dry_run)


def _numbers(persona: "PersonaFile") -> dict[str, int]:
    return {
        "semantic": len(persona.semantic),
        "procedural": len(persona.procedural),
        "domain": len(persona.domain_model),
    }
