"""Small factories: each makes a scorer that answers one question about memories, a prompt or a history."""

from collections.abc import Callable, Iterator, Sequence

from memorist.evals.scenarios.match import Mismatch, as_text, identified, mismatches
from memorist.evals.scenarios.model_memory import (
    AbsentExpectation,
    DroppedExpectation,
    HistoryExpectation,
    PastExpectation,
    PromptExpectation,
    RememberedExpectation,
)
from memorist.evals.scenarios.score import Score, verdict
from memorist.evals.scenarios.texts import day, of_type, one_line, readable
from memorist.evals.scenarios.words import Words, holds, listed, missing, plain
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.reading import HistoryEntry
from memorist.nodes.retrieval.result import Recall

MemoryScorer = Callable[[Sequence[Memory]], Score]
PromptScorer = Callable[[str, Recall], Score]
HistoryScorer = Callable[[Sequence[HistoryEntry]], Score]

TASK_SECTION = "Task"


def remembered(expected: RememberedExpectation) -> MemoryScorer:
    """Is there a memory as described? Looks at every memory given, of whatever status."""

    def score(memories: Sequence[Memory]) -> Score:
        question = f"remembers {expected.why}"
        candidates = [m for m in memories if identified(m, expected)]
        if not candidates:
            return verdict(
                question,
                False,
                explanation="no such memory",
                expected=as_text(expected),
                found=_nearest(memories, expected),
            )
        compared = [(m, mismatches(m, expected)) for m in candidates]
        best, wrong = min(compared, key=lambda pair: len(pair[1]))
        same = sum(not w for _, w in compared)
        if not wrong and expected.count not in (None, same):
            wrong = (Mismatch(field="count", expected=str(expected.count), found=str(same)),)
        return Score(
            question=question,
            value=1.0 if not wrong else 0.5,
            explanation="; ".join(str(w) for w in wrong) or "as expected",
            expected=as_text(expected),
            found=one_line(best),
        )

    return score


def absent(expected: AbsentExpectation) -> MemoryScorer:
    """Is there no statement with these words, or none of this type? Entities may be noted."""

    def score(memories: Sequence[Memory]) -> Score:
        kinds = [m for m in memories if (of_type(m, expected.type) if expected.type else not of_type(m, "entity"))]
        looked_at = [m for m in kinds if m.status.live or not expected.live]
        found = [m for m in looked_at if expected.words is None or holds(readable(m), expected.words)]
        wanted = f"with {listed(expected.words)}" if expected.words else "at all"
        return verdict(
            f"does not hold {expected.why}",
            not found,
            explanation="it does" if found else "nothing of the kind",
            expected=f"no {expected.type or 'memory'} {wanted}",
            found="\n".join(one_line(m) for m in found) or "nothing",
        )

    return score


def prompt_scorers(expected: PromptExpectation) -> Iterator[PromptScorer]:
    """One scorer for each thing that a prompt expectation says."""
    if expected.first:
        yield first_item(expected, expected.first)
    for words in expected.contains:
        yield item_with(expected, words)
    if expected.order:
        yield items_in_order(expected, expected.order)
    for words in expected.absent:
        yield no_item_with(expected, words)
    if expected.items is not None or expected.tokens is not None:
        yield section_of_size(expected)


def first_item(expected: PromptExpectation, words: Words) -> PromptScorer:
    """Does the first item of the section hold the words?"""

    def score(task: str, recall: Recall) -> Score:
        items = [*_items(task, recall, expected.section)]
        first = bool(items) and holds(items[0], words)
        return verdict(
            f"{_where(expected)}: {expected.why}",
            first,
            explanation="" if first else _why_not(recall, words),
            expected=f"first item with {listed(words)}",
            found=items[0] if items else "an empty section",
        )

    return score


def item_with(expected: PromptExpectation, words: Words) -> PromptScorer:
    """Does some item hold all of the words?"""

    def score(task: str, recall: Recall) -> Score:
        items = [*_items(task, recall, expected.section)]
        there = any(holds(item, words) for item in items)
        return verdict(
            f"{_where(expected)}: {expected.why}",
            there,
            explanation="" if there else _why_not(recall, words),
            expected=f"an item with {listed(words)}",
            found="\n".join(items) or "an empty section",
        )

    return score


def _why_not(recall: Recall, words: Words) -> str:
    """Return the fate of memories with the words on the way to the prompt, and the sections of it that hold them."""
    inside = [
        s.title for s in recall.sections if s.title != TASK_SECTION and any(holds(i.content, words) for i in s.items)
    ]
    considered = [c for c in recall.trace if holds(c.content, words)]
    out = [f"found by {c.channel}, {'kept' if c.kept else 'left out'}: {c.reason}" for c in considered]
    return (
        "\n".join([*(f"it stands in {title}" for title in inside), *out])
        or "no channel found a memory with these words"
    )


def no_item_with(expected: PromptExpectation, words: Words) -> PromptScorer:
    """Does no item hold all of the words?"""

    def score(task: str, recall: Recall) -> Score:
        found = [item for item in _items(task, recall, expected.section) if holds(item, words)]
        return verdict(
            f"{_where(expected)}: {expected.why}",
            not found,
            expected=f"no item with {listed(words)}",
            found="\n".join(found) or "none",
        )

    return score


