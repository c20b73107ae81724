"""Tombstones of forgotten content: keyed digests that recognise it when it comes back, and nothing that can be read.

A draft is refused exactly when it would have been merged into what was forgotten, were that still there: the same
claim, the same words, or a similarity of ``MERGE_SIMILARITY`` and no difference in numbers, names, negation or order.
A tombstone of a personal statement applies to its author and to unknown speakers; another person may state the same.

In running text what was forgotten is found by its phrases (a name, a whole sentence) and by the numbers in it, in the
normal form of :mod:`memorist.memory_store.forgetting.normal_form`: no reader need have seen what stands there.
"""

import hmac
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.claim import Claim, owner
from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.memory import Memory, Part
from memorist.memory_store.domain.sameness import names, negated, numbers
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.visibility import SPEAKER, person_of
from memorist.memory_store.forgetting.gist import gist_of, near
from memorist.memory_store.forgetting.normal_form import (
    NormalToken,
    addresses_in,
    in_third_person,
    joined_words,
    letters,
    tokens_of,
    values_in,
    values_to_forget,
    words_of,
)

DIGEST_LENGTH = 32
"""Hexadecimal digits of a digest that are kept: 128 bits."""
HEAD = 3
"""So many words of a phrase find it; a longer one is then compared whole."""
FEWEST_WORDS = 3
"""Shorter sentences are everybody's ("Thanks a lot", "Hi there"): they are no phrase to look for."""
MAX_ADDRESS_WORDS = 12
_READ_ALOUD = frozenset({"at", "dot"})
"""Words for marks of an address."""
_ONE_WAY = frozenset({"episodic"})
"""Types that are not compared by likeness: much the same event is another event."""

By = Literal["id", "claim", "words", "name", "number", "similarity"]


class Phrase(Part):
    """Words in their order, to be found in running text.

    Args:
        head: keyed digest of the first :data:`HEAD` words.
        whole: keyed digest of all of them.
        words: how many there are.
        name: whether they are a name.
    """

    head: str
    whole: str
    words: int
    name: bool = False


class ForgottenMention(NamedTuple):
    """A forgotten passage of a text, and the reason of its refusal."""

    start: int
    end: int
    refusal: "Refusal"


class Tombstone(Part):
    """One forgotten memory, raw input or name.

    Args:
        uuid: keyed digest of its id, which is never given out again.
        digests: keyed digests of its claim, its words and its names.
        phrases: its names and sentences, to be found in running text.
        numbers: keyed digests of the numbers in it that speak for themselves.
        differences: keyed digests of what keeps two similar texts apart: type, numbers, names, negation, word order.
        claimed: whether it made a claim: then only one without a claim can be merged with it for its similarity.
        gist: sketch of its vector; null for what similarity says nothing about.
        embedder: which embedder the sketch belongs to.
        whose: keyed digest of the person who said it about themselves; null for what is everybody's.
        at: when it was forgotten.
    """

    uuid: str
    digests: tuple[str, ...] = ()
    phrases: tuple[Phrase, ...] = ()
    numbers: tuple[str, ...] = ()
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
            "number": "it holds the same number",
            "similarity": "it says nearly the same",
        }[self.by]
        return f"forgotten on request on {self.at:%Y-%m-%d}: {how}"


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
            for found in stone.numbers:
                built._by_number.setdefault(found, []).append(stone)
        return built

    def mentions(
        self, text: str, scope: Scope, *, ordinary: Callable[[str], bool] | None = None
    ) -> list[ForgottenMention]:
        """Return the forgotten passages of a text, in order; they may overlap. Linear in the length of the text.

        Args:
            text: what is to be stored, in whatever spelling.
            scope: whose it would be.
            ordinary: tells that a word is an everyday one ("will", "rose"): it is a name only with a capital inside of
                a sentence.
        """
        if not (self._by_head or self._by_number):
            return []
        tokens, whose = tokens_of(text), whose_digest(self.key, scope.user_id)
        found = [*self._phrases_in(text, tokens, whose, ordinary), *self._numbers_in(tokens, whose)]
        return sorted(found, key=lambda mention: mention.start)

    def _phrases_in(
        self, text: str, tokens: Sequence[NormalToken], whose: str | None, ordinary: Callable[[str], bool] | None
    ) -> Iterable[ForgottenMention]:
        yield from self._names_in_pieces(text, tokens, whose, ordinary)
        digests: dict[tuple[str, ...], str] = {}
        words = [token.word for token in tokens]
        sizes = sorted({min(phrase.words, HEAD) for each in self._by_head.values() for _, phrase in each})
        for place, token in enumerate(tokens):
            for size in sizes:
                head = tuple(words[place : place + size])
                if len(head) < size:
                    break
                if (known := digests.get(head)) is None:
                    known = digests[head] = digest(self.key, "phrase", *head)
                for stone, phrase in self._by_head.get(known, ()):
                    whole = words[place : place + phrase.words]
                    if min(phrase.words, HEAD) != size or not _stops(stone, whose):
                        continue
                    if phrase.words > HEAD and digest(self.key, "phrase", *whole) != phrase.whole:
                        continue
                    everyday = phrase.name and phrase.words == 1 and ordinary and ordinary(token.word)
                    if everyday and not _capital_inside(text, token.start):
                        continue
                    by = "name" if phrase.name else "words"
                    yield ForgottenMention(token.start, tokens[place + phrase.words - 1].end, Refusal(by, stone.at))

    def _names_in_pieces(
        self, text: str, tokens: Sequence[NormalToken], whose: str | None, ordinary: Callable[[str], bool] | None
    ) -> Iterable[ForgottenMention]:
        """Names that stand in pieces, in the plural, or as addresses are read aloud ("ada at example dot org")."""
        plurals = ((token.word[:-1], token) for token in tokens if token.word.endswith("s") and len(token.word) > 5)
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
            text=memory.content,
            type_=memory.type,
            spoken_of=spoken_of(memory),
            vector=vector if memory.text_to_embed() == memory.content and memory.type not in _ONE_WAY else None,
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


