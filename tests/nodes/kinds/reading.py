"""A reader for tests: it returns the proposals that it is given, as a model would."""

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.inputs import parse_input
from memorist.nodes.kinds.interface import Readings
from memorist.nodes.kinds.kind import kind_of
from memorist.nodes.kinds.wording import sentences_of
from memorist.nodes.reading.reader import Proposal, Reading, Unread

AT = datetime(2026, 2, 2, 8, 30, tzinfo=timezone(timedelta(hours=9)))
"""Half past eight in the morning in Tokyo, which is the day before in UTC."""


def proposal(quote: str, type_: str = "semantic:fact", *, passage: str, **fields: Any) -> Proposal:
    """A proposal whose content is its quote, unless ``fields`` say otherwise."""
    values: dict[str, Any] = {"content": quote.rstrip("."), "confidence": 0.9, "method": "test", **fields}
    return Proposal(passage=passage, quote=quote, type=type_, **values)


def claim(subject: str, predicate: str, object_: str, **fields: Any) -> Claim:
    return Claim(subject=subject, predicate=predicate, object=object_, **fields)


def drafts_of(
    data: dict[str, Any],
    *read: Proposal,
    unread: Sequence[tuple[str, str]] = (),
    said_at: datetime = AT,
    agent: str | None = None,
) -> list[Draft]:
    """The drafts of an input of which a reader read this; a passage without a proposal or an entry is unread."""
    item = parse_input(data)
    kind = kind_of(item)
    passages = kind.passages(item)
    assert {one.passage for one in read} <= {passage.key for passage in passages}
    left = [Unread(passage=key, text=text, reason="no pattern") for key, text in unread]
    touched = {one.passage for one in (*read, *left)}
    left += [
        Unread(passage=passage.key, text=sentence, reason="no pattern")
        for passage in passages
        for sentence in sentences_of(passage.text)
        if passage.key not in touched
    ]
    reading = Reading(reader="given", version="1", at=said_at, proposals=read, unread=tuple(left))
    return kind.drafts(item, said_at=said_at, readings=Readings.of_reading(reading), agent=agent)


def contents(drafts: Sequence[Draft]) -> list[str]:
    return [draft.content for draft in drafts]
