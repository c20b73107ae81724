"""A draft that ends stored memories, and says why."""

from collections.abc import Iterable
from typing import Any

from hypomnema.nodes.ingestion.draft import Draft


def ending(draft: Draft, ids: Iterable[str], why: str, **more: Any) -> Draft:
    """The draft with these memories among what it ends; the first reason stands."""
    return draft.model_copy(update={"ends": (*draft.ends, *ids), "why_ends": draft.why_ends or why, **more})
