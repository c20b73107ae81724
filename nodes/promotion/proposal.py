"""A promotion as it is proposed: what would be made of what, by which rule, and why."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Self

from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory, Part
from memorist.memory_store.domain.types import parse_memory
from memorist.nodes.promotion.group_extract import SourceEpisode
from memorist.nodes.promotion.lineage import extended, lowest_trust
from memorist.nodes.promotion.rule import Admission, PromotionRule


class PromotionProposal(Part):
    """One step up.

    Args:
        rule: the rule's name.
        threshold: the figure that PROMOTED_TO carries.
        admission: what the rule said.
        sources: ids of the memories it is made from; they stay as they are.
        new: the memory to be made, as JSON; or null when
        target: a stored memory takes it in,
        after: by these changed fields.
        seen: the raw episodes behind a new memory.
        question: what a person is asked before it may be done; null: nothing.
        answer: what the person said.
    """

    rule: str
    threshold: float
    admission: Admission
    sources: tuple[str, ...]
    new: dict[str, Any] | None = None
    target: str | None = None
    after: dict[str, Any] | None = None
    seen: tuple[SourceEpisode, ...] = ()
    question: str | None = None
    answer: str | None = None

    @classmethod
    def making(
        cls,
        rule: PromotionRule,
        admission: Admission,
        sources: Sequence[Memory],
        new: Memory,
        seen: Iterable[SourceEpisode] = (),
        *,
        question: str | None = None,
    ) -> Self:
        """Propose to make a memory of these sources; ``seen`` are the raw episodes that will be behind it."""
        return cls(
            rule=rule.name,
            threshold=rule.threshold,
            admission=admission,
            sources=tuple(source.id for source in sources),
            new=new.model_dump(mode="json"),
            seen=tuple(one.model_copy(update={"memory_id": new.id}) for one in seen),
            question=question,
        )

    @classmethod
    def changing(
        cls,
        rule: PromotionRule,
        admission: Admission,
        sources: Sequence[Memory],
        target: Memory,
        after: dict[str, Any],
    ) -> Self:
        """Propose to change these fields of a stored memory, because of these sources."""
        return cls(
            rule=rule.name,
            threshold=rule.threshold,
            admission=admission,
            sources=tuple(source.id for source in sources),
            target=target.id,
            after=after,
        )

    @property
    def is_open(self) -> bool:
        """True if a person is to be asked and has said nothing, not even "later"."""
        return self.question is not None and self.answer is None

    @property
    def key(self) -> str:
        """Identity of the proposal."""
        made = self.new["id"] if self.new else f"{self.target}:{sorted(self.after or {})}"
        return f"{self.rule}:{made}"

    @property
    def result(self) -> str:
        """The id of what is made or strengthened."""
        return str(self.new["id"] if self.new else self.target)

    def reason(self) -> str:
        """For the change log and the edge."""
        return f"{self.rule}: {self.admission.reason}"


def promoted_id(group_id: str, rule: PromotionRule, sources: Iterable[str]) -> str:
    """The id of what a rule makes of these sources, whoever makes it and however often."""
    return stable_id(group_id, "promoted", rule.name, *sorted(sources))


def promoted_memory(
    rule: PromotionRule,
    type_: str,
    content: str,
    sources: Sequence[Memory],
    *,
    like: Memory,
    seen: Sequence[SourceEpisode],
    now: datetime,
    confidence: float,
    **fields: Any,
) -> Memory:
    """A memory one rung up: its sources' lineage, entities and trust, and ``like``'s scope and claim."""
    group, anchors = like.scope.group_id, [source.id for source in sources]
    episodes = sorted({s.episode_id for s in seen} | {e for source in sources for e in source.source_episode_ids})
    given: dict[str, Any] = {
        "type": type_,
        "id": promoted_id(group, rule, anchors),
        "scope": like.scope.model_copy(update={"session_id": None}),
        "content": content,
        "confidence": confidence,
        "source": "inference",
        "trust": lowest_trust([*(s.trust for s in sources), *(s.trust for s in seen)]),
        "created_at": now,
        "valid_from": min([source.valid_from for source in sources], default=now),
        "entities": tuple(dict.fromkeys(name for m in (like, *sources) for name in m.entities)),
        "source_episode_ids": tuple(episodes),
        "lineage": extended(sources, episodes),
        "domain": like.domain,
        "technology": like.technology,
        "tags": like.tags,
        "evidence_count": max(1, len(episodes)),
        "extraction_method": f"promotion:{rule.name}",
    }
    if rule.target is not None:
        given["level"] = rule.target
    return parse_memory({**given, **fields})
