"""What stays of something forgotten: keyed digests that recognise it when it comes back, and nothing that can be read.

A draft is refused exactly when it would have been merged into what was forgotten, were that still there: the same
claim, the same words, or a similarity of ``MERGE_SIMILARITY`` and no difference in numbers, names, negation or order.
What a person said of himself stops him, and whoever does not say who he is; another says the same words of himself.
"""

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.claim import Claim, owner
from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory, Part
from memorist.memory_store.domain.sameness import names, negated, numbers, words
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.visibility import person_of
from memorist.memory_store.forgetting.gist import gist_of, near

DIGEST_LENGTH = 32
"""Hexadecimal digits of a digest that are kept: 128 bits."""
ONE_WAY = frozenset({"episodic"})
"""Types whose words are not compared: the same event described again is another event."""

By = Literal["id", "claim", "words", "name", "similarity"]


class Tombstone(Part):
    """One forgotten memory, raw input or name.

    Args:
        uuid: keyed digest of its id, which is never given out again.
        digests: keyed digests of its claim, its words and its names.
        differences: keyed digests of what keeps two similar texts apart: type, numbers, names, negation, word order.
        claimed: whether it made a claim: then only one without a claim can be merged with it for its similarity.
        gist: sketch of its vector; null for what similarity says nothing about.
        embedder: which embedder the sketch belongs to.
        whose: keyed digest of the person who said it of himself; null for what is everybody's, and in
            tombstones of older versions, which did not tell persons apart: these stop everybody.
        at: when it was forgotten.
    """

    uuid: str
    digests: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    claimed: bool = False
    gist: str | None = None
    embedder: str | None = None
    whose: str | None = None
    at: UtcTime


@dataclass(frozen=True)
class Refusal:
    """Why something may not come back."""

    by: By
    at: UtcTime

    @property
    def reason(self) -> str:
        """In a sentence, without a word of what it was."""
        how = {
            "id": "it is the very thing",
            "claim": "it makes the same claim",
            "words": "it has the same words",
            "name": "it names it",
            "similarity": "it says nearly the same",
        }[self.by]
        return f"forgotten on request on {self.at:%Y-%m-%d}: {how}"


@dataclass(frozen=True)
class Graves:
    """All tombstones of a group, with the key that reads them. ``version`` rises with each forgetting."""

    version: int = 0
    key: bytes = b""
    tombstones: tuple[Tombstone, ...] = ()
    _by_digest: dict[str, list[Tombstone]] = field(default_factory=dict[str, list[Tombstone]], repr=False)

    @classmethod
    def of(cls, version: int, key: bytes, tombstones: Iterable[Tombstone]) -> "Graves":
        """Index the tombstones by everything they recognise."""
        stones = tuple(tombstones)
        by_digest: dict[str, list[Tombstone]] = {}
        for stone in stones:
            for found in (stone.uuid, *stone.digests):
                by_digest.setdefault(found, []).append(stone)
        return cls(version, key, stones, by_digest)

    def refuses(
        self,
        *,
        ids: Sequence[str] = (),
        claim: Claim | None = None,
        scope: Scope | None = None,
        text: str | None = None,
        type_: str | None = None,
        spoken_of: Sequence[str] = (),
        vector: Vector | None = None,
        embedder: str | None = None,
    ) -> Refusal | None:
        """Why this may not be stored; null when nothing of it was forgotten.

        ``scope`` is whose it would be: another person's words about himself do not stop it.
        """
        if not self.tombstones:
            return None
        whose = whose_digest(self.key, scope.user_id if scope is not None else None)
        wanted: list[tuple[By, Iterable[str]]] = [("id", (digest(self.key, "id", i) for i in ids))]
        if claim is not None and scope is not None:
            wanted.append(("claim", _claim_lookups(self.key, scope, claim)))
        if text is not None:
            wanted.append(("words", (words_digest(self.key, text),)))
        wanted.append(("name", (name_digest(self.key, name) for name in spoken_of)))
        for by, digests in wanted:
            stones = (stone for found in digests for stone in self._by_digest.get(found, ()))
            if stone := next((stone for stone in stones if by == "id" or _stops(stone, whose)), None):
                return Refusal(by, stone.at)
        if vector is not None and text is not None and type_ is not None:
            return self._alike(type_, text, vector, embedder, claimed=claim is not None, whose=whose)
        return None

    def refuses_memory(
        self, memory: Memory, vector: Vector | None = None, embedder: str | None = None
    ) -> Refusal | None:
        """Why this memory may not be stored; ``vector`` is that of its content."""
        if memory.is_entity:
            return self.refuses(ids=(memory.id,), spoken_of=(memory.content,))
        return self.refuses(
            ids=(memory.id,),
            claim=memory.claim,
            scope=memory.scope,
            text=None if memory.type in ONE_WAY else memory.content,
            type_=memory.type,
            spoken_of=spoken_of(memory),
            vector=vector if memory.text_to_embed() == memory.content else None,
            embedder=embedder,
        )

    def _alike(
        self, type_: str, text: str, vector: Vector, embedder: str | None, *, claimed: bool, whose: str | None
    ) -> Refusal | None:
        gist, told_apart = gist_of(vector, self.key), differences_of(self.key, type_, text)
        for stone in self.tombstones:
            if stone.gist is None or stone.embedder != embedder or (claimed and stone.claimed):
                continue
            if not _stops(stone, whose) or not near(stone.gist, gist):
                continue
            if stone.differences[:-1] == told_apart[:-1] and stone.differences[-1] != told_apart[-1]:
                return Refusal("similarity", stone.at)
        return None


