"""``persona export``, ``import`` and ``undo``: knowledge handed on, taken in, and taken back."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from memorist.app.cli.commands import family
from memorist.app.cli.files import STANDARD_INPUT, read_bytes, write_whole
from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import answer, confirmed, count, emit, note, say
from memorist.memory_store.domain.errors import InvalidInput

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory
    from memorist.nodes.persona.file import PersonaFile
    from memorist.nodes.persona.review import PersonaReview
    from memorist.nodes.persona.take_back import PersonaUndo
    from memorist.nodes.persona.take_in import PersonaImport

IDS_SHOWN = 3
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Say what would be done, write nothing.")]
FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="A file, or - for standard input or output.")]

app = family("Export knowledge without personal data, import it, or undo an import.")


@app.command("export")
@with_call
def export_command(
    call: Call,
    file: FileArgument,
    *,
    name: Annotated[str | None, typer.Option("--name", help="Its name. [the agent, else the group]")] = None,
    domain: Annotated[str | None, typer.Option("--domain", help="What it is about. [what most of it names]")] = None,
    agent_type: Annotated[str | None, typer.Option("--agent-type", help="Who learned it. [the agent]")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Write without asking.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show every item to export, ask, and write shared semantic, procedural and domain knowledge to FILE.

    Removed items are listed in the file and printed.
    """
    if file != STANDARD_INPUT and not force and Path(file).exists():
        raise InvalidInput(f"{file} exists already: name another file, or --force", field="FILE")
    about = {"name": name, "domain": domain, "agent_type": agent_type}
    persona = call.ask(lambda memory: _export(memory, about, yes=yes, as_json=as_json))
    if file == STANDARD_INPUT:
        sys.stdout.write(persona.model_dump_json() + "\n" if as_json else persona.text())
        return
    write_whole(Path(file), persona.text().encode())
    numbers = {
        "semantic": len(persona.semantic),
        "procedural": len(persona.procedural),
        "domain": len(persona.domain_model),
    }
    header = persona.model_dump(mode="json", exclude={"semantic", "procedural", "domain_model"})
    said = ", ".join(f"{number} {what}" for what, number in numbers.items())
    told = f"wrote {file}: persona {persona.name} ({persona.agent_type}, {persona.domain}): {said}"
    answer({"file": file, **header, "knowledge": numbers, "written": True}, lambda _: say(told), as_json=as_json)


async def _export(memory: "AsyncMemory", about: dict[str, str | None], *, yes: bool, as_json: bool) -> "PersonaFile":
    review = await memory.personas.review(**about)
    if not as_json:
        _show(review)
    if not (yes or confirmed(f"Hand on these {len(review.items)} items? [y/N] ", "y")):
        _nothing_written(review, as_json=as_json)
    return await memory.personas.export(**about, confirmed=review.fingerprint)


def _show(review: "PersonaReview") -> None:
    for item in review.items:
        warning = f"  (touches {item.private})" if item.private else ""
        note(f"{item.type}: {item.content}{warning}", style="yellow" if item.private else "dim")
    for removal in review.removals:
        ids = ", ".join(removal.memory_ids[:IDS_SHOWN]) + (", …" if len(removal.memory_ids) > IDS_SHOWN else "")
        if removal.action == "rewritten":
            where = count(len(removal.memory_ids), "memory", "memories")
            note(f"removed: {removal.count} × {removal.kind} from {where} ({removal.reason}): {ids}", style="yellow")
        else:
            note(f"left out: {removal.count} × {removal.kind} ({removal.reason}): {ids}")


def _nothing_written(review: object, *, as_json: bool) -> NoReturn:
    if as_json:
        emit({"review": review, "written": False})
    note("nothing was written")
    raise typer.Exit(1)


@app.command("import")
@with_call
def import_command(
    call: Call,
    file: FileArgument,
    *,
    dry_run: DryRunOption = False,
    yes: Annotated[bool, typer.Option("--yes", help="Import without asking.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show every item to import, ask, and import a persona as staged memories of lower confidence.

    Nothing is overridden. Importing the same file again changes nothing.
    """
    from memorist.nodes.persona.file import LARGEST, read_persona

    named = "standard input" if file == STANDARD_INPUT else file
    persona = read_persona(read_bytes(file, most=LARGEST), file=named)
    done = call.ask(lambda memory: _import(memory, persona, dry_run=dry_run, yes=yes, as_json=as_json))
    said = ", ".join(f"{number} {effect}" for effect, number in sorted(done.counts.items())) or "it holds nothing"
    told = f"persona {done.name}{' (dry run)' if dry_run else ''}: {said}"
    answer(done, lambda _: say(told), as_json=as_json)


async def _import(
    memory: "AsyncMemory", persona: "PersonaFile", *, dry_run: bool, yes: bool, as_json: bool
) -> "PersonaImport":
    planned = await memory.personas.import_(persona, dry_run=True)
    if not as_json:
        _show_arrivals(planned)
    arriving = sum(planned.counts.get(effect, 0) for effect in ("added", "contested"))
    if not (dry_run or yes or not arriving or confirmed(f"Take in these {arriving} items? [y/N] ", "y")):
        _nothing_written(planned, as_json=as_json)
    return planned if dry_run else await memory.personas.import_(persona, confirmed=planned.fingerprint)


def _show_arrivals(planned: "PersonaImport") -> None:
    for masked in planned.masked:
        note(f"masked: {masked.count} × {masked.kind} in {masked.field}", style="yellow")
    for arrival in planned.arrivals:
        why = f": {arrival.flag or arrival.reason}" if arrival.effect != "added" or arrival.flag else ""
        note(f"{arrival.effect}: {arrival.content}{why}", style="yellow" if arrival.flag else "dim")


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
    """Undo an import, except for memories that were stated, observed or confirmed here since."""
    done = call.ask(lambda memory: memory.personas.undo(name, dry_run=dry_run))
    answer(done, lambda undone: _show_undo(undone, dry_run=dry_run), as_json=as_json)


def _show_undo(done: "PersonaUndo", *, dry_run: bool) -> None:
    verb = "would be taken back" if dry_run else "taken back"
    more = f", {count(done.weighed_anew, 'other', 'others')} weighed anew" if done.weighed_anew else ""
    numbers = f"{len(done.taken_back)} {verb}, {len(done.kept)} kept, {done.ended_before} ended before"
    say(f"persona {done.name}: {numbers}{more}")
    for kept in done.kept:
        note(f"kept: {kept.content}: {kept.reason}")
