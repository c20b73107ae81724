"""Requests and answers for the tests of reading."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.reading.check import check
from memorist.nodes.reading.reader import HeldMemory, Passage, Proposal, ReadingRequest, Refused, Spoken

SAID_AT = datetime(2026, 3, 11, 8, 30, tzinfo=timezone(timedelta(hours=9)))
"""A Wednesday morning in Tokyo, on which it is still Tuesday in UTC."""


def turns(*said: str) -> tuple[Spoken, ...]:
    """Turns before; those of the assistant begin with ``>``."""
    return tuple(
        Spoken(role="assistant" if text.startswith(">") else "user", content=text.removeprefix(">").strip())
        for text in said
    )


def held(
    content: str, *, id_: str = "held-1", claim: Sequence[str] = (), since: str = "2026-01-05", **more: Any
) -> HeldMemory:
    return HeldMemory(
        id=id_,
        type=more.pop("type", "semantic:fact"),
        content=content,
        claim=claim_of(*claim) if claim else None,
        valid_from=datetime.fromisoformat(f"{since}T00:00:00+00:00"),
        **more,
    )


def claim_of(
    subject: str, predicate: str, object_: str, qualifier: str | None = None, *, polarity: bool = True
) -> Claim:
    return Claim(subject=subject, predicate=predicate, object=object_, qualifier=qualifier, polarity=polarity)


def request(*texts: str, before: Sequence[str] = (), known: Sequence[HeldMemory] = (), **more: Any) -> ReadingRequest:
    keys = ["turn"] if len(texts) == 1 else [f"turn:{n}" for n in range(len(texts))]
    passages = tuple(Passage(key=key, text=text) for key, text in zip(keys, texts, strict=True))
    return ReadingRequest(passages=passages, before=turns(*before), held=tuple(known), said_at=SAID_AT, **more)


def item(content: str, **more: Any) -> dict[str, Any]:
    return {"passage": "turn", "quote": content, "operation": "add", "type": "fact", "content": content} | more


def answer(*items: Any) -> str:
    return json.dumps({"items": list(items)}, ensure_ascii=False, separators=(",", ":"))


def checked(
    text: str, content: str, *, before: Sequence[str] = (), known: Sequence[HeldMemory] = (), **more: Any
) -> Proposal | Refused:
    """Return the check's result for a content that was read from a text."""
    own_words, question = more.pop("own_words", True), more.pop("question", None)
    said_at = more.pop("said_at", SAID_AT)
    if target := more.pop("target", None):
        more["targets"] = (target,)
    if claim := more.pop("claim", None):
        more["claim"] = claim_of(*claim) if isinstance(claim, tuple) else claim
    given: dict[str, Any] = {"quote": text, "type": "semantic:fact", "confidence": 0.85, "method": "ollama", **more}
    proposal = Proposal(passage="turn", content=content, **given)
    passage = Passage(key="turn", text=text, own_words=own_words, question=question)
    return check(proposal, passage, turns(*before), said_at, known)
