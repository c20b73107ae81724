"""Scorers of what holds memories together: typed edges between them, and what the change log tells of them."""

from collections.abc import Iterator, Mapping, Sequence

from memorist.evals.scenarios.model_done import LinkEnd, LinkExpectation, LoggedExpectation
from memorist.evals.scenarios.score import Score, verdict
from memorist.evals.scenarios.texts import of_type, one_line, readable
from memorist.evals.scenarios.words import holds, listed, mentions
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.reading import ChangeEntry, Link

SHOWN = 8


def linked(expected: LinkExpectation, links: Sequence[Link], memories: Sequence[Memory]) -> Score:
    """Is there an edge of the type from a memory as described to another as described?"""
    by_id = {m.id: m for m in memories}
    of_this_type = [link for link in links if link.type == expected.type]
    found = {
        (link.source, link.target)
        for link in of_this_type
        if _is_end(by_id.get(link.source), expected.source) and _is_end(by_id.get(link.target), expected.target)
    }
    enough = bool(found) if expected.count is None else len(found) == expected.count
    shown = sorted({(link.source, link.target) for link in of_this_type}) if not enough else sorted(found)
    return verdict(
        f"link: {expected.why}",
        enough,
        explanation="" if enough else f"{len(found)} such edges",
        expected=f"{_times(expected.count)}{expected.type}: {_end(expected.source)} -> {_end(expected.target)}",
        found="\n".join(_arrow(pair, by_id) for pair in shown[:SHOWN]) or f"no {expected.type}",
    )


def logged(expected: LoggedExpectation, entries: Sequence[ChangeEntry], memories: Sequence[Memory]) -> Score:
    """Does an entry of the log say so?"""
    by_id = {m.id: m for m in memories}
    told = [line for entry in entries for line in _lines(entry)]
    right = [
        (run, id_, reason)
        for run, id_, reason in told
        if holds(reason, expected.reason)
        and (expected.run is None or mentions(run, expected.run))
        and (expected.about is None or (id_ in by_id and holds(readable(by_id[id_]), expected.about)))
    ]
    about = f" about {listed(expected.about)}" if expected.about else ""
    return verdict(
        f"log: {expected.why}",
        bool(right),
        expected=f"{expected.run or 'any run'}: {listed(expected.reason)}{about}",
        found="\n".join([*dict.fromkeys(f"{run}: {reason}" for run, _, reason in right or told)][-SHOWN:])
        or "an empty log",
    )


def _lines(entry: ChangeEntry) -> Iterator[tuple[str, str | None, str]]:
    """Run, memory and reason of an entry itself and of each change in it."""
    yield entry.run, None, entry.reason
    for memory in entry.payload.get("memories", ()):
        yield entry.run, str(memory["id"]), entry.reason
    for update in entry.payload.get("updates", ()):
        yield entry.run, str(update["memory_id"]), str(update["reason"])


def _is_end(memory: Memory | None, end: LinkEnd) -> bool:
    return (
        memory is not None and of_type(memory, end.type) and (end.words is None or holds(readable(memory), end.words))
    )


def _end(end: LinkEnd) -> str:
    return f"{end.type} ({listed(end.words)})" if end.words else end.type


def _times(count: int | None) -> str:
    return "" if count is None else f"{count} "


def _arrow(pair: tuple[str, str], by_id: Mapping[str, Memory]) -> str:
    source, target = (one_line(by_id[id_]) if id_ in by_id else id_ for id_ in pair)
    return f"{source} -> {target}"
