"""The plainest change: the same thing is told with another value, and something says that it is so by now.

"Standup is at 10 now" beside "the team's standup is at 9:30": what both speak of is the same when times, numbers, names
and the words of change are left out, and the rest of the one stands in the other. No probability is needed for that.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Memory
from memorist.nodes.ingestion.renewal.frames import OF_A_DOSE, Frame, Kind, Value, frame, named_by
from memorist.nodes.ingestion.renewal.holders import handed_over
from memorist.nodes.ingestion.renewal.remainder import pieces_of
from memorist.nodes.ingestion.renewal.telling_new import NOT_NEW, TELLS_NEW, says_new
from memorist.nodes.language.words import upper_first

_ONCE = re.compile(
    r"\b(?:tomorrow|today|tonight|this\s(?:once|time|week|month|(?:mon|tues|wednes|thurs|fri|satur|sun)day|morning|afternoon|"
    r"evening|sprint)|next\s(?:week|month|time)|just\s(?:this|for|once)|only\s(?:this|for|once)|for\s(?:once|a\s(?:day|week|month))|"
    r"exception(?:ally)?|one[\s-]off|temporar\w+|until|till)\b",
    re.IGNORECASE,
)
"""What is so once does not take the place of what is so otherwise."""
_FROM_TODAY = re.compile(
    r"\b(?:as\sof|from|starting|since|effective)\s(?:today|tomorrow|this\s\w+|next\s\w+)\b", re.IGNORECASE
)
_NOT_THE_OLD = re.compile(r",?\s(?:and\s)?not\s[^,;.]{1,30}[.!]*$", re.IGNORECASE)
_GOES_ON = re.compile(r"(?:is|are|was|were|has|have|had|will|got|to|at|on|from|not)\b", re.IGNORECASE)
"""Half a sentence, whose subject stands before."""
_RANGE = re.compile(r"\s?(?:to|till|until|and|through|[-–—])\s?", re.IGNORECASE)
_BECAUSE = re.compile(r"\b(?:because|since|due\sto|as)\b", re.IGNORECASE)
"""A reason was that of the old value, and "slips to October 1" told a change: neither is so with a new one."""
_HAS = re.compile(r"\b(?:have|has|had|got|own|owns|know|knows|like|likes|met|meet|visited)\b", re.IGNORECASE)
"""Whoever has one more customer in Spain has not lost those in France."""
_NO_WHO = r"(?!(?:is|are|was|were|be|been|being|gets?|got|will|to)\b)"
_BY_WHOM = re.compile(
    rf"^(?:(?:the|my|our|her|his|their)\s)?(?P<who>{_NO_WHO}[\w'’-]+(?:\s{_NO_WHO}[\w'’-]+){{0,2}}?)\s(?:(?:has|have|had|just|now)\s)*(?:put|"
    r"upped|cut|raised|bumped|lowered|increased|reduced|dropped|moved|pushed|changed|extended|shortened|doubled|halved|trimmed|"
    r"knocked|brought|set)\s(?!(?:to|by|from|up|down|back|forward|again|now|its|their|his|her)\b)",
    re.IGNORECASE,
)
"""The landlord raised the rent: who changed it is no part of what changed."""
_PART = re.compile(
    r";\s+|,\s+|\s(?:because|since|as|so|but|and|while|after|before)\s|\s[-–—]\s|\s\(|:\s+", re.IGNORECASE
)


class Restated(NamedTuple):
    """A memory that is told otherwise: by which clause, in what, and how it reads with the new value if it says more.

    ``whole``: the clause leaves out nothing of the thing that the memory speaks of.
    ``named``: it names the thing at all.
    """

    memory: Memory
    clause: str
    kind: Kind
    before: str
    after: str
    remains: str | None
    whole: bool
    named: bool = True

    @property
    def is_share(self) -> bool:
        """Whether the new value is a part of the old one, which stands: "171 of the 212 had paid back"."""
        share = rf"\b{re.escape(self.after)}\s(?:out\s)?of\s(?:(?:the|our|all|those)\s)?{re.escape(self.before)}\b"
        return re.search(share, self.clause, re.IGNORECASE) is not None

    def differs_from(self, other: "Restated") -> bool:
        """Whether another is not the same value, told twice; what is not named may be either."""
        unnamed = not self.named and self.memory.id != other.memory.id
        return unnamed or self.before != other.before

    @property
    def why(self) -> str:
        """The reason in words."""
        return f'"{self.clause}" takes its place: the same with another {self.kind}, {self.after} after {self.before}'


def restated(sentences: Sequence[str], claims: Iterable[Claim], stored: Sequence[Memory]) -> dict[str, Restated]:
    """The memories, by id, that the sentences of a turn tell with another value.

    What leaves out a word of the memory ("the limit is 500 now" beside "the limit for guests is 100") may mean another
    one: then nothing else that is known may be meant as well.
    """
    clauses = [
        _without_who(frame(clause)) for sentence in sentences if says_new(sentence) for clause in _clauses(sentence)
    ]
    found = [
        told
        for memory in stored
        if (told := _told_otherwise(clauses, memory) or _held_by_another(sentences, claims, memory))
        and not told.is_share
    ]
    kept: dict[str, Restated] = {}
    for told in found:
        rivals = [other for other in found if other.clause == told.clause and told.differs_from(other)]
        if not rivals or (told.whole and not any(other.whole for other in rivals)):
            kept[told.memory.id] = told
    return kept


def _clauses(sentence: str) -> Iterator[str]:
    """The sentence, then its parts: a reason and what is said beside it are about other things."""
    yield sentence
    sentence = _NOT_THE_OLD.sub("", sentence)
    yield sentence
    parts = [part.strip(" .!)") for part in _PART.split(sentence)]
    if len(parts) > 1:
        yield from (part for part in parts if part and not _GOES_ON.match(part))


def _told_otherwise(clauses: Sequence[Frame], memory: Memory) -> Restated | None:
    """What one of the clauses tells otherwise: the memory, or one of the things that it tells."""
    pieces = pieces_of(memory.content)
    for now in clauses:
        for place, piece in enumerate(pieces):
            told = _compared(now, frame(piece), memory)
            if told is not None and len(pieces) > 1:
                rest = [*pieces[:place], *([told.remains] if told.remains else []), *pieces[place + 1 :]]
                told = told._replace(remains=upper_first("; ".join(rest)))
            if told is not None:
                return told
    return None


def _compared(now: Frame, before: Frame, memory: Memory) -> Restated | None:
    if not _may_tell(now, before):
        return None
    kinds: tuple[Kind, ...] = ("time", "day", "rhythm", "number")
    now = _as_hours(now, before)
    others = [pair for kind in kinds if (pair := _another(now, before, kind)) is not None]
    fresh = {n: v for n, v in now.of_kind("name").items() if n not in before.of_kind("name")}
    lost = {n: v for n, v in before.of_kind("name").items() if n not in now.of_kind("name")}
    if others:
        most = 2 if {"moved", "puts_right"} & now.reading.said else 1
        same = len(others) <= most and now.thing <= before.thing and _of_one_unit(*others[0])
        same = same and bool(_spoken_of(now) or _of_one_dose(*others[0]))
        return _result(now, before, memory, others) if same else None
    if len(fresh) != 1 or len(lost) != 1 or _HAS.search(now.text):
        return None
    [new], [old] = fresh.values(), lost.values()
    rest = now.thing - named_by(now.text, new)
    if (
        not rest
        or rest != before.thing - named_by(before.text, old)
        or _is_subject(now, new)
        or _is_subject(before, old)
    ):
        return None
    return _result(now, before, memory, [(new, old)])


def _spoken_of(now: Frame) -> frozenset[str]:
    """What a sentence speaks of beside its values and the people in it: whoever is named has many numbers."""
    people = {name for name, kind in now.reading.names.items() if kind.startswith("entity:person")}
    return now.thing - {value.unit for value in now.values} - people


def _without_who(now: Frame) -> Frame:
    """What a sentence says to have changed, without whoever changed it."""
    by = _BY_WHOM.match(now.text)
    if by is None:
        return now
    rest = frame(now.text[by.end("who") :].strip())
    return now._replace(thing=rest.thing, reading=rest.reading)


def _of_one_dose(new: Value, old: Value) -> bool:
    """ "The doctor put me up to 75 mg": of what, its unit tells."""
    return new.unit == old.unit and new.unit in OF_A_DOSE


def _as_hours(now: Frame, before: Frame) -> Frame:
    """ "Moved to 10", of what was at 9:30, is a time."""
    if now.of_kind("time") or not before.of_kind("time") or before.of_kind("number"):
        return now
    values = (
        v._replace(kind="time") if v.kind == "number" and not v.unit and _HOUR.fullmatch(v.value) else v
        for v in now.values
    )
    return now._replace(values=tuple(values))


_HOUR = re.compile(r"1?\d|2[0-4]")


def _may_tell(now: Frame, before: Frame) -> bool:
    """Whether the one may be a newer wording of the other, whatever their values."""
    said = now.reading
    if NOT_NEW & said.said or said.asks or said.denied != before.reading.denied:
        return False
    if said.relatives != before.reading.relatives or (said.bounds and said.bounds != before.reading.bounds):
        return False
    return not _ONCE.search(_FROM_TODAY.sub("", now.text))


def _another(now: Frame, before: Frame, kind: Kind) -> tuple[Value, Value] | None:
    """The new and the old value of a kind, if both tell one and not the same."""
    mine, theirs = now.of_kind(kind), before.of_kind(kind)
    fresh, lost = mine.keys() - theirs.keys(), theirs.keys() - mine.keys()
    if not fresh or not theirs or not _is_one(before, kind):
        return None
    old = theirs[min(lost or theirs.keys(), key=lambda value: theirs[value].start)]
    return mine[max(fresh, key=lambda value: mine[value].start)], old


def _is_one(of: Frame, kind: Kind) -> bool:
    """Whether a sentence tells one value of a kind, or the two ends of one."""
    places = sorted((value.start, value.end) for value in of.values if value.kind == kind)
    between = [of.text[end:start] for (_, end), (start, _) in pairwise(places)]
    return len(places) == 1 or (len(places) == 2 and bool(_RANGE.fullmatch(between[0])))


def _of_one_unit(new: Value, old: Value) -> bool:
    return not (new.unit and old.unit) or new.unit == old.unit


def _is_subject(of: Frame, name: Value) -> bool:
    """Whether a name says whom or what a sentence is about: another one is another thing, not another value."""
    return not of.text[: name.start].strip(" \"'(*")


def _result(now: Frame, before: Frame, memory: Memory, pairs: Sequence[tuple[Value, Value]]) -> Restated:
    new, old = pairs[0]
    told = {value.kind for value in now.values}
    left = before.thing - now.thing - named_by(before.text, old) - {value.unit for value in before.values}
    more = left or {value.kind for value in before.values if value.kind not in told}
    more = more and not (TELLS_NEW & before.reading.said or _BECAUSE.search(before.text))
    remains = _with_new(before, now, pairs) if more else None
    return Restated(
        memory,
        now.text,
        new.kind,
        before.text[old.start : old.end],
        now.text[new.start : new.end],
        remains,
        whole=not left,
        named=bool(now.thing - {new.unit}),
    )


def _with_new(before: Frame, now: Frame, pairs: Sequence[tuple[Value, Value]]) -> str | None:
    """The sentence before with the new values; null where it is not plain which of its values they are."""
    if any(len(before.of_kind(old.kind)) > 1 for _, old in pairs):
        return None
    text = before.text
    for new, old in sorted(pairs, key=lambda pair: -pair[1].start):
        text = f"{text[: old.start]}{now.text[new.start : new.end]}{text[old.end :]}"
    return text


def _held_by_another(sentences: Sequence[str], claims: Iterable[Claim], memory: Memory) -> Restated | None:
    told = handed_over(sentences, claims, memory)
    return told and Restated(memory, told.sentence, "holder", told.before, told.after, None, whole=True)
