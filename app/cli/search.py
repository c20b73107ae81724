"""``search``: what is stored about something, also what is no longer live."""

from typing import TYPE_CHECKING, Annotated

import typer

from memorist.app.cli.options import AsOfOption, Call, JsonOption, KnownAtOption, read_time, with_call
from memorist.app.cli.render import answer, excerpt, moment, note, table

if TYPE_CHECKING:
    from memorist.api.search import SearchResult


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

    moments = {"as_of": read_time(as_of, "--as-of"), "known_at": read_time(known_at, "--known-at")}
    added = statuses([name.strip() for name in include.split(",") if name.strip()], as_of=moments["as_of"])
    found = call.ask(lambda memory: memory.search(query, limit=limit, include=added, **moments))
    lines: list[dict[str, object]] = [
        {"similarity": hit.similarity, "cosine": hit.cosine, "text": hit.text, "plan": found.how, "memory": hit.memory}
        for hit in found.hits
    ]
    answer([*lines, *({"said": one} for one in found.said)], lambda _: _show(found), as_json=as_json)
    for memory in found.brought_back:
        note(f"brought back from the archive: {memory.content} ({memory.id})")


def _show(found: "SearchResult") -> None:
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
    if found.said:
        note("inputs that none of these was learned from, nearest first:")
        table(
            ("said", "by", "words", "id"),
            [(moment(one.at), one.speaker or "", excerpt(one.content, 200), one.id) for one in found.said],
        )
