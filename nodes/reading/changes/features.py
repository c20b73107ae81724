"""Features of two statements, an older and a later one, for the model of changes.

What both say of the same thing (words, names, the kind of value) is crossed with how the later one says it: words of
change, of doubt, of what stays, and whose it is.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from memorist.memory_store.domain.visibility import ASSISTANT
from memorist.memory_store.embedders.words import WordVectors
from memorist.nodes.language.calendar_words import CALENDAR_WORDS, MONTH_NUMBERS, WEEKDAY_NUMBERS
from memorist.nodes.language.lexical import FUNCTION_WORDS, stem
from memorist.nodes.reading.changes.phrases import phrases, words_in

BITS = 16
"""The features are hashed into so many bits."""
LONGEST = 320
"""Characters of a statement that are looked at."""

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[$€£]?\d[\w.,:/%-]*|[?]")
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w-]*\w")
_VALUES = {
    "date": re.compile(
        rf"\b(?:\d{{1,2}}\.? ?(?:{'|'.join(MONTH_NUMBERS)})\w*|(?:{'|'.join(MONTH_NUMBERS)})\w* "
        r"\d{1,2}(?:st|nd|rd|th)?|\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}|\d{1,2}(?:st|nd|rd|th))\b"
    ),
    "month": re.compile(rf"\b(?!may\b)(?:{'|'.join(sorted(MONTH_NUMBERS, key=len, reverse=True))})\b"),
    "weekday": re.compile(rf"\b(?:{'|'.join(sorted(WEEKDAY_NUMBERS, key=len, reverse=True))})s?\b"),
    "clock": re.compile(r"\b\d{1,2}(?::\d\d)(?: ?[ap]m)?\b|\b\d{1,2} ?[ap]m\b|\bnoon\b|\b\d{1,2} uhr\b"),
    "money": re.compile(r"[$€£] ?\d[\d.,]*k?|\b\d[\d.,]*k? ?(?:euros?|eur|dollars?|usd|pounds?|bucks|francs|chf|€|\$)"),
    "percent": re.compile(r"\d[\d.]* ?(?:%|percent)"),
    "version": re.compile(r"\bv?\d+\.\d+(?:\.\d+)*\b|\bv\d+\b"),
    "span": re.compile(
        r"\b(?:\d+|two|three|four|five|six|ten) ?"
        r"(?:seconds?|s|ms|minutes?|min|hours?|hrs?|h|days?|weeks?|months?|years?)\b"
    ),
    "amount": re.compile(r"\b\d[\d.,]*(?: ?[a-z]{1,12})?\b"),
    "place": re.compile(r"\b(?:https?://\S+|[\w.-]+@[\w.-]+|[\w-]+(?:/[\w.-]+)+|#[\w-]+)"),
}  # fmt: skip
_NOT_CONTENT = frozenset(
    map(stem, CALENDAR_WORDS | FUNCTION_WORDS | frozenset("user team now today still get got really ok yes".split()))
)
_ME = frozenset("i my me mine i'm i've i'd i'll myself user ich mein meine mir mich".split())
_US = frozenset("we our us ours we're we've we'll team wir unser unsere".split())
_YOU = frozenset("you your yours".split())
_VERBS = frozenset(
    "is are was were has have had will goes runs uses lives works starts costs takes gets does do am sits stands "
    "moved ist sind war hat".split()
)
_PAST = frozenset({"was", "were", "had", "went", "got"})
_DENIALS = frozenset({"not", "no", "never", "nicht", "kein", "keine", "without"})
_BUCKETS = (0.001, 0.2, 0.34, 0.5, 0.67, 0.99)
_NEAR = (0.15, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)


class ComparedStatement:
    """A statement as it is compared; each part is worked out when it is first asked for.

    Most statements share no word with any other, and of those no more is needed than ``content``.
    """

    def __init__(self, text: str) -> None:
        self._text = text[:LONGEST].replace("’", "'")
        self._low = self._text.lower()

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its words and numbers in small letters."""
        return tuple(_TOKEN.findall(self._low))

    @cached_property
    def bare(self) -> tuple[str, ...]:
        """The words that say what it is about, each once."""
        each = dict.fromkeys(self.words)
        return tuple(word for word in each if word[0].isalpha() and _stem(word) not in _NOT_CONTENT)

    @cached_property
    def content(self) -> frozenset[str]:
        """Stems of the words that say what it is about."""
        return frozenset(map(_stem, self.bare))

    @cached_property
    def names(self) -> frozenset[str]:
        """Stems of the names in it."""
        return frozenset(_stem(name.lower()) for name in _NAME.findall(self._text)) - _NOT_CONTENT

    @cached_property
    def head(self) -> frozenset[str]:
        """Stems in front of its verb."""
        front = next((at for at, word in enumerate(self.words) if word in _VERBS), min(len(self.words), 4))
        return frozenset(_stem(word) for word in self.words[:front] if word in self.bare)

    @cached_property
    def values(self) -> Mapping[str, frozenset[str]]:
        """By their kinds, what it gives as dates, amounts and addresses."""
        return {kind: frozenset(found) for kind, pattern in _VALUES.items() if (found := pattern.findall(self._low))}

    @cached_property
    def _plain(self) -> frozenset[str]:
        return words_in(self._low)

    @cached_property
    def cues(self) -> frozenset[str]:
        """Groups of words of change, doubt and sameness in it."""
        return phrases().cues.found_in(self._low, self._plain)

    @cached_property
    def states(self) -> frozenset[str]:
        """The states that it names."""
        return phrases().states.found_in(self._low, self._plain)

    @cached_property
    def ends(self) -> frozenset[str]:
        """The states of which it names the end."""
        return phrases().ends.found_in(self._low, self._plain)

    @cached_property
    def before(self) -> Mapping[str, str]:
        """The stem of the word in front of each word, by its stem; the first time counts."""
        found: dict[str, str] = {}
        for word, following in zip(("", *self.words), self.words, strict=False):
            found.setdefault(_stem(following), _stem(word))
        return found

    @cached_property
    def whose(self) -> str:
        """ "i", "we", "you" or empty, by its pronouns."""
        known = frozenset(self.words)
        return "i" if known & _ME else "we" if known & _US else "you" if known & _YOU else ""

    @cached_property
    def past(self) -> bool:
        """It has a form of the past."""
        return any((word.endswith("ed") and len(word) > 4) or word in _PAST for word in self.words)

    @cached_property
    def denies(self) -> bool:
        """It has a word of denial."""
        return any(word.endswith("n't") or word in _DENIALS for word in self.words)

    @cached_property
    def changes(self) -> int:
        """Number of groups of words of change in it."""
        return sum(cue.startswith("cues.") for cue in self.cues)

    @cached_property
    def of_others(self) -> bool:
        """It speaks of other people."""
        return any(cue.startswith("others.") for cue in self.cues)


