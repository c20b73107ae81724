"""``skills export`` and ``skills import``: stable procedures as agent skills, and skills as procedures."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import complain, emit, note, say
from memorist.memory_store.domain.errors import InvalidInput

if TYPE_CHECKING:
    from memorist.api.skills import SkillExport
    from memorist.nodes.skills.read_in import SkillImport

FILE_NAME = "SKILL.md"

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Hand stable procedures on as agent skills, and read skills in.",
)


@app.command("export")
@with_call
def export_command(
    call: Call,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where each skill gets a folder of its own.")],
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be written, write nothing.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over skills that came from somewhere else.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write every stable procedure as FOLDER/NAME/SKILL.md: used at least 4 times, confidence at least .95."""
    found = asyncio.run(_export(call))
    paths = {skill.name: folder / skill.name / FILE_NAME for skill in found.skills}
    if not force:
        _refuse_strangers([(paths[skill.name], skill.procedure_id) for skill in found.skills])
    if not dry_run:
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
                "written": not dry_run,
            }
        )
        return
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
    as_json: JsonOption = False,
) -> None:
    """Read skill files into staged procedures; what is known already stays as it is."""
    files = [file for path in paths for file in _skill_files(path)]
    results = asyncio.run(_import(call, files))
    for file, result in zip(files, results, strict=True):
        if as_json:
            told = {"error": str(result)} if isinstance(result, InvalidInput) else result.model_dump(mode="json")
            emit({"file": str(file), **told})
        elif isinstance(result, InvalidInput):
            complain(str(result))
        else:
            say(f"{result.effect:<9} {result.name}  {result.procedure_id}")
            if result.flagged:
                note(f"  to be reviewed: {result.flagged}", style="yellow")
    if any(isinstance(result, InvalidInput) for result in results):
        raise typer.Exit(2)


async def _export(call: Call) -> "SkillExport":
    async with call.memory() as memory:
        return await memory.skills.export()


async def _import(call: Call, files: Sequence[Path]) -> "list[SkillImport | InvalidInput]":
    async with call.memory() as memory:
        results: list[SkillImport | InvalidInput] = []
        for file in files:
            try:
                results.append(await memory.skills.import_(_read(file), file=str(file)))
            except InvalidInput as error:
                results.append(error)
        return results


def _skill_files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(path.rglob(FILE_NAME))
    if not found:
        raise InvalidInput(f"{path}: there is no {FILE_NAME} in it", field="PATH")
    return found


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        said = getattr(error, "strerror", None) or error
        raise InvalidInput(f"{file} cannot be read: {said}", field="PATH") from error


def _refuse_strangers(planned: Sequence[tuple[Path, str]]) -> None:
    """A skill somebody wrote by hand is not written over."""
    for path, procedure_id in planned:
        if path.exists() and f"memorist-id: {procedure_id}" not in _read(path):
            raise InvalidInput(
                f"{path} is there already and did not come from this procedure: use another folder, or --force",
                field="FOLDER",
            )
