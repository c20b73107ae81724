"""Lookup of tombstones: is what comes in, whole or somewhere in its text, something that was forgotten?"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.forgetting.digests import (
    claim_lookups,
    differences_of,
    digest,
    name_digest,
    number_digest,
    slip_digest,
    whose_digest,
    words_digest,
)
from memorist.memory_store.forgetting.forms import FEWEST_LETTERS, FEWEST_LETTERS_ALONE, forms_of, slips_of
from memorist.memory_store.forgetting.gist import gist_of, near
from memorist.memory_store.forgetting.normal_form import (
    NormalToken,
    joined_words,
    values_in,
)
from memorist.memory_store.forgetting.tombstone import HEAD, ONE_WAY, By, Phrase, Refusal, Tombstone

MAX_ADDRESS_WORDS = 12
_SHORTEST_PLURAL = 5
_READ_ALOUD = frozenset({"at", "dot"})
"""Words for marks of an address."""


class ForgottenMention(NamedTuple):
    """A forgotten passage of a text, and the reason of its refusal."""

    start: int
    end: int
    refusal: Refusal


@dataclass(frozen=True)
class Tombstones:
    """All tombstones of a group, with the key that reads them. ``version`` rises with each forgetting."""

    version: int = 0
    key: bytes = b""
    entries: tuple[Tombstone, ...] = ()
    _by_digest: dict[str, list[Tombstone]] = field(default_factory=dict[str, list[Tombstone]], repr=False)
    _by_head: dict[str, list[tuple[Tombstone, Phrase]]] = field(
        default_factory=dict[str, "list[tuple[Tombstone, Phrase]]"], repr=False
    )
    _by_slip: dict[str, list[tuple[Tombstone, Phrase]]] = field(
        default_factory=dict[str, "list[tuple[Tombstone, Phrase]]"], repr=False
    )
    _by_number: dict[str, list[Tombstone]] = field(default_factory=dict[str, list[Tombstone]], repr=False)

    @classmethod
    def of(cls, version: int, key: bytes, tombstones: Iterable[Tombstone]) -> "Tombstones":
        """Index the tombstones by everything they recognise."""
        stones = tuple(tombstones)
        built = cls(version, key, stones)
        for stone in stones:
            for found in (stone.uuid, *stone.digests):
                built._by_digest.setdefault(found, []).append(stone)
            for phrase in stone.phrases:
                built._by_head.setdefault(phrase.head, []).append((stone, phrase))
                for slip in phrase.slips:
                    built._by_slip.setdefault(slip, []).append((stone, phrase))
            for found in stone.numbers:
                built._by_number.setdefault(found, []).append(stone)
        return built

    def mentions(
        self,
        text: str,
        scope: Scope,
        *,
        ordinary: Callable[[str], bool] | None = None,
        known: Callable[[str], bool] | None = None,
    ) -> list[ForgottenMention]:
        """Return the forgotten passages of a text, in order; they may overlap. Linear in the length of the text.

        Args:
            text: what is to be stored, in whatever spelling.
            scope: whose it would be.
            ordinary: tells that a word is an everyday one ("will", "rose"): it is a name only with a capital inside of
                a sentence.
            known: tells that a word is a word or a name; any other may be a slip of the pen. Null: none is looked for.
        """
        if not (self._by_head or self._by_number):
            return []
        whose = whose_digest(self.key, scope.user_id)
        found: list[ForgottenMention] = []
        for tokens in forms_of(text):
            found += self._phrases_in(text, tokens, whose, ordinary, known)
            found += self._slips_in(tokens, whose, known) if known is not None and self._by_slip else ()
            found += self._numbers_in(tokens, whose)
        return sorted(dict.fromkeys(found), key=lambda mention: mention.start)

    def _phrases_in(
        self,
        text: str,
        tokens: Sequence[NormalToken],
        whose: str | None,
        ordinary: Callable[[str], bool] | None,
        known: Callable[[str], bool] | None,
    ) -> Iterable[ForgottenMention]:
        yield from self._names_in_pieces(text, tokens, whose, ordinary)
        digests: dict[tuple[str, ...], str] = {}
        words = tuple(token.word for token in tokens)
        sizes = sorted({min(phrase.words, HEAD) for each in self._by_head.values() for _, phrase in each})
        for place, token in enumerate(tokens):
            for size in sizes:
                head = words[place : place + size]
                if len(head) < size:
                    break
                if (found := digests.get(head)) is None:
                    found = digests[head] = digest(self.key, "phrase", *head)
                for stone, phrase in self._by_head.get(found, ()):
                    whole = words[place : place + phrase.words]
                    if min(phrase.words, HEAD) != size or not _stops(stone, whose):
                        continue
                    exact = phrase.words <= HEAD or digest(self.key, "phrase", *whole) == phrase.whole
                    # The first words of a sentence alone, with a rare one among them, are no slip of it.
                    cut_short = len(whole) < phrase.words
                    if not exact and (cut_short or not self._has_slip(whole, phrase, known)):
                        continue
                    stretch = tokens[place : place + phrase.words]
                    if phrase.name and ordinary is not None and _is_description(text, stretch, ordinary):
                        continue
                    yield ForgottenMention(token.start, stretch[-1].end, Refusal(_by(phrase), stone.at))

    def _names_in_pieces(
        self, text: str, tokens: Sequence[NormalToken], whose: str | None, ordinary: Callable[[str], bool] | None
    ) -> Iterable[ForgottenMention]:
        """Names that stand in pieces, in the plural, or as addresses are read aloud ("ada at example dot org")."""
        plurals = (
            (token.word.removesuffix(ending), token)
            for token in tokens
            for ending in ("s", "es")
            if token.word.endswith(ending) and len(token.word) > _SHORTEST_PLURAL
        )
        everyday_word = ordinary or _never
        for word, token in (*joined_words(text, tokens, everyday_word), *plurals):
            for stone, phrase in self._by_head.get(digest(self.key, "phrase", word), ()):
                everyday = everyday_word(word) or everyday_word(token.word)
                if phrase.name and phrase.words == 1 and _stops(stone, whose) and not everyday:
                    yield ForgottenMention(token.start, token.end, Refusal("name", stone.at))
        told = [token for token in tokens if token.word not in _READ_ALOUD]
        for place in range(len(told) - HEAD + 1 if len(told) < len(tokens) else 0):
            words = [token.word for token in told[place : place + MAX_ADDRESS_WORDS]]
            for stone, phrase in self._by_head.get(digest(self.key, "phrase", *words[:HEAD]), ()):
                whole = digest(self.key, "phrase", *words[: phrase.words])
                if phrase.name and phrase.words >= HEAD and whole == phrase.whole and _stops(stone, whose):
                    end = told[place + phrase.words - 1].end
                    yield ForgottenMention(told[place].start, end, Refusal("name", stone.at))

    def _slips_in(
        self, tokens: Sequence[NormalToken], whose: str | None, known: Callable[[str], bool]
    ) -> Iterable[ForgottenMention]:
        """Phrases with a slip in one of their first words, which is no other word: "Guiseppe", "I am alergic to …"."""
        words = tuple(token.word for token in tokens)
        sizes = {min(phrase.words, HEAD) for each in self._by_slip.values() for _, phrase in each}
        unknown = (place for place, token in enumerate(tokens) if not token.groups and not known(token.word))
        for place, size in ((place, size) for place in unknown for size in sizes):
            fewest = FEWEST_LETTERS_ALONE if size == 1 else FEWEST_LETTERS
            for first in range(max(0, place - size + 1), min(place, len(words) - size) + 1):
                slips = slips_of(words[first : first + size], place - first, fewest=fewest - 1)
                found = [each for slip in slips for each in self._by_slip.get(slip_digest(self.key, slip), ())]
                for stone, phrase in found:
                    whole = words[first : first + phrase.words]
                    if min(phrase.words, HEAD) != size or len(whole) < phrase.words or not _stops(stone, whose):
                        continue
                    if phrase.words == size or self._has_slip(whole, phrase, known):
                        end = tokens[first + phrase.words - 1].end
                        yield ForgottenMention(tokens[first].start, end, Refusal(_by(phrase), stone.at))

    def _has_slip(self, words: tuple[str, ...], phrase: Phrase, known: Callable[[str], bool] | None) -> bool:
        """Return true if these are the words of a phrase with a slip in one that is no word."""
        unknown = [place for place, word in enumerate(words) if known is not None and not known(word)]
        slips = (slip for place in unknown for slip in slips_of(words, place, fewest=FEWEST_LETTERS - 1))
        return any(slip_digest(self.key, slip) in phrase.slips for slip in slips)

    def _numbers_in(self, tokens: Sequence[NormalToken], whose: str | None) -> Iterable[ForgottenMention]:
        for value, token in values_in(tokens) if self._by_number else ():
            for stone in self._by_number.get(number_digest(self.key, value), ()):
                if _stops(stone, whose):
                    yield ForgottenMention(token.start, token.end, Refusal("number", stone.at))

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

        ``scope`` is whose it would be: another person's words about themselves do not stop it.
        """
        if not self.entries:
            return None
        whose = whose_digest(self.key, scope.user_id if scope is not None else None)
        wanted: list[tuple[By, Iterable[str]]] = [("id", (digest(self.key, "id", i) for i in ids))]
        if claim is not None and scope is not None:
            wanted.append(("claim", claim_lookups(self.key, scope, claim)))
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
            text=memory.content,
            type_=memory.type,
            spoken_of=spoken_of(memory),
            vector=vector if memory.text_to_embed() == memory.content and memory.type not in ONE_WAY else None,
            embedder=embedder,
        )

    def _alike(
        self, type_: str, text: str, vector: Vector, embedder: str | None, *, claimed: bool, whose: str | None
    ) -> Refusal | None:
        gist, told_apart = gist_of(vector, self.key), differences_of(self.key, type_, text)
        for stone in self.entries:
            if stone.gist is None or stone.embedder != embedder or (claimed and stone.claimed):
                continue
            if not _stops(stone, whose) or not near(stone.gist, gist):
                continue
            if stone.differences[:-1] == told_apart[:-1] and stone.differences[-1] != told_apart[-1]:
                return Refusal("similarity", stone.at)
        return None


