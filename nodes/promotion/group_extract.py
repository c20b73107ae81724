"""The extract of a group that promotions are judged on: claims with everybody who makes them, and their evidence."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from memorist.memory_store.domain.claim import HABIT, pattern_id, subject_key
from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory, Part, Trust
from memorist.memory_store.domain.types import Episodic, parse_memory
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.parts.evidence import EvidenceEpisode
from memorist.nodes.promotion.evidence import Support
from memorist.nodes.promotion.lineage import is_circular
from memorist.nodes.promotion.wording import refused_in

BY_USERS = frozenset({"turn", "manual", "dialogue", "ritual", "feedback"})
"""Kinds of input in which a person speaks, unless the assistant does."""
FROM_OUTSIDE = frozenset({"document"})
SUCCESS = frozenset({"success", "success_after_pivot"})


class SourceEpisode(Part):
    """A raw episode behind a memory; ``experience`` is the id of the episodic memory that it became, if it became one.

    ``refused`` are the names that a person said are not used ("pnpm, not npm or yarn").
    """

    memory_id: str
    episode_id: str
    at: UtcTime
    agent: str | None
    trust: Trust
    experience: str | None
    refused: tuple[str, ...] = ()


class Alike(Part):
    """Two experiences of one agent that are alike."""

    one: str
    other: str
    similarity: float


@dataclass(frozen=True)
class GroupExtract:
    """An in-memory extract of a group, on which one page of promotions is judged.

    ``climbed`` holds what was promoted to what, ``parents`` what each thing was made from, both by id.
    """

    memories: Mapping[str, Memory] = field(default_factory=dict[str, Memory])
    seen: tuple[SourceEpisode, ...] = ()
    climbed: tuple[tuple[str, str], ...] = ()
    alike: tuple[Alike, ...] = ()
    parents: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "GroupExtract":
        """The extract that :meth:`to_json` wrote."""
        return cls(
            memories={m["id"]: parse_memory(m) for m in data["memories"]},
            seen=tuple(SourceEpisode.model_validate(seen) for seen in data["seen"]),
            climbed=tuple((source, target) for source, target in data["climbed"]),
            alike=tuple(Alike.model_validate(pair) for pair in data["alike"]),
            parents=data["parents"],
        )

    def to_json(self) -> dict[str, Any]:
        """As plain data, for the state of a graph."""
        return {
            "memories": [m.model_dump(mode="json") for m in self.memories.values()],
            "seen": [seen.model_dump(mode="json") for seen in self.seen],
            "climbed": [list(step) for step in self.climbed],
            "alike": [pair.model_dump(mode="json") for pair in self.alike],
            "parents": {child: list(parents) for child, parents in self.parents.items()},
        }

    def live(self) -> Iterator[Memory]:
        """Every live memory, in a stable order."""
        return (self.memories[i] for i in sorted(self.memories) if self.memories[i].status.live)

    def families(self, *, across: bool = False) -> list["ClaimFamily"]:
        """Live memories grouped by claim, with the raw episodes behind them; claims about "user" are grouped by user.

        With ``across`` the habits of several agents are one family, else each agent's are their own.
        """
        found: defaultdict[tuple[str, str], list[Memory]] = defaultdict(list)
        for memory in self.live():
            if memory.claim is None:
                continue
            apart = memory.scope.user_id if folded(memory.claim.subject) == "user" else None
            if memory.claim.predicate == HABIT and not across:
                apart = folded(memory.claim.subject)
            found[pattern_id(memory.scope.group_id, memory.claim), apart or ""].append(memory)
        by_memory = grouped((seen.memory_id, seen) for seen in self.seen)
        families: list[ClaimFamily] = []
        for _, members in sorted(found.items()):
            distinct = {s.episode_id: s for m in members for s in by_memory.get(m.id, ())}
            families.append(ClaimFamily(self, members, sorted(distinct.values(), key=lambda s: (s.at, s.episode_id))))
        return families

    def rungs_above(self, memory_id: str) -> Sequence[str]:
        """Ids of the memories that this one was promoted to."""
        return self._above.get(memory_id, ())

    def for_topic(self, topic: str | None) -> Sequence[Memory]:
        """Everything that claims something for a topic, live or not; without a topic nothing does."""
        return self._by_topic.get(topic, ()) if topic is not None else ()

    @cached_property
    def _by_topic(self) -> dict[str | None, list[Memory]]:
        return grouped((m.claim.topic, m) for m in self.memories.values() if m.claim is not None)

    @cached_property
    def _above(self) -> dict[str, list[str]]:
        return grouped(self.climbed)

    @cached_property
    def by_subject(self) -> dict[str, list[Memory]]:
        """Live memories that claim something of the same kind of the same subject."""
        return grouped((subject_key(m.claim), m) for m in self.live() if m.claim is not None)


def grouped[K, V](pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """The values of each key, in their order."""
    found: defaultdict[K, list[V]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return dict(found)


class ClaimFamily:
    """All memories that make one claim, sorted by rung, and the raw episodes behind them, the earliest first."""

    def __init__(self, extract: GroupExtract, members: list[Memory], seen: list[SourceEpisode]) -> None:
        self.extract = extract
        self.members = members
        self.seen = seen
        self.observations = [m for m in members if m.type == "observation"]
        self.rules = [m for m in members if m.type == "semantic:hard_rule"]
        self.facts = [m for m in members if m.type.startswith("semantic:") and m.type != "semantic:hard_rule"]
        self.selves = [m for m in members if m.type.startswith("model:")]

    def stated(self) -> Memory | None:
        """The memory that says it plainly, the group's own before an agent's."""
        candidates = sorted(self.facts or self.selves, key=lambda m: (m.scope.agent_id is not None, m.created_at, m.id))
        return candidates[0] if candidates else None

    def experience(self, seen: SourceEpisode) -> Episodic | None:
        """Return the experience in a raw episode; null when somebody merely said it."""
        found = self.extract.memories.get(seen.experience or "")
        return found if isinstance(found, Episodic) and found.kind != "dialogue" else None

    def taught(self) -> set[str]:
        """The raw episodes that observations of this claim were made from."""
        return {episode for o in self.observations for episode in o.source_episode_ids}

    def support(self, seen: SourceEpisode, target: str) -> Support:
        """A raw episode as evidence for a memory."""
        ids = [seen.episode_id, *([seen.experience] if seen.experience else [])]
        return Support(
            id=seen.experience or seen.episode_id,
            at=seen.at,
            circular=is_circular(ids, target, self.extract.parents),
            agent=seen.agent,
        )

    def against(self, memory: Memory, ontology: Ontology) -> tuple[str, ...]:
        """Live memories that contradict a claim."""
        claim = memory.claim
        if claim is None:
            return ()
        found = [
            other.id
            for other in self.extract.by_subject.get(subject_key(claim), ())
            if other.claim is not None and claim.contradicts(other.claim, ontology.cardinality(claim.predicate))
        ]
        contested = [m.id for m in self.members if m.status == "contested"]
        return tuple(dict.fromkeys([*found, *contested]))


def source_episode_of(heard: EvidenceEpisode) -> SourceEpisode:
    """A raw episode as the judgements see it: who speaks in it decides how far it is trusted."""
    kind = heard.kind.split(":")[0].split()[0] if heard.kind else ""
    if kind in BY_USERS and not heard.name.endswith(" of assistant"):
        trust = Trust.USER
    elif kind in FROM_OUTSIDE:
        trust = Trust.EXTERNAL
    else:
        trust = Trust.OBSERVED
    return SourceEpisode(
        memory_id=heard.memory_id,
        episode_id=heard.episode_id,
        at=heard.at,
        agent=heard.agent,
        trust=trust,
        experience=heard.experience.id if heard.experience else None,
        refused=refused_in(heard.said) if trust is Trust.USER else (),
    )
