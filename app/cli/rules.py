"""``rules write``: hard rules and policies in a marked section of the instruction file that a team already has."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memorist.app.cli.commands import family
from memorist.app.cli.files import read_bytes, write_whole
from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import answer, count, note, say

if TYPE_CHECKING:
    from memorist.nodes.agents_md.rules_text import RulesSection

LARGEST = 16 * 1024 * 1024
"""Bytes; no instruction file is that large."""

app = family("Write hard rules and policies to an instruction file such as AGENTS.md.")


@app.command("write")
@with_call
def write_command(
    call: Call,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="AGENTS.md, CLAUDE.md …; made if it is not there.")],
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be written, write nothing.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write hard rules and policies between the markers of FILE; the rest of the file is unchanged."""
    from memorist.nodes.agents_md.section import with_section

    before = read_bytes(str(file), most=LARGEST) if file.exists() else None
    with_section(before or b"", "", file=str(file))  # refuse a file with wrong markers before a store is opened
    found = call.ask(lambda memory: memory.rules.section())
    after = with_section(before or b"", found.text, file=str(file))
    changed = after != before
    if changed and not dry_run:
        write_whole(file, after)
    done = {"file": str(file), "changed": changed, "written": changed and not dry_run}
    told = {**done, "text": found.text, "verdicts": found.verdicts}
    answer(told, lambda _: _show(found, file, changed=changed, dry_run=dry_run), as_json=as_json)


def _show(found: "RulesSection", file: Path, *, changed: bool, dry_run: bool) -> None:
    told = [v for v in found.verdicts if v.written]
    rules_told = count(sum(v.type == "semantic:hard_rule" for v in told), "hard rule", "hard rules")
    policies_told = count(sum(v.type == "semantic:policy" for v in told), "policy", "policies")
    verb = "is up to date" if not changed else "would change" if dry_run else "written"
    say(f"{file} {verb}: {rules_told}, {policies_told}")
    if dry_run and changed:
        say(found.text)
    for verdict in found.verdicts:
        if not verdict.written:
            note(f"not written: {verdict.content}: {verdict.reason}")