@lru_cache(maxsize=8_192)
def statement_of(text: str) -> ComparedStatement:
    """Return a text as it is compared."""
    return ComparedStatement(text)


def _stem(word: str) -> str:
    return stem(word.removesuffix("'s"))


def of_one_person(old: str, by: str | None, new: str, speaker: str | None) -> bool:
    """Return true if a later statement may concern an older one: what somebody says of themselves, only they change."""
    if None in (by, speaker) or by in {speaker, ASSISTANT}:
        return True
    return "i" not in (statement_of(old).whose, statement_of(new).whose)


def may_tell(old: ComparedStatement, new: ComparedStatement) -> bool:
    """Return true if a later statement shares a word with an older one and has a word of change, or a value of the same
    kind: cheap to see, and without it nothing ends."""
    if old.content.isdisjoint(new.content):
        return False
    return bool(new.ends or new.changes) or not old.values.keys().isdisjoint(new.values)


def features(old: str, new: str, vectors: WordVectors) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the places and the values of the features of an older and a later statement."""
    before, later = statement_of(old), statement_of(new)
    relation = sorted({*_relation(before, later), *_meaning(before, later, vectors)})
    manner = sorted({*_manner(before, later)})
    single = np.array([_hash(name) for name in (*relation, *manner)], dtype=np.int64)
    first, second = _pairs(len(single))
    places = np.concatenate((single, _crossed(single[first], single[second])))
    return places & ((1 << BITS) - 1), _values(len(relation), len(manner))


@lru_cache(maxsize=128)
def _pairs(size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The places of each two of so many."""
    return np.triu_indices(size, 1)


@lru_cache(maxsize=1_024)
def _values(relation: int, manner: int) -> NDArray[np.float32]:
    """The values of so many features and their pairs: the more of a kind there are, the less each of them counts."""
    size = relation + manner
    first, second = _pairs(size)
    inside = np.where(second < relation, 0, np.where(first < relation, 1, 2))
    counts = np.bincount(inside, minlength=3)
    of_pairs = np.array([0.8, 1.0, 0.5]) / np.sqrt(np.maximum(counts, 1))
    return np.concatenate((np.full(size, 1.6 / max(1, size) ** 0.5), of_pairs[inside])).astype(np.float32)


