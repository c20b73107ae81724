"""Events that statements wait for ("until I'm back from lunch"), and sentences that say that one has come about.

A clause says so if it names what the event is of and that it is as awaited, and does not speak of what is ahead. Of
its own speaker it may say less ("I'm back"), and nothing else.
"""

import re

from memorist.nodes.language.lexical import FUNCTION_WORDS, stem
from memorist.nodes.reading.markers import CONDITION, DOUBT, plain

_CLAUSE_END = re.compile(r"[,;:!?()–—]|\.(?=\s|$)|\s-\s|\b(?:and|but|so)\b")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_AHEAD = re.compile(
    r"(?:['’]ll|n['’]t|\b(?:will|going to|gonna|should|shall|must|has to|have to|needs? to|about to|until|till|before|"
    r"soon|almost|nearly|tomorrow|not|never|no|nobody|yet|want|wants|let|please|plan|plans))\b"
)
"""Words of what has not come about, or is asked for."""
_SPEAKER = frozenset("i i'm i've im ive i’m i’ve".split())
_SAME = {
    stem(word): words[0]
    for words in (
        "over through done finished finish complete completed ended end ends finishes passed behind concluded".split(),
        "out released shipped launched live landed published".split(),
        "back returned returns".split(),
        "signed signs sign".split(),
    )
    for word in words
}
"""Words for one outcome, by their stems."""
_OUTCOMES = frozenset(_SAME.values())
_NOTHING = frozenset(map(stem, FUNCTION_WORDS)) | {"now", "ok", "okay", "finally", "just", "again", "today", "already"}


def is_of_speaker(event: str) -> bool:
    """Return true if an event is told of whoever waits for it ("I'm back")."""
    return bool(_SPEAKER & set(plain(event).split()[:1]))


def tells_outcome(sentence: str) -> bool:
    """Return true if a clause says that something is over, out, back or signed, whatever that is."""
    clauses = _CLAUSE_END.split(plain(sentence))
    return any(_carried(clause) & _OUTCOMES and _AHEAD.search(clause) is None for clause in clauses)


def has_come(event: str, sentence: str) -> bool:
    """Return true if a sentence says that an event has come about."""
    said = plain(sentence)
    if said.rstrip().endswith("?") or DOUBT.search(said):
        return False
    awaited = _carried(plain(event))
    outcome, own = awaited & _OUTCOMES, is_of_speaker(event)
    if not outcome or (awaited == outcome and not own):
        return False
    return any(_tells(clause, awaited, outcome, own=own) for clause in _CLAUSE_END.split(said))


def _tells(clause: str, awaited: frozenset[str], outcome: frozenset[str], *, own: bool) -> bool:
    told = _carried(clause)
    if not told & outcome or _AHEAD.search(clause) or CONDITION.search(clause):
        return False
    return told <= awaited if own else awaited <= told


def _carried(text: str) -> frozenset[str]:
    """The stems of the words that carry a text, those for one outcome as one."""
    words = (stem(word) for word in _WORD.findall(text) if word not in _SPEAKER)
    return frozenset(_SAME.get(word, word) for word in words if word in _SAME or word not in _NOTHING)
