"""Open questions with the memories they contradict; the effect of each answer, before and after, in words."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.reading import Link
from memorist.nodes.promotion.review import Kind, Waiting

LABEL = 60
"""Characters of a memory on a button."""
_PLAIN = {"block": "Yes, it forbids", "warn": "Yes, it warns", "no": "No", "ok": "It is in order"}
_KIND: Mapping[Kind, str] = {"promotion": "becomes a rule?", "contested": "contradiction", "flag": "to be confirmed"}
_BOTH = "keep_both"
_DONE = {
    "block": "is a rule now that forbids",
    "warn": "is a rule now that warns",
    "no": "does not become a rule",
    "ok": "is in order",
}


@dataclass(frozen=True)
class ReviewItem:
    """One thing that waits.

    Args:
        waiting: what is asked, and how it can be answered.
        memory: what waits.
        contradicted: what it contradicts.
        hidden: ids of those of them that the caller may not see.
    """

    waiting: Waiting
    memory: Memory
    contradicted: tuple[Memory, ...] = ()
    hidden: frozenset[str] = frozenset()

    @property
    def kind(self) -> str:
        """Kind of the question, in words."""
        return _KIND[self.waiting.kind]

    @property
    def against(self) -> tuple[Memory, ...]:
        """The contradicted memories that the caller may see."""
        return tuple(one for one in self.contradicted if one.id not in self.hidden)

    @property
    def _rivals(self) -> list[Memory]:
        """All that contradict each other and still hold, the newest last: an answer keeps that, or the others."""
        live = [one for one in self.contradicted if one.status.live]
        return sorted([self.memory, *live], key=lambda m: (m.created_at, m.valid_from, m.id))

    @property
    def concerned(self) -> frozenset[str]:
        """The ids of all that an answer decides about."""
        return frozenset(one.id for one in self._rivals)

    @property
    def answers(self) -> tuple[tuple[str, str], ...]:
        """The choices there are, each with what its button says."""
        return tuple((choice, self._label(choice)) for choice in self.waiting.choices)

    def _label(self, choice: str) -> str:
        *stored, newest = self._rivals
        if choice == _BOTH:
            return "Keep both" if len(stored) == 1 else f"Keep all {len(stored) + 1}"
        if choice == "keep_stored":
            more = f" and {len(stored) - 1} more" if len(stored) > 1 else ""
            return f"Keep: {self._short(stored[0])}{more}" if stored else "Keep what was there before"
        if choice == "take_new":
            return f"Keep: {self._short(newest)}" if stored else "Keep what came last"
        return _PLAIN.get(choice, choice)

    def outcome(self, choice: str) -> str:
        """Return the effect of an answer, in a sentence."""
        *stored, newest = self._rivals
        if choice == _BOTH:
            return f"{self._listed([*stored, newest])} hold beside each other."
        if choice in ("keep_stored", "take_new"):
            kept, over = (stored, [newest]) if choice == "keep_stored" else ([newest], stored)
            told = [f"Kept {self._listed(kept)}"] if kept else []
            told += [f"{self._listed(over)} {'holds' if len(over) == 1 else 'hold'} no more"] if over else []
            return f"{'; '.join(told)}."
        return f"{self._listed([self.memory])} {_DONE.get(choice, 'was answered')}."

    def _short(self, memory: Memory) -> str:
        return "what another person told" if memory.id in self.hidden else short(memory)

    def _listed(self, memories: Sequence[Memory]) -> str:
        return " and ".join(self._short(one) if one.id in self.hidden else f"“{short(one)}”" for one in memories)


def asked_for(
    waiting: Sequence[Waiting], memories: Mapping[str, Memory], links: Sequence[Link], hidden: Collection[str] = ()
) -> list[ReviewItem]:
    """Each of what waits with the memories that it contradicts, from whichever side; some of them are hidden. Pure.

    Where two contradict each other and nothing else, both wait for one answer: it is asked once.
    """
    against: dict[str, dict[str, None]] = {}
    for link in links:
        if link.type == EdgeType.CONTRADICTS:
            against.setdefault(link.source, {})[link.target] = None
            against.setdefault(link.target, {})[link.source] = None
    each = {
        one.id: ReviewItem(
            waiting=one,
            memory=memories[one.id],
            contradicted=tuple(memories[other] for other in against.get(one.id, {}) if other in memories),
            hidden=frozenset(hidden),
        )
        for one in waiting
        if one.id in memories
    }
    first = {(one.waiting.kind, one.concerned): id_ for id_, one in reversed(each.items())}
    return [one for id_, one in each.items() if not one.against or first[one.waiting.kind, one.concerned] == id_]


def short(memory: Memory) -> str:
    """The words of a memory, cut for a button."""
    words = " ".join(memory.content.split())
    return words if len(words) <= LABEL else f"{words[: LABEL - 1].rstrip()}…"