def items_in_order(expected: PromptExpectation, order: Sequence[Words]) -> PromptScorer:
    """Do items with these words come one after the other, whatever lies between?"""

    def score(task: str, recall: Recall) -> Score:
        items = [*_items(task, recall, expected.section)]
        remaining = iter(items)
        return verdict(
            f"{_where(expected)}: {expected.why}",
            all(any(holds(item, words) for item in remaining) for words in order),
            expected=", then ".join(listed(words) for words in order),
            found="\n".join(items) or "an empty section",
        )

    return score


def section_of_size(expected: PromptExpectation) -> PromptScorer:
    """Has the section so many items, and a size within the bounds?"""

    def score(task: str, recall: Recall) -> Score:
        sections = [part for part in recall.sections if part.title == expected.section]
        items, tokens = sum(len(part.items) for part in sections), sum(part.tokens for part in sections)
        least, most = expected.tokens or (0, tokens)
        return verdict(
            f"{_where(expected)}: {expected.why}",
            expected.items in (None, items) and least <= tokens <= most,
            expected=f"{'any number of' if expected.items is None else expected.items} items, {least} to {most} tokens",
            found=f"{items} items, {tokens} tokens",
        )

    return score


def dropped(expected: DroppedExpectation) -> PromptScorer:
    """Are so many listed as dropped, lowest first, and does none beat one of its channel and family that is in?"""

    def score(task: str, recall: Recall) -> Score:
        families = {c.id: (c.channel, c.type.partition(":")[0]) for c in recall.trace}
        lowest: dict[tuple[str, str], float] = {}
        for kept in (c for c in recall.trace if c.kept and c.type):
            lowest[families[kept.id]] = min(kept.relevance, lowest.get(families[kept.id], kept.relevance))
        better = [d for d in recall.dropped if d.score > lowest.get(families.get(d.id, ("", "")), d.score)]
        scores = [d.score for d in recall.dropped]
        return verdict(
            f"dropped: {expected.why}",
            len(scores) == expected.count and not better and scores == sorted(scores),
            explanation=f"{len(better)} of them beat what is in" if better else "",
            expected=f"{expected.count} listed with their scores, lowest first, none above what is in",
            found="\n".join(f"{d.score:.3f} {d.id} {d.reason}" for d in recall.dropped) or "nothing dropped",
        )

    return score


def history(expected: HistoryExpectation) -> HistoryScorer:
    """Does the history tell these stations, oldest first, whatever lies between?"""

    def score(entries: Sequence[HistoryEntry]) -> Score:
        texts = {entry.memory.id: readable(entry.memory) for entry in entries}
        remaining = iter(entries)
        return verdict(
            f"the history of {expected.topic}",
            all(any(_is_station(e, station, texts) for e in remaining) for station in expected.entries),
            expected="\n".join(_station_text(station) for station in expected.entries),
            found="\n".join(_entry_text(entry) for entry in entries) or "no history",
        )

    return score


def _items(task: str, recall: Recall, section: str | None) -> Iterator[str]:
    """The items of a section, or of all of them and the lines of the prompt; what repeats the task does not count."""
    for part in recall.sections:
        if part.title != TASK_SECTION and section in (None, part.title):
            yield from (item.content for item in part.items)
    if section is None:
        asked = plain(task)
        yield from (line.strip() for line in recall.prompt.splitlines() if line.strip() and asked not in plain(line))


def _where(expected: PromptExpectation) -> str:
    return expected.section or "prompt"


def _nearest(memories: Sequence[Memory], expected: RememberedExpectation) -> str:
    """Up to three memories that come closest to the words, those of the right type first."""
    words = expected.words or tuple(p for p in (expected.claim.object if expected.claim else None,) if p)
    scored = [(len(words) - len(missing(readable(m), words)), of_type(m, expected.type), m) for m in memories]
    near = sorted((s for s in scored if s[0]), key=lambda s: (s[0], s[1]), reverse=True)[:3]
    return "\n".join(f"near: {one_line(m)}" for _, _, m in near) or "nothing near it"


def _is_station(entry: HistoryEntry, station: PastExpectation, texts: dict[str, str]) -> bool:
    memory = entry.memory
    follower = texts.get(entry.superseded_by or "", "")
    ends = day(memory.valid_until) or "open"
    return (
        holds(readable(memory), station.words)
        and (station.begins is None or day(memory.valid_from) == str(station.begins))
        and (station.ends is None or ends == str(station.ends))
        and (station.superseded_by is None or holds(follower, station.superseded_by))
    )


def _station_text(station: PastExpectation) -> str:
    by = f", superseded by {listed(station.superseded_by)}" if station.superseded_by else ""
    return f"{listed(station.words)} ({station.begins or 'any day'} to {station.ends or 'any day'}{by})"


def _entry_text(entry: HistoryEntry) -> str:
    by = f" -> {entry.superseded_by} ({entry.reason})" if entry.superseded_by else ""
    return f"{one_line(entry.memory)}{by}"