def tombstone_of(memory: Memory, vector: Vector | None, *, key: bytes, embedder: str, at: UtcTime) -> Tombstone:
    """The tombstone of a memory; ``vector`` is that of its content."""
    uuid = digest(key, "id", memory.id)
    if memory.is_entity:
        aliases: tuple[str, ...] = getattr(memory, "aliases", ())
        called = tuple(dict.fromkeys(name_digest(key, name) for name in (memory.content, *aliases)))
        phrases = (phrase_of(key, name, name=True) for name in (memory.content, *aliases))
        return Tombstone(uuid=uuid, digests=called, phrases=_each(phrases), at=at)
    digests = list(_claim_digests(key, memory.scope, memory.claim)) if memory.claim else []
    return Tombstone(
        uuid=uuid,
        digests=(*digests, words_digest(key, memory.content)),
        phrases=phrases_of(key, (memory.content,), of=person_of(memory)),
        numbers=numbers_of(key, (memory.content,)),
        differences=differences_of(key, memory.type, memory.content),
        claimed=memory.claim is not None,
        gist=gist_of(vector, key) if vector is not None and memory.type not in _ONE_WAY else None,
        embedder=embedder,
        whose=whose_digest(key, person_of(memory)),
        at=at,
    )


def tombstone_of_episode(
    episode_id: str,
    content: str,
    learned: Iterable[Memory] = (),
    *,
    key: bytes,
    at: UtcTime,
    said: Iterable[str] | None = None,
    stays: bool = False,
) -> Tombstone:
    """The tombstone of a raw input: one person's, if what was ``learned`` from it are personal statements.

    Args:
        episode_id: its id.
        content: all of its words.
        learned: the memories that go with it.
        key: the group's.
        at: when it was forgotten.
        said: its sentences that say what was forgotten; null for all of them.
        stays: the input stays, without its words: its id is no one's to refuse.
    """
    persons = {person for memory in learned if (person := person_of(memory)) is not None}
    person = persons.pop() if len(persons) == 1 else None
    whose = whose_digest(key, person)
    sentences = tuple(sentences_of(content) if said is None else said)
    return Tombstone(
        uuid=digest(key, "sentences", episode_id, *sentences) if stays else digest(key, "id", episode_id),
        digests=() if stays else (words_digest(key, content),),
        phrases=phrases_of(key, sentences, of=person),
        numbers=numbers_of(key, sentences if stays else (content,)),
        whose=whose,
        at=at,
    )


def tombstone_of_name(name: str, *, key: bytes, at: UtcTime) -> Tombstone | None:
    """The tombstone of a name that was asked for; null for other words: a name's begin with capitals."""
    if not _NAME.fullmatch(" ".join(name.split())) or (phrase := phrase_of(key, name, name=True)) is None:
        return None
    return Tombstone(uuid=digest(key, "called", " ".join(words_of(name))), phrases=(phrase,), at=at)