@lru_cache(maxsize=4_096)
def _hash(name: str) -> int:
    return crc32(name.encode())


def _crossed(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """The places of pairs of features."""
    return ((one * 31 + other) ^ (one >> 7)) % 2_147_483_647


def _relation(old: ComparedStatement, new: ComparedStatement) -> Iterator[str]:
    """Name how far both speak of the same thing."""
    shared = old.content & new.content
    yield f"shared {min(len(shared), 4)}"
    yield f"of old {_bucket(len(shared) / max(1, len(old.content)), _BUCKETS)}"
    yield f"of new {_bucket(len(shared) / max(1, len(new.content)), _BUCKETS)}"
    if old.head:
        yield f"head {_bucket(len(old.head & new.content) / len(old.head), _BUCKETS)}"
        yield f"heads {_bucket(len(old.head & new.head) / len(old.head | new.head), _BUCKETS)}"
    if old.names or new.names:
        common = old.names & (new.names | new.content)
        yield "name shared" if common else f"names {bool(old.names):d}{bool(new.names):d}"
        if old.names and new.names and not common:
            yield "names differ"
    yield from _modifiers(old, new, shared)
    slots = 0
    for kind in _VALUES:
        if kind in old.values and kind in new.values:
            slots += 1
            yield f"{kind} {'same' if old.values[kind] & new.values[kind] else 'differs'}"
        elif kind in old.values:
            yield f"{kind} of old only"
    yield f"slots {min(slots, 3)}"
    rest = new.content - old.content
    yield f"rest {min(len(rest), 6)}"
    yield f"left {min(len(old.content - new.content), 6)}"
    for name in old.states & new.ends:
        yield f"ends {name}"
    yield f"states {min(2, len(old.states & new.ends))}"
    whose = (f"{said.whose}{'+' if said.of_others else ''}" for said in (old, new))
    yield f"me {' '.join(whose)}"


def _modifiers(old: ComparedStatement, new: ComparedStatement, shared: frozenset[str]) -> Iterator[str]:
    """Compare the words in front of what both speak of: "the API timeout" is not "the login timeout"."""
    judged = {_narrowed(old.before.get(word, ""), new.before.get(word, ""), old, new) for word in shared}
    yield from (f"narrowed {one}" for one in judged)


def _narrowed(mine: str, theirs: str, old: ComparedStatement, new: ComparedStatement) -> str:
    if mine == theirs:
        return "alike" if mine in old.content else "not"
    inside = mine in old.content, theirs in new.content
    if theirs in old.content or mine in new.content:
        return "otherwise placed"
    return {(True, True): "differently", (True, False): "before", (False, True): "later"}.get(inside, "not")


def _meaning(old: ComparedStatement, new: ComparedStatement, vectors: WordVectors) -> Iterator[str]:
    """Name how near the words of both are in meaning, and how near the words come that are not repeated."""
    if not old.bare or not new.bare:
        return
    near = vectors.nearness(old.bare, new.bare)
    best, back = near.max(axis=1).tolist(), near.max(axis=0).tolist()
    yield f"near {_bucket(sum(best) / len(best), _NEAR)}"
    yield f"nearest {_bucket(max(best), _NEAR)}"
    if unmatched := [value for value in best if value < 0.97]:
        yield f"nearest other {_bucket(max(unmatched), _NEAR)}"
    yield f"back {_bucket(sum(back) / len(back), _NEAR)}"


def _manner(old: ComparedStatement, new: ComparedStatement) -> Iterator[str]:
    """Name how the later statement says it, and what kind of statement the older one is."""
    yield from (f"new {cue}" for cue in new.cues)
    yield from (f"old {cue}" for cue in old.cues if cue.partition(".")[0] != "cues")
    if "?" in new.words:
        yield "asks"
    if new.denies:
        yield "denies"
    if old.denies:
        yield "old denies"
    yield f"cues {min(3, new.changes)}"
    yield f"words {min(4, len(new.words) // 6)}"
    if new.words:
        yield f"begins {new.words[0] if new.words[0] in FUNCTION_WORDS | _ME | _US else 'X'}"
    yield f"tense {old.past:d}{new.past:d}"


def _bucket(value: float, edges: Sequence[float]) -> int:
    return bisect_right(edges, value)
