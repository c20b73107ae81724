"""``webhooks``: list deliveries of webhooks, send one again, or send what is due now."""

import asyncio
from typing import Annotated

import typer

from memorist.app.cli.commands import WholeLines
from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import emit, moment, note, say, table

app = typer.Typer(cls=WholeLines, no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.command("list")
@with_call
def list_deliveries(
    call: Call,
    *,
    state: Annotated[list[str] | None, typer.Option("--state", help="waiting, sending, delivered or dead.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many, the newest first.")] = 100,
    as_json: JsonOption = False,
) -> None:
    """List deliveries: sent, waiting, and the receiver's answers."""
    from memorist.app.webhooks.outbox import STATES, Outbox
    from memorist.app.webhooks.settings import read_webhook_settings
    from memorist.memory_store.domain.errors import InvalidInput

    if strange := set(state or ()) - set(STATES):
        said = f"webhooks list: field state: expected one of {', '.join(STATES)}, got {sorted(strange)[0]!r}"
        raise InvalidInput(said, field="state")
    settings = read_webhook_settings()
    found = Outbox(settings.log_file, call.settings().store).list(states=state or STATES, limit=limit)
    if as_json:
        for one in found:
            emit(one)
        return
    if not found:
        note("no deliveries" if settings.url else "no deliveries: MEMORIST_WEBHOOK_URL names no receiver")
        return
    table(
        ("id", "event", "group", "at", "state", "attempts", "answer"),
        [
            (
                one.id,
                one.event.kind,
                one.event.group,
                moment(one.event.at),
                one.state,
                str(one.attempts),
                one.answered,
            )
            for one in found
        ],
    )


@app.command("redeliver")
@with_call
def redeliver(
    call: Call, *, id_: Annotated[str, typer.Argument(metavar="ID", help="Of a delivery.")], as_json: JsonOption = False
) -> None:
    """Queue a delivery to be sent again, by the server or by `memorist webhooks send`."""
    from memorist.app.webhooks.outbox import Outbox
    from memorist.app.webhooks.settings import read_webhook_settings

    outbox = Outbox(read_webhook_settings().log_file, call.settings().store)
    again = outbox.redeliver(id_, call.clock().now())
    if as_json:
        emit(again)
    else:
        say(f"waits to be sent again: {again.event.kind} {again.id}", style="green")


@app.command("send")
@with_call
def send_now(call: Call, *, as_json: JsonOption = False) -> None:
    """Look at the change logs and send what is due, once: for the system's cron, where no server runs."""
    from memorist.app.webhooks.settings import read_webhook_settings
    from memorist.app.webhooks.worker import Webhooks
    from memorist.memory_store.domain.errors import InvalidInput
    from memorist.memory_store.store import Store

    settings = read_webhook_settings()
    if settings.url is None:
        raise InvalidInput("webhooks send: MEMORIST_WEBHOOK_URL names no receiver", field="url")

    async def once() -> dict[str, int]:
        store = await Store.open(call.settings().store, settings=call.settings(), clock=call.clock())

        async def opened() -> Store:
            return store

        try:
            return {**await Webhooks(opened, settings).once()}
        finally:
            await store.close()

    ended = asyncio.run(once())
    if as_json:
        emit(ended)
    else:
        say(", ".join(f"{number} {state}" for state, number in sorted(ended.items())) or "nothing was due")