_NAME = re.compile(r"(?:[^\W\d_a-z][\w'’.-]*)(?: [^\W\d_a-z][\w'’.-]*){0,3}")
_SENTENCE = re.compile(r"[^\n.!?…]+(?:[.!?…](?!\s|$)[^\n.!?…]*)*[.!?…]*")


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, each within a line, roughly: a stop behind an abbreviation ends one as well."""
    return [said for match in _SENTENCE.finditer(text) if (said := match[0].strip())]


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The place of the sentences that a stretch of a text belongs to."""
    ahead = list(_STOP.finditer(text, max(0, start - _LONGEST), start))
    behind = _STOP.search(text, end)
    first = ahead[-1].end() if ahead else max(0, start - _LONGEST)
    return first, min(behind.end() if behind else len(text), end + _LONGEST)


_STOP = re.compile(r"[.!?…]+(?=\s|$)\s?|\n")
_LONGEST = 2_000
"""Characters of one sentence, before and behind what was found."""


def phrase_of(key: bytes, text: str, *, name: bool = False) -> Phrase | None:
    """Return the phrase that finds these words in running text; null for too few of them."""
    words = words_of(text)
    if len(words) < FEWEST_WORDS and not (name and len("".join(words)) > 1):
        return None
    head = digest(key, "phrase", *words[:HEAD])
    return Phrase(head=head, whole=digest(key, "phrase", *words), words=len(words), name=name)


def phrases_of(key: bytes, texts: Iterable[str], *, of: str | None = None) -> tuple[Phrase, ...]:
    """Return the phrases that find these sentences, and the mail addresses in them.

    What somebody says of themselves is found as it is told of "the user" as well, and of ``of``, their name.
    """
    found: list[Phrase | None] = []
    for text in texts:
        found.append(phrase_of(key, text))
        told = (in_third_person(words_of(text), name) for name in (SPEAKER, *words_of(of or "")[:1]))
        found += (phrase_of(key, " ".join(words)) for words in told if words is not None)
        found += (phrase_of(key, address, name=True) for address in addresses_in(text))
    return _each(found)


def numbers_of(key: bytes, texts: Iterable[str]) -> tuple[str, ...]:
    """Digests of the numbers in these sentences."""
    return tuple(dict.fromkeys(number_digest(key, value) for text in texts for value in values_to_forget(text)))


def _each(phrases: Iterable[Phrase | None]) -> tuple[Phrase, ...]:
    return tuple(dict.fromkeys(phrase for phrase in phrases if phrase is not None))


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


def number_digest(key: bytes, value: Sequence[str]) -> str:
    """Of a number, or of a short number with a word beside it."""
    return digest(key, "number", *value)


def whose_digest(key: bytes, person: str | None) -> str | None:
    """Of a person's name."""
    return digest(key, "whose", person) if person is not None else None


def _stops(stone: Tombstone, whose: str | None) -> bool:
    """Return true if a tombstone applies to a person: it is everybody's or their own; an unknown person is stopped by
    all."""
    return stone.whose is None or whose is None or stone.whose == whose


def digest(key: bytes, kind: str, *parts: str) -> str:
    """HMAC-SHA-256 of the parts, shortened."""
    said = "\x1f".join((kind, *parts)).encode()
    return hmac.digest(key, said, "sha256").hex()[:DIGEST_LENGTH]


def words_digest(key: bytes, text: str) -> str:
    """Of the words in their order, in the normal form."""
    return digest(key, "words", *words_of(text))


def name_digest(key: bytes, name: str) -> str:
    """Of a name."""
    return digest(key, "name", " ".join(words_of(name)))


def differences_of(key: bytes, type_: str, text: str) -> tuple[str, ...]:
    """Digests of type, numbers, names and negation, and of the bag of words: the same words are in another order."""
    return (
        digest(key, "type", type_),
        digest(key, "numbers", *numbers(text)),
        digest(key, "names", *sorted(names(text))),
        digest(key, "negation", str(negated(text))),
        digest(key, "bag", *sorted(words_of(text))),
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
    """Owner, subject, predicate, object and polarity; field and platforms.

    Who tells of themselves by name is the user.
    """
    if scope.user_id is not None and letters(claim.subject) == letters(scope.user_id):
        claim = claim.model_copy(update={"subject": SPEAKER})
    subject, predicate, object_, field_, platforms, polarity = claim.identity()
    return (owner(scope, claim), letters(subject), predicate, letters(object_), polarity), (field_, platforms)
