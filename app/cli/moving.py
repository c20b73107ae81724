"""``copy``, ``dump``, ``load``: a group from one place to another, with all that ever was."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memorist.app.cli.adopting import adopt_and_tell
from memorist.app.cli.databases import Tell, open_call_database, run_with_progress
from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import answer, count, note, say
from memorist.memory_store.domain.errors import InvalidInput

if TYPE_CHECKING:
    from memorist.memory_store.moving.copying import Moved

RestartOption = Annotated[
    bool, typer.Option("--restart", help="Erase what an interrupted attempt left behind and start over.")
]


@with_call
def copy(
    call: Call,
    *,
    source: Annotated[str, typer.Option("--from", metavar="URL", help="The store to copy from; it is only read.")],
    target: Annotated[str, typer.Option("--to", metavar="URL", help="The store to copy to.")],
    all_groups: Annotated[bool, typer.Option("--all-groups", help="Every group, not only --group.")] = False,
    restart: RestartOption = False,
    adopt: Annotated[
        bool,
        typer.Option(
            "--adopt",
            help="--group is a graph that Graphiti filled without memorist (without --group: Graphiti's default one): "
            "make memories of it.",
        ),
    ] = False,
    name: Annotated[
        str | None,
        typer.Option("--as", metavar="NAME", help="With --adopt: the group to write to. [--group; MEMORIST_GROUP]"),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="With --adopt: count, and write nothing.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Copy a group between stores, complete with history, and compare digests.

    Interrupted, the same command goes on where it was.
    """
    from memorist.memory_store.backends.opening import check_there
    from memorist.memory_store.moving.copying import copy_group

    _check_options(adopt=adopt, only_then={"--as": name, "--dry-run": dry_run},
                   only_else={"--all-groups": all_groups, "--restart": restart})  # fmt: skip
    if adopt:
        run_with_progress(
            lambda tell: adopt_and_tell(call, source, target, name=name, dry_run=dry_run, tell=tell, as_json=as_json)
        )
        return

    async def work(tell: Tell) -> None:
        check_there(source)
        async with open_call_database(call, source) as ours, open_call_database(call, target) as theirs:
            groups = await ours.groups() if all_groups else [call.settings().group]
            for group in groups:
                done = await copy_group(
                    ours, theirs, group, restart=restart, on_progress=tell, settings=call.settings()
                )
                answer(done, lambda moved: _tell(moved, f"copied to {theirs.url}"), as_json=as_json)

    run_with_progress(work)


@with_call
def dump(
    call: Call,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that does not exist yet.")],
    *,
    restart: RestartOption = False,
    as_json: JsonOption = False,
) -> None:
    """Write a group with its whole history into a file of JSON lines.

    Interrupted, the same command goes on where it was.
    """
    from memorist.memory_store.backends.opening import check_there
    from memorist.memory_store.moving.dumping import dump_group

    async def work(tell: Tell) -> None:
        settings = call.settings()
        check_there(settings.store)
        async with open_call_database(call, settings.store) as database:
            done = await dump_group(
                database, settings.group, file, restart=restart, on_progress=tell, settings=call.settings()
            )
            answer(done, lambda moved: _tell(moved, f"dumped to {file}"), as_json=as_json)

    run_with_progress(work)


@with_call
def load(
    call: Call,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by dump.")],
    *,
    restart: RestartOption = False,
    as_json: JsonOption = False,
) -> None:
    """Load a dump into a store that does not hold its group yet.

    The file is checked before anything is written. Interrupted, the same command goes on where it was.
    """
    from memorist.memory_store.moving.dumping import load_group

    async def work(tell: Tell) -> None:
        async with open_call_database(call, call.settings().store) as database:
            done = await load_group(
                database, file, group_id=call.group, restart=restart, on_progress=tell, settings=call.settings()
            )
            answer(done, lambda moved: _tell(moved, f"loaded into {database.url}"), as_json=as_json)

    run_with_progress(work)


def _check_options(*, adopt: bool, only_then: dict[str, object], only_else: dict[str, object]) -> None:
    """Raise :class:`InvalidInput` for an option that means nothing with, or without, ``--adopt``."""
    for option, given in (only_else if adopt else only_then).items():
        if given:
            how = "does not go with" if adopt else "goes only with"
            raise InvalidInput(f"{option}: it {how} --adopt", field=option)


def _tell(moved: "Moved", where: str) -> None:
    if moved.resumed:
        note("continued where it was interrupted")
    how = "is there already, the same" if moved.already_there else where
    files = f" and {count(moved.files, 'content file', 'content files')}" if moved.files else ""
    say(f"group {moved.group}: {moved.nodes:,} nodes and {moved.edges:,} edges{files} {how}")
    say(f"digest {moved.digest}", style="dim")
