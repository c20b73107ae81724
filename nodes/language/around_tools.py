"""Whether a name that is a common word too stands where a tool does, by the words of ``around_tools.yaml``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from memorist.nodes.language.common import is_ordinary
from memorist.nodes.language.disambiguation import ends_phrase
from memorist.nodes.language.lexicon import Entry, load_gazetteer
from memorist.nodes.language.shipped import shipped
from memorist.nodes.language.tokens import Token, last_before


@dataclass(frozen=True, slots=True)
class Rivals:
    """The exclusive fields of the names in a text: those told for sure, and those that common words may be."""

    sure: Mapping[str, frozenset[str]]
    maybe: Mapping[str, frozenset[str]]

    def of(self, entry: Entry, *, sure: bool) -> bool:
        """Whether another name of the field is there: of two trackers the one is compared with the other."""
        others = (self.sure if sure else self.maybe).get(entry.field or "", frozenset[str]())
        return bool(others - {entry.canonical})


@dataclass(frozen=True, slots=True)
class _Around:
    things: Mapping[str, frozenset[str]]
    sure_things: Mapping[str, frozenset[str]]
    kinds: Mapping[str, frozenset[str]]
    fails: frozenset[str]
    tried: frozenset[str]
    verbs: frozenset[str]
    does: frozenset[str]
    parts: frozenset[str]
    done: frozenset[str]


@cache
def _around() -> _Around:
    data: Any = shipped(__name__, "around_tools.yaml")
    things, sure, kinds = (
        {field: frozenset(words) for field, words in data[name].items()} for name in ("things", "sure things", "kinds")
    )
    lists = ("fails", "tried", "verbs", "does", "parts of machines", "done to machines")
    fails, tried, verbs, does, parts, done = (frozenset(data[name]) for name in lists)
    return _Around(things, sure, kinds, fails, tried, verbs, does, parts, done)


_RARE = 4
_NONE: frozenset[str] = frozenset()
_OURS = frozenset({"our", "my"})
_IS = frozenset({"is", "are"})
_COMES = frozenset("come comes is are".split())
_JOINING = frozenset("and but because if when whenever that since so unless until while though although or".split())
_STATES = frozenset(
    "is was has felt feels looks looked works worked seems seemed does did just always never still only".split()
)
_WEIGHED = frozenset("keep kept keeping keeps drop dropped dropping prefer like love hate vs versus or".split())
_MORE = ("er", "more", "less")


def is_a_tool_here(
    text: str, tokens: Sequence[Token], first: int, after: int, entry: Entry, rivals: Rivals, *, technical: bool
) -> bool:
    """Whether a name that is a common word too stands where a tool does; ``technical``: other technology is named."""
    before = tokens[first - 1].folded if first else ""
    following = tokens[after].folded if after < len(tokens) else ""
    around, word = _around(), tokens[first].folded
    rare = len(word) >= _RARE and not is_ordinary(word)
    if following in around.sure_things.get(entry.field or "", _NONE):
        return True
    if following in around.things.get(entry.field or "", _NONE) and (rare or before in _OURS):
        return True
    if before in around.tried and technical and ends_phrase(text, tokens, after):
        return True
    if following in around.does and word in around.verbs and _begins_clause(text, tokens, first):
        return True
    if rare and _begins_clause(text, tokens, first) and _fails(tokens, after):
        return True
    return _is_its_kind(text, tokens, first, after, entry) or _is_compared(text, tokens, first, after, entry, rivals)


def is_a_host(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word with a number names a machine here and no product: "check the disk on db2"."""
    if not at or not tokens[at].text[-1].isdigit() or not tokens[at].text.islower():
        return False
    before, earlier = tokens[at - 1].folded, tokens[at - 2].folded if at > 1 else ""
    around = _around()
    return before in around.done or (before == "on" and earlier in around.parts)


def _fails(tokens: Sequence[Token], after: int) -> bool:
    """Whether it goes wrong as software does: "metro gets stuck"."""
    words = [t.folded for t in tokens[after : after + 2]]
    return bool(words) and (words[0] in _around().fails or words == ["gets", "stuck"])


def _is_its_kind(text: str, tokens: Sequence[Token], first: int, after: int, entry: Entry) -> bool:
    """Whether a thing of its kind is said to be it: "body font is inter", "icons come from phosphor"."""
    if first < 2:
        return False
    before, earlier = tokens[first - 1].folded, tokens[first - 2].folded
    if before in _IS:
        kind = earlier
    elif before == "from" and earlier in _COMES and first > 2:
        kind = tokens[first - 3].folded
    else:
        return False
    topics = load_gazetteer().topics.get(kind, ())
    served = any(words == (kind,) and field == entry.field for words, field in topics)
    return (served or kind in _around().kinds.get(entry.field or "", _NONE)) and ends_phrase(text, tokens, after)


def _is_compared(text: str, tokens: Sequence[Token], first: int, after: int, entry: Entry, rivals: Rivals) -> bool:
    """Whether it is weighed against another of its field: "I prefer figma, sketch felt clunky"."""
    before, earlier = (tokens[at].folded if at >= 0 else "" for at in (first - 1, first - 2))
    against = before == "than" and earlier.endswith(_MORE)
    sure = rivals.of(entry, sure=True)
    following = tokens[after].folded if after < len(tokens) else ""
    if sure and (against or (following in _STATES and _begins_clause(text, tokens, first))):
        return True
    rare = len(tokens[first].folded) >= _RARE and not is_ordinary(tokens[first].folded)
    weighed = rare and (against or before in _WEIGHED) and ends_phrase(text, tokens, after)
    return weighed and (sure or rivals.of(entry, sure=False))


def _begins_clause(text: str, tokens: Sequence[Token], first: int) -> bool:
    return not first or tokens[first - 1].folded in _JOINING or last_before(text, tokens[first].start) in {*",.;:!?("}
