"""``skills export`` and ``skills import``: stable procedures as agent skills, and skills as procedures."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memorist.app.cli.commands import family
from memorist.app.cli.files import read_text
from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import complain, confirmed, count, emit, note, say
from memorist.memory_store.domain.errors import InvalidInput

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory
    from memorist.nodes.skills.read_in import SkillImport

FILE_NAME = "SKILL.md"

app = family("Export stable procedures as agent skills, or import skills.")


@app.command("export")
@with_call
def export_command(
    call: Call,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where each skill gets a folder of its own.")],
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be written, write nothing.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over skills that came from somewhere else.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Write without asking.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show every stable procedure, ask, and write each as FOLDER/NAME/SKILL.md.

    Stable is what was used at least 4 times with a confidence of at least .95.
    """
    found = call.ask(lambda memory: memory.skills.export())
    paths = {skill.name: folder / skill.name / FILE_NAME for skill in found.skills}
    if not force:
        _refuse_strangers([(paths[skill.name], skill.procedure_id) for skill in found.skills])
    if not as_json and found.skills and not dry_run:
        for skill in found.skills:
            note(skill.text)
    written = not dry_run and (
        yes
        or not found.skills
        or confirmed(f"Hand on these {count(len(found.skills), 'skill', 'skills')}? [y/N] ", "y")
    )
    if written:
        for skill in found.skills:
            paths[skill.name].parent.mkdir(parents=True, exist_ok=True)
            paths[skill.name].write_text(skill.text, encoding="utf-8")
    if as_json:
        emit(
            {
                "skills": [
                    {"name": s.name, "path": str(paths[s.name]), "procedure_id": s.procedure_id} for s in found.skills
                ],
                "verdicts": found.verdicts,
                "written": written,
            }
        )
        raise typer.Exit(0 if written or dry_run else 1)
    if not written and not dry_run:
        note("nothing was written")
        raise typer.Exit(1)
    for skill in found.skills:
        say(f"{'would write' if dry_run else 'wrote'} {paths[skill.name]}")
    for verdict in found.verdicts:
        if not verdict.fit:
            note(f"not yet: {verdict.name}: {verdict.reason}")
    if not found.skills:
        say("no procedure is stable enough yet")


@app.command("import")
@with_call
def import_command(
    call: Call,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH…", help="SKILL.md files, or folders that hold some.")],
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be read in, write nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Import without asking.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show what each skill file contains, ask, and import it as a staged procedure; known procedures are unchanged."""
    files = [file for path in paths for file in _skill_files(path)]
    results, written = call.ask(
        lambda memory: _import(memory, files, ask=not (yes or dry_run), dry_run=dry_run, as_json=as_json)
    )
    for file, result in zip(files, results, strict=True):
        if as_json:
            told = {"error": str(result)} if isinstance(result, InvalidInput) else result.model_dump(mode="json")
            emit({"file": str(file), **told, "written": written})
        elif isinstance(result, InvalidInput):
            complain(str(result))
        else:
            say(f"{result.effect:<9} {result.name}  {result.procedure_id}")
            if result.flagged:
                note(f"  to be reviewed: {result.flagged}", style="yellow")
    if not (written or dry_run):
        note("nothing was written")
    if any(isinstance(result, InvalidInput) for result in results):
        raise typer.Exit(2)
    raise typer.Exit(0 if written or dry_run else 1)


async def _import(
    memory: "AsyncMemory", files: Sequence[Path], *, ask: bool, dry_run: bool, as_json: bool
) -> "tuple[list[SkillImport | InvalidInput], bool]":
    """Read files in; the results, and if anything was written."""
    planned = [await _read_in(memory, file, dry_run=True) for file in files]
    new = [one for one in planned if not isinstance(one, InvalidInput) and one.effect == "added"]
    if not as_json:
        for one in new:
            note(f"{one.name}: {one.content}")
    if dry_run or (ask and new and not confirmed(f"Read in these {count(len(new), 'skill', 'skills')}? [y/N] ", "y")):
        return planned, False
    return [await _read_in(memory, file, dry_run=False) for file in files], True


async def _read_in(memory: "AsyncMemory", file: Path, *, dry_run: bool) -> "SkillImport | InvalidInput":
    try:
        return await memory.skills.import_(read_text(str(file), field="PATH"), file=str(file), dry_run=dry_run)
    except InvalidInput as error:
        return error


def _skill_files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(path.rglob(FILE_NAME))
    if not found:
        raise InvalidInput(f"{path}: there is no {FILE_NAME} in it", field="PATH")
    return found


def _refuse_strangers(planned: Sequence[tuple[Path, str]]) -> None:
    """A skill somebody wrote by hand is not written over."""
    for path, procedure_id in planned:
        if path.exists() and f"memorist-id: {procedure_id}" not in read_text(str(path), field="PATH"):
            raise InvalidInput(
                f"{path} is there already and did not come from this procedure: use another folder, or --force",
                field="FOLDER",
            )
