"""Features of two statements, an older and a later one, for the model of changes.

What both say of the same thing (words, names, the kind of value) is crossed with how the later one says it: words of
change, of doubt, of what stays, and whose it is.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from memorist.memory_store.domain.visibility import ASSISTANT
from memorist.memory_store.embedders.words import WordVectors
from memorist.nodes.language.calendar_words import CALENDAR_WORDS, MONTH_NUMBERS, WEEKDAY_NUMBERS
from memorist.nodes.language.lexical import FUNCTION_WORDS, stem
from memorist.nodes.language.shipped import shipped

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
_BUCKETS = (0.001, 0.2, 0.34, 0.5, 0.67, 0.99)
_NEAR = (0.15, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)


@dataclass(frozen=True, slots=True)
class ComparedStatement:
    """A statement as it is compared.

    Args:
        words: its words and numbers in small letters.
        content: stems of the words that say what it is about.
        bare: the words behind these stems.
        names: stems of the names in it.
        head: stems in front of its verb.
        values: by their kinds, what it gives as dates, amounts and addresses.
        cues: groups of words of change, doubt and sameness in it.
        states: the states that it names, and those of which it names the end.
        before: the stem of the word in front of each word, by its stem; the first time counts.
        whose: "i", "we", "you" or empty, by its pronouns.
        past, denies: it has a form of the past, a word of denial.
    """

    words: tuple[str, ...]
    content: frozenset[str]
    bare: tuple[str, ...]
    names: frozenset[str]
    head: frozenset[str]
    values: Mapping[str, frozenset[str]]
    cues: frozenset[str]
    states: frozenset[str]
    ends: frozenset[str]
    before: Mapping[str, str]
    whose: str
    past: bool
    denies: bool


@lru_cache(maxsize=1)
def _phrases() -> tuple[Mapping[str, re.Pattern[str]], Mapping[str, re.Pattern[str]], Mapping[str, re.Pattern[str]]]:
    """Patterns of the groups of words: cues, states, and the ends of states."""
    lists = shipped(__name__, "words.yaml")
    halves = {name: words.split("->") for name, words in lists.pop("states").items()}
    cues = {f"{kind}.{name}": _any_of(words) for kind, groups in lists.items() for name, words in groups.items()}
    states = {name: _any_of(both[0]) for name, both in halves.items()}
    return cues, states, {name: _any_of(both[1]) for name, both in halves.items()}


def _any_of(words: str) -> re.Pattern[str]:
    """A pattern of alternatives; a lone "*" is any one word, at the end of a word it is any ending."""
    parts = (re.escape(" ".join(word.split())) for word in words.split("|"))
    patterns = (part.replace(r"\ \*\ ", r" [\w']+ ").replace(r"\*", r"\w*") for part in parts)
    return re.compile(rf"\b(?:{'|'.join(patterns)})\b")


@lru_cache(maxsize=8_192)
def statement_of(text: str) -> ComparedStatement:
    """Return a text as it is compared."""
    text = text[:LONGEST].replace("’", "'")
    low = text.lower()
    words = tuple(_TOKEN.findall(low))
    values = {kind: frozenset(found) for kind, pattern in _VALUES.items() if (found := pattern.findall(low))}
    bare = tuple(
        word for word in dict.fromkeys(words) if word[0].isalpha() and stem(word.removesuffix("'s")) not in _NOT_CONTENT
    )
    cues, states, ends = _phrases()
    front = next((at for at, word in enumerate(words) if word in _VERBS), min(len(words), 4))
    return ComparedStatement(
        words=words,
        content=frozenset(stem(word.removesuffix("'s")) for word in bare),
        bare=bare,
        names=frozenset(stem(name.lower().removesuffix("'s")) for name in _NAME.findall(text)) - _NOT_CONTENT,
        head=frozenset(stem(word.removesuffix("'s")) for word in words[:front] if word in bare),
        values=values,
        cues=frozenset(name for name, pattern in cues.items() if pattern.search(low)),
        states=frozenset(name for name, pattern in states.items() if pattern.search(low)),
        ends=frozenset(name for name, pattern in ends.items() if pattern.search(low)),
        before=_before(words),
        whose=_who(frozenset(words)),
        past=_past(words),
        denies=_negated(words),
    )


def of_one_person(old: str, by: str | None, new: str, speaker: str | None) -> bool:
    """Return true if a later statement may concern an older one: what somebody says of themselves, only they change."""
    if None in (by, speaker) or by in {speaker, ASSISTANT}:
        return True
    return "i" not in (statement_of(old).whose, statement_of(new).whose)


def may_tell(old: ComparedStatement, new: ComparedStatement) -> bool:
    """Return true if a later statement shares a word with an older one and has a word of change, or a value of the same
    kind: cheap to see, and without it nothing ends."""
    shows = new.ends or not old.values.keys().isdisjoint(new.values) or any(cue.startswith("cues.") for cue in new.cues)
    return bool(shows) and not old.content.isdisjoint(new.content)


def features(old: str, new: str, vectors: WordVectors) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the places and the values of the features of an older and a later statement."""
    before, later = statement_of(old), statement_of(new)
    relation = sorted({*_relation(before, later), *_meaning(before, later, vectors)})
    manner = sorted({*_manner(before, later)})
    one, other = _hashed(relation), _hashed(manner)
    blocks = (
        (np.concatenate((one, other)), 1.6),
        (_crossed(one[:, None], other[None, :]).ravel(), 1.0),
        (_crossed(one[:, None], one[None, :])[_upper(len(one))], 0.8),
        (_crossed(other[:, None], other[None, :])[_upper(len(other))], 0.5),
    )
    places = np.concatenate([block for block, _ in blocks])
    values = [np.full(len(block), weight / max(1, len(block)) ** 0.5, dtype=np.float32) for block, weight in blocks]
    return places & ((1 << BITS) - 1), np.concatenate(values)


