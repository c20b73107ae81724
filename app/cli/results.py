"""What became of one input, for people."""

from memorist.app.cli.render import complain, excerpt, say
from memorist.nodes.ingestion.result import IngestResult, RememberedMemory
from memorist.nodes.reading.breaker import NOT_NOW

EFFECTS = {
    "added": ("+", "green"),
    "merged": ("=", "cyan"),
    "superseded": ("↻", "yellow"),
    "contested": ("?", "magenta"),
    "rejected": ("×", "red"),
    "unchanged": ("=", "dim"),
}


def show_result(result: IngestResult, said: str, told: set[str] | None = None) -> None:
    """Write the verdict on an input and the memories it gave.

    Args:
        result: the answer to the input.
        said: the input in a few words.
        told: notices of unavailable readers that were written already, so that each is written once; added to. Null:
            write none of them, since the default readers need not be available.
    """
    if result.error is not None:
        complain(result.error.message)
        return
    short = excerpt(said)
    verdict = result.verdict
    why = f" — {verdict.category}: {verdict.reason}" if verdict else ""
    if result.replayed:
        say(f"known    {short}", style="dim")
    elif result.memories:
        say(f"kept     {short}")
    elif result.unread:
        say(f"unread   {short}")
    else:
        say(f"skipped  {short}{why}", style="dim")
    for memory in result.memories:
        show_remembered(memory)
    for sentence in result.unread:
        say(f"  · unread, findable as it was said: {sentence}", style="dim")
    for masked in result.masked:
        say(f"  masked {masked.count} × {masked.kind.replace('_', ' ')} in {masked.field}", style="yellow")
    for notice in result.notices:
        away = notice.endswith(NOT_NOW)
        what = notice.removesuffix(NOT_NOW).rstrip()
        if not away or (told is not None and what not in told):
            say(f"  note: {what}", style="yellow")
        if told is not None:
            told.add(what)


def show_remembered(memory: RememberedMemory) -> None:
    """Write one memory: what it did to others, what it is, how sure."""
    sign, style = EFFECTS[memory.effect]
    until = memory.valid_until_condition or (f"{memory.valid_until:%Y-%m-%d}" if memory.valid_until else "")
    ends = f", until {until}" if until else ""
    say(f"  {sign} {memory.type} ({memory.confidence:.2f}{ends}): {memory.content}", style=style)
    if memory.affected:
        because = f" ({memory.decided_by})" if memory.decided_by else ""
        say(f"    {memory.effect}: {', '.join(memory.affected)}{because}", style="dim")
