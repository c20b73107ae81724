"""``history``, ``changes``, ``show``: looks into the memory."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memorist.app.cli.effects import named, words_of
from memorist.app.cli.options import AsOfOption, Call, JsonOption, KnownAtOption, read_time, with_call
from memorist.app.cli.render import SHORT_ID, answer, moment, note, say, table

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory
    from memorist.memory_store.domain.memory import Memory
    from memorist.memory_store.reading import ChangeEntry, HistoryEntry
    from memorist.nodes.retrieval.said import Said


@with_call
def history(
    call: Call,
    topic: Annotated[str, typer.Argument(metavar="TOPIC", help='A name or a field, such as "Clerk" or "auth".')],
    *,
    known_at: KnownAtOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show everything held about a topic, what replaced it, and why."""
    at = read_time(known_at, "--known-at")
    entries, said = call.ask(lambda memory: _history(memory, topic, at))
    if entries or as_json:
        answer(entries, _show_history, as_json=as_json)
    else:
        note(f"no memories about {topic}{'; it was said:' if said else ''}")
        table(("at", "who", "words"), [(moment(one.at), one.speaker or "", one.content) for one in said])


def _show_history(entries: "list[HistoryEntry]") -> None:
    table(
        ("from", "until", "status", "memory", "superseded by", "why", "id"),
        [
            (
                moment(entry.memory.valid_from),
                moment(entry.memory.valid_until, empty="now" if entry.memory.status.live else ""),
                entry.memory.status,
                entry.memory.content,
                (entry.superseded_by or "")[:SHORT_ID],
                entry.reason or "",
                entry.memory.id,
            )
            for entry in entries
        ],
    )


async def _history(
    memory: "AsyncMemory", topic: str, known_at: datetime | None
) -> "tuple[list[HistoryEntry], Sequence[Said]]":
    """The history of a topic, and where there is none what was said about it."""
    entries = await memory.history(topic, known_at=known_at)
    said = () if entries else (await memory.search(topic, known_at=known_at)).said
    return entries, [one for one in said if one.speaks_of_all]


@with_call
def changes(
    call: Call,
    *,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="TIME", help="The first moment, such as 2026-02-01. Default: a week ago."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the changes since a moment, with their runs and reasons."""
    start = read_time(since, "--since") or call.clock().now() - timedelta(days=7)
    entries, words = call.ask(lambda memory: _changes(memory, start))
    answer(entries, lambda found: _show_changes(found, words), as_json=as_json)


async def _changes(memory: "AsyncMemory", start: datetime) -> "tuple[list[ChangeEntry], list[str]]":
    """The entries, and for each the memories that it concerned, in words."""
    from memorist.nodes.operations.receipt import receipt_of

    entries = await memory.changes(start)
    receipts = [receipt_of([entry]) for entry in entries]
    words = await words_of(memory, receipts)
    return entries, [named(receipt, words) for receipt in receipts]


def _show_changes(entries: "list[ChangeEntry]", words: list[str]) -> None:
    table(
        ("#", "at", "what", "words", "why", "by"),
        [
            (
                str(entry.sequence),
                moment(entry.at),
                f"{len(entry.payload.get('memories', ()))} added, {len(entry.payload.get('updates', ()))} changed",
                told,
                entry.reason,
                entry.run,
            )
            for entry, told in zip(entries, words, strict=True)
        ],
    )


@with_call
def show(
    call: Call,
    ids: Annotated[list[str], typer.Argument(metavar="ID…", help="Ids of memories, or how they begin.")],
    *,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show everything stored about a memory; with --as-of or --known-at, its state at that time."""
    moments = read_time(as_of, "--as-of"), read_time(known_at, "--known-at")
    found, missing = call.ask(lambda memory: _get(memory, ids, *moments))
    answer(found, _show, as_json=as_json)
    if missing:
        then = " at that time" if any(moments) else ""
        note(f"no memory with the id {', '.join(missing)} in this group{then}", style="red")
        raise typer.Exit(1)


async def _get(
    memory: "AsyncMemory", ids: list[str], as_of: datetime | None, known_at: datetime | None
) -> "tuple[list[Memory], list[str]]":
    """The memories, and the ids under which there is none."""
    from memorist.memory_store.domain.visibility import may_see

    store, scope = memory.store, memory.scope
    whole = {wanted: await store.memories.id_of(scope, wanted) for wanted in ids}
    there = list(dict.fromkeys(found for found in whole.values() if found))
    if as_of or known_at:
        found = await store.history.get_at(scope, there, as_of=as_of, known_at=known_at)
    else:
        found = await store.memories.get(scope, there)
    found = [one for one in found if may_see(scope.user_id, one)]
    shown = {one.id for one in found}
    return found, [wanted for wanted, one in whole.items() if one not in shown]


def _show(memories: "list[Memory]") -> None:
    for memory in memories:
        say(memory.content, style="bold")
        fields: dict[str, Any] = memory.model_dump(mode="json", exclude={"content"}, exclude_none=True)
        table(("field", "value"), [(name, _text(value)) for name, value in fields.items() if value not in ("", [], {})])
        say()


def _text(value: Any) -> str:
    if isinstance(value, dict):
        pairs: dict[str, Any] = value  # pyright: ignore[reportUnknownVariableType]
        return ", ".join(f"{key} {_text(item)}" for key, item in pairs.items() if item not in (None, "", []))
    if isinstance(value, list):
        items: list[Any] = value  # pyright: ignore[reportUnknownVariableType]
        return " · ".join(_text(item) for item in items)
    return f"{value:.3g}" if isinstance(value, float) else str(value)