def _by(phrase: Phrase) -> By:
    return "name" if phrase.name else "words"


def _is_description(text: str, tokens: Sequence[NormalToken], ordinary: Callable[[str], bool]) -> bool:
    """Return true if what could be a name is everyday words with spaces between them and no capital inside."""
    spaced = all(text[one.end : next_.start].isspace() for one, next_ in pairwise(tokens))
    everyday = spaced and all(ordinary(token.word) for token in tokens)
    return everyday and not any(_capital_inside(text, token.start) for token in tokens)


def _capital_inside(text: str, start: int) -> bool:
    """Return true if a word begins with a capital and no sentence begins with it."""
    before = text[max(0, start - _MAX_BEFORE) : start].rstrip(" \t\"'“„«(")
    return text[start].isupper() and bool(before) and before[-1] not in ".!?…:\n"


_MAX_BEFORE = 8
"""Characters looked at before a word, to tell whether a sentence begins with it."""


def _never(word: str) -> bool:
    """Return false: without a list of words, none is an everyday one."""
    del word
    return False


def _stops(stone: Tombstone, whose: str | None) -> bool:
    """Return true if a tombstone applies to a person: it is everybody's or their own; an unknown person is stopped by
    all."""
    return stone.whose is None or whose is None or stone.whose == whose


def spoken_of(memory: Memory) -> tuple[str, ...]:
    """The names that a memory is about."""
    ends = (memory.claim.subject, memory.claim.object) if memory.claim else ()
    return (*memory.entities, *ends)
