"""An activity as the source of drafts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Source
from memorist.nodes.ingestion.domain_of import domain_of
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.activities import Activity
from memorist.nodes.ingestion.extract.switches import Switch
from memorist.nodes.language.gazetteer import find_entities
from memorist.nodes.language.names import find_names


@dataclass(frozen=True)
class Seen:
    """An activity and the switches in it."""

    activity: Activity
    switches: tuple[Switch, ...]

    def given_up(self, name: str) -> bool:
        """Whether a thing took part in a switch: then the switch tells about it."""
        return any(name in {s.old, s.new} for s in self.switches)


def observed_draft(
    seen: Seen,
    *,
    type: str,  # noqa: A002
    content: str,
    at: datetime,
    confidence: float,
    platforms: Sequence[str],
    topic: str | None,
    claim: Claim | None = None,
    **more: Any,
) -> Draft:
    """A draft whose source is observation."""
    named = [m.canonical for m in find_names(content) if m.field != "file"]
    if claim and claim.object_kind == "entity":
        named.insert(0, claim.object)
    names = tuple(dict.fromkeys(named))
    technology = {
        m.canonical for m in (*find_entities(content), *seen.activity.mentions) if m.kind == "entity:technology"
    }
    values: dict[str, Any] = {"valid_from": at, **more}
    return Draft(
        type=type,
        content=content,
        claim=claim,
        entities=names,
        confidence=confidence,
        method="observation",
        source=Source.OBSERVATION,
        domain=domain_of(platforms, topic),
        technology=tuple(n for n in names if n in technology),
        **values,
    )


def value_fact(
    seen: Seen,
    subject: str,
    predicate: str,
    value: str,
    *,
    content: str,
    at: datetime,
    confidence: float,
    platforms: Sequence[str],
    topic: str | None,
    type: str = "semantic:fact",  # noqa: A002
    qualifier: str | None = None,
    **more: Any,
) -> Draft:
    """A fact whose object is a plain value."""
    claim = Claim(subject=subject, predicate=predicate, object=value, qualifier=qualifier, platforms=tuple(platforms))
    return observed_draft(
        seen,
        type=type,
        content=content,
        at=at,
        confidence=confidence,
        platforms=platforms,
        topic=topic,
        claim=claim,
        **more,
    )
