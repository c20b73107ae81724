"""The result of one input, in words for people."""

from typing import TYPE_CHECKING, Literal

from memorist.app.cli.render import complain, count, excerpt, say
from memorist.app.forgetting import commands

if TYPE_CHECKING:
    from memorist.nodes.ingestion.result import IngestResult, RememberedMemory

EFFECTS = {
    "added": ("+", "green"),
    "merged": ("=", "cyan"),
    "superseded": ("↻", "yellow"),
    "ended": ("−", "yellow"),
    "contested": ("?", "magenta"),
    "rejected": ("×", "red"),
    "unchanged": ("=", "dim"),
}


Outcome = Literal["known", "kept", "unread", "hidden", "skipped", "failed"]


def outcome_of(result: "IngestResult") -> Outcome:
    """Classify the result of an input.

    It is stored already, made into memories, stored verbatim, a request that hides something, left out, or refused.
    """
    if result.error is not None:
        return "failed"
    if result.replayed:
        return "known"
    if result.memories:
        return "kept"
    if result.forget is not None and not result.forget.plan.empty:
        return "hidden"
    return "unread" if result.unread or (result.verdict and result.verdict.action == "keep") else "skipped"


def show_result(result: "IngestResult", said: str, told: set[str] | None = None) -> None:
    """Write the verdict on an input and the memories it gave.

    Args:
        result: the answer to the input.
        said: the input in a few words.
        told: notices of unavailable readers that were written already, so that each is written once; added to. Null:
            write none of them, since the default readers need not be available.
    """
    from memorist.memory_store.domain.identity import folded
    from memorist.nodes.dates.said import without_dates
    from memorist.nodes.reading.breaker import NOT_NOW

    if result.error is not None:
        complain(result.error.message)
        return
    outcome, verdict = outcome_of(result), result.verdict
    why = f" — {verdict.category}: {verdict.reason}" if verdict and outcome == "skipped" else ""
    say(f"{outcome:8} {excerpt(said)}{why}", style="dim" if outcome in ("known", "skipped") else "")
    if result.forget is not None and not result.forget.erased:
        plan = result.forget.plan
        command = commands(result.forget.wishes, result.forget.user, plan.group_id)
        would = f"{count(plan.things, 'thing', 'things')} would be erased by: {command}"
        outlook = f"nothing says this: {result.forget.asked}" if plan.empty else f"nothing is erased yet; {would}"
        say(f"  {outlook}", style="yellow")
    for memory in result.memories:
        show_remembered(memory)
    kept = {folded(without_dates(memory.content)) for memory in result.memories}
    unread = [one for one in result.unread if folded(one) not in kept]
    for sentence in unread:
        say(f"  · no memory made; the sentence is stored and can be searched: {sentence}", style="dim")
    if outcome == "unread" and not unread:
        say("  · no memory made; the words are stored and can be searched", style="dim")
    for masked in result.masked:
        say(f"  masked {masked.count} × {masked.kind.replace('_', ' ')} in {masked.field}", style="yellow")
    for notice in (one for one in result.notices if one not in why):
        away = notice.endswith(NOT_NOW)
        what = notice.removesuffix(NOT_NOW).rstrip()
        if not away or (told is not None and what not in told):
            say(f"  note: {what}", style="yellow")
        if told is not None:
            told.add(what)


def without_model(result: "IngestResult") -> str:
    """Return why the readers that are models did not answer; empty where they did, or none is set."""
    from memorist.nodes.reading.breaker import NOT_NOW

    away = [notice.removesuffix(NOT_NOW).rstrip() for notice in result.notices if notice.endswith(NOT_NOW)]
    return "; ".join(away)


def hint_without_model(why: str) -> str:
    """Return what to say of inputs that were left unread because no model answered."""
    return (
        f"no model answered ({why}): only plain English sentences that a pattern fits became memories. "
        "Everything is kept and found by search and recall; `memorist reread` reads it once a model answers, "
        "`memorist doctor` says how to set one up"
    )


def show_remembered(memory: "RememberedMemory") -> None:
    """Write one memory: what it did to others, what it is, how sure."""
    sign, style = EFFECTS[memory.effect]
    until = memory.valid_until_condition or (f"{memory.valid_until:%Y-%m-%d}" if memory.valid_until else "")
    ends = f", until {until}" if until else ""
    say(f"  {sign} {memory.type} ({memory.confidence:.2f}{ends}): {memory.content}", style=style)
    if memory.affected:
        because = f" ({memory.decided_by.partition(': ')[2]})" if memory.decided_by else ""
        say(
            f"    {memory.effect}: {', '.join(map(_named, memory.affected, memory.affected_contents))}{because}",
            style="dim",
        )


def _named(id_: str, content: str) -> str:
    """An affected memory by what it says, or by its id where that may not be seen."""
    return f"“{excerpt(content)}”" if content else id_
