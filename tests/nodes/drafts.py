"""Drafts for tests: what matters is said, the rest is filled in."""

from typing import Any

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Source
from memorist.nodes.draft import Draft
from tests.stores import START


def draft(content: str, claim: Claim | None = None, **fields: Any) -> Draft:
    """A fact as a user stated it, true from ``START`` on."""
    given = {"type": "semantic:fact", "confidence": 0.9, "method": "test", "source": Source.USER_STATED}
    return Draft.model_validate({**given, "content": content, "claim": claim, "valid_from": START, **fields})
