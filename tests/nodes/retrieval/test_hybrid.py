"""Which lines of a larger memory a task is told."""

from typing import Any

import pytest

from memorist.memory_store.embedders.words import word_vectors
from memorist.nodes.retrieval.hybrid import MOST_LINES, Fits, fits_of
from memorist.nodes.retrieval.relevance import spoken_of
from memorist.nodes.retrieval.state import Found

KNOWN = (
    ("heron", "Heron can carry 6 kilograms", "Heron", "has_value", "6 kilograms", 0.4),
    ("badger", "Badger can carry 80 kilograms", "Badger", "has_value", "80 kilograms", 0.3),
    ("garage", "The van is serviced at Garage Pohl", "van", "serviced_by", "Garage Pohl", 0.4),
    ("phone", "Garage Pohl takes calls on Thursdays", "Garage Pohl", "happens_on", "Thursday", 0.0),
    ("flour1", "Flour comes from Kern", "flour", "uses", "Kern", 0.4),
    ("flour2", "Flour comes from Bruck", "flour", "uses", "Bruck", 0.4),
    ("sign", "The sign above the door is blue", "sign", "has_value", "blue", 0.0),
)


def found(place: int, id_: str, content: str, subject: str, predicate: str, object_: str, cosine: float) -> Found:
    claim: dict[str, Any] = {"subject": subject, "predicate": predicate, "object": object_}
    return Found(
        memory={
            "id": id_,
            "type": "semantic:fact",
            "content": content,
            "entities": [],
            "claim": claim,
            "status": "confirmed",
            "confidence": 0.9,
            "valid_from": f"2026-02-{place + 1:02d}T00:00:00Z",
        },
        line=content,
        channel="semantic",
        similarity=cosine,
        cosine=cosine,
    )


async def asked(task: str, cosine: dict[str, float]) -> Fits:
    finds = [found(place, *row[:5], cosine.get(row[0], 0.0)) for place, row in enumerate(KNOWN)]
    return fits_of(task, finds, spoken_of(task, [one.memory["content"] for one in finds], await word_vectors()))


@pytest.mark.parametrize(
    ("task", "told", "left_out"),
    [
        ("How heavy may a box for Heron be?", {"heron"}, {"badger"}),
        ("Arrange the next service of the van", {"garage", "phone"}, {"sign"}),
        ("Who delivers our flour?", {"flour2"}, {"flour1", "sign"}),
    ],
)
async def test_a_task_is_told_what_it_names_and_what_that_leads_to_and_not_its_counterpart(
    task: str, told: set[str], left_out: set[str]
) -> None:
    fits = await asked(task, {row[0]: row[5] for row in KNOWN})
    assert fits.relevant
    inside = {id_ for id_, out in fits.by_id.items() if out is None}
    assert told <= inside
    assert left_out.isdisjoint(inside)


async def test_where_no_line_is_near_nothing_is_relevant() -> None:
    assert not (await asked("Translate good night into French", {})).relevant
    assert not (await asked("", {})).relevant


async def test_no_more_lines_than_the_cap_are_told() -> None:
    finds = [found(0, f"f{n}", f"The oven number {n} is hot", f"oven {n}", "has_issue", "hot", 0.4) for n in range(60)]
    fits = fits_of("Is the oven hot?", finds, [0.5] * len(finds))
    assert sum(out is None for out in fits.by_id.values()) <= MOST_LINES