def tombstone_of(memory: Memory, vector: Vector | None, *, key: bytes, embedder: str, at: UtcTime) -> Tombstone:
    """The tombstone of a memory; ``vector`` is that of its content."""
    uuid = digest(key, "id", memory.id)
    if memory.is_entity:
        aliases: tuple[str, ...] = getattr(memory, "aliases", ())
        called = tuple(dict.fromkeys(name_digest(key, name) for name in (memory.content, *aliases)))
        return Tombstone(uuid=uuid, digests=called, at=at)
    digests = list(_claim_digests(key, memory.scope, memory.claim)) if memory.claim else []
    if memory.type in ONE_WAY:
        return Tombstone(uuid=uuid, digests=tuple(digests), whose=whose_digest(key, person_of(memory)), at=at)
    return Tombstone(
        uuid=uuid,
        digests=(*digests, words_digest(key, memory.content)),
        differences=differences_of(key, memory.type, memory.content),
        claimed=memory.claim is not None,
        gist=gist_of(vector, key) if vector is not None else None,
        embedder=embedder,
        whose=whose_digest(key, person_of(memory)),
        at=at,
    )


def tombstone_of_episode(
    episode_id: str, content: str, learned: Iterable[Memory] = (), *, key: bytes, at: UtcTime
) -> Tombstone:
    """The tombstone of a raw input: one person's, where what was ``learned`` from it is what he said of himself."""
    persons = {person for memory in learned if (person := person_of(memory)) is not None}
    whose = whose_digest(key, persons.pop()) if len(persons) == 1 else None
    return Tombstone(uuid=digest(key, "id", episode_id), digests=(words_digest(key, content),), whose=whose, at=at)


def whose_digest(key: bytes, person: str | None) -> str | None:
    """Of a person's name."""
    return digest(key, "whose", person) if person is not None else None


def _stops(stone: Tombstone, whose: str | None) -> bool:
    """Whether a tombstone applies to a person: it is everybody's or his own; an unknown person is stopped by all."""
    return stone.whose is None or whose is None or stone.whose == whose


def digest(key: bytes, kind: str, *parts: str) -> str:
    """HMAC-SHA-256 of the parts, shortened."""
    said = "\x1f".join((kind, *parts)).encode()
    return hmac.new(key, said, "sha256").hexdigest()[:DIGEST_LENGTH]


def words_digest(key: bytes, text: str) -> str:
    """Of the words in their order; case, punctuation and spacing do not matter."""
    return digest(key, "words", *words(text))


def name_digest(key: bytes, name: str) -> str:
    """Of a name."""
    return digest(key, "name", folded(name))


def differences_of(key: bytes, type_: str, text: str) -> tuple[str, ...]:
    """Digests of type, numbers, names and negation, and of the bag of words: the same words are in another order."""
    return (
        digest(key, "type", type_),
        digest(key, "numbers", *numbers(text)),
        digest(key, "names", *sorted(names(text))),
        digest(key, "negation", str(negated(text))),
        digest(key, "bag", *sorted(words(text))),
    )


def spoken_of(memory: Memory) -> tuple[str, ...]:
    """The names that a memory is about."""
    ends = (memory.claim.subject, memory.claim.object) if memory.claim else ()
    return (*memory.entities, *ends)


def _claim_digests(key: bytes, scope: Scope, claim: Claim) -> tuple[str, ...]:
    core, narrowing = _parts(scope, claim)
    exact = digest(key, "claim", *core, *narrowing)
    return (exact, digest(key, "core", *core), *(() if any(narrowing) else (digest(key, "wide", *core),)))


def _claim_lookups(key: bytes, scope: Scope, claim: Claim) -> tuple[str, ...]:
    """Digests that find a forgotten claim: the same, one without qualifier and, if this has none, any qualified."""
    core, narrowing = _parts(scope, claim)
    exact = (digest(key, "claim", *core, *narrowing), digest(key, "wide", *core))
    return exact if any(narrowing) else (*exact, digest(key, "core", *core))


def _parts(scope: Scope, claim: Claim) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Owner, subject, predicate, object and polarity; field and platforms."""
    subject, predicate, object_, field_, platforms, polarity = claim.identity()
    return (owner(scope, claim), subject, predicate, object_, polarity), (field_, platforms)
