"""Making of tombstones: of a memory, of a raw input, of a name, and the phrases and numbers that find them in text."""

import re
from collections.abc import Iterable

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.visibility import SPEAKER, person_of
from memorist.memory_store.forgetting.digests import (
    claim_digests,
    differences_of,
    digest,
    name_digest,
    number_digest,
    slip_digest,
    whose_digest,
    words_digest,
)
from memorist.memory_store.forgetting.forms import (
    FEWEST_LETTERS,
    FEWEST_LETTERS_ALONE,
    kept_words,
    slips_of,
    written_words,
)
from memorist.memory_store.forgetting.gist import gist_of
from memorist.memory_store.forgetting.normal_form import (
    addresses_in,
    in_third_person,
    values_to_forget,
    words_of,
)
from memorist.memory_store.forgetting.sentences import sentences_of
from memorist.memory_store.forgetting.tombstone import HEAD, ONE_WAY, Phrase, Tombstone

FEWEST_WORDS = 3
"""Shorter sentences are everybody's ("Thanks a lot", "Hi there"): they are no phrase to look for."""


def tombstone_of(memory: Memory, vector: Vector | None, *, key: bytes, embedder: str, at: UtcTime) -> Tombstone:
    """The tombstone of a memory; ``vector`` is that of its content."""
    uuid = digest(key, "id", memory.id)
    if memory.is_entity:
        aliases: tuple[str, ...] = getattr(memory, "aliases", ())
        called = tuple(dict.fromkeys(name_digest(key, name) for name in (memory.content, *aliases)))
        phrases = (phrase for name in (memory.content, *aliases) for phrase in _name_phrases(key, name))
        return Tombstone(uuid=uuid, digests=called, phrases=_each(phrases), at=at)
    digests = list(claim_digests(key, memory.scope, memory.claim)) if memory.claim else []
    return Tombstone(
        uuid=uuid,
        digests=(*digests, words_digest(key, memory.content)),
        phrases=phrases_of(key, (memory.content,), of=person_of(memory)),
        numbers=numbers_of(key, (memory.content,)),
        differences=differences_of(key, memory.type, memory.content),
        claimed=memory.claim is not None,
        gist=gist_of(vector, key) if vector is not None and memory.type not in ONE_WAY else None,
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
    if not _NAME.fullmatch(" ".join(name.split())) or not (phrases := _each(_name_phrases(key, name))):
        return None
    return Tombstone(uuid=digest(key, "called", " ".join(words_of(name))), phrases=phrases, at=at)


_NAME = re.compile(r"(?:[^\W\d_a-z][\w'’.-]*)(?: [^\W\d_a-z][\w'’.-]*){0,3}")


def phrase_of(key: bytes, text: str, *, name: bool = False) -> Phrase | None:
    """Return the phrase that finds these words in running text; null for too few of them.

    A name is all of its words, a sentence those that it cannot do without.
    """
    words = written_words(text) if name else kept_words(text)
    if len(words) < FEWEST_WORDS and not (name and len("".join(words)) > 1):
        return None
    head = digest(key, "phrase", *words[:HEAD])
    whole = digest(key, "phrase", *words)
    return Phrase(head=head, whole=whole, words=len(words), name=name, slips=_slips(key, words))


def _slips(key: bytes, words: tuple[str, ...]) -> tuple[str, ...]:
    fewest, head = FEWEST_LETTERS_ALONE if len(words) == 1 else FEWEST_LETTERS, words[:HEAD]
    said = [slip for place in range(len(head)) for slip in slips_of(head, place, fewest=fewest)]
    if len(words) > HEAD:
        said += (slip for place in range(len(words)) for slip in slips_of(words, place))
    return tuple(dict.fromkeys(slip_digest(key, slip) for slip in said))


def _name_phrases(key: bytes, name: str) -> Iterable[Phrase | None]:
    """Phrases of a name, and of a longer one in one word, as addresses and accounts are called."""
    yield phrase_of(key, name, name=True)
    words = written_words(name)
    if len(words) > 1 and len("".join(words)) >= FEWEST_LETTERS_TOGETHER:
        yield phrase_of(key, "".join(words), name=True)


FEWEST_LETTERS_TOGETHER = 8
"""Letters of a name that is also looked for without its spaces."""


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
