"""``webhooks``: list deliveries of webhooks, send one again, or send what is due now."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from memorist.app.cli.commands import family
from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import answer, moment, note, say, table

if TYPE_CHECKING:
    from memorist.app.webhooks.outbox import Delivery
    from memorist.memory_store.store import Store

app = family()


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
    if found or as_json:
        answer(found, _show, as_json=as_json)
    else:
        note("no deliveries" if settings.url else "no deliveries: MEMORIST_WEBHOOK_URL names no receiver")


def _show(deliveries: "list[Delivery]") -> None:
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
            for one in deliveries
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
    told = f"waits to be sent again: {again.event.kind} {again.id}"
    answer(again, lambda _: say(told, style="green"), as_json=as_json)


@app.command("send")
@with_call
def send_now(call: Call, *, as_json: JsonOption = False) -> None:
    """Look at the change logs and send what is due, once: for the system's cron, where no server runs."""
    from memorist.app.webhooks.settings import read_webhook_settings
    from memorist.app.webhooks.worker import Webhooks
    from memorist.memory_store.domain.errors import InvalidInput

    settings = read_webhook_settings()
    if settings.url is None:
        raise InvalidInput("webhooks send: MEMORIST_WEBHOOK_URL names no receiver", field="url")

    async def once() -> dict[str, int]:
        async with call.opened_store() as store:

            async def opened() -> "Store":
                return store

            return {**await Webhooks(opened, settings).once()}

    ended = asyncio.run(once())
    told = ", ".join(f"{number} {state}" for state, number in sorted(ended.items())) or "nothing was due"
    answer(ended, lambda _: say(told), as_json=as_json)
