"""``list`` and ``about``: the memories as lines, and one page on a person or a topic."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from memorist.app.cli.options import Call, JsonOption, read_time, with_call
from memorist.app.cli.render import answer, note, say, table

if TYPE_CHECKING:
    from memorist.memory_store.domain.memory import Memory

Several = Annotated[
    list[str] | None,
    typer.Option("--type", metavar="TYPE", help="A type (policy, semantic:policy) or a family (semantic); repeatable."),
]


@with_call
def list_command(
    call: Call,
    *,
    types: Several = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="TIME", help="Only memories valid from that time or later.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="TIME", help="Only memories valid from before that time.")
    ] = None,
    statuses: Annotated[
        list[str] | None,
        typer.Option(
            "--status", metavar="STATUS", help="Current status, such as superseded; repeatable. Default: live."
        ),
    ] = None,
    tag: Annotated[str | None, typer.Option("--tag", metavar="TAG", help="Only memories with this tag.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=10_000, help="At most so many.")] = 50,
    as_json: JsonOption = False,
) -> None:
    """List memories, the newest first: date, type, owner, content. With --user, only those of that user."""
    filters: dict[str, Any] = {
        "types": types or (),
        "owner": call.user,
        "since": read_time(since, "--since"),
        "until": read_time(until, "--until"),
        "statuses": statuses or (),
        "tag": tag,
    }
    found = call.ask(lambda memory: memory.list(limit=limit + 1, **filters))

    def show(shown: "list[Memory]") -> None:
        table(
            ("date", "type", "owner", "content", "id"),
            [(f"{m.valid_from:%Y-%m-%d}", m.type, m.scope.user_id or "", m.content, m.id) for m in shown],
        )
        if not shown:
            note("no memory fits" if any(filters.values()) else "no memories yet: `memorist remember TEXT`")
        elif len(found) > limit:
            narrower = "--since, --until, --type and --tag narrow it down"
            note(f"there are more than {limit:,}: --limit shows more, {narrower}")

    answer(found[:limit], show, as_json=as_json)


@with_call
def about(
    call: Call,
    name: Annotated[
        str | None,
        typer.Argument(metavar="PERSON or TOPIC", help="Default: the user, or everything where none is named."),
    ] = None,
    *,
    as_json: JsonOption = False,
) -> None:
    """Print one page about a person or a topic, with dates, owners and sources."""
    page = call.ask(lambda memory: memory.about(name))
    answer(page, lambda found: say(found.text.rstrip("\n")), as_json=as_json)
    if not page.sections:
        raise typer.Exit(1)
