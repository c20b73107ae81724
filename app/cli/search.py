"""``search``: what is stored about something, also what is no longer live."""

import asyncio
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from memorist.app.cli.options import AsOfOption, Call, JsonOption, KnownAtOption, read_time, with_call
from memorist.app.cli.render import emit, excerpt, moment, note, table

if TYPE_CHECKING:
    from memorist.api.search import SearchResult
    from memorist.memory_store.domain.status import Status


@with_call
def search(
    call: Call,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="Words, or what it is about.")],
    *,
    limit: Annotated[int, typer.Option("--limit", min=1, max=500, help="At most so many.")] = 20,
    include: Annotated[
        str,
        typer.Option(
            "--include",
            metavar="STATUS,…",
            help="Also superseded, retracted or archived ones; archived ones come back.",
        ),
    ] = "",
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find memories by meaning and by words, best first, and matching inputs that have no memory."""
    from memorist.api.search import statuses

    moments = read_time(as_of, "--as-of"), read_time(known_at, "--known-at")
    added = statuses([name.strip() for name in include.split(",") if name.strip()], as_of=moments[0])
    found = asyncio.run(_search(call, query, limit, added, *moments))
    for hit in found.hits if as_json else ():
        parts = {"similarity": hit.similarity, "cosine": hit.cosine, "text": hit.text, "plan": found.how}
        emit({**parts, "memory": hit.memory})
    if not as_json:
        note(found.how)
        table(
            ("similar", "from", "until", "status", "memory", "id"),
            [
                (
                    f"{hit.similarity:.2f}",
                    moment(hit.memory.valid_from),
                    moment(hit.memory.valid_until),
                    hit.memory.status,
                    hit.memory.content,
                    hit.memory.id,
                )
                for hit in found.hits
            ],
        )
    for one in found.said if as_json else ():
        emit({"said": one})
    if found.said and not as_json:
        note("said of it, in the words in which it was said:")
        table(
            ("said", "by", "words", "id"),
            [(moment(one.at), one.speaker or "", excerpt(one.content, 200), one.id) for one in found.said],
        )
    for memory in found.brought_back:
        note(f"brought back from the archive: {memory.content} ({memory.id})")


async def _search(
    call: Call, text: str, limit: int, added: "list[Status]", as_of: datetime | None, known_at: datetime | None
) -> "SearchResult":
    async with call.memory() as memory:
        return await memory.search(text, limit=limit, include=added, as_of=as_of, known_at=known_at)
