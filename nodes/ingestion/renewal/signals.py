"""What speaks for or against that a turn takes the place of a memory, each as a number that the forest weighs."""

import re
from collections.abc import Mapping, Sequence

from memorist.nodes.ingestion.renewal.reading import Reading
from memorist.nodes.language.common import is_ordinary

NEAR = 30
"""In characters: what is said to have ended stands so near to the word for it."""
MOST = 3.0
"""More words in common make no difference."""
CHANGES = frozenset({"now", "moved", "amount", "began", "back", "settled", "puts_right"})
"""Signs that something is otherwise by now."""
_ENDS = frozenset({"ended"})
_NUMBERS = ("number", "money", "percent", "version", "contact", "often")


def relatedness(now: Reading, before: Reading) -> float:
    """How much two sentences name in common: a word counts one, a name more."""
    return len(_shared(now, before)) + 1.5 * len(_named(now, before))


def signals(now: Reading, turn: Reading, before: Reading, *, days: float) -> dict[str, float]:
    """The signals of one sentence ``now`` of a ``turn`` about what was told ``days`` ``before``."""
    shared, named = _shared(now, before), _named(now, before)
    same = len(shared) + 1.5 * len(named)
    shorter = min(len(now.words) + len(now.names), len(before.words) + len(before.names)) or 1
    first = (*before.words, *before.names)[:2]
    ended = _said_of(now, [*shared, *named], now.ended_at)
    common = [w for w in (*turn.words, *turn.names) if w in before.words or w in before.names]
    stays = _said_of(turn, common, turn.stays_at)
    differs = differing(now, before)
    details = differs & {"day", "clock", "number"}
    changes, elsewhere = bool(CHANGES & now.said), bool(CHANGES & turn.said)
    fresh = [name for name in now.names if name not in before.names]
    lost = [name for name in before.names if name not in named]
    fields = now.fields & before.fields
    rare = [word for word in shared if not is_ordinary(word)]
    found: dict[str, float] = {
        "related": min(same, MOST),
        "rare words in common": float(len(rare)),
        "covers it": min(same / shorter, 1.0),
        "named in both": float(len(named)),
        "begins with it": float(any(word in shared or word in named for word in first)),
        "of one field": float(len(fields)),
        "of one field, nothing in common": float(bool(fields) and same == 0),
        "of another field": float(bool(now.fields) and bool(before.fields) and not fields),
        "ended": float(ended),
        "ended, elsewhere": float(bool(_ENDS & turn.said) and not ended),
        "changes": float(changes),
        "ended, of a rare word or name": float(ended and bool(named or rare)),
        "changes what is in common": float(changes and same > 0),
        "another detail of what is in common": float(bool(details) and same > 0),
        "another detail, and changes": float(bool(details) and changes),
        "changes, elsewhere": float(elsewhere and not changes),
        "stays": float(stays),
        "something stays": float("stays" in turn.said and not stays),
        "days": min(days, 60.0) / 60.0,
        "another detail": float(len(details)),
        "another detail of one field": float(bool(details and fields)),
        **{f"another {kind}": float(kind in differs) for kind in ("day", "clock", "number", "name")},
        "fresh name": float(bool(fresh)),
        "lost name": float(bool(lost)),
        "a name for a name": float(bool(fresh) and bool(lost) and not named),
        "other names, other details": float(bool(fresh) and bool(lost) and not named and bool(details)),
        "the name, and another": float(bool(named) and "name" in differs),
        "nothing new": float(not fresh and not now.details),
        **{
            f"says {name}": float(name in now.said)
            for name in (
                "now", "moved", "amount", "began", "back", "settled", "puts_right", "permits", "adds", "not_so", "past",
            )
        },
        **{
            f"turn says {name}": float(name in turn.said)
            for name in ("now", "ended", "back", "settled", "puts_right", "not_so")
        },
        **{f"held {name}": float(name in before.held) for name in ("for_now", "open", "dated")},
        "for now, and back": float("for_now" in before.held and bool({"back", "ended"} & turn.said)),
        "open, and settled": float("open" in before.held and bool({"settled", "began", "ended"} & turn.said)),
        "asks": float(now.asks),
        "denied otherwise": float(now.denied != before.denied),
        "of others": float(len(now.relatives - before.relatives)),
        "of others, before": float(len(before.relatives - turn.relatives)),
        "elsewhere": float(bool(now.bounds and before.bounds and not now.bounds & before.bounds)),
        "length": min(len(now.words) + len(now.names), 12) / 12.0,
        "length before": min(len(before.words) + len(before.names), 12) / 12.0,
    }  # fmt: skip
    return found


def compared(ratings: Sequence[float], place: int) -> dict[str, float]:
    """How one memory stands among all that are compared with a turn, by how related they are."""
    mine, best = ratings[place], max((r for at, r in enumerate(ratings) if at != place), default=0.0)
    return {
        "most related": float(mine > 0 and mine >= best),
        "more related by": mine - best,
    }


def _shared(now: Reading, before: Reading) -> list[str]:
    there = frozenset(before.words)
    return [word for word in now.words if word in there]


def _named(now: Reading, before: Reading) -> list[str]:
    """The names of the memory that the sentence says, too, as a name or in small letters."""
    text = now.text.casefold()
    return [
        name
        for name in before.names
        if name in now.names or (name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text))
    ]


def _said_of(now: Reading, things: Sequence[str], said_at: Sequence[int]) -> bool:
    """Whether it is said of one of these things: the words stand near each other."""
    text = now.text.casefold()
    places = [text.find(thing) for thing in things]
    return any(abs(at - place) <= NEAR for place in places if place >= 0 for at in said_at)


def differing(now: Reading, before: Reading) -> frozenset[str]:
    """The kinds of details that both give, and not the same; any number is of one kind."""
    found = {kind for kind in ("day", "clock") if _other(now.details, before.details, (kind,))}
    if _other(now.details, before.details, _NUMBERS):
        found.add("number")
    fresh = {kind for name, kind in now.names.items() if name not in before.names}
    if fresh & {kind for name, kind in before.names.items() if name not in now.names or "ended" in now.said}:
        found.add("name")
    return frozenset(found)


def _other(now: Mapping[str, frozenset[str]], before: Mapping[str, frozenset[str]], kinds: tuple[str, ...]) -> bool:
    if now.keys().isdisjoint(kinds) or before.keys().isdisjoint(kinds):
        return False
    mine = frozenset[str]().union(*(now.get(kind, frozenset()) for kind in kinds))
    theirs = frozenset[str]().union(*(before.get(kind, frozenset()) for kind in kinds))
    return bool(mine - theirs) and bool(theirs)