def _hashed(names: Sequence[str]) -> NDArray[np.int64]:
    return np.array([_hash(name) for name in names], dtype=np.int64)


@lru_cache(maxsize=128)
def _upper(size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The places of each two of so many."""
    return np.triu_indices(size, 1)


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
    whose = (f"{said.whose}{'+' if _of_others(said) else ''}" for said in (old, new))
    yield f"me {' '.join(whose)}"


def _modifiers(old: ComparedStatement, new: ComparedStatement, shared: frozenset[str]) -> Iterator[str]:
    """Compare the words in front of what both speak of: "the API timeout" is not "the login timeout"."""
    judged = {_narrowed(old.before.get(word, ""), new.before.get(word, ""), old, new) for word in shared}
    yield from (f"narrowed {one}" for one in judged)


def _of_others(said: ComparedStatement) -> bool:
    return any(cue.startswith("others.") for cue in said.cues)


def _before(words: Sequence[str]) -> dict[str, str]:
    """The stem of the word in front of each word, by its stem; the first time counts."""
    found: dict[str, str] = {}
    for word, following in zip(("", *words), words, strict=False):
        found.setdefault(stem(following.removesuffix("'s")), stem(word.removesuffix("'s")) if word else "")
    return found


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
    best = near.max(axis=1)
    yield f"near {_bucket(float(best.mean()), _NEAR)}"
    yield f"nearest {_bucket(float(best.max()), _NEAR)}"
    unmatched = best[best < 0.97]
    if len(unmatched):
        yield f"nearest other {_bucket(float(unmatched.max()), _NEAR)}"
    yield f"back {_bucket(float(near.max(axis=0).mean()), _NEAR)}"


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
    changes = sum(cue.startswith("cues.") for cue in new.cues)
    yield f"cues {min(3, changes)}"
    yield f"words {min(4, len(new.words) // 6)}"
    if new.words:
        yield f"begins {new.words[0] if new.words[0] in FUNCTION_WORDS | _ME | _US else 'X'}"
    yield f"tense {old.past:d}{new.past:d}"


def _negated(words: Sequence[str]) -> bool:
    return any(
        word.endswith("n't") or word in {"not", "no", "never", "nicht", "kein", "keine", "without"} for word in words
    )


def _past(words: Sequence[str]) -> bool:
    return any(
        (word.endswith("ed") and len(word) > 4) or word in {"was", "were", "had", "went", "got"} for word in words
    )


def _who(known: frozenset[str]) -> str:
    """Return whose words these are, by the pronouns among them."""
    return "i" if known & _ME else "we" if known & _US else "you" if known & _YOU else ""


def _bucket(value: float, edges: Sequence[float]) -> int:
    return sum(value >= edge for edge in edges)
