"""Memories, prompts and histories for the tests of the scorers."""

from datetime import UTC, datetime
from typing import Any

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import parse_memory
from memorist.nodes.retrieval.result import Knowledge, PromptItem, PromptSection, Recall

NOON = datetime(2026, 2, 1, 12, tzinfo=UTC)
SCOPE = {"group_id": "examples", "agent_id": "helper"}


def memory(content: str, type_: str = "semantic:fact", **fields: Any) -> Memory:
    """A memory of noon on the first of February; its id is its content."""
    given = {"id": content, "scope": SCOPE, "source": "user_stated", "created_at": NOON, "valid_from": NOON}
    return parse_memory({"type": type_, "content": content, **given, **fields})


def episode(content: str, **fields: Any) -> Memory:
    """Something that happened at noon."""
    return memory(content, "episodic", timestamp=NOON, **fields)


def claim(object_: str, *, subject: str = "team", polarity: bool = True, **fields: Any) -> Claim:
    """The team uses something, or does not."""
    return Claim(subject=subject, predicate="uses", object=object_, polarity=polarity, **fields)


def recall(*, tokens: int = 10, prompt: str = "", **sections: list[str]) -> Recall:
    """A prompt with sections (``Relevant_Knowledge=[…]``); an item's id is its content."""
    made = tuple(
        PromptSection(
            title=title.replace("_", " "), items=tuple(PromptItem(id=i, content=i) for i in items), tokens=tokens
        )
        for title, items in sections.items()
    )
    ids = tuple(item.id for section in made for item in section.items)
    return Recall(
        prompt=prompt or "\n".join(f"- {i}" for i in ids),
        sections=made,
        citations=ids,
        dropped=(),
        trace=(),
        tokens=tokens * len(made),
        failed_channels=(),
        knowledge=Knowledge(status="HEALTHY", score=1.0),
    )
