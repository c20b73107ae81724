"""``keys``: add, list and revoke API keys of the server and the panel."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from memorist.app.cli.commands import family
from memorist.app.cli.options import JsonOption
from memorist.app.cli.render import answer, emit, moment, note, say, table

if TYPE_CHECKING:
    from memorist.app.auth.keys import Key

app = family()


@app.command("add")
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the key is for, such as ci or ana-laptop.")],
    *,
    group: Annotated[list[str], typer.Option("--group", metavar="ID", help="A group it opens; repeatable; * for all.")],
    user: Annotated[str | None, typer.Option("--user", metavar="ID", help="The user its holder is.")] = None,
    agent: Annotated[str | None, typer.Option("--agent", metavar="ID", help="The agent its holder is.")] = None,
    role: Annotated[str, typer.Option("--role", metavar="ROLE", help="read, write or admin.")] = "write",
    days: Annotated[int | None, typer.Option("--days", min=1, help="Days until it expires; default: never.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Create a key and show it once. After the first key, the server refuses callers without one."""
    from memorist.app.auth.caller import Role
    from memorist.app.auth.keys import KeyFile
    from memorist.app.auth.settings import read_auth_settings
    from memorist.memory_store.domain.errors import InvalidInput

    if role not in list(Role):
        raise InvalidInput(f"keys add: field role: expected one of {', '.join(Role)}, got {role!r}", field="role")
    file, now = KeyFile(read_auth_settings().keys_file), datetime.now(UTC)
    first = not file.keys()
    expires = now + timedelta(days=days) if days else None
    key, text = file.add(name, groups=group, user=user, agent=agent, role=Role(role), now=now, expires_at=expires)
    if as_json:
        emit({**key.model_dump(mode="json", exclude={"digest"}), "key": text})
        return
    say(text, style="bold")
    note("it is not shown again; send it as x-api-key, or sign in to the panel with it")
    if first:
        note(f"authentication is on from now on: keys are in {file.path}", style="yellow")


@app.command("list")
def list_keys(*, as_json: JsonOption = False) -> None:
    """Show the keys there are, without the keys themselves."""
    from memorist.app.auth.keys import KeyFile
    from memorist.app.auth.settings import read_auth_settings

    file = KeyFile(read_auth_settings().keys_file)
    keys, now = file.keys(), datetime.now(UTC)
    told = [{**key.model_dump(mode="json", exclude={"digest"}), "active": key.active(now)} for key in keys]
    if keys or as_json:
        answer(told, lambda _: _show(keys, now), as_json=as_json)
    else:
        note(f"no keys in {file.path}: the server listens on this machine only")


def _show(keys: "list[Key]", now: datetime) -> None:
    table(
        ("id", "name", "groups", "user", "role", "made", "state"),
        [
            (
                key.id,
                key.name,
                ", ".join(key.groups),
                key.user or "",
                str(key.role),
                moment(key.created_at),
                "active" if key.active(now) else "revoked" if key.revoked_at else "expired",
            )
            for key in keys
        ],
    )


@app.command("revoke")
def revoke(
    id_: Annotated[str, typer.Argument(metavar="ID", help="Of the key, or how that begins.")],
    *,
    as_json: JsonOption = False,
) -> None:
    """Revoke a key immediately, also on running servers."""
    from memorist.app.auth.keys import KeyFile
    from memorist.app.auth.settings import read_auth_settings

    ended = KeyFile(read_auth_settings().keys_file).revoke(id_, datetime.now(UTC))
    told = ended.model_dump(mode="json", exclude={"digest"})
    answer(told, lambda _: say(f"revoked: {ended.name} ({ended.id})", style="green"), as_json=as_json)
